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
from ledger.exchange.outgoing import FORMAT, SECTIONS, VERSION
from ledger.exchange.portions import Portions
from ledger.messages import Message
from ledger.models import Entry, Group
from ledger.recording.contradictions import fault
from ledger.recording.importing import Arrival, Arriving
from ledger.recording.lookups import where
from ledger.recording.writing import Refused
from ledger.scoring import HandRefused
from ledger.sheet import EntryKind
from ledger.steps import Progress, Steps
from ledger.who import renamed

BIGGEST = 200_000_000
"""Bytes of a file that is read: a club's century is a tenth of it."""

STEP_NS = 4_000_000
"""So long a step reads and folds before it lets others go first."""

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
        raise Refused("no_file", case="too_big", most=BIGGEST // 1_000_000)
    reading = _Reading(file, began)
    try:
        return (yield from _paced(reading.all(owner), lambda: Progress(done=reading.done, of=size)))
    except NOT_WHOLE as problem:
        yield from reading.arriving.abandon()
        if isinstance(problem, HandRefused):
            raise
        raise Refused("no_file", case="no_sense", where=reading.arriving.here.where) from None
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
                    raise _too_many(name, most)
                yield from read()
                self.done = portions.done
            if name == "rules" and not counted:
                raise Refused("no_file", case="no_rules")
        yield from self._read_rest(names)
        portions.finish()
        return Arrival(group=(yield from self.arriving.finish(owner)), is_new=True)

    def _read_rest(self, names: Iterator[str]) -> Steps[None]:
        """What not every file has: what is open, and who is who."""
        left = {"open": self._read_open, "merges": self._read_merges}
        for name in names:
            if (read := left.pop(name, None)) is None:
                raise Refused("no_file", case="unknown_part", name=f"{name:.40}")
            yield from read()

    def _begin(self, names: Iterator[str]) -> Group | None:
        """What kind of file it is, and which group; the group if it is here already."""
        if next(names, None) != "format" or self._portions.value() != FORMAT:
            raise Refused("no_file", case="no_group")
        self._named(names, "version")
        said = self._portions.value()
        if isinstance(said, bool) or said != VERSION:
            shown = said if isinstance(said, int) else "?"
            raise Refused("no_file", case="version", version=shown, known=VERSION)
        self._named(names, "group")
        return self.arriving.begin(self._checked(shape.GROUP["group"], where("group")))

    def _lists(self) -> tuple[tuple[str, int, Callable[[], Steps[None]]], ...]:
        arriving = self.arriving

        def reads(name: str, take: Callable[[dict[str, Any]], Steps[None]]) -> Callable[[], Steps[None]]:
            return lambda: take(self._checked(shape.GROUP[name], where("part", name=name)))

        return (
            ("players", limits.MOST_PLAYERS, reads("players", arriving.take_player)),
            ("members", limits.MOST_MEMBERS, reads("members", arriving.take_member)),
            ("rules", limits.MOST_VERSIONS, reads("rules", arriving.take_rules)),
            ("sessions", limits.MOST_NIGHTS, self._read_night),
            ("settlements", limits.MOST_SETTLEMENTS, reads("settlements", arriving.take_settlement)),
            ("journal", limits.MOST_LINES, reads("journal", arriving.take_transaction)),
        )

    def _read_open(self) -> Steps[None]:
        """What is open, as it stood there; older files do not say."""
        place = self.arriving.here.where = where("part", name="open")
        said = []
        for _ in self._portions.elements():
            said.append(self._checked(shape.GROUP["open"], place))
            if len(said) > limits.MOST_PLAYERS:
                raise _too_many("open", limits.MOST_PLAYERS)
            yield Progress(done=0, of=0)
        self.arriving.take_open(said)

    def _read_merges(self) -> Steps[None]:
        """Who is whom, as it was said there."""
        for counted, _ in enumerate(self._portions.elements(), 1):
            place = self.arriving.here.where = where("merge", number=counted)
            if counted > limits.MOST_MERGES:
                raise _too_many("merges", limits.MOST_MERGES)
            self.arriving.take_merge(self._checked(shape.GROUP["merges"], place))
            yield Progress(done=0, of=0)

    def _read_night(self) -> Steps[None]:
        said: dict[str, Any] = {}
        entries: list[Entry] = []
        for name in self._portions.names():
            if name == "entries":
                entries = yield from self._read_lines(f"{said.get('number', '?')!s:.9}")
                said["entries"] = []
            else:
                said[name] = self._portions.value()
        self._fits(said, shape.SESSION, where("night"))
        yield from self.arriving.take_night(said, entries)

    def _read_lines(self, night: str) -> Steps[list[Entry]]:
        entries: list[Entry] = []
        for _ in self._portions.elements():
            if len(entries) == limits.MOST_ENTRIES + limits.ROOM_TO_END:
                raise Refused("no_file", case="too_many_lines", most=len(entries), night=night)
            self.arriving.here.where = where("line", line=len(entries) + 1, night=night)
            said = self._portions.value()
            _check_kind(said, self.arriving.here.where)
            self._fits(said, shape.an_entry, self.arriving.here.where)
            if said["number"] != len(entries) + 1:
                raise self.arriving.here.refusal(fault("line_missing", number=said["number"]))
            entries.append(self.arriving.line(said))
            self.done = self._portions.done
            yield Progress(done=0, of=0)
        return entries

    def _checked(self, looks: shape.Shape, place: Message) -> Any:
        return self._fits(self._portions.value(), looks, place)

    def _fits(self, said: Any, looks: shape.Shape, place: Message) -> Any:
        if not shape.fits(said, looks):
            raise Refused("no_file", case="shape", where=place)
        return said

    def _named(self, names: Iterator[str], wanted: str) -> None:
        """Go on to the part of this name; raises Refused where another one stands."""
        if (name := next(names, None)) != wanted:
            raise Refused("no_file", case="part_missing", name=wanted, parts=", ".join(SECTIONS))
        self.arriving.here.where = where("part", name=name)


def _check_kind(said: Any, place: Message) -> None:
    """Raises Refused for a line that says what no book can say."""
    kind = said.get("kind") if isinstance(said, dict) else None
    if isinstance(kind, str) and kind not in list(EntryKind):
        raise Refused("unknown_kind", case="arriving", where=place, kind=f"{kind:.20}")


def _too_many(name: str, most: int) -> Refused:
    """What is raised for a part of the file with too many elements."""
    if name == "rules":
        return Refused("no_file", case="too_many_versions", most=most)
    if name == "sessions":
        return Refused("no_file", case="too_many_nights", most=most)
    if name == "journal":
        return Refused("no_file", case="too_long_journal", most=most)
    return Refused("no_file", case="too_many", most=most, name=name)
