"""The question that the hub asks the book for all watchers, on either database, and its answer; SQLite's."""

import asyncio
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote
from uuid import UUID

from django.utils import timezone

from scorekeeper.live.watched import Target, Watched

BookRows = Iterable[Sequence[Any]]


class BookAway(Exception):
    """The book cannot be asked just now."""


@dataclass(frozen=True, kw_only=True)
class Lookup:
    """The nights and groups that are watched, the memberships that watch, and their account sessions."""

    watched: Collection[Watched]
    memberships: Collection[int]
    sessions: Collection[str] = ()

    def of(self, kind: Target) -> list[int]:
        return [one.id for one in self.watched if one.kind == kind]


@dataclass(frozen=True, kw_only=True)
class BookState:
    """The number of whatever is watched and still there, which guests have the memberships, and which
    sessions of accounts go on.

    Whose group's time is up is not among them; `until` is when the next one goes, None where nobody has to.
    """

    numbers: Mapping[Watched, int] = field(default_factory=dict)
    guests: Mapping[int, UUID] = field(default_factory=dict)
    sessions: Collection[str] = ()
    until: datetime | None = None


class WatchedBook(Protocol):
    """A way to look into the book that no page waits for, in the event loop."""

    async def read(self, asked: Lookup) -> BookState:
        """Return the numbers as they are now; raise BookAway."""

    async def moved(self) -> None:
        """Wait until something may have been written. Raises BookAway."""

    def doubt(self) -> None:
        """Let `moved` return soon: the last answer may be wrong by now, though nothing was written."""

    async def close(self) -> None:
        """Nobody watches any more."""


# The newest of each night is looked up, not searched for among all entries of it.
NIGHTS = """
SELECT id, (SELECT max(number) FROM ledger_entry WHERE session_id = ledger_session.id)
FROM ledger_session WHERE id IN ({ids})"""
GROUPS = "SELECT group_id, sum(number) FROM ledger_news WHERE group_id IN ({ids}) GROUP BY group_id"
# The door, asked again for all streams at once: a membership that is not in the answer, is another guest's by
# now, or is of a group whose time is up, watches no longer.
MAY_STILL_WATCH = """
SELECT one.id, one.guest, ledger_group.leaves_at
FROM ledger_membership AS one JOIN ledger_group ON ledger_group.id = one.group_id WHERE one.id IN ({ids})"""
SESSIONS_GO_ON = (
    "SELECT session_key FROM accounts_phone WHERE account_id IS NOT NULL AND session_key IN ({keys})"
)


class Door(Enum):
    MEMBERSHIPS = "memberships"
    SESSIONS = "sessions"


def questions(asked: Lookup) -> Iterable[tuple[Target | Door, str]]:
    for kind, statement in ((Target.NIGHT, NIGHTS), (Target.GROUP, GROUPS)):
        if ids := asked.of(kind):
            yield kind, statement.format(ids=_listed(ids))
    yield Door.MEMBERSHIPS, MAY_STILL_WATCH.format(ids=_listed(asked.memberships))
    if keys := [one for one in asked.sessions if one.isascii() and one.isalnum()]:
        yield Door.SESSIONS, SESSIONS_GO_ON.format(keys=",".join(f"'{one}'" for one in keys))


def _listed(ids: Iterable[int]) -> str:
    return ",".join(str(int(one)) for one in ids)


def found(answers: Iterable[tuple[Target | Door, BookRows]]) -> BookState:
    numbers: dict[Watched, int] = {}
    guests: dict[int, UUID] = {}
    ends: list[datetime] = []
    sessions: set[str] = set()
    now = timezone.now()
    for kind, rows in answers:
        if kind is Door.SESSIONS:
            sessions |= {one for (one,) in rows}
        elif isinstance(kind, Door):
            for row, guest, leaves_at in rows:
                end = (
                    datetime.fromisoformat(leaves_at).replace(tzinfo=UTC)
                    if isinstance(leaves_at, str)
                    else leaves_at
                )
                if end is not None and end <= now:
                    continue
                guests[row] = guest if isinstance(guest, UUID) else UUID(guest)
                ends += [] if end is None else [end]
        else:
            numbers |= {Watched(kind=kind, id=row): int(number or 0) for row, number in rows}
    return BookState(numbers=numbers, guests=guests, sessions=sessions, until=min(ends, default=None))


# Seconds between two looks at whether anybody has written. A look costs a few microseconds.
EVERY = 0.05


class SqliteBook:
    """`data_version` says that another connection has committed; only then anything else is asked."""

    def __init__(self, database: Mapping[str, Any]) -> None:
        name = str(database["NAME"])
        self._path = name if name.startswith("file:") else f"file:{quote(str(Path(name).absolute()))}?mode=ro"
        self._connection: sqlite3.Connection | None = None
        self._version = -1
        self._is_doubted = False

    async def read(self, asked: Lookup) -> BookState:
        """Read in the event loop: a reader waits for no writer, and it takes about a millisecond."""
        try:
            connection = self._open()
            # First, so that what is committed while the rest is read is seen by the next look.
            self._version = _version(connection)
            self._is_doubted = False
            return found((kind, connection.execute(asks)) for kind, asks in questions(asked))
        except sqlite3.Error as trouble:
            await self.close()
            raise BookAway(str(trouble)) from trouble

    async def moved(self) -> None:
        """Look again and again; most looks find nothing."""
        try:
            connection = self._open()
            await asyncio.sleep(EVERY)
            while not self._is_doubted and _version(connection) == self._version:
                await asyncio.sleep(EVERY)
        except sqlite3.Error as trouble:
            await self.close()
            raise BookAway(str(trouble)) from trouble

    def doubt(self) -> None:
        self._is_doubted = True

    async def close(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, uri=True, timeout=0, isolation_level=None)
        return self._connection


def _version(connection: sqlite3.Connection) -> int:
    ((version,),) = connection.execute("PRAGMA data_version")
    return int(version)
