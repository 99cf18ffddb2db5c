"""Every limit at its edge: the last that is let through, the first that is not, and that it passes."""

import re
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import OperationalError, connection
from django.http import HttpRequest
from django.test import RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from scorekeeper.http import limits
from scorekeeper.http.limits import Limit, TooOften, count
from scorekeeper.models import Counter
from scorekeeper.text.dates import duration
from scorekeeper.text.refusals import sentence
from scorekeeper.visitors import counting
from scorekeeper.visitors.guests import GUEST
from scorekeeper.visitors.quotas import DAY, HOUR, MINUTE, TEN_MINUTES, By, Quota
from tests.house.sources import ROOT
from tests.scorekeeper.http.conftest import Clock

pytestmark = pytest.mark.django_db
HOME = "203.0.113.7"
ANN = uuid.UUID(int=7)

EVERY_QUOTA = [(limit, quota) for limit in Limit for quota in limit.quotas]


def asks(*, guest: uuid.UUID | None = ANN, address: str = HOME) -> HttpRequest:
    request = RequestFactory().post("/", REMOTE_ADDR=address)
    request.session = {GUEST: str(guest)} if guest else {}  # type: ignore[assignment]
    return request


def refused(limit: Limit, request: HttpRequest) -> TooOften | None:
    try:
        count(request, limit, name="Ann")
    except TooOften as often:
        return often
    return None


def let_through(limit: Limit, *requests: HttpRequest) -> int:
    """Return how many of these requests are let through, and that no later one is."""
    found = [refused(limit, request) is None for request in requests]
    assert found == sorted(found, reverse=True)
    return sum(found)


@pytest.mark.parametrize(
    ("limit", "quota"), EVERY_QUOTA, ids=[f"{one.name} {q.by.name} {q.within}" for one, q in EVERY_QUOTA]
)
def test_the_last_is_let_through_and_the_next_is_told_how_long_to_wait(
    limit: Limit, quota: Quota, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limit, "quotas", (quota,))  # so that no other is met first
    assert let_through(limit, *[asks() for _ in range(quota.most)]) == quota.most
    clock.go(seconds=quota.within.total_seconds() / quota.most / 4)
    often = refused(limit, asks())
    assert often is not None
    # A letter has no name but where it goes.
    named = "this address" if limit is Limit.LETTERS else "this name"
    place = {By.GUEST: "[Tt]his phone", By.ADDRESS: "this network"}.get(quota.by, named)
    assert re.fullmatch(
        rf"(?=.*{place})(?=.*\b[Aa] lot\b).*\. Try again in ([0-9]+ )?[a-z ]+\.", sentence(often)
    )
    assert often.wait <= quota.within / (quota.most - quota.free)
    clock.go(seconds=often.seconds)
    assert refused(limit, asks()) is None


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (Limit.NEW_GROUPS, "This phone started a lot of groups. Try again in 36 minutes."),
        (Limit.UPLOADS, "This phone sent a lot of files. Try again in 2 minutes."),
        (Limit.TASKS, "This phone asked for a lot at once. Try again in a second."),
        (Limit.DEMO, "This phone opened the demo table a lot. Try again in 2 minutes."),
    ],
)
def test_the_sentence_says_what_and_how_long(limit: Limit, words: str, clock: Clock) -> None:
    while refused(limit, asks()) is None:
        pass
    clock.go(seconds=59)
    often = refused(limit, asks())
    assert often is not None
    assert sentence(often) == words


@pytest.mark.parametrize(
    ("wait", "words"),
    [
        (timedelta(0), "a second"),
        (timedelta(microseconds=1), "a second"),
        (timedelta(seconds=1.1), "2 seconds"),
        (timedelta(seconds=59), "59 seconds"),
        (timedelta(seconds=59.1), "a minute"),
        (timedelta(seconds=61), "2 minutes"),
        (timedelta(minutes=58.5), "59 minutes"),
        (timedelta(minutes=59, seconds=1), "an hour"),
        (timedelta(hours=1, seconds=1), "2 hours"),
        (timedelta(hours=23.5), "24 hours"),
    ],
)
def test_the_time_to_wait_is_never_said_too_short(wait: timedelta, words: str) -> None:
    assert duration(wait) == words


def new_guests(many: int, **more: Any) -> list[HttpRequest]:
    return [asks(guest=uuid.uuid4(), **more) for _ in range(many)]


def test_a_new_guest_each_time_and_no_cookie_help_nobody(clock: Clock) -> None:
    assert let_through(Limit.NEW_GROUPS, *new_guests(100)) == 40
    often = refused(Limit.NEW_GROUPS, asks(guest=uuid.uuid4()))
    assert often is not None
    assert "this network" in sentence(often)
    nobody = [asks(guest=None, address="203.0.113.8")] * 41
    assert let_through(Limit.NEW_GROUPS, *nobody) == 40


