"""PostgreSQL goes away and comes back while phones play on: pages wait, and each hand is written once."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from ledger.models import Role
from ledger.recording import admit
from scorekeeper.live.postgres import way_to
from tests.reliability.table import Night, open_night
from tests.reliability.watching import Stream
from tests.serving import Server, serving

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL"),
]

# Seconds: about as long as a standby takes to take over.
AWAY = 1.5
SOON = 4.0


@pytest.fixture
def night() -> Night:
    return open_night()


@pytest.fixture(scope="module")
def usual(django_db_setup: None) -> Iterator[Server]:
    with serving(connection.settings_dict) as server:
        yield server


def told(statement: str, *given: object) -> None:
    """Said to the server, from another of its databases."""
    at = way_to(connection.settings_dict) | {"dbname": "postgres"}
    with psycopg.connect(**at, autocommit=True) as line:
        line.execute(statement.encode(), given)


def cut() -> None:
    """Every connection to the book ends, as when its server is killed."""
    connection.close()
    name = connection.settings_dict["NAME"]
    told("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", name)


@contextmanager
def away() -> Iterator[None]:
    name = connection.settings_dict["NAME"]
    told(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
    try:
        cut()
        yield
    finally:
        told(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')


@contextmanager
def away_for_a_while() -> Iterator[None]:
    """Inside it is away, and comes back by itself after a while."""
    gone = away()
    gone.__enter__()
    back = threading.Timer(AWAY, gone.__exit__, (None, None, None))
    back.start()
    try:
        yield
    finally:
        back.join()


def test_a_page_and_a_hand_wait_until_the_database_is_back(night: Night, usual: Server) -> None:
    phone, key = night.phone(usual), uuid.uuid4()
    with away_for_a_while():
        page = phone.get(night.url)
        assert page.status == 200
        assert AWAY * 500 < page.ms < SOON * 1000
    with away_for_a_while():
        assert night.tell(phone, key, after=1).status == 303
    night.check([key])
    phone.close()


def test_who_watches_hears_on_the_same_stream_what_was_told_after_it_was_away(
    night: Night, usual: Server
) -> None:
    guest = admit(night.session.group, uuid.uuid4(), Role.WATCHER).guest
    stream, phone = Stream(usual, guest, f"{night.url}live/?seen=1"), night.phone(usual)
    stream.wait_for(b"retry: ")
    with away():
        time.sleep(AWAY)
    key = uuid.uuid4()
    assert night.tell(phone, key, after=1).status == 303
    recorded = time.monotonic()
    assert stream.told(2) - recorded < SOON
    assert not stream.ended_at
    stream.close()
    phone.close()
