"""What is asked of the book for all who watch, on either database, and what is answered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import UUID

from scorekeeper.live.watched import Kind, Watched

Rows = Iterable[Sequence[Any]]


class BookAway(Exception):
    """The book cannot be asked just now."""


@dataclass(frozen=True, kw_only=True)
class Lookup:
    """What is watched, and by which memberships."""

    watched: Collection[Watched]
    memberships: Collection[int]

    def of(self, kind: Kind) -> list[int]:
        """The ids of what is watched of a kind."""
        return [one.id for one in self.watched if one.kind == kind]


@dataclass(frozen=True, kw_only=True)
class Found:
    """The number of whatever is watched and still there, and which guests have the memberships."""

    numbers: Mapping[Watched, int] = field(default_factory=dict)
    guests: Mapping[int, UUID] = field(default_factory=dict)


class Book(Protocol):
    """A way to look into the book that no page waits for, in the event loop."""

    async def read(self, asked: Lookup) -> Found:
        """The numbers as they are now. Raises BookAway."""

    async def moved(self) -> None:
        """Wait until something may have been written. Raises BookAway."""

    def doubt(self) -> None:
        """Somebody came with whom the last answer was not asked for: `moved` is to return soon."""

    async def close(self) -> None:
        """Nobody watches any more."""


# The newest of each night is looked up, not searched for among all entries of it.
NIGHTS = """
SELECT id, (SELECT max(number) FROM ledger_entry WHERE session_id = ledger_session.id)
FROM ledger_session WHERE id IN ({ids})"""
GROUPS = "SELECT group_id, sum(number) FROM ledger_news WHERE group_id IN ({ids}) GROUP BY group_id"
MAY_STILL_WATCH = "SELECT id, guest FROM ledger_membership WHERE id IN ({ids})"
"""The door, asked again for all streams at once: a membership that is not in the answer, or is another
guest's by now, watches no longer."""


def questions(asked: Lookup) -> Iterable[tuple[Kind | None, str]]:
    """The statements for what is asked; None is the kind of those who ask."""
    for kind, statement in ((Kind.NIGHT, NIGHTS), (Kind.GROUP, GROUPS)):
        if ids := asked.of(kind):
            yield kind, statement.format(ids=_listed(ids))
    yield None, MAY_STILL_WATCH.format(ids=_listed(asked.memberships))


def _listed(ids: Iterable[int]) -> str:
    return ",".join(str(int(one)) for one in ids)


def found(answers: Iterable[tuple[Kind | None, Rows]]) -> Found:
    """What the rows say."""
    numbers: dict[Watched, int] = {}
    guests: dict[int, UUID] = {}
    for kind, rows in answers:
        if kind is None:
            guests |= {row: one if isinstance(one, UUID) else UUID(one) for row, one in rows}
        else:
            numbers |= {Watched(kind=kind, id=row): int(number or 0) for row, number in rows}
    return Found(numbers=numbers, guests=guests)