def test_other_phones_and_other_addresses_are_not_stopped(clock: Clock) -> None:
    mine = [asks()] * 13
    assert let_through(Limit.NEW_GROUPS, *mine, *new_guests(0)) == 12
    assert let_through(Limit.NEW_GROUPS, *new_guests(60)) == 28
    assert let_through(Limit.NEW_GROUPS, *new_guests(1, address="203.0.113.8")) == 1
    assert refused(Limit.UPLOADS, asks()) is None


def test_bucket_fills_again_little_by_little_and_what_was_refused_takes_nothing(clock: Clock) -> None:
    for hours, more in ((0, 40), *[(1, 5)] * 6, (24, 40)):
        clock.go(hours=hours)
        assert let_through(Limit.NEW_GROUPS, *new_guests(60)) == more


def test_all_who_come_from_nowhere_may_do_ten_times_as_much_together_and_an_operator_raises_all(
    clock: Clock, settings: Settings
) -> None:
    assert let_through(Limit.KEYS, *[asks(guest=None, address="127.0.0.1")] * 1001) == 1000
    settings.LIMITS_TIMES = 3
    assert let_through(Limit.KEYS, *[asks()] * 61) == 60
    assert let_through(Limit.WRITES, *[asks()] * 721) == 720


def test_what_a_member_writes_at_the_table_costs_no_commit(
    clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert let_through(Limit.WRITES, *[asks()] * 40) == 40
    count(asks(), Limit.WRITES)
    assert Counter.objects.count() == 1


def test_whoever_was_refused_costs_no_commit_any_more_and_another_process_knows_it(
    clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert let_through(Limit.NEW_GROUPS, *[asks()] * 13) == 12
    with django_assert_num_queries(0):
        assert refused(Limit.NEW_GROUPS, asks()) is not None
    counting.forget()
    assert refused(Limit.NEW_GROUPS, asks()) is not None


def test_all_rows_of_a_limit_are_one_commit(
    clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    count(asks(), Limit.NEW_GROUPS)
    with django_assert_num_queries(6) as asked:  # two rows within a savepoint of the test
        count(asks(), Limit.NEW_GROUPS)
    said = [query["sql"].split(maxsplit=1)[0] for query in asked.captured_queries]
    assert said == ["SAVEPOINT", *["SELECT", "UPDATE"] * 2, "RELEASE"]


def test_a_database_that_cannot_count_stops_nobody(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "take", Mock(side_effect=OperationalError("database or disk is full")))
    assert let_through(Limit.NEW_GROUPS, *[asks()] * 100) == 100
    assert connection.connection is not None


def test_what_is_counted_fits_its_row(clock: Clock) -> None:
    longest = asks(address="2001:db8:ffff:ffff:ffff:ffff:ffff:ffff")
    assert max(len(what) for limit in Limit for _, what, _ in limits._who(longest, limit)) <= 120


@pytest.mark.django_db(transaction=True)
def test_eight_who_start_groups_at_once_are_let_through_forty_times(clock: Clock) -> None:
    start = threading.Barrier(8)

    def ask() -> list[bool]:
        try:
            start.wait()
            return [refused(Limit.NEW_GROUPS, one) is None for one in new_guests(10)]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(ask) for _ in range(8)]
    found = [is_let for one in asked for is_let in one.result()]
    assert (len(found), sum(found)) == (80, 40)


def test_the_operators_page_has_the_numbers() -> None:
    text = (ROOT / "docs/operating.md").read_text()
    times = {MINUTE: "a minute", TEN_MINUTES: "in ten minutes", HOUR: "an hour", DAY: "a day"}

    def told(quota: Quota) -> str:
        if quota.within in times:
            return f"{quota.most:,} {times[quota.within]}"
        return f"{quota.most:,} at once, then {quota.most * DAY / quota.within:,.0f} a day"

    rows = {line for line in text.splitlines() if line.startswith("| ")}
    for limit in Limit:
        by_guest, by_address = (
            ", ".join(told(one) for one in limit.quotas if one.by is by) for by in (By.GUEST, By.ADDRESS)
        )
        assert any(row.endswith(f" | {by_guest} | {by_address} |") for row in rows), limit


def test_all_networks_of_a_site_together_may_do_ten_times_as_much_as_one() -> None:
    def letters(site: int, *networks: int) -> int:
        found = []
        for network in networks:
            request = asks(guest=None, address=f"2001:db8:{site:x}:{network:x}::1")
            try:
                count(request, Limit.LETTERS)
                found.append(True)
            except TooOften:
                found.append(False)
        return sum(found)

    assert letters(1, *range(201)) == 200
    assert letters(2, *[1] * 21) == 20
