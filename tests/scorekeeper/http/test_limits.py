"""Every limit at its edge: the last that is let through, the first that is not, and that it passes."""

import re
import threading
import uuid
from datetime import timedelta

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
    """A request of this guest from this address."""
    request = RequestFactory().post("/", REMOTE_ADDR=address)
    request.session = {GUEST: str(guest)} if guest else {}  # type: ignore[assignment]
    return request


def refused(limit: Limit, request: HttpRequest) -> TooOften | None:
    """Count once, and say whether it was too often."""
    try:
        count(request, limit, name="Ann")
    except TooOften as often:
        return often
    return None


def only(monkeypatch: pytest.MonkeyPatch, limit: Limit, quota: Quota) -> None:
    """Leave a limit but one of its quotas, so that no other is met first."""
    monkeypatch.setattr(limit, "quotas", (quota,))


@pytest.mark.parametrize(
    ("limit", "quota"), EVERY_QUOTA, ids=[f"{one.name} {q.by.name} {q.within}" for one, q in EVERY_QUOTA]
)
def test_the_last_is_let_through_and_the_next_is_told_how_long_to_wait(
    limit: Limit, quota: Quota, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, limit, quota)
    assert [refused(limit, asks()) for _ in range(quota.most)] == [None] * quota.most
    clock.go(seconds=quota.within.total_seconds() / quota.most / 4)
    often = refused(limit, asks())
    assert often is not None
    named = (
        "this address" if limit is Limit.LETTERS else "this name"
    )  # a letter has no name but where it goes
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
    while (often := refused(limit, asks())) is None:
        clock.go(seconds=0)
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


def test_a_new_guest_each_time_helps_nobody(clock: Clock) -> None:
    found = [refused(Limit.NEW_GROUPS, asks(guest=uuid.uuid4())) for _ in range(100)]
    assert [one is None for one in found].index(False) == 40
    assert found[40] is not None
    assert "this network" in sentence(found[40])
    assert found[99] is not None


def test_without_a_cookie_the_address_is_counted(clock: Clock) -> None:
    assert [refused(Limit.NEW_GROUPS, asks(guest=None)) is None for _ in range(41)].index(False) == 40


def test_other_phones_and_other_addresses_are_not_stopped(clock: Clock) -> None:
    while refused(Limit.NEW_GROUPS, asks()) is None:
        pass
    assert refused(Limit.NEW_GROUPS, asks(guest=uuid.uuid4())) is None
    for _ in range(50):
        refused(Limit.NEW_GROUPS, asks(guest=uuid.uuid4()))
    assert refused(Limit.NEW_GROUPS, asks(guest=uuid.uuid4())) is not None
    assert refused(Limit.NEW_GROUPS, asks(guest=uuid.uuid4(), address="203.0.113.8")) is None
    assert refused(Limit.UPLOADS, asks()) is None


def test_bucket_fills_again_little_by_little_and_what_was_refused_takes_nothing(clock: Clock) -> None:
    def started() -> int:
        return sum(refused(Limit.NEW_GROUPS, asks(guest=uuid.uuid4())) is None for _ in range(60))

    assert started() == 40
    for _ in range(6):
        clock.go(hours=1)
        assert started() == 5
    clock.go(days=1)
    assert started() == 40


def test_all_who_come_from_nowhere_may_do_ten_times_as_much_together(clock: Clock) -> None:
    found = [refused(Limit.KEYS, asks(guest=None, address="127.0.0.1")) is None for _ in range(1001)]
    assert found.index(False) == 1000


def test_an_operator_raises_them_all(clock: Clock, settings: Settings) -> None:
    settings.LIMITS_TIMES = 3
    assert [refused(Limit.KEYS, asks()) is None for _ in range(61)].index(False) == 60
    assert [refused(Limit.WRITES, asks()) is None for _ in range(721)].index(False) == 720


def test_what_a_member_writes_at_the_table_costs_no_commit(
    clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        for _ in range(40):
            count(asks(), Limit.WRITES)
    assert not Counter.objects.exists()
    count(asks(), Limit.WRITES)
    assert Counter.objects.count() == 1


def test_whoever_was_refused_costs_no_commit_any_more(
    clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    while refused(Limit.NEW_GROUPS, asks()) is None:
        pass
    with django_assert_num_queries(0):
        assert refused(Limit.NEW_GROUPS, asks()) is not None


def test_another_process_knows_what_was_counted(clock: Clock) -> None:
    for _ in range(12):
        count(asks(), Limit.NEW_GROUPS)
    counting.forget()
    assert refused(Limit.NEW_GROUPS, asks()) is not None


def test_all_rows_of_a_limit_are_one_commit(
    clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    count(asks(), Limit.NEW_GROUPS)
    with django_assert_num_queries(6) as asked:  # two rows within a savepoint of the test
        count(asks(), Limit.NEW_GROUPS)
    said = [query["sql"].split()[0] for query in asked.captured_queries]
    assert said == ["SAVEPOINT", *["SELECT", "UPDATE"] * 2, "RELEASE"]


def test_a_database_that_cannot_count_stops_nobody(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, times: int = 1) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(counting, "take", full)
    for _ in range(100):
        count(asks(), Limit.NEW_GROUPS)
    assert connection.connection is not None


def test_what_is_counted_fits_its_row(clock: Clock) -> None:
    longest = "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"
    for limit in Limit:
        for _, what, _ in limits._who(asks(address=longest), limit):
            assert len(what) <= 120


@pytest.mark.django_db(transaction=True)
def test_eight_who_start_groups_at_once_are_let_through_forty_times(clock: Clock) -> None:
    let_through: list[bool] = []
    start = threading.Barrier(8)

    def ask() -> None:
        try:
            start.wait()
            for _ in range(10):
                let_through.append(refused(Limit.NEW_GROUPS, asks(guest=uuid.uuid4())) is None)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(let_through), sum(let_through)) == (80, 40)


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
    limit, most = Limit.LETTERS, 20

    def letter(site: int, network: int) -> TooOften | None:
        try:
            count(asks(guest=None, address=f"2001:db8:{site:x}:{network:x}::1"), limit)
        except TooOften as often:
            return often
        return None

    assert [letter(1, one) for one in range(10 * most)] == [None] * (10 * most)
    assert letter(1, 9999) is not None
    assert letter(2, 1) is None
    assert [letter(2, 1) is None for _ in range(most)] == [True] * (most - 1) + [False]
