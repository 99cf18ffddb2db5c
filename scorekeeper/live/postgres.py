"""The book in PostgreSQL, which calls out what is committed to a connection of the hub's own."""

import asyncio
from collections.abc import Mapping
from typing import Any

import psycopg

from ledger.models.news import CHANNEL
from scorekeeper.live.book import BookAway, BookState, Lookup, found, questions

# Seconds after which it is asked anyway: a call that was missed is made good then.
HEALS = 0.5

# Seconds between two answers, so that many hands at once are told of together.
GATHERS = 0.02

TROUBLE = (psycopg.Error, OSError, TimeoutError)
# Options of a database in the settings that are not for the server.
OF_DJANGO = {"assume_role", "isolation_level", "pool", "server_side_binding"}


class PostgresBook:
    """LISTEN, with a slow poll behind it; a connection that is lost is opened anew by the next question."""

    def __init__(self, database: Mapping[str, Any]) -> None:
        self._database = database
        self._connection: psycopg.AsyncConnection | None = None

    async def read(self, asked: Lookup) -> BookState:
        try:
            connection = await self._open()
            answers = [
                (kind, await (await connection.execute(asks.encode())).fetchall())
                for kind, asks in questions(asked)
            ]
        except TROUBLE as trouble:
            await self.close()
            raise BookAway(str(trouble)) from trouble
        return found(answers)

    async def moved(self) -> None:
        try:
            await asyncio.sleep(GATHERS)
            connection = await self._open()
            async for _ in connection.notifies(timeout=HEALS, stop_after=1):
                pass
        except TROUBLE as trouble:
            await self.close()
            raise BookAway(str(trouble)) from trouble

    def doubt(self) -> None:
        """Do nothing: the next question comes within half a second."""

    async def close(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.close()

    async def _open(self) -> psycopg.AsyncConnection:
        if self._connection is None:
            self._connection = await psycopg.AsyncConnection.connect(
                autocommit=True, **{"connect_timeout": 5, **way_to(self._database)}
            )
            await self._connection.execute(f"LISTEN {CHANNEL}".encode())
        return self._connection


def way_to(database: Mapping[str, Any]) -> dict[str, Any]:
    names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    said = {theirs: database[ours] for ours, theirs in names.items() if database.get(ours)}
    options = database.get("OPTIONS") or {}
    return said | {name: value for name, value in options.items() if name not in OF_DJANGO}
