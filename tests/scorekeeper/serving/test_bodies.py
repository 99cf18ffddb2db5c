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
from scorekeeper.serving.bodies import AsgiMessage, Body, BodyReader, BodyTrouble, HungUp, Pace
from scorekeeper.serving.bounds import Bounds

UPLOAD = (b"content-type", b"multipart/form-data; boundary=x")
CHUNKED = (b"transfer-encoding", b"chunked")
HOME = "192.0.2.1"


@pytest.fixture
def bounds(tmp_path: Path) -> Bounds:
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
    def __init__(self, *portions: bytes, stays: bool = False, hangs_up: bool = False) -> None:
        self.messages: list[AsgiMessage] = [
            {"type": "http.request", "body": portion, "more_body": True} for portion in portions
        ]
        if hangs_up:
            self.messages.append({"type": "http.disconnect"})
        elif not stays:
            self.messages[-1]["more_body"] = False

    async def __call__(self) -> AsgiMessage:
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
    assert (bounds.folder.exists(), short.file.read()) == (False, b"a" * 50 + b"b" * 50)
    long = read(bounds, Sender(b"a" * 50, b"b" * 51))
    assert (stat.S_IMODE(bounds.folder.stat().st_mode), list(bounds.folder.iterdir())) == (0o700, [])
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


@pytest.mark.parametrize(
    ("portions", "headers", "is_read", "left"),
    [
        ([500] * 4, [length(2000)], True, range(1)),
        ([1000] * 50, [CHUNKED], False, range(31, 50)),
        ([2000], [length(2000), (b"expect", b"100-continue")], False, range(1, 2)),
    ],
    ids=["says so and ends", "never ends", "asks first"],
)
def test_a_body_that_is_too_long_is_refused_and_heard_not_for_ever(
    bounds: Bounds, portions: list[int], headers: list[tuple[bytes, bytes]], is_read: bool, left: range
) -> None:
    sender = Sender(*[b"x" * size for size in portions])
    refused = read(bounds, sender, *headers)
    assert (refused.trouble, refused.is_read) == (BodyTrouble.TOO_LONG, is_read)
    assert len(sender.messages) in left


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

    assert asyncio.run(until([(float(second), 1000) for second in range(1, 4)])) == [21, 22, 23]
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


def test_a_sender_who_hangs_up_is_noticed(bounds: Bounds) -> None:
    reader = BodyReader(bounds)
    with pytest.raises(HungUp):
        read(reader, Sender(b"x" * 200, hangs_up=True))
    assert not reader.budget.held


def test_all_bodies_on_the_disk_share_what_there_is_and_one_address_takes_half(bounds: Bounds) -> None:
    reader = BodyReader(bounds)

    def upload(size: int, address: str = HOME) -> Body:
        return read(reader, Sender(b"x" * size), CHUNKED, UPLOAD, address=address)

    first = upload(2000)
    assert (first.trouble, upload(101).trouble) == (None, BodyTrouble.TOO_MANY)
    assert upload(100).trouble is None  # a hand is always heard
    other = upload(2000, "192.0.2.2")
    assert (other.trouble, upload(101, "192.0.2.3").trouble) == (None, BodyTrouble.TOO_MANY)
    first.close()
    again = upload(2000)
    assert again.trouble is None
    for body in (other, again):
        body.close()
    assert not reader.budget.held


def test_bodies_leave_room_on_the_disk(bounds: Bounds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=999))
    reader = BodyReader(replace(bounds, spare_disk_bytes=1000))
    troubles = [read(reader, Sender(b"x" * size)).trouble for size in (101, 100)]
    assert (troubles, reader.budget.held) == ([BodyTrouble.NO_ROOM, None], {})
    bounds.folder.rmdir()
    bounds.folder.write_text("a file is in the way")
    assert read(bounds, Sender(b"x" * 101)).trouble is BodyTrouble.NO_ROOM
