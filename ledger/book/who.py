"""Merged players, and facts that name people by other ids. Pure.

Ink names people by the ids they had when it was written, and it stays so. Whoever reads it asks here who they
are now; whoever writes into a night's book says there who they are by the id that this book knows them by.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ledger.book.sheet import EntryKind, Line


@dataclass(frozen=True)
class Who:
    """`now` says of every player who is another one by now which one that is; of all others nothing."""

    now: Mapping[int, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.now)

    def of(self, player: int) -> int:
        """Return the player that this one is now: themselves, unless they were merged into another."""
        return self.now.get(player, player)

    def ids_of(self, player: int) -> tuple[int, ...]:
        """Return all ids of the person whose id this is: their own, and of those merged into them."""
        person = self.of(player)
        return (person, *self._merged.get(person, ()))

    def are_one(self, one: int, other: int) -> bool:
        return self.of(one) == self.of(other)

    def sums(self, cents: Mapping[int, int]) -> dict[int, int]:
        """Return what everybody is owed, or brought, added up by person."""
        if not self.now:
            return dict(cents)
        found: dict[int, int] = {}
        for player, amount in cents.items():
            found[self.of(player)] = found.get(self.of(player), 0) + amount
        return found

    def read(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return lines of a book as they are read now; the very same where they name nobody who is another
        now.
        """
        if not self.now or self.now.keys().isdisjoint(named_in(lines)):
            return lines
        return [self.line(line) for line in lines]

    def line(self, line: Line) -> Line:
        facts = renamed(line.facts, _Ids(self.now))
        return Line(number=line.number, kind=line.kind, facts=facts, by=line.by, at=line.at)

    def inked(self, facts: Mapping[str, Any], lines: Iterable[Line]) -> Mapping[str, Any]:
        """Return facts as they are written into the book of these lines, by the ids that it knows people by.

        So a night that was begun with somebody stays theirs, whoever they are or are not by now. Raises
        ValueError where two of the people named are one.
        """
        if not self.now:
            return facts
        known = {self.of(player): player for player in named_in(lines) if player in self.now}
        ids = _Ids({player: known.get(person, person) for player, person in self.now.items()} | known)
        for name in ("seats", "totals"):
            people = [ids[int(one)] for one in facts.get(name) or ()]
            if len(set(people)) < len(people):
                raise ValueError("one person cannot sit at a table twice")
        return renamed(facts, ids)

    @cached_property
    def _merged(self) -> Mapping[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}
        for player, person in sorted(self.now.items()):
            found[person] = (*found.get(person, ()), player)
        return found


# No merges at all.
NOBODY_ELSE = Who()


def followed(into: Mapping[int, int]) -> dict[int, int]:
    """Return who everybody is in the end, where some were merged into others and those again.

    Raises ValueError where they go round in a circle.
    """
    found = {}
    for player, next_one in sorted(into.items()):
        seen, person = {player}, next_one
        while person in into:
            if person in seen:
                raise ValueError("people were merged in a circle")
            seen.add(person)
            person = into[person]
        found[player] = person
    return found


def named_in(lines: Iterable[Line]) -> set[int]:
    """Return the ids of everybody whom a book names, those included that came and were gone again.

    Only these kinds of lines bring people into a book; all others speak of those who are in it.
    """
    found: set[int] = set()
    for line in lines:
        if line.kind == EntryKind.JOINED:
            found.add(line.facts["player"])
        elif line.kind in (EntryKind.NOTEBOOK, EntryKind.AMENDED):
            found.update(int(player) for player in line.facts["totals"])
        elif line.kind in (EntryKind.OPENED, EntryKind.ARRANGED):
            found.update(line.facts["seats"])
    return found


def renamed(facts: Mapping[str, Any], who: Mapping[int, int]) -> dict[str, Any]:
    """Return an entry's facts with other ids for the same people; told facts know seats, not people.

    `dealer` is a person where the table is arranged, and a seat in a hand.
    """
    found: dict[str, Any] = dict(facts)
    in_hand = "told" in facts
    for name in ("player", "goes", "payer", "payee", *(() if in_hand else ("dealer", "after"))):
        if isinstance(found.get(name), int):
            found[name] = who[found[name]]
    for name in ("seats", *(() if in_hand else ("skip",))):
        if name in found:
            found[name] = [who[one] for one in found[name]]
    for name in ("cents", "totals"):
        if isinstance(found.get(name), dict):
            found[name] = {str(who[int(one)]): worth for one, worth in found[name].items()}
    if "payments" in found:
        found["payments"] = [renamed(one, who) for one in found["payments"]]
    return found


class _Ids(dict[int, int]):
    """Other ids for some people; all others keep theirs."""

    def __missing__(self, player: int) -> int:
        return player
