"""Bodies are read before a page thread is taken: limits at their edges, and who is cut off."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytest_django import Settings

from scorekeeper.serving import bodies
from scorekeeper.serving.bodies import Body, BodyReader, BodyTrouble, HungUp, Message, Pace
from scorekeeper.serving.bounds import Bounds

UPLOAD = (b"content-type", b"multipart/form-data; boundary=x")
CHUNKED = (b"transfer-encoding", b"chunked")
HOME = "192.0.2.1"


@pytest.fixture
def bounds(tmp_path: Path) -> Bounds:
    """Small ones, and short."""
    return Bounds(
        folder=tmp_path / "arriving",
        form_bytes=1000,
        upload_bytes=5000,
        memory_bytes=100,
        in_flight_bytes=4000,
        grace_seconds=0.1,
        least_speed=1_000_000,
        drain_bytes=10_000,
        drain_seconds=1,
        spare_disk_bytes=0,
    )


bodies_read: list[Body] = []


@pytest.fixture(autouse=True)
def _close_bodies() -> Iterator[None]:
    yield
    while bodies_read:
        bodies_read.pop().file.close()


class Sender:
    """Sends these portions, and then nothing."""

    def __init__(self, *portions: bytes, stays: bool = False, hangs_up: bool = False) -> None:
        self.messages: list[Message] = [
            {"type": "http.request", "body": portion, "more_body": True} for portion in portions
        ]
        if hangs_up:
            self.messages.append({"type": "http.disconnect"})
        elif not stays:
            self.messages[-1]["more_body"] = False

    async def __call__(self) -> Message:
        if not self.messages:
            await asyncio.sleep(60)
        return self.messages.pop(0)


def read(
    bounds: Bounds | BodyReader, sender: Sender, *headers: tuple[bytes, bytes], address: str = HOME
) -> Body:
    reader = bounds if isinstance(bounds, BodyReader) else BodyReader(bounds)
    bodies_read.append(asyncio.run(reader.read(headers or (CHUNKED,), address, sender)))
    return bodies_read[-1]


def length(size: int) -> tuple[bytes, bytes]:
    return (b"content-length", str(size).encode())


def test_a_request_without_a_body_is_not_read_at_all(bounds: Bounds) -> None:
    body = read(bounds, Sender(stays=True), (b"host", b"localhost"))
    assert (body.length, body.file.read(), body.trouble) == (0, b"", None)
    assert read(bounds, Sender(stays=True), length(0)).length == 0


def test_a_short_body_stays_in_memory_and_a_long_one_lies_on_the_disk(bounds: Bounds) -> None:
    short = read(bounds, Sender(b"a" * 50, b"b" * 50))
    assert not bounds.folder.exists()
    assert short.file.read() == b"a" * 50 + b"b" * 50
    long = read(bounds, Sender(b"a" * 50, b"b" * 51))
    assert stat.S_IMODE(bounds.folder.stat().st_mode) == 0o700
    assert list(bounds.folder.iterdir()) == []  # it has no name
    assert long.file.fileno()
    assert (long.file.read(), long.length) == (b"a" * 50 + b"b" * 51, 101)
    long.close()


@pytest.mark.parametrize(("headers", "most"), [([CHUNKED], 1000), ([CHUNKED, UPLOAD], 5000)])
def test_a_body_may_be_as_long_as_its_kind_allows(
    bounds: Bounds, headers: list[tuple[bytes, bytes]], most: int
) -> None:
    reader = BodyReader(replace(bounds, in_flight_bytes=20_000))
    whole = read(reader, Sender(b"x" * most), *headers)
    assert (whole.trouble, whole.length) == (None, most)
    whole.close()
    refused = read(reader, Sender(b"x" * most, b"x"), *headers)
    assert (refused.trouble, refused.length, refused.file.read()) == (BodyTrouble.TOO_LONG, 0, b"")
    assert not reader.budget.held


@pytest.mark.parametrize(("kind", "most"), [([UPLOAD], 50_500_000), ([], 5_100_000)])
def test_what_is_served_takes_a_file_of_fifty_megabytes_and_a_form_of_five(
    settings: Settings, tmp_path: Path, kind: list[tuple[bytes, bytes]], most: int
) -> None:
    served = replace(settings.BOUNDS, folder=tmp_path, spare_disk_bytes=0)
    asks_first = (b"expect", b"100-continue")
    refused = read(served, Sender(b"x"), length(most + 1), asks_first, *kind)
    assert (refused.trouble, refused.is_read) == (BodyTrouble.TOO_LONG, False)
    with pytest.raises(HungUp):  # it was let in, and read until its sender went
        read(served, Sender(b"x", hangs_up=True), length(most), asks_first, *kind)


def test_what_says_that_it_is_too_long_is_heard_to_the_end_and_refused(bounds: Bounds) -> None:
    sender = Sender(*[b"x" * 500] * 4)
    refused = read(bounds, sender, length(2000))
    assert (refused.trouble, refused.is_read, sender.messages) == (BodyTrouble.TOO_LONG, True, [])


def test_what_never_ends_is_not_heard_for_ever(bounds: Bounds) -> None:
    sender = Sender(*[b"x" * 1000] * 50)
    refused = read(bounds, sender)
    assert (refused.trouble, refused.is_read) == (BodyTrouble.TOO_LONG, False)
    assert len(sender.messages) > 30


def test_who_waits_for_leave_to_send_too_much_gets_none(bounds: Bounds) -> None:
    sender = Sender(b"x" * 2000)
    refused = read(bounds, sender, length(2000), (b"expect", b"100-continue"))
    assert (refused.trouble, refused.is_read, len(sender.messages)) == (BodyTrouble.TOO_LONG, False, 1)


def test_a_body_that_stands_still_is_given_up(bounds: Bounds) -> None:
    for sender in (Sender(b"half", stays=True), Sender(b"x" * 500, stays=True)):
        given_up = read(bounds, sender, length(900))
        assert (given_up.trouble, given_up.is_read) == (BodyTrouble.TOO_SLOW, False)


def test_time_is_earned_by_what_arrives_and_no_more_than_the_grace(bounds: Bounds) -> None:
    async def until(portions: Iterable[tuple[float, int]]) -> list[float]:
        clock = bodies._Clock(replace(bounds, grace_seconds=20, least_speed=1000))
        clock.now, clock.until = (lambda: now[0]), 20.0
        seen, now = list[float](), [0.0]
        for at, size in portions:
            now[0] = at
            clock.heard(size)
            seen.append(clock.until)
        return seen

    slow = [(float(second), 1000) for second in range(1, 4)]
    assert asyncio.run(until(slow)) == [21, 22, 23]
    assert asyncio.run(until([(1.0, 50_000_000)])) == [21]
    assert asyncio.run(until([(10.0, 1), (15.0, 1)])) == pytest.approx([20.001, 20.002])


def test_long_bodies_come_no_faster_than_all_of_them_may_together(bounds: Bounds) -> None:
    async def wait(*sizes: int) -> float:
        pace, begun = Pace(replace(bounds, most_speed=10_000)), asyncio.get_running_loop().time()
        await asyncio.gather(*[pace.keep(size) for size in sizes])
        return asyncio.get_running_loop().time() - begun

    assert asyncio.run(wait(1000)) < 0.09
    assert asyncio.run(wait(1000, 1000, 1000)) >= 0.19


def test_what_waits_for_its_turn_is_not_given_up(bounds: Bounds) -> None:
    slow = replace(bounds, most_speed=2000, grace_seconds=0.2, in_flight_bytes=20_000)
    whole = read(slow, Sender(*[b"x" * 500] * 4), CHUNKED, UPLOAD)
    assert (whole.trouble, whole.length) == (None, 2000)
    whole.close()


def test_whoever_hangs_up_is_noticed(bounds: Bounds) -> None:
    reader = BodyReader(bounds)
    with pytest.raises(HungUp):
        read(reader, Sender(b"x" * 200, hangs_up=True))
    assert not reader.budget.held


def test_all_bodies_on_the_disk_share_what_there_is_and_one_address_takes_half(bounds: Bounds) -> None:
    reader = BodyReader(bounds)
    first = read(reader, Sender(b"x" * 2000), CHUNKED, UPLOAD)
    assert first.trouble is None
    assert read(reader, Sender(b"x" * 101), CHUNKED, UPLOAD).trouble is BodyTrouble.TOO_MANY
    assert read(reader, Sender(b"x" * 100), CHUNKED, UPLOAD).trouble is None  # a hand is always heard
    other = read(reader, Sender(b"x" * 2000), CHUNKED, UPLOAD, address="192.0.2.2")
    assert other.trouble is None
    assert read(reader, Sender(b"x" * 101), address="192.0.2.3").trouble is BodyTrouble.TOO_MANY
    first.close()
    again = read(reader, Sender(b"x" * 2000), CHUNKED, UPLOAD)
    assert again.trouble is None
    for body in (other, again):
        body.close()
    assert not reader.budget.held


def test_bodies_leave_room_on_the_disk(bounds: Bounds, monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(folder: Path) -> SimpleNamespace:
        return SimpleNamespace(free=999)

    monkeypatch.setattr("shutil.disk_usage", usage)
    reader = BodyReader(replace(bounds, spare_disk_bytes=1000))
    assert read(reader, Sender(b"x" * 101)).trouble is BodyTrouble.NO_ROOM
    assert not reader.budget.held
    assert read(reader, Sender(b"x" * 100)).trouble is None


def test_a_folder_that_cannot_be_written_is_no_room(bounds: Bounds) -> None:
    bounds.folder.write_text("a file is in the way")
    assert read(bounds, Sender(b"x" * 101)).trouble is BodyTrouble.NO_ROOM
