"""One look for all who watch: each hears of its own, and who may not watch any more is let go."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from scorekeeper.live import hub as module
from scorekeeper.live.book import BookAway, Found, Lookup
from scorekeeper.live.hub import Hub, Watch
from scorekeeper.live.watched import Target, Watched, Watcher
from tests import loops

NIGHT, GROUP = Watched(kind=Target.NIGHT, id=1), Watched(kind=Target.GROUP, id=1)
PATIENCE = 5


class PlainBook:
    """What is in it is said by a test."""

    def __init__(self) -> None:
        self.numbers = {NIGHT: 3, GROUP: 7}
        self.guests: dict[int, uuid.UUID] = {}
        self.until: datetime | None = None
        self.fault: Exception | None = None
        self.asked: list[Lookup] = []
        self.has_moved = asyncio.Event()
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.is_away = False
        self.is_closed = False

    async def read(self, asked: Lookup) -> Found:
        self.is_closed = False
        self.has_moved.clear()
        self.asked.append(asked)
        await self.may_answer.wait()
        if self.is_away:
            raise BookAway("on strike")
        if self.fault:
            raise self.fault
        guests = {one: self.guests[one] for one in asked.memberships if one in self.guests}
        numbers = {one: self.numbers[one] for one in asked.watched}
        return Found(numbers=numbers, guests=guests, until=self.until)

    async def moved(self) -> None:
        await self.has_moved.wait()

    def doubt(self) -> None:
        self.has_moved.set()

    async def close(self) -> None:
        self.is_closed = True

    def watcher(self, watched: Watched = NIGHT) -> Watcher:
        """Somebody who may watch."""
        membership, guest = len(self.guests) + 1, uuid.uuid4()
        self.guests[membership] = guest
        return Watcher(watched=watched, membership=membership, guest=guest)


def run(story: Callable[[Hub, PlainBook], Awaitable[None]]) -> None:
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


async def woken(*watches: Watch) -> None:
    for one in watches:
        await one.woken.wait()
        one.woken.clear()


def test_who_watches_is_told_the_number_and_then_each_new_one() -> None:
    async def story(hub: Hub, book: PlainBook) -> None:
        watch = hub.begin(book.watcher())
        await woken(watch)
        assert watch.number == 3
        book.numbers[NIGHT] = 4
        book.doubt()
        await woken(watch)
        assert watch.number == 4

    run(story)


def test_each_hears_only_of_what_it_watches() -> None:
    async def story(hub: Hub, book: PlainBook) -> None:
        night, group = hub.begin(book.watcher(NIGHT)), hub.begin(book.watcher(GROUP))
        await woken(night, group)
        book.numbers[GROUP] = 8
        book.doubt()
        await woken(group)
        assert (night.number, group.number) == (3, 8)
        assert not night.woken.is_set()

    run(story)


def test_a_hundred_who_watch_the_same_are_asked_for_at_once() -> None:
    async def story(hub: Hub, book: PlainBook) -> None:
        watches = [hub.begin(book.watcher()) for _ in range(100)]
        await woken(*watches)
        assert len(book.asked) == 1
        assert set(book.asked[0].watched) == {NIGHT}
        assert len(book.asked[0].memberships) == 100

    run(story)


@pytest.mark.parametrize("becomes", [None, uuid.uuid4()])
def test_whose_membership_is_gone_or_another_s_is_let_go(becomes: uuid.UUID | None) -> None:
    async def story(hub: Hub, book: PlainBook) -> None:
        gone, other = hub.begin(book.watcher()), hub.begin(book.watcher())
        await woken(gone, other)
        del book.guests[gone.watcher.membership]
        if becomes:
            book.guests[gone.watcher.membership] = becomes
        book.doubt()
        await woken(gone)
        assert (gone.is_over, other.is_over) == (True, False)

    run(story)


def test_who_comes_while_the_book_is_asked_stays() -> None:
    async def story(hub: Hub, book: PlainBook) -> None:
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

    run(story)


def test_a_book_that_is_away_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.001)

    async def story(hub: Hub, book: PlainBook) -> None:
        book.is_away = True
        watch = hub.begin(book.watcher())
        while len(book.asked) < 3:
            await asyncio.sleep(0.001)
        assert not watch.is_over
        book.is_away = False
        await woken(watch)
        assert watch.number == 3

    run(story)
    assert [record.getMessage() for record in caplog.records] == [
        "Phones that watch hear nothing for now: on strike"
    ]


def test_a_fault_of_our_own_is_logged_and_phones_hear_again_after_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.001)

    async def story(hub: Hub, book: PlainBook) -> None:
        watch = hub.begin(book.watcher())
        await woken(watch)
        book.fault = ZeroDivisionError("nobody thought of it")
        book.numbers[NIGHT] = 4
        book.doubt()
        while len(book.asked) < 3:
            await asyncio.sleep(0.001)
        assert book.is_closed
        assert not watch.is_over
        book.fault = None
        await woken(watch)
        assert watch.number == 4

    run(story)
    assert {record.levelname for record in caplog.records} == {"ERROR"}
    assert "nobody thought of it" in caplog.text


def test_it_is_asked_again_at_the_moment_when_somebody_s_time_is_up() -> None:
    async def story(hub: Hub, book: PlainBook) -> None:
        book.until = timezone.now() + timedelta(seconds=0.05)
        goes, stays = hub.begin(book.watcher()), hub.begin(book.watcher())
        await woken(goes, stays)
        del book.guests[goes.watcher.membership]
        await woken(goes)  # nothing was written
        assert timezone.now() >= book.until
        book.until = None
        assert (goes.is_over, stays.is_over) == (True, False)

    run(story)


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


def test_nobody_who_watches_is_nobody_who_looks_and_the_next_one_begins_anew() -> None:
    async def story(hub: Hub, book: PlainBook) -> None:
        for _ in range(2):
            watch = hub.begin(book.watcher())
            await woken(watch)
            hub.end(watch)
            while not book.is_closed:
                await asyncio.sleep(0)
            assert hub.looking is None

    run(story)


def test_a_server_that_stops_ends_every_watch() -> None:
    async def story(hub: Hub, book: PlainBook) -> None:
        watches = [hub.begin(book.watcher()) for _ in range(3)]
        await woken(*watches)
        hub.stop()
        assert [one.is_over for one in watches] == [True] * 3

    run(story)
