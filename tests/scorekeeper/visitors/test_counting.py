"""A counter is one row, counted in one statement: exactly, whoever counts at the same time."""

import asyncio
import threading
from collections import Counter as Multiset
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import uvicorn
from django.db import connection
from django.test import RequestFactory
from pytest_django import DjangoAssertNumQueries

from scorekeeper.models import Counter
from scorekeeper.visitors.counting import NOWHERE, Memory, address_of, one_more

AT = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


@pytest.mark.django_db
def test_a_counter_counts_within_its_time_and_begins_anew_after_it(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(1):
        assert one_more("x", HOUR, AT) == (1, AT + HOUR)
    with django_assert_num_queries(1):
        assert one_more("x", HOUR, AT + HOUR - SECOND) == (2, AT + HOUR)
    assert one_more("y", HOUR, AT) == (1, AT + HOUR)
    assert one_more("x", HOUR, AT + HOUR) == (1, AT + 2 * HOUR)
    assert one_more("x", HOUR, AT + HOUR + SECOND) == (2, AT + 2 * HOUR)
    assert Multiset(Counter.objects.values_list("what", "count")) == Multiset([("x", 2), ("y", 1)])


@pytest.mark.django_db
@pytest.mark.parametrize("fraction", [0, 1, 999_999])
def test_the_end_of_its_time_is_kept_to_the_microsecond(fraction: int) -> None:
    until = AT + timedelta(microseconds=fraction)
    one_more("x", HOUR, until - HOUR)
    assert one_more("x", HOUR, until - timedelta(microseconds=1)) == (2, until)
    assert one_more("x", HOUR, until)[0] == 1


YEAR = timedelta(days=365)


@pytest.mark.django_db
def test_a_counter_of_a_clock_that_was_ahead_is_void() -> None:
    for _ in range(3):
        one_more("x", HOUR, AT + YEAR)
    assert one_more("x", HOUR, AT) == (1, AT + HOUR)
    assert one_more("x", HOUR, AT + SECOND) == (2, AT + HOUR)


@pytest.mark.django_db
def test_servers_whose_clocks_are_seconds_apart_count_together() -> None:
    one_more("x", HOUR, AT + 10 * SECOND)
    assert one_more("x", HOUR, AT)[0] == 2


def test_the_memory_of_a_clock_that_was_ahead_is_void() -> None:
    memory = Memory(10)
    memory.one_more("x", HOUR, AT + YEAR)
    assert memory.one_more("x", HOUR, AT) == 1
    memory.shut_out("x", AT + YEAR)
    assert memory.shut_until("x", HOUR, AT) is None


@pytest.mark.django_db(transaction=True)
def test_eight_who_count_at_once_are_counted_exactly() -> None:
    seen: list[int] = []
    start = threading.Barrier(8)

    def count() -> None:
        try:
            start.wait()
            seen.extend([one_more("x", HOUR, AT)[0] for _ in range(50)])
        finally:
            connection.close()

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == list(range(1, 401))
    assert Counter.objects.get().count == 400


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


def test_the_memory_counts_within_a_time_as_the_row_does() -> None:
    memory = Memory(10)
    assert [memory.one_more("x", HOUR, AT) for _ in range(3)] == [1, 2, 3]
    assert memory.one_more("x", HOUR, AT + HOUR - SECOND) == 4
    assert memory.one_more("x", HOUR, AT + HOUR) == 1


def test_whoever_was_refused_is_let_in_again_in_time() -> None:
    memory = Memory(10)
    assert memory.shut_until("x", HOUR, AT) is None
    memory.shut_out("x", AT + HOUR)
    assert memory.shut_until("x", HOUR, AT + HOUR - SECOND) == AT + HOUR
    assert memory.shut_until("x", HOUR, AT + HOUR) is None


def test_a_crowd_of_made_up_guests_does_not_fill_the_memory() -> None:
    memory = Memory(100)
    for number in range(10_000):
        memory.one_more(f"guest {number}", HOUR, AT)
        memory.shut_out(f"guest {number}", AT + HOUR)
    assert (len(memory.counts), len(memory.shut)) == (100, 100)
    assert memory.one_more("guest 9999", HOUR, AT) == 2
    assert memory.one_more("guest 0", HOUR, AT) == 1


def test_who_begins_anew_is_not_the_next_to_be_forgotten() -> None:
    memory = Memory(2)
    memory.one_more("old", HOUR, AT)
    memory.one_more("young", HOUR, AT + SECOND)
    memory.one_more("old", HOUR, AT + HOUR)
    memory.one_more("third", HOUR, AT + HOUR)
    assert list(memory.counts) == ["old", "third"]


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
