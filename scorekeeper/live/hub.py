"""The hub looks into the book for all watchers, and wakes each whose number has moved.

Lives in the event loop, one in a process. While nobody watches it looks at nothing.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.utils import timezone

from scorekeeper.live.book import BookAway, BookState, Lookup, SqliteBook, WatchedBook
from scorekeeper.live.watched import Watcher

# Seconds after which a book that could not be asked is asked again.
AGAIN = 1.0

# Seconds after which it is asked again where somebody's time will be up: the clock may be set meanwhile.
LATEST = 60.0

logger = logging.getLogger("scorekeeper.live")


class Watch:
    """A watch: its number as it stands, None before it was read, and whether it is over."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.number: int | None = None
        self.is_over = False
        self.last_words = b""
        self.woken = asyncio.Event()

    def tell(self, found: BookState) -> None:
        is_out = found.guests.get(self.watcher.membership) != self.watcher.guest
        if is_out or (self.watcher.session and self.watcher.session not in found.sessions):
            self.end()
        elif (number := found.numbers.get(self.watcher.watched, 0)) != self.number:
            self.number = number
            self.woken.set()

    def end(self, last_words: bytes = b"") -> None:
        self.is_over, self.last_words = True, last_words
        self.woken.set()


class Hub:
    def __init__(self, book: WatchedBook) -> None:
        self.book = book
        # A dictionary, as it keeps its order: who has watched longest stands first.
        self.watches: dict[Watch, None] = {}
        self.looking: asyncio.Task[None] | None = None

    def begin(self, watcher: Watcher) -> Watch:
        watch = Watch(watcher)
        self.watches[watch] = None
        self.book.doubt()
        if self.looking is None:
            self.looking = asyncio.get_running_loop().create_task(self._look())
        return watch

    def end(self, watch: Watch) -> None:
        self.watches.pop(watch, None)
        if not self.watches:
            self.book.doubt()  # or the hub would wait for a line that nobody wants to hear of

    def stop(self) -> None:
        for watch in list(self.watches):
            watch.end()

    async def _look(self) -> None:
        is_away = False
        try:
            while self.watches:
                try:
                    watches = list(self.watches)
                    watchers = [watch.watcher for watch in watches]
                    found = await self.book.read(
                        Lookup(
                            watched={one.watched for one in watchers},
                            memberships={one.membership for one in watchers},
                            sessions={one.session for one in watchers if one.session},
                        )
                    )
                    for watch in watches:  # who has come meanwhile was not asked for
                        watch.tell(found)
                    is_away = False
                    await self._moved(found.until)
                except BookAway as trouble:
                    if not is_away:
                        logger.warning("Phones that watch hear nothing for now: %s", trouble)
                    is_away = True
                    await asyncio.sleep(AGAIN)
                except Exception:  # a fault of ours; whoever watches is not to wait for ever because of it
                    logger.exception("Phones that watch hear nothing for now, and the book is asked again.")
                    with suppress(Exception):
                        await self.book.close()  # nobody knows what it was in the middle of
                    await asyncio.sleep(AGAIN)
        finally:
            self.looking = None  # before anything is waited for: whoever comes now begins anew
            await self.book.close()

    async def _moved(self, until: datetime | None) -> None:
        # Wait until something may have been written, or somebody's time is up.
        if until is None:
            await self.book.moved()
            return
        seconds = min(max((until - timezone.now()).total_seconds(), 0), LATEST)
        alarm = asyncio.get_running_loop().call_later(seconds, self.book.doubt)
        try:
            await self.book.moved()
        finally:
            alarm.cancel()


def book_in(database: Mapping[str, Any]) -> WatchedBook:
    if "sqlite" in database["ENGINE"]:
        return SqliteBook(database)
    # Only where it is used: a machine with SQLite alone does without psycopg.
    from scorekeeper.live.postgres import PostgresBook  # noqa: PLC0415

    return PostgresBook(database)
