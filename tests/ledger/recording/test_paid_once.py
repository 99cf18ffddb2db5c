"""A night's own plan and the stored settlements: whatever is paid wherever, the money moves once."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from ledger.models import Group, Session, Settlement
from ledger.models.book import sheet_of
from ledger.recording import Refused, WriteContext, end_night, mark_paid, mark_unpaid, reopen_night
from ledger.recording.settlements import PlanRequest, pay_planned, settle
from ledger.standings.money import balances, planned, to_settle
from ledger.standings.payments import settled_by, settled_until
from tests.cast import a_night, context, tell, thursday_table

pytestmark = pytest.mark.django_db
ALL = PlanRequest()


@pytest.fixture
def group() -> Group:
    return thursday_table()


def ended(group: Group) -> Session:
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(session, "Ann", "Ben")
    end_night(session, context(session))
    return session


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def owed(group: Group) -> dict[str, int]:
    return {one.name: one.cents for one in balances(group).players if one.cents}


def mark_all(session: Session, most: int = 99) -> None:
    ending = sheet_of(session).ending
    assert ending is not None
    for payment in [one for one in ending.payments if one.paid is None][:most]:
        mark_paid(session, payment.payer, payment.payee, context(session))


def pay_all(settlement: Settlement) -> None:
    payments = settlement.payments.all()
    for row, one in zip(payments.order_by("number"), planned(payments), strict=True):
        if one.open_cents:
            pay_planned(row, one.open_cents, ink())


@pytest.mark.parametrize("marked", [0, 1, 2])
@pytest.mark.parametrize("alone", [True, False])
def test_paying_everything_everywhere_ends_at_zero(group: Group, marked: int, alone: bool) -> None:
    night, other = ended(group), ended(group)
    mark_all(night, most=marked)
    stored = settle(group, PlanRequest(session=night) if alone else ALL, ink())
    assert settled_by(night) == stored.number
    with pytest.raises(Refused) as refused:
        mark_all(night)
    assert refused.value.code == "settled_elsewhere"
    pay_all(stored)
    if alone:
        mark_all(other)
    else:
        with pytest.raises(Refused):
            mark_all(other)
    assert owed(group) == {}
    with pytest.raises(Refused) as refused:
        settle(group, ALL, ink())
    assert refused.value.code == "settled"


def test_a_night_that_was_settled_with_others_is_not_settled_by_itself(group: Group) -> None:
    night = ended(group)
    settle(group, ALL, ink())
    with pytest.raises(Refused) as refused:
        settle(group, PlanRequest(session=night), ink())
    assert refused.value.code == "settled_with_others"


def test_a_night_that_ended_after_a_settlement_has_its_own_plan(group: Group) -> None:
    pay_all(settle_a_night(group))
    later = ended(group)
    assert settled_by(later) is None
    mark_all(later)
    assert owed(group) == {}


def settle_a_night(group: Group) -> Settlement:
    ended(group)
    return settle(group, ALL, ink())


def test_what_changed_after_a_settlement_goes_into_the_next(group: Group) -> None:
    night = ended(group)
    mark_all(night, most=1)
    pay_all(settle(group, ALL, ink()))
    paid = sheet_of(night).paid[0].paid
    assert paid is not None
    mark_unpaid(night, paid, context(night))
    reopen_night(night, context(night))
    tell(night, "Cleo", "Dave")
    end_night(night, context(night))
    with pytest.raises(Refused):
        mark_all(night)
    pay_all(settle(group, ALL, ink()))
    assert owed(group) == {}


def test_a_month_leaves_later_nights_and_their_payments_alone(group: Group) -> None:
    night = ended(group)
    mark_all(night, most=1)
    settle(group, PlanRequest(session=night), ink())
    before = timezone.now() - timedelta(days=60)
    assert to_settle(group, until=before) == {}
    assert to_settle(group, until=timezone.now() + timedelta(days=1)) == {}


def test_a_settlement_of_an_earlier_month_does_not_cover_a_night(group: Group) -> None:
    old = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(old, "Ann", "Ben")
    long_ago = timezone.now() - timedelta(days=70)
    seen = context(old)
    end_night(old, WriteContext(key=seen.key, after=seen.after, by=seen.by, at=long_ago))
    night = ended(group)
    mark_all(night, most=1)
    until = timezone.now() - timedelta(days=62)
    stored = settle(group, PlanRequest(until=until, label="the season that was"), ink())
    assert (settled_by(old), settled_by(night)) == (stored.number, None)
    assert settled_until(group) == until
    pay_all(stored)
    mark_all(night)
    assert owed(group) == {}
