"""Phones that watch a real server: told at once, let go at once, and in nobody's way."""

from __future__ import annotations

import json
import signal
import time
import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from ledger.models import Membership, Role
from ledger.recording import WriteContext, add_player, admit, ask_to_leave, change_guest, remove_member
from tests.reliability.table import Night, open_night
from tests.reliability.watching import Stream
from tests.serving import Phone, Server, serving

pytestmark = pytest.mark.django_db(transaction=True)

WATCHERS = 20
# Seconds: what a phone waits for a hand, at the median and at the worst, on a machine that is busy.
SOON, AT_LAST = 2.0, 5.0

STREAM = b"retry: "


@pytest.fixture
def night() -> Night:
    return open_night()


@pytest.fixture(scope="module")
def usual(django_db_setup: None) -> Iterator[Server]:
    with serving(connection.settings_dict) as server:
        yield server


@pytest.fixture(scope="module")
def small(django_db_setup: None) -> Iterator[Server]:
    limits = {"streams": 5, "streams_of_a_guest": 2, "connections": 40}
    times = {"head_seconds": 1, "grace_seconds": 1, "heartbeat_seconds": 0.3}
    with serving(connection.settings_dict, SERVED_BOUNDS=json.dumps(limits | times)) as server:
        yield server


@pytest.fixture
def server(night: Night, usual: Server) -> Server:
    if usual.process is None:  # a test has stopped it
        usual.start()
    return usual


def watcher(night: Night) -> Membership:
    return admit(night.session.group, uuid.uuid4(), Role.WATCHER)


def opened(server: Server, night: Night, count: int = 1, path: str = "live/?seen=1") -> list[Stream]:
    streams = [Stream(server, watcher(night).guest, f"{night.url}{path}") for _ in range(count)]
    for one in streams:
        one.wait_for(STREAM)
    return streams


def begun(server: Server, night: Night, guest: uuid.UUID | None = None) -> Stream:
    """A stream that has begun, as soon as there is room: the server learns a little later who has hung up."""
    guest = guest or watcher(night).guest
    for _ in range(100):
        stream = Stream(server, guest, f"{night.url}live/")
        if stream.status == 200:
            stream.wait_for(STREAM)
            return stream
        assert stream.status == 204
        time.sleep(0.02)
    raise AssertionError("there is no room")


def median(found: list[float]) -> float:
    return sorted(found)[len(found) // 2]


def test_hand_is_told_within_two_seconds_to_everybody_whose_streams_end_with_the_server(
    night: Night, server: Server
) -> None:
    streams, phone = opened(server, night, WATCHERS), night.phone(server)
    waits = []
    for after in range(1, 6):
        assert night.tell(phone, uuid.uuid4(), after=after).status == 303
        recorded = time.monotonic()
        waits += [one.told(after + 1) - recorded for one in streams]
    assert median(waits) < SOON
    assert max(waits) < AT_LAST
    assert {tuple(number for _, number in one.events) for one in streams} == {(2, 3, 4, 5, 6)}
    assert phone.get(night.url).status == 200  # they hold no page thread
    assert [one.ended_at for one in streams] == [0] * WATCHERS
    assert server.process is not None
    server.process.terminate()
    assert server.process.wait(AT_LAST) == -signal.SIGTERM  # uvicorn repeats it in the end
    server.stop()
    for one in streams:
        assert one.ended()
        assert one.heard.endswith(b"0\r\n\r\n"), "it was cut off, and not ended"


def test_removed_member_hears_no_more_at_once_and_a_stranger_nothing(night: Night, server: Server) -> None:
    gone, other = watcher(night), watcher(night)
    streams = [Stream(server, one.guest, f"{night.url}live/?seen=1") for one in (gone, gone, other)]
    for one in streams:
        one.wait_for(STREAM)
    remove_member(gone, WriteContext(key=uuid.uuid4(), after=gone.changes))
    removed = time.monotonic()
    assert max(one.ended() - removed for one in streams[:2]) < AT_LAST
    assert streams[2].ended_at == 0
    for stranger in (gone.guest, uuid.uuid4()):
        assert Stream(server, stranger, f"{night.url}live/").status == 404
    change_guest(other.guest, uuid.uuid4())
    changed = time.monotonic()
    assert streams[2].ended() - changed < 1.0


def test_streams_of_a_group_end_when_its_time_is_up_though_nothing_is_written(
    night: Night, server: Server
) -> None:
    (stream,) = opened(server, night)
    up = time.monotonic() + 1
    ask_to_leave(night.session.group, at=timezone.now() + timedelta(seconds=1))
    assert 0 < stream.ended() - up < 1.0
    assert Stream(server, stream.guest, f"{night.url}live/").status == 404


def test_who_was_away_is_told_at_once_what_was_missed(night: Night, server: Server) -> None:
    phone = night.phone(server)
    for after in (1, 2):
        night.tell(phone, uuid.uuid4(), after=after)
    guest = watcher(night).guest
    late = Stream(server, guest, f"{night.url}live/?seen=1")
    back = Stream(server, guest, f"{night.url}live/?seen=1", last="2")
    there = Stream(server, guest, f"{night.url}live/?seen=1", last="3")
    assert late.told(3)
    assert back.told(3)
    night.tell(phone, uuid.uuid4(), after=3)
    assert there.told(4)
    assert [number for _, number in there.events] == [4]


def test_a_group_is_told_of_whatever_is_written(night: Night, server: Server) -> None:
    group = night.session.group
    now = int(Phone(server, watcher(night).guest).get(f"/g/{group.code}/live/?now").body)
    stream = Stream(server, watcher(night).guest, f"/g/{group.code}/live/?seen={now}")
    stream.wait_for(STREAM)
    add_player(group, "Gus")
    with stream.changed:
        assert stream.changed.wait_for(lambda: stream.events, AT_LAST)
    assert stream.events[-1][1] > now


def test_a_stream_is_not_cut_off_and_says_that_it_is_there(night: Night, small: Server) -> None:
    (stream,) = opened(small, night)
    with stream.changed:
        assert stream.changed.wait_for(lambda: stream.heard.count(b":\n\n") > 5, AT_LAST)
    assert stream.ended_at == 0
    stream.close()


def test_a_stream_that_is_silent_for_longer_than_anybody_may_stand_still_is_not_cut_off(night: Night) -> None:
    times = json.dumps({"head_seconds": 0.2, "grace_seconds": 0.2, "heartbeat_seconds": 60})
    with serving(connection.settings_dict, SERVED_BOUNDS=times) as silent:
        (stream,) = opened(silent, night)
        time.sleep(1.5)
        assert stream.ended_at == 0
        assert night.tell(night.phone(silent), uuid.uuid4(), after=1).status == 303
        assert stream.told(2)
        stream.close()


def test_oldest_stream_of_a_guest_who_has_too_many_is_let_go_and_all_leave_room_for_pages(
    night: Night, small: Server
) -> None:
    guest = watcher(night).guest
    first, *streams = [begun(small, night, guest) for _ in range(3)]
    assert first.ended()
    assert b"event: enough" in first.heard
    first.close()
    streams += [begun(small, night) for _ in range(3)]
    over = Stream(small, watcher(night).guest, f"{night.url}live/")
    assert over.status == 204
    assert night.phone(small).get(night.url).status == 200
    streams[0].close()
    streams[0] = begun(small, night)
    assert [one.ended_at for one in streams] == [0] * 5
    for one in streams:
        one.close()
