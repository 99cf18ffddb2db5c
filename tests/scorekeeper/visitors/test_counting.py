"""A bucket is one row: exact, whoever takes from it at the same time."""

import asyncio
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import uvicorn
from django.db import connection, transaction
from django.test import RequestFactory

from scorekeeper.models import Counter
from scorekeeper.visitors.counting import NOWHERE, Memory, address_of, take

AT = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


@pytest.mark.django_db
def test_bucket_gives_most_at_once_and_then_one_each_share_of_its_time() -> None:
    assert [take("x", 3, HOUR, AT) for _ in range(4)] == [None] * 3 + [AT + HOUR / 3]
    assert take("y", 3, HOUR, AT) is None
    assert take("x", 3, HOUR, AT + HOUR / 3 - SECOND) == AT + HOUR / 3
    assert take("x", 3, HOUR, AT + HOUR / 3) is None
    assert take("x", 3, HOUR, AT + HOUR / 3) == AT + 2 * HOUR / 3
    assert [take("x", 3, HOUR, AT + 2 * HOUR) for _ in range(4)][2:] == [None, AT + 2 * HOUR + HOUR / 3]
    assert Counter.objects.count() == 2


@pytest.mark.django_db
def test_several_taken_at_once_wait_for_as_many_to_come_back() -> None:
    assert take("x", 6, HOUR, AT, times=5) is None
    assert take("x", 6, HOUR, AT, times=4) == AT + HOUR / 2
    assert take("x", 6, HOUR, AT) is None


@pytest.mark.django_db
@pytest.mark.parametrize("fraction", [0, 1, 999_999])
def test_end_of_the_wait_is_kept_to_the_microsecond(fraction: int) -> None:
    until = AT + timedelta(microseconds=fraction)
    take("x", 1, HOUR, until - HOUR)
    assert take("x", 1, HOUR, until - timedelta(microseconds=1)) == until
    assert take("x", 1, HOUR, until) is None


YEAR = timedelta(days=365)


@pytest.mark.django_db
def test_bucket_of_a_clock_that_was_ahead_is_void() -> None:
    for _ in range(3):
        take("x", 3, HOUR, AT + YEAR)
    assert [take("x", 3, HOUR, AT) for _ in range(4)] == [None] * 3 + [AT + HOUR / 3]


@pytest.mark.django_db
def test_servers_whose_clocks_are_seconds_apart_take_from_one_bucket() -> None:
    take("x", 1, HOUR, AT + 10 * SECOND)
    assert take("x", 1, HOUR, AT) == AT + HOUR + 10 * SECOND


def test_memory_of_a_clock_that_was_ahead_is_void() -> None:
    memory = Memory(10)
    memory.take("x", 1, HOUR, AT + YEAR)
    assert memory.take("x", 1, HOUR, AT)
    memory.shut_out("x", AT + YEAR)
    assert memory.shut_until("x", HOUR, AT) is None


@pytest.mark.django_db(transaction=True)
def test_eight_who_take_at_once_get_no_more_than_there_is() -> None:
    found: list[bool] = []
    start = threading.Barrier(8)

    def ask() -> None:
        try:
            start.wait()
            for _ in range(25):
                with transaction.atomic():
                    found.append(take("x", 150, HOUR, AT) is None)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(found), sum(found)) == (200, 150)
    assert Counter.objects.get().until == AT + HOUR


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", NOWHERE),
        ("::1", NOWHERE),
        ("::ffff:127.0.0.1", NOWHERE),
        ("", NOWHERE),
        ("unknown", NOWHERE),
        ("203.0.113.7\r\n", NOWHERE),
        ("1" * 10_000, NOWHERE),
    ],
)
def test_an_address_counts_as_the_network_it_belongs_to(given: str, counted: str) -> None:
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=given)) == counted


def test_without_any_address_it_comes_from_nowhere() -> None:
    request = RequestFactory().get("/")
    del request.META["REMOTE_ADDR"]
    assert address_of(request) == NOWHERE


def test_memory_gives_as_much_as_the_row_does() -> None:
    memory = Memory(10)
    assert [memory.take("x", 3, HOUR, AT) for _ in range(5)] == [True] * 3 + [False] * 2
    assert not memory.take("x", 3, HOUR, AT + HOUR / 3 - SECOND)
    assert memory.take("x", 3, HOUR, AT + HOUR / 3)


def test_whoever_was_refused_is_let_in_again_in_time() -> None:
    memory = Memory(10)
    assert memory.shut_until("x", HOUR, AT) is None
    memory.shut_out("x", AT + HOUR)
    assert memory.shut_until("x", HOUR, AT + HOUR - SECOND) == AT + HOUR
    assert memory.shut_until("x", HOUR, AT + HOUR) is None


def test_a_crowd_of_made_up_guests_does_not_fill_the_memory() -> None:
    memory = Memory(100)
    for number in range(10_000):
        memory.take(f"guest {number}", 1, HOUR, AT)
        memory.shut_out(f"guest {number}", AT + HOUR)
    assert (len(memory.full), len(memory.shut)) == (100, 100)
    assert not memory.take("guest 9999", 1, HOUR, AT)
    assert memory.take("guest 0", 1, HOUR, AT)


def test_who_comes_again_is_not_the_next_to_be_forgotten() -> None:
    memory = Memory(2)
    for name in ("old", "young", "old", "third"):
        memory.take(name, 9, HOUR, AT)
    assert list(memory.full) == ["old", "third"]


def seen_behind_a_proxy(*said: bytes, peer: str = "127.0.0.1") -> str:
    """The address that is counted when `peer` connects and sends these headers X-Forwarded-For."""
    found: list[str] = []

    async def pages(scope: Any, receive: Any, send: Any) -> None:
        found.append(scope["client"][0])

    config = uvicorn.Config(pages, proxy_headers=True, lifespan="off", log_config=None)
    config.load()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "client": (peer, 4711),
        "headers": [(b"x-forwarded-for", value) for value in said],
    }
    asyncio.run(config.loaded_app(scope, None, None))
    return address_of(RequestFactory().get("/", REMOTE_ADDR=found[0]))


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_added() -> None:
    assert seen_behind_a_proxy(b"203.0.113.7") == "203.0.113.7"
    assert seen_behind_a_proxy(b"2001:db8:1:2::3") == "2001:db8:1:2::/64"
    assert seen_behind_a_proxy(b"203.0.113.7:4711") == "203.0.113.7"
    assert seen_behind_a_proxy() == NOWHERE


@pytest.mark.parametrize(
    "claimed", [b"198.51.100.9", b"127.0.0.1", b"::1", b"127.0.0.1, 127.0.0.1", b"", b"x"]
)
def test_what_a_client_claims_through_a_proxy_does_not_count(claimed: bytes) -> None:
    assert seen_behind_a_proxy(claimed + b", 203.0.113.7") == "203.0.113.7"
    assert seen_behind_a_proxy(claimed, b"203.0.113.7") == "203.0.113.7"


def test_without_a_proxy_nobody_is_believed() -> None:
    assert seen_behind_a_proxy(b"198.51.100.9", peer="203.0.113.7") == "203.0.113.7"
