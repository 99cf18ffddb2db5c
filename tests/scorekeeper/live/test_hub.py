"""Check the hub: one look at the book for all watchers, and whoever may not watch any more is let go."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from scorekeeper.live import hub as module
from scorekeeper.live.book import BookAway, BookState, Lookup
from scorekeeper.live.hub import Hub, Watch
from scorekeeper.live.watched import Target, Watched, Watcher
from tests import loops

NIGHT, GROUP = Watched(kind=Target.NIGHT, id=1), Watched(kind=Target.GROUP, id=1)
PATIENCE = 5


class PlainBook:
    """A book that says what a test puts into it."""

    def __init__(self) -> None:
        self.numbers = {NIGHT: 3, GROUP: 7}
        self.guests: dict[int, uuid.UUID] = {}
        self.until: datetime | None = None
        self.fault: Exception | None = None
        self.asked: list[Lookup] = []
        self.has_moved, self.may_answer = asyncio.Event(), asyncio.Event()
        self.may_answer.set()
        self.is_closed = False

    async def read(self, asked: Lookup) -> BookState:
        self.is_closed = False
        self.has_moved.clear()
        self.asked.append(asked)
        await self.may_answer.wait()
        if self.fault:
            raise self.fault
        guests = {one: self.guests[one] for one in asked.memberships if one in self.guests}
        numbers = {one: self.numbers[one] for one in asked.watched}
        return BookState(numbers=numbers, guests=guests, until=self.until)

    async def moved(self) -> None:
        await self.has_moved.wait()

    def doubt(self) -> None:
        self.has_moved.set()

    async def close(self) -> None:
        self.is_closed = True

    def watcher(self, watched: Watched = NIGHT) -> Watcher:
        membership, guest = len(self.guests) + 1, uuid.uuid4()
        self.guests[membership] = guest
        return Watcher(watched=watched, membership=membership, guest=guest)


Story = Callable[[Hub, PlainBook], Awaitable[None]]


def run(story: Story) -> None:
    async def told() -> None:
        book = PlainBook()
        hub = Hub(book)
        async with asyncio.timeout(PATIENCE):
            await story(hub, book)
            for watch in list(hub.watches):
                hub.end(watch)
            while hub.looking is not None or not book.is_closed:
                await asyncio.sleep(0)

    loops.run(told())


def in_a_loop(story: Story) -> Callable[[], None]:
    """Return the test that runs this story."""
    return lambda: run(story)


async def woken(*watches: Watch) -> None:
    for one in watches:
        await one.woken.wait()
        one.woken.clear()


@in_a_loop
async def test_each_is_told_the_number_and_then_each_new_one_of_what_it_watches(
    hub: Hub, book: PlainBook
) -> None:
    night, group = hub.begin(book.watcher(NIGHT)), hub.begin(book.watcher(GROUP))
    await woken(night, group)
    assert (night.number, group.number) == (3, 7)
    book.numbers[GROUP] = 8
    book.doubt()
    await woken(group)
    assert (night.number, group.number, night.woken.is_set()) == (3, 8, False)


@in_a_loop
async def test_a_hundred_who_watch_the_same_are_asked_for_at_once(hub: Hub, book: PlainBook) -> None:
    await woken(*[hub.begin(book.watcher()) for _ in range(100)])
    (asked,) = book.asked
    assert (set(asked.watched), len(asked.memberships)) == ({NIGHT}, 100)


@in_a_loop
async def test_whose_membership_is_gone_or_another_s_is_let_go(hub: Hub, book: PlainBook) -> None:
    gone, becomes, stays = (hub.begin(book.watcher()) for _ in range(3))
    await woken(gone, becomes, stays)
    del book.guests[gone.watcher.membership]
    book.guests[becomes.watcher.membership] = uuid.uuid4()
    book.doubt()
    await woken(gone, becomes)
    assert (gone.is_over, becomes.is_over, stays.is_over) == (True, True, False)


@in_a_loop
async def test_who_comes_while_the_book_is_asked_stays(hub: Hub, book: PlainBook) -> None:
    book.may_answer.clear()
    early = hub.begin(book.watcher())
    while not book.asked:
        await asyncio.sleep(0)
    late = hub.begin(book.watcher())
    book.may_answer.set()
    await woken(early)
    assert not late.is_over
    await woken(late)
    assert (late.number, late.is_over) == (3, False)


@pytest.mark.parametrize(
    ("fault", "level", "words", "is_closed"),
    [
        (BookAway("on strike"), "WARNING", "Phones that watch hear nothing for now: on strike", False),
        (ZeroDivisionError("nobody thought of it"), "ERROR", "nobody thought of it", True),
    ],
)
def test_a_book_that_is_away_or_fails_is_logged_and_asked_again(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: Exception,
    level: str,
    words: str,
    *,
    is_closed: bool,
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.001)

    async def story(hub: Hub, book: PlainBook) -> None:
        watch = hub.begin(book.watcher())
        await woken(watch)
        book.fault = fault
        book.numbers[NIGHT] = 4
        book.doubt()
        while len(book.asked) < 4:
            await asyncio.sleep(0.001)
        assert (book.is_closed, watch.is_over) == (is_closed, False)
        book.fault = None
        await woken(watch)
        assert watch.number == 4

    run(story)
    assert {record.levelname for record in caplog.records} == {level}
    assert words in caplog.text
    # An absence is logged once.
    assert len(caplog.records) == 1 or level == "ERROR"


@in_a_loop
async def test_it_is_asked_again_at_the_moment_when_somebody_s_time_is_up(hub: Hub, book: PlainBook) -> None:
    book.until = timezone.now() + timedelta(seconds=0.05)
    goes, stays = hub.begin(book.watcher()), hub.begin(book.watcher())
    await woken(goes, stays)
    del book.guests[goes.watcher.membership]
    await woken(goes)  # nothing was written
    assert timezone.now() >= book.until
    book.until = None
    assert (goes.is_over, stays.is_over) == (True, False)


def test_a_time_far_ahead_is_looked_at_again_soon_enough_for_a_clock_that_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LATEST", 0.01)

    async def story(hub: Hub, book: PlainBook) -> None:
        book.until = timezone.now() + timedelta(days=30)
        hub.begin(book.watcher())
        while len(book.asked) < 3:
            await asyncio.sleep(0.001)

    run(story)


@in_a_loop
async def test_where_nobody_watches_nobody_looks_and_the_next_one_begins_anew(
    hub: Hub, book: PlainBook
) -> None:
    for _ in range(2):
        watch = hub.begin(book.watcher())
        await woken(watch)
        hub.end(watch)
        while not book.is_closed:
            await asyncio.sleep(0)
        assert hub.looking is None


@in_a_loop
async def test_a_server_that_stops_ends_every_watch(hub: Hub, book: PlainBook) -> None:
    watches = [hub.begin(book.watcher()) for _ in range(3)]
    await woken(*watches)
    hub.stop()
    assert [one.is_over for one in watches] == [True] * 3
