"""The server's log: what a stranger causes is one short line, and many of them are summed up.

What a browser sends gets into messages and exceptions: its path, its headers, what it typed. Here everything
that leaves for the log is escaped and bounded, so that nobody forges a line, reaches the operator's terminal,
or fills the disk. Only our own faults bring a traceback, indented, so that a line with a time is always ours.
"""

import json
import logging
import re
import time
from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scorekeeper.serving.environ import CURRENT

# Characters of a message, before it is cut.
LONGEST_LINE = 300

# Characters of a traceback: its end says what went wrong, so it is cut at its beginning.
LONGEST_TRACEBACK = 20_000

# Lines alike that are written in a minute; what follows is counted.
AT_ONCE = 3

MINUTE = 60.0

# Kinds of lines that are told apart; there are only so many places in the code, but nobody counts on it.
MOST_KINDS = 200

# The key in these addresses opens a group, or an account, to whoever reads it.
SECRET = re.compile(r"(/(?:key|join|address|forgotten)/)[^/\s'\"]+")


def escaped(text: str, most: int = LONGEST_LINE) -> str:
    """Return a stranger's text as one line of printable characters, at most `most` and a mark for a cut.

    Control characters, line separators, marks that turn the writing around and lone surrogates are written as
    Python writes them. Keys that open a group or an account are left out.
    """
    short = text[: most + 1]
    shown = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in short)
    shown = SECRET.sub(r"\1…", shown)
    return shown if len(shown) <= most else f"{shown[:most]}…"


def is_strangers(record: logging.LogRecord) -> bool:
    """Whether whoever sent the request caused this, and not a fault of ours."""
    if record.name.startswith("django.security"):
        return True
    if record.name == "django.request":
        return int(getattr(record, "status_code", 500)) < 500
    return record.name == "uvicorn.error" and record.levelno == logging.WARNING


def kind_of(record: logging.LogRecord) -> Hashable:
    """Return the key by which lines are summed up: their place in the code, never a stranger's text."""
    if is_strangers(record):
        return record.name, getattr(record, "status_code", None)
    trace = record.exc_info[2] if record.exc_info else None
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ()
    return record.name, record.levelno, record.pathname, record.lineno, place


class OneLine(logging.Formatter):
    """A line a record; a traceback follows only where the fault is ours."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}{of}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        shown = copy(record)
        shown.exc_text = None  # another handler may have left its own, unescaped
        if is_strangers(record):
            shown.levelname = "WARNING"
            shown.exc_info = shown.stack_info = None
        return super().format(shown)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        record.message = escaped(record.getMessage())
        name = CURRENT.get()
        record.of = f" [{name}]" if name else ""
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802
        text = super().formatException(ei)
        cut = "…\n" if len(text) > LONGEST_TRACEBACK else ""
        lines = (cut + text[-LONGEST_TRACEBACK:]).splitlines()
        return "\n".join(f"    {escaped(line)}" for line in lines)


class JsonLine(OneLine):
    """The same as a JSON object a line, for programs that gather logs; a traceback is one of its texts."""

    def format(self, record: logging.LogRecord) -> str:
        is_ours = not is_strangers(record)
        said = {
            "time": datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname if is_ours else "WARNING",
            "logger": record.name,
            "message": escaped(record.getMessage()),
            "request": CURRENT.get(),
            "traceback": self.formatException(record.exc_info) if record.exc_info and is_ours else "",
        }
        return json.dumps({name: value for name, value in said.items() if value}, ensure_ascii=False)


@dataclass(kw_only=True)
class _Kind:
    """Lines alike since some second of the clock: how many were written, and how many only counted."""

    name: str
    level: int
    since: float
    written: int = 0
    more: int = 0


class SummingHandler(logging.StreamHandler[Any]):
    """Writes to standard error; of warnings alike a few in a minute, and how many more there were.

    What was only counted is said with the next line of any kind after that minute, and when the server stops.
    Lines below a warning were asked for one by one and are never summed up.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.kinds: dict[Hashable, _Kind] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self._say_what_was_counted(before=self.clock() - MINUTE)
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        key = kind_of(record)
        if key not in self.kinds and len(self.kinds) >= MOST_KINDS:
            key = None
        level = logging.WARNING if is_strangers(record) else record.levelno
        kind = self.kinds.setdefault(key, _Kind(name=record.name, level=level, since=self.clock()))
        if kind.written < AT_ONCE:
            kind.written += 1
            super().emit(record)
        else:
            kind.more += 1

    def close(self) -> None:
        self.acquire()
        try:
            self._say_what_was_counted(before=self.clock())
        finally:
            self.release()
        super().close()

    def _say_what_was_counted(self, *, before: float) -> None:
        # Forget the kinds that began before this second of the clock, and say what was counted of them.
        for key, kind in list(self.kinds.items()):
            if kind.since <= before:
                del self.kinds[key]
                if kind.more:
                    said = f"… and {kind.more} more like it within a minute"
                    super().emit(logging.LogRecord(kind.name, kind.level, "", 0, said, None, None))
