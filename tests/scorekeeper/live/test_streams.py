"""Who may have a stream, and what it says."""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from scorekeeper.live.hub import Hub
from scorekeeper.live.streams import ENOUGH, HEARTBEAT, Streams
from scorekeeper.live.watched import Target, Watched, Watcher
from scorekeeper.serving.bodies import Message
from scorekeeper.serving.bounds import Bounds
from scorekeeper.serving.pages import ServerResponse
from tests import loops
from tests.scorekeeper.live.test_hub import NIGHT, PlainBook

HOME, AWAY = "192.168.1.7", "203.0.113.9"
PATIENCE = 5
HEADERS = [(b"content-type", b"text/event-stream"), (b"content-length", b"0")]


class Watching:
    """A phone with a stream, and what it heard."""

    def __init__(self, streams: Streams, watcher: Watcher, address: str = HOME) -> None:
        self.heard: list[bytes] = []
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.has_ended = False
        self.hangs_up = asyncio.Event()
        answer = ServerResponse(status=204, headers=HEADERS, begins=watcher)
        self.task = asyncio.ensure_future(streams(answer, address, self._receive, self._send))

    async def _receive(self) -> Message:
        await self.hangs_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
        else:
            self.heard.append(message["body"])
            self.has_ended = not message["more_body"]

    async def hears(self, words: bytes) -> None:
        while words not in self.heard:
            await asyncio.sleep(0)

    async def begun(self) -> Watching:
        while not self.heard:
            await asyncio.sleep(0)
        return self


@pytest.fixture
def bounds(tmp_path: Path) -> Bounds:
    return Bounds(
        folder=tmp_path,
        form_bytes=1,
        upload_bytes=1,
        streams=4,
        streams_of_a_guest=2,
        streams_of_an_address=3,
    )


def run(bounds: Bounds, story: Callable[[Streams, PlainBook], Awaitable[None]]) -> None:
    async def told() -> None:
        book = PlainBook()
        streams = Streams(Hub(book), bounds)
        async with asyncio.timeout(PATIENCE):
            await story(streams, book)
            streams.stop()
            while streams.hub.watches or streams.hub.looking:
                await asyncio.sleep(0)
        assert not streams.at

    loops.run(told())


def event(number: int) -> bytes:
    return f"id: {number}\nevent: news\ndata: {number}\n\n".encode()


def test_a_stream_says_when_to_come_back_and_then_each_new_number(bounds: Bounds) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        phone = await Watching(streams, book.watcher()).begun()
        assert (phone.status, phone.headers) == (200, HEADERS[:1])
        assert re.fullmatch(rb"retry: \d{4}\n\n", phone.heard[0])
        await phone.hears(HEARTBEAT)  # the number as it stands is no news
        book.numbers[NIGHT] = 4
        book.doubt()
        await phone.hears(event(4))
        assert event(3) not in phone.heard

    run(bounds, story)


@pytest.mark.parametrize(("seen", "is_told"), [(2, True), (3, False), (9, True)])
def test_who_comes_back_is_told_at_once_what_was_missed(bounds: Bounds, seen: int, is_told: bool) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        book.guests[9] = guest = uuid.uuid4()
        phone = Watching(streams, Watcher(watched=NIGHT, membership=9, guest=guest, seen=seen))
        while len(phone.heard) < 2:
            await asyncio.sleep(0)
        assert (event(3) in phone.heard) == is_told

    run(bounds, story)


def test_a_stream_says_that_it_is_there(bounds: Bounds) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        streams.bounds = Bounds(folder=bounds.folder, form_bytes=1, upload_bytes=1, heartbeat_seconds=0.01)
        phone = Watching(streams, book.watcher())
        while phone.heard.count(HEARTBEAT) < 4:
            await asyncio.sleep(0.001)

    run(bounds, story)


def test_a_stream_speaks_twice_in_the_half_minute_that_a_proxy_has_to_wait(bounds: Bounds) -> None:
    assert bounds.heartbeat_seconds * 2 < 30


def test_who_hangs_up_makes_room(bounds: Bounds) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        phones = [await Watching(streams, book.watcher()).begun() for _ in range(3)]
        assert not streams.has_room(HOME)
        phones[0].hangs_up.set()
        await phones[0].task
        assert streams.has_room(HOME)

    run(bounds, story)


def test_one_stream_too_many_is_declined_without_an_error(bounds: Bounds) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        for _ in range(3):
            await Watching(streams, book.watcher()).begun()
        at_home = await Watching(streams, book.watcher()).begun()  # too many from one address
        assert (at_home.status, at_home.has_ended) == (204, True)
        assert (await Watching(streams, book.watcher(), AWAY).begun()).status == 200
        in_all = await Watching(streams, book.watcher(), "203.0.113.10").begun()
        assert (in_all.status, in_all.has_ended) == (204, True)

    run(bounds, story)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", ""])
def test_this_machine_may_be_everybody_behind_a_proxy(bounds: Bounds, address: str) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        phones = [await Watching(streams, book.watcher(), address).begun() for _ in range(5)]
        assert [one.status for one in phones] == [200, 200, 200, 200, 204]

    run(bounds, story)


def test_the_oldest_of_a_guest_s_streams_goes_and_nobody_else_s(bounds: Bounds) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        other, mine = await Watching(streams, book.watcher()).begun(), book.watcher()
        first, second = [await Watching(streams, mine, AWAY).begun() for _ in range(2)]
        await Watching(streams, mine, AWAY).begun()
        await first.task
        assert (first.heard[-1], first.has_ended) == (ENOUGH, True)
        assert not second.has_ended
        assert not other.has_ended

    run(bounds, story)


def test_pages_keep_two_connections_of_five(bounds: Bounds) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        streams.bounds = Bounds(folder=bounds.folder, form_bytes=1, upload_bytes=1, connections=5)
        phones = [await Watching(streams, book.watcher()).begun() for _ in range(4)]
        assert [one.status for one in phones] == [200, 200, 200, 204]

    run(bounds, story)


def test_who_may_not_watch_any_more_hears_the_end_and_no_number(bounds: Bounds) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        phone = await Watching(streams, book.watcher()).begun()
        await phone.hears(HEARTBEAT)
        book.guests.clear()
        book.numbers[NIGHT] = 4
        book.doubt()
        await phone.task
        assert phone.has_ended
        assert event(4) not in phone.heard

    run(bounds, story)


def test_a_night_that_is_gone_counts_as_empty(bounds: Bounds) -> None:
    nowhere = Watched(kind=Target.NIGHT, id=999)

    async def story(streams: Streams, book: PlainBook) -> None:
        book.numbers[nowhere] = 0
        phone = await Watching(streams, book.watcher(nowhere)).begun()
        await phone.hears(HEARTBEAT)
        assert not phone.has_ended

    run(bounds, story)
