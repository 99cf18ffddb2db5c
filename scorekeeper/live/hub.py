"""One look into the book for all who watch: each is woken when its number has moved.

Lives in the event loop, one in a process. While nobody watches it looks at nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.live.book import Book, BookAway, Found, Lookup
from scorekeeper.live.sqlite import SqliteBook
from scorekeeper.live.watched import Watcher

AGAIN = 1.0
"""Seconds after which a book that could not be asked is asked again."""

logger = logging.getLogger("scorekeeper.live")


class Watch:
    """One who watches: the number as it stands, None before it was read, and whether the watch is over."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.number: int | None = None
        self.is_over = False
        self.last_words = b""
        self.woken = asyncio.Event()

    def tell(self, found: Found) -> None:
        """Wake whoever waits if there is anything to say."""
        is_out = found.guests.get(self.watcher.membership) != self.watcher.guest
        if is_out or (self.watcher.session and self.watcher.session not in found.sessions):
            self.end()
        elif (number := found.numbers.get(self.watcher.watched, 0)) != self.number:
            self.number = number
            self.woken.set()

    def end(self, last_words: bytes = b"") -> None:
        """It may watch no longer, or the server stops."""
        self.is_over, self.last_words = True, last_words
        self.woken.set()


class Hub:
    """All who watch."""

    def __init__(self, book: Book) -> None:
        self.book = book
        # A dictionary, as it keeps its order: who has watched longest stands first.
        self.watches: dict[Watch, None] = {}
        self.looking: asyncio.Task[None] | None = None

    def begin(self, watcher: Watcher) -> Watch:
        """Somebody watches from now on, and is told the number soon."""
        watch = Watch(watcher)
        self.watches[watch] = None
        self.book.doubt()
        if self.looking is None:
            self.looking = asyncio.get_running_loop().create_task(self._look())
        return watch

    def end(self, watch: Watch) -> None:
        """Somebody does not watch any more."""
        self.watches.pop(watch, None)
        if not self.watches:
            self.book.doubt()  # or the hub would wait for a line that nobody wants to hear of

    def stop(self) -> None:
        """The server stops: every watch is over."""
        for watch in list(self.watches):
            watch.end()

    async def _look(self) -> None:
        is_away = False
        try:
            while self.watches:
                try:
                    watches = list(self.watches)
                    found = await self.book.read(_asked(watches))
                    for watch in watches:  # who has come meanwhile was not asked for
                        watch.tell(found)
                    is_away = False
                    await self.book.moved()
                except BookAway as trouble:
                    if not is_away:
                        logger.warning("Phones that watch hear nothing for now: %s", trouble)
                    is_away = True
                    await asyncio.sleep(AGAIN)
        finally:
            self.looking = None  # before anything is waited for: whoever comes now begins anew
            await self.book.close()


def _asked(watches: Iterable[Watch]) -> Lookup:
    watchers = [watch.watcher for watch in watches]
    return Lookup(
        watched={one.watched for one in watchers},
        memberships={one.membership for one in watchers},
        sessions={one.session for one in watchers if one.session},
    )


def book_in(database: Mapping[str, Any]) -> Book:
    """The book in this database, one of Django's settings."""
    if "sqlite" in database["ENGINE"]:
        return SqliteBook(database)
    # Only where it is used: a machine with SQLite alone does without psycopg.
    from scorekeeper.live.postgres import PostgresBook  # noqa: PLC0415

    return PostgresBook(database)
