"""Payments as people look them up. Two groups have plans and lines of the same numbers."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import Account, Group, Session, Settlement
from ledger.recording import WriteContext
from ledger.recording.journal import carry, pay, undo
from ledger.recording.settlements import PlanRequest, drop, pay_planned, settle
from ledger.standings.payments import (
    Made,
    counterparts,
    first_night,
    of_nights,
    payments_made,
    pays_plan,
    planned_payment,
    settled_until,
)
from ledger.standings.periods import end_of
from tests.cast import STRANGERS, a_night, an_ended_night, ids, thursday_table
from tests.old_ways import keep_a_plan_of_its_own

pytestmark = pytest.mark.django_db


def ink(at: datetime | None = None) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0, at=at)


def with_a_plan(group: Group) -> Settlement:
    """The second owes the first 30 cents and the third 10, and a plan asks for it."""
    first, second, third = ids(group)[:3]
    carry(group, {first: 30, second: -40, third: 10}, ink())
    return settle(group, PlanRequest(), ink())


@pytest.fixture
def group() -> Group:
    made = thursday_table()
    with_a_plan(made)
    return made


@pytest.fixture
def other(group: Group) -> Group:
    """Another group, with a plan of the same number and as many lines."""
    made = thursday_table(names=STRANGERS, guest=uuid.uuid4())
    with_a_plan(made)
    return made


def test_what_was_paid_of_a_plan_is_found_by_its_payments(group: Group, other: Group) -> None:
    first, second = group.settlements.get().payments.order_by("number")
    (theirs, _) = other.settlements.get().payments.order_by("number")
    at = timezone.now()
    a_cent = pay_planned(first, 1, ink(at), method="cash")
    the_rest = pay_planned(first, 29, ink(at))
    taken_back = pay_planned(second, 4, ink(at))
    undo(group, taken_back.number, ink(at))
    pay_planned(second, 6, ink(at))
    pay_planned(theirs, 7, ink(at))
    assert payments_made(group, [first.pk, theirs.pk]) == {
        first.pk: (
            Made(number=a_cent.number, at=at, cents=1, method="cash"),
            Made(number=the_rest.number, at=at, cents=29, method=""),
        )
    }
    assert [one.cents for one in payments_made(group, [second.pk])[second.pk]] == [6]
    assert [one.cents for one in payments_made(other, [theirs.pk])[theirs.pk]] == [7]
    assert payments_made(group, []) == {}


def test_who_was_on_the_other_side_is_told_by_line_the_box_without_a_name(group: Group, other: Group) -> None:
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    gus, hanna = ids(other)[:2]
    pay(group, ben, ann, 5, ink())
    pay(group, ann, cleo, 6, ink())
    pay(group, ann, Account.BOX, 7, ink())
    for _ in range(3):
        pay(other, hanna, gus, 5, ink())
    assert counterparts(group, ann, [1, 2, 3, 4]) == {2: "Ben", 3: "Cleo", 4: ""}
    assert counterparts(group, ann, [3]) == {3: "Cleo"}
    assert counterparts(group, ben, [2]) == {2: "Ann"}
    assert counterparts(other, gus, [2, 3]) == {2: "Hanna", 3: "Hanna"}


def test_which_lines_a_nights_book_brought_is_known_by_their_keys(group: Group) -> None:
    night = an_ended_night(group)
    (brought,) = night.transactions.values_list("key", flat=True)
    paid = pay(group, ids(group)[0], ids(group)[1], 5, ink()).key
    assert of_nights([brought, paid, uuid.uuid4()]) == {brought}


def test_a_payment_of_a_plan_is_found_by_the_numbers_people_see(group: Group, other: Group) -> None:
    for one in (group, other):
        first, second = ids(one)[:2]
        carry(one, {first: 3, second: -3}, ink())
        settle(one, PlanRequest(), ink())
    for one in (group, other):
        plans = {plan.number: plan for plan in one.settlements.all()}
        assert sorted(plans) == [1, 2]
        for numbers in ((1, 1), (1, 2), (2, 1)):
            found = planned_payment(one, *numbers)
            assert found is not None
            assert (found.settlement, found.number) == (plans[numbers[0]], numbers[1])
        assert planned_payment(one, 2, 2) is planned_payment(one, 3, 1) is None


def test_a_payment_of_a_nights_own_plan_comes_with_its_night_and_its_group(group: Group) -> None:
    night = an_ended_night(group)
    ann, ben = ids(group, "Ann", "Ben")
    plan = keep_a_plan_of_its_own(night, at=timezone.now(), payments=[(ben, ann, 5)])
    with CaptureQueriesContext(connection) as asked:
        found = planned_payment(group, plan.number, 1)
        assert found is not None
        assert (found.settlement.session, found.settlement.group) == (night, group)
    assert len(asked) == 1


def test_a_group_first_played_when_its_earliest_night_began(group: Group, other: Group) -> None:
    a_night(other)
    assert first_night(group) is None
    first, second = a_night(group), a_night(group)
    early = datetime(2009, 1, 2, tzinfo=UTC)
    Session.objects.filter(pk=second.pk).update(started_at=early)
    assert first_night(group) == early
    assert first.started_at > early


def test_settled_until_then_says_the_last_kept_plan_of_more_than_a_night() -> None:
    group, march = thursday_table(), end_of(datetime(2009, 3, 1, tzinfo=UTC).date())
    assert settled_until(group) is None
    at = march - timedelta(days=3)
    first, second = ids(group)[:2]
    carry(group, {first: 30, second: -30}, ink(at))
    month = settle(group, PlanRequest(until=march), ink(at))
    assert settled_until(group) == march
    carry(group, {first: 10, second: -10}, ink(at))
    later = settle(group, PlanRequest(), ink(at + timedelta(days=9)))
    keep_a_plan_of_its_own(a_night(group), at=at + timedelta(days=20))
    with_a_plan(thursday_table(names=STRANGERS, guest=uuid.uuid4()))
    assert settled_until(group) == at + timedelta(days=9)
    drop(later, ink())
    assert settled_until(group) == march
    drop(month, ink())
    assert settled_until(group) is None


def test_a_line_pays_a_plan_if_it_is_that_groups_line_and_plan(group: Group, other: Group) -> None:
    first, second = group.settlements.get().payments.order_by("number")
    pay_planned(first, 5, ink())
    pay(group, second.payer_id or 0, second.payee_id or 0, 1, ink())
    pay(other, ids(other)[0], ids(other)[1], 5, ink())
    pay_planned(other.settlements.get().payments.get(number=1), 5, ink())
    asked = [(group, line) for line in (1, 2, 3, 4)] + [(other, line) for line in (1, 2, 3, 4)]
    assert [pays_plan(one, 1, line) for one, line in asked] == [
        False, True, False, False, False, False, True, False,
    ]  # fmt: skip
    assert not pays_plan(group, 2, 2)
