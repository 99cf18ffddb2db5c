"""Check who may have a stream, and the events on it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.live.hub import Hub
from scorekeeper.live.streams import ENOUGH, HEARTBEAT, Streams
from scorekeeper.live.watched import Target, Watched, Watcher
from scorekeeper.serving.bodies import AsgiMessage
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
        self.status, self.has_ended = 0, False
        self.headers: list[tuple[bytes, bytes]] = []
        self.hangs_up = asyncio.Event()
        answer = ServerResponse(status=204, headers=HEADERS, begins=watcher)
        self.task = asyncio.ensure_future(streams(answer, address, self._receive, self._send))

    async def _receive(self) -> AsgiMessage:
        await self.hangs_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: AsgiMessage) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
        else:
            self.heard.append(message["body"])
            self.has_ended = not message["more_body"]

    async def hears(self, words: bytes = b"", times: int = 1) -> Watching:
        """Wait until it has heard these words so many times, or anything."""
        while len([one for one in self.heard if words in one]) < times:
            await asyncio.sleep(0)
        return self


USUAL = Bounds(folder=Path(), form_bytes=1, upload_bytes=1)
FEW = replace(USUAL, streams=4, streams_of_a_guest=2, streams_of_an_address=3)

Story = Callable[[Streams, PlainBook], Awaitable[None]]


def run(story: Story, bounds: Bounds = FEW) -> None:
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


def in_a_loop(story: Story) -> Callable[[], None]:
    return lambda: run(story)


def event(number: int) -> bytes:
    return f"id: {number}\nevent: news\ndata: {number}\n\n".encode()


@in_a_loop
async def test_a_stream_says_when_to_come_back_and_then_each_new_number(
    streams: Streams, book: PlainBook
) -> None:
    phone = await Watching(streams, book.watcher()).hears()
    assert (phone.status, phone.headers) == (200, HEADERS[:1])
    assert re.fullmatch(rb"retry: \d{4}\n\n", phone.heard[0])
    await phone.hears(HEARTBEAT)  # the number as it stands is no news
    book.numbers[NIGHT] = 4
    book.doubt()
    await phone.hears(event(4))
    assert event(3) not in phone.heard


@pytest.mark.parametrize(("seen", "is_told"), [(2, True), (3, False), (9, True)])
def test_who_comes_back_is_told_at_once_what_was_missed(seen: int, *, is_told: bool) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        phone = await Watching(streams, replace(book.watcher(), seen=seen)).hears(times=2)
        assert (event(3) in phone.heard) == is_told

    run(story)


def test_a_stream_speaks_twice_in_the_half_minute_that_a_proxy_has_to_wait() -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        await Watching(streams, book.watcher()).hears(HEARTBEAT, times=4)

    run(story, replace(USUAL, heartbeat_seconds=0.01))
    assert USUAL.heartbeat_seconds * 2 < 30


@in_a_loop
async def test_one_stream_too_many_is_declined_without_an_error_until_somebody_hangs_up(
    streams: Streams, book: PlainBook
) -> None:
    addresses = (HOME, HOME, HOME, HOME, AWAY, "203.0.113.10")  # the fourth and the last are too many
    phones = [await Watching(streams, book.watcher(), address).hears() for address in addresses]
    assert [one.status for one in phones] == [200, 200, 200, 204, 200, 204]
    assert [one.has_ended for one in phones] == [one.status == 204 for one in phones]
    assert not streams.has_room(HOME)
    phones[0].hangs_up.set()
    await phones[0].task
    assert streams.has_room(HOME)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", ""])
def test_this_machine_may_be_everybody_behind_a_proxy(address: str) -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        phones = [await Watching(streams, book.watcher(), address).hears() for _ in range(5)]
        assert [one.status for one in phones] == [200, 200, 200, 200, 204]

    run(story)


@in_a_loop
async def test_the_oldest_of_a_guest_s_streams_goes_and_nobody_else_s(
    streams: Streams, book: PlainBook
) -> None:
    other, mine = await Watching(streams, book.watcher()).hears(), book.watcher()
    first, second, _ = [await Watching(streams, mine, AWAY).hears() for _ in range(3)]
    await first.task
    assert first.heard[-1] == ENOUGH
    assert [one.has_ended for one in (first, second, other)] == [True, False, False]


def test_pages_keep_two_connections_of_five() -> None:
    async def story(streams: Streams, book: PlainBook) -> None:
        phones = [await Watching(streams, book.watcher()).hears() for _ in range(4)]
        assert [one.status for one in phones] == [200, 200, 200, 204]

    run(story, replace(USUAL, connections=5))


@in_a_loop
async def test_who_may_not_watch_any_more_hears_the_end_and_no_number(
    streams: Streams, book: PlainBook
) -> None:
    phone = await Watching(streams, book.watcher()).hears(HEARTBEAT)
    book.guests.clear()
    book.numbers[NIGHT] = 4
    book.doubt()
    await phone.task
    assert (phone.has_ended, event(4) in phone.heard) == (True, False)


@in_a_loop
async def test_a_night_that_is_gone_counts_as_empty(streams: Streams, book: PlainBook) -> None:
    nowhere = Watched(kind=Target.NIGHT, id=999)
    book.numbers[nowhere] = 0
    phone = await Watching(streams, book.watcher(nowhere)).hears(HEARTBEAT)
    assert not phone.has_ended
