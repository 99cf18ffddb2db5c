"""A group's file read and written down in steps; what comes of it is seen when it is whole, or never."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import DataError

from ledger import limits
from ledger.exchange import shape
from ledger.exchange.outgoing import FORMAT, SECTIONS, VERSION, renamed
from ledger.exchange.portions import Portions, wrong
from ledger.models import Entry, Group
from ledger.recording.importing import Arrival, Arriving
from ledger.scoring import HandRefused
from ledger.steps import Progress, Steps

BIGGEST = 200_000_000
"""Bytes of a file that is read: a club's century is a tenth of it."""

STEP_NS = 8_000_000
"""So long a step reads and folds before it lets others go first."""

CALLED = {
    "rules": "versions of the house rules",
    "sessions": "nights",
    "journal": "lines in its journal",
}
NOT_WHOLE = (
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    RecursionError,
    ValidationError,
    DataError,
)
"""What comes of facts that are not what they should be, in a way that nobody has thought of."""


def read_group(
    file: BinaryIO,
    *,
    owner: Callable[[], UUID] | None = None,
    began: Callable[[Group], object] = lambda group: None,
) -> Steps[Arrival]:
    """The group of a file, brought in step by step; one that is here already is left as it is.

    `file` can be sought in. `began` hears of the hidden group in the transaction that makes it; whoever stops
    in between removes that. `owner` is asked in the last transaction which guest owns it here. Raises Refused
    (also HandRefused) for a file that is none, or that contradicts itself; then nothing of it is left.
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size > BIGGEST:
        raise wrong(f"This file is too big: {BIGGEST // 1_000_000} MB at most.")
    reading = _Reading(file, began)
    try:
        return (yield from _paced(reading.all(owner), lambda: Progress(done=reading.done, of=size)))
    except NOT_WHOLE as problem:
        yield from reading.arriving.abandon()
        if isinstance(problem, HandRefused):
            raise
        raise wrong(f"This file is not whole: {reading.arriving.here.where} makes no sense.") from None
    except Exception:
        yield from reading.arriving.abandon()
        raise


def _paced(steps: Steps[Arrival], so_far: Callable[[], Progress]) -> Steps[Arrival]:
    """The same work in fewer steps: small ones become one, as long as nobody waits too long for it."""
    began = time.monotonic_ns()
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Arrival = end.value
            return found
        if time.monotonic_ns() - began > STEP_NS:
            yield so_far()
            began = time.monotonic_ns()


class _Reading:
    """The parts of the file, one after the other."""

    def __init__(self, file: BinaryIO, began: Callable[[Group], object]) -> None:
        self.arriving = Arriving(renamed, began)
        self.done = 0
        self._file = file

    def all(self, owner: Callable[[], UUID] | None) -> Steps[Arrival]:
        """Everything the file says, in the order in which it is exported."""
        self._portions = portions = Portions(self._file)
        names = portions.names()
        if (there := self._begin(names)) is not None:
            return Arrival(group=there, is_new=False)
        for name, most, read in self._lists():
            self._named(names, name)
            yield from self.arriving.write()
            counted = 0
            for _ in portions.elements():
                counted += 1
                if counted > most:
                    raise wrong(f"This file has more than {most} {CALLED.get(name, name)}.")
                yield from read()
                self.done = portions.done
            if name == "rules" and not counted:
                raise wrong("This file is not whole: it has no house rules.")
        for name in names:
            raise wrong(f"This file has a part “{name:.40}” that is not known here.")
        portions.finish()
        return Arrival(group=(yield from self.arriving.finish(owner)), is_new=True)

    def _begin(self, names: Iterator[str]) -> Group | None:
        """What kind of file it is, and which group; the group if it is here already."""
        for name, sentence in (("format", "This file has no group in it."), ("version", "")):
            self._named(names, name, sentence)
            said = self._portions.value()
            if name == "format" and said != FORMAT:
                raise wrong("This file has no group in it.")
        if isinstance(said, bool) or said != VERSION:
            shown = said if isinstance(said, int) else "?"
            raise wrong(f"This file has version {shown}; only {VERSION} is known here.")
        self._named(names, "group")
        return self.arriving.begin(self._checked(shape.GROUP["group"], "the group itself"))

    def _lists(self) -> tuple[tuple[str, int, Callable[[], Steps[None]]], ...]:
        arriving = self.arriving

        def reads(name: str, take: Callable[[dict[str, Any]], Steps[None]]) -> Callable[[], Steps[None]]:
            return lambda: take(self._checked(shape.GROUP[name], f"something in its “{name}”"))

        return (
            ("players", limits.MOST_PLAYERS, reads("players", arriving.take_player)),
            ("members", limits.MOST_MEMBERS, reads("members", arriving.take_member)),
            ("rules", limits.MOST_VERSIONS, reads("rules", arriving.take_rules)),
            ("sessions", limits.MOST_NIGHTS, self._read_night),
            ("settlements", limits.MOST_SETTLEMENTS, reads("settlements", arriving.take_settlement)),
            ("journal", limits.MOST_LINES, reads("journal", arriving.take_transaction)),
        )

    def _read_night(self) -> Steps[None]:
        said: dict[str, Any] = {}
        entries: list[Entry] = []
        for name in self._portions.names():
            if name == "entries":
                entries = yield from self._read_lines(f"night {said.get('number', '?')!s:.9}")
                said["entries"] = []
            else:
                said[name] = self._portions.value()
        self._fits(said, shape.SESSION, "a night")
        yield from self.arriving.take_night(said, entries)

    def _read_lines(self, night: str) -> Steps[list[Entry]]:
        entries: list[Entry] = []
        for _ in self._portions.elements():
            if len(entries) == limits.MOST_ENTRIES + limits.ROOM_TO_END:
                raise wrong(f"This file has more than {len(entries)} lines in {night}.")
            self.arriving.here.where = f"line {len(entries) + 1} of {night}"
            said = self._checked(shape.an_entry, self.arriving.here.where)
            if said["number"] != len(entries) + 1:
                raise self.arriving.here.refusal(f"it is numbered {said['number']}; a line is missing")
            entries.append(self.arriving.line(said))
            self.done = self._portions.done
            yield Progress(done=0, of=0)
        return entries

    def _checked(self, looks: shape.Shape, where: str) -> Any:
        return self._fits(self._portions.value(), looks, where)

    def _fits(self, said: Any, looks: shape.Shape, where: str) -> Any:
        if not shape.fits(said, looks):
            raise wrong(f"This file is not whole: {where} is not as it should be.")
        return said

    def _named(self, names: Iterator[str], wanted: str, sentence: str = "") -> None:
        """Go on to the part of this name; raises Refused where another one stands."""
        if (name := next(names, None)) != wanted:
            known = f"its “{wanted}” is missing, or not in its place ({', '.join(SECTIONS)})"
            raise wrong(sentence or f"This file is not whole: {known}.")
        self.arriving.here.where = f"something in its “{name}”"
