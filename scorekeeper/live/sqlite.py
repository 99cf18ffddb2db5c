"""The book in SQLite, read over a connection of the hub's own that can write nothing."""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from scorekeeper.live.book import BookAway, Found, Lookup, found, questions

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

    async def read(self, asked: Lookup) -> Found:
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
