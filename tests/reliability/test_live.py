"""Phones that watch a real server: told at once, let go at once, and in nobody's way."""

from __future__ import annotations

import json
import signal
import time
import uuid
from collections.abc import Iterator
from statistics import median

import pytest
from django.db import connection

from ledger.models import Membership, Role
from ledger.recording import WriteContext, admit, change_guest, remove_member
from tests.reliability.table import Night, open_night
from tests.reliability.watching import Stream
from tests.serving import Server, serving

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


def test_a_stream_that_is_silent_for_longer_than_anybody_may_stand_still_is_not_cut_off(night: Night) -> None:
    times = json.dumps({"head_seconds": 0.2, "grace_seconds": 0.2, "heartbeat_seconds": 60})
    with serving(connection.settings_dict, SERVED_BOUNDS=times) as silent:
        (stream,) = opened(silent, night)
        time.sleep(1.5)
        assert stream.ended_at == 0
        assert night.tell(night.phone(silent), uuid.uuid4(), after=1).status == 303
        assert stream.told(2)
        stream.close()
