"""A log that strangers cannot fill: what they cause is one short escaped line, a few times a minute."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

EACH_MINUTE = 3
LONGEST = 200


def escaped(text: str, *, longest: int = LONGEST) -> str:
    """What a stranger sent, fit for one line of a log: printable ASCII, and no longer than it may be."""
    plain = text[: longest + 1].encode("unicode_escape").decode("ascii")
    return plain if len(text) <= longest and len(plain) <= longest else f"{plain[:longest]} …"


@dataclass(kw_only=True)
class _Seen:
    since: float
    passed: int = 0
    kept_back: int = 0


class Seldom(logging.Filter):
    """Lets the same message pass a few times a minute; the next one after that says how many more there were.

    Messages are the same when they were written by the same line: their text before it is filled in, and the
    kind of exception that comes with them, if any.
    """

    def __init__(self, *, each_minute: int = EACH_MINUTE) -> None:
        super().__init__()
        self.each_minute = each_minute
        self._seen: dict[tuple[object, ...], _Seen] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record passes."""
        now = time.monotonic()
        key = (record.name, record.levelno, str(record.msg), record.exc_info and record.exc_info[0])
        seen = self._seen.get(key)
        if seen is None or now - seen.since >= 60:
            self._tell(record, seen)
            self._forget(now)
            seen = self._seen[key] = _Seen(since=now)
        if seen.passed < self.each_minute:
            seen.passed += 1
            return True
        seen.kept_back += 1
        return False

    def _tell(self, record: logging.LogRecord, seen: _Seen | None) -> None:
        if seen and seen.kept_back:
            record.msg = f"{record.msg} (and {seen.kept_back} more like it)"

    def _forget(self, now: float) -> None:
        """Old messages that were told whole; otherwise they would gather for ever."""
        self._seen = {
            key: seen for key, seen in self._seen.items() if now - seen.since < 60 or seen.kept_back
        }


def keep_quiet(*names: str) -> None:
    """Let these loggers say the same thing only a few times a minute."""
    for name in names:
        logger = logging.getLogger(name)
        if not any(isinstance(one, Seldom) for one in logger.filters):
            logger.addFilter(Seldom())
