"""A bucket is one row: exact, whoever takes from it at the same time."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import uvicorn
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
def test_bucket_of_a_clock_that_was_ahead_is_void_unless_it_was_ahead_by_seconds() -> None:
    for _ in range(3):
        take("x", 3, HOUR, AT + YEAR)
    assert [take("x", 3, HOUR, AT) for _ in range(4)] == [None] * 3 + [AT + HOUR / 3]
    take("y", 1, HOUR, AT + 10 * SECOND)
    assert take("y", 1, HOUR, AT) == AT + HOUR + 10 * SECOND
    memory = Memory(10)
    memory.take("x", 1, HOUR, AT + YEAR)
    memory.shut_out("x", AT + YEAR)
    assert (memory.take("x", 1, HOUR, AT), memory.shut_until("x", HOUR, AT)) == (True, None)


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
        (None, NOWHERE),
    ],
)
def test_an_address_counts_as_the_network_it_belongs_to(given: str | None, counted: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR=given)
    if given is None:
        del request.META["REMOTE_ADDR"]
    assert address_of(request) == counted


def test_memory_gives_as_much_as_the_row_does_and_lets_in_again_in_time() -> None:
    memory = Memory(10)
    third = HOUR / 3
    taken = [memory.take("x", 3, HOUR, at) for at in (*[AT] * 5, AT + third - SECOND, AT + third)]
    assert taken == [True] * 3 + [False] * 3 + [True]
    assert memory.shut_until("x", HOUR, AT) is None
    memory.shut_out("x", AT + HOUR)
    assert [memory.shut_until("x", HOUR, at) for at in (AT + HOUR - SECOND, AT + HOUR)] == [AT + HOUR, None]


def test_a_crowd_of_made_up_guests_does_not_fill_the_memory() -> None:
    memory = Memory(100)
    for number in range(10_000):
        memory.take(f"guest {number}", 1, HOUR, AT)
        memory.shut_out(f"guest {number}", AT + HOUR)
    assert (len(memory.full), len(memory.shut)) == (100, 100)
    assert [memory.take(f"guest {number}", 1, HOUR, AT) for number in (9999, 0)] == [False, True]
    few = Memory(2)
    for name in ("old", "young", "old", "third"):
        few.take(name, 9, HOUR, AT)
    assert list(few.full) == ["old", "third"]  # who comes again is not the next to be forgotten


def seen_behind_a_proxy(*said: bytes, peer: str = "127.0.0.1") -> str:
    """Return the counted address of a `peer` that connects and sends these headers X-Forwarded-For."""
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


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ([b"203.0.113.7"], "203.0.113.7"),
        ([b"2001:db8:1:2::3"], "2001:db8:1:2::/64"),
        ([b"203.0.113.7:4711"], "203.0.113.7"),
        ([], NOWHERE),
    ],
)
def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_added(said: list[bytes], address: str) -> None:
    assert seen_behind_a_proxy(*said) == address


@pytest.mark.parametrize(
    "claimed", [b"198.51.100.9", b"127.0.0.1", b"::1", b"127.0.0.1, 127.0.0.1", b"", b"x"]
)
def test_what_a_client_claims_does_not_count(claimed: bytes) -> None:
    assert seen_behind_a_proxy(claimed + b", 203.0.113.7") == "203.0.113.7"
    assert seen_behind_a_proxy(claimed, b"203.0.113.7") == "203.0.113.7"
    assert seen_behind_a_proxy(claimed, peer="203.0.113.7") == "203.0.113.7"
