"""A JSON file read value by value, so that a large one is never in memory as a whole.

Whoever reads knows what comes next: an object's names one after the other, a list's elements, a value. What
is read is strict: UTF-8, whole numbers only, no name twice in an object, nothing too long, too deep or too
large, and no text that a database cannot hold. Everything else is refused.

The standard library's decoder is asked for each value: parsers that stream put another character in the
place of half a character, and such a text would be changed instead of refused.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from ledger.recording.writing import Refused
from ledger.texts import can_be_kept

CHUNK = 64 * 1024
LARGEST = 1_000_000
"""Characters of one value: a line of a book, or a transaction in which everybody of a large group is."""

DEEPEST = 60
LONGEST_NUMBER = 19
BLANK = re.compile(r"[ \t\n\r]*")


class Portions:
    """The values of a file, in the order they stand there; raises Refused, whatever the file holds."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._characters = codecs.getincrementaldecoder("utf-8")()
        self._text, self._at, self._is_all = "", 0, False
        self.done = 0
        """How many bytes were read."""
        self._begin()

    def names(self) -> Iterator[str]:
        """The names in an object; whoever asks for them reads the value of each before the next."""
        self._pass("{")
        seen: set[str] = set()
        while not self._passed("}"):
            if seen:
                self._pass(",")
            if self._next() != '"':
                raise Refused("no_file")
            name = self.value()
            if name in seen:
                raise _twice(name)
            seen.add(name)
            self._pass(":")
            yield name

    def elements(self) -> Iterator[None]:
        """A turn for each element of a list; whoever takes it reads the element."""
        if self._next() != "[":
            raise Refused("no_file", case="no_list")
        self._pass("[")
        is_first = True
        while not self._passed("]"):
            if not is_first:
                self._pass(",")
            is_first = False
            yield

    def value(self) -> Any:
        """The next value, whatever it is."""
        self._next()
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError:
                if self._is_all:
                    raise Refused("no_file") from None
            except RecursionError:
                raise _too_deep() from None
            else:
                if end < len(self._text) or self._is_all:  # else a number may go on
                    break
            self._more()
        self._check(value, end)
        self._at = end
        return value

    def finish(self) -> None:
        """Raises Refused unless nothing more is there."""
        if self._next():
            raise Refused("no_file", case="goes_on")

    def _begin(self) -> None:
        start = self._file.read(4)
        if start.startswith((codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)) or b"\0" in start:
            raise Refused("no_file", case="not_utf8")
        self._take(start.removeprefix(codecs.BOM_UTF8) or self._file.read(CHUNK))
        self.done = len(start)

    def _more(self) -> None:
        """Goes on reading: twice as much each time, so that a long value is not looked at too often."""
        left = len(self._text) - self._at
        if left > LARGEST:
            raise Refused("no_file", case="too_long")
        chunk = self._file.read(max(CHUNK, left))
        self.done += len(chunk)
        self._take(chunk)

    def _take(self, chunk: bytes) -> None:
        try:
            text = self._characters.decode(chunk, final=not chunk)
        except UnicodeDecodeError:
            raise Refused("no_file", case="not_utf8") from None
        self._text, self._at, self._is_all = self._text[self._at :] + text, 0, not chunk

    def _next(self) -> str:
        """The next character that is no blank, or nothing at the end."""
        skipped = 0
        while True:
            found = BLANK.match(self._text, self._at)
            end = found.end() if found else self._at
            skipped, self._at = skipped + end - self._at, end
            if end < len(self._text) or self._is_all:
                return self._text[end : end + 1]
            if skipped > LARGEST:
                raise Refused("no_file")
            self._more()

    def _passed(self, mark: str) -> bool:
        if self._next() != mark:
            return False
        self._at += 1
        return True

    def _pass(self, mark: str) -> None:
        if not self._passed(mark):
            raise Refused("no_file")

    def _check(self, value: Any, end: int) -> None:
        """What only few values have to be looked through for, as their text says."""
        text, at = self._text, self._at
        if end - at > LARGEST:
            raise Refused("no_file", case="too_long")
        opened = text.count("[", at, end) + text.count("{", at, end)
        if opened > DEEPEST and _depth(value) > DEEPEST:
            raise _too_deep()
        if text.find("\\u", at, end) >= 0 and not _can_be_kept(value):
            raise Refused("no_file", case="unfit")


def _twice(name: str) -> Refused:
    return Refused("no_file", case="twice", name=f"{name:.40}")


def _too_deep() -> Refused:
    return Refused("no_file", case="too_deep")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _twice(name)
            seen.add(name)
    return found


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise Refused("no_file", case="too_large")
    return int(text)


def _broken(text: str) -> None:
    raise Refused("no_file", case="not_whole", said=f"{text:.20}")


DECODER = json.JSONDecoder(
    object_pairs_hook=_once, parse_int=_whole, parse_float=_broken, parse_constant=_broken
)


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level:
        depth += 1
        level = [one for found in level for one in _inside(found)]
    return depth


def _can_be_kept(value: Any) -> bool:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str) and not can_be_kept(one):
            return False
        waiting.extend(_inside(one))
    return True
