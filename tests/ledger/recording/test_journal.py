"""Nights, payments, expenses and the kitty are booked once, balanced, and never rewritten."""

import uuid
from collections.abc import Callable

import pytest

from ledger.models import Account, Group, Posting, Session, Transaction
from ledger.models.book import sheet_of
from ledger.recording import (
    Refused,
    WriteContext,
    end_night,
    reopen_night,
)
from ledger.recording.journal import (
    adjust,
    carry,
    pay,
    put_in_box,
    share_expense,
    spend_from_box,
    undo,
)
from ledger.standings.journal import journal
from ledger.standings.money import balances, plans
from tests.cast import an_ended_night, context, ids, owner_of, player, tell
from tests.old_ways import PlanRequest, pay_planned, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(group: Group) -> Session:
    """Ann won 50 cents and Ben 25; Cleo, Dave and Edith lost 25 each. The night is over."""
    return an_ended_night(group)


def ink(group: Group) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group))


def owed(group: Group) -> dict[str, int]:
    """Return balances other than zero, by name."""
    return {one.name: one.cents for one in balances(group).players if one.cents}


def test_a_night_that_ends_is_posted_in_whole_cents(group: Group, night: Session) -> None:
    assert owed(group) == {"Ann": 50, "Ben": 25, "Cleo": -25, "Dave": -25, "Edith": -25}
    (line,) = journal(group)
    assert (line.kind, line.night, line.number, len(line.postings)) == ("night", 1, 1, 5)
    with pytest.raises(Refused, match="of_a_night"):
        undo(group, 1, ink(group))


def test_an_ending_sent_again_later_posts_nothing(group: Group, night: Session) -> None:
    reopen_night(night, context(night))
    twice = context(night)
    end_night(night, twice)
    reopen_night(night, context(night))
    tell(night, "Cleo", "Dave")
    end_night(night, twice)
    assert owed(group)["Ann"] == 50
    assert sheet_of(night).ending is None


def test_the_same_key_books_once_and_nothing_else(group: Group) -> None:
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    paid, shared = ink(group), ink(group)
    for _ in range(2):
        pay(group, ann, ben, 10, paid)
        share_expense(group, ann, 3600, {ann: 1, ben: 1, cleo: 1}, shared, note="pizza")
    assert owed(group) == {"Ann": 2410, "Ben": -1210, "Cleo": -1200}
    others: tuple[Callable[[], object], ...] = (
        lambda: pay(group, ann, ben, 11, paid),
        lambda: pay(group, ben, ann, 10, paid),
        lambda: put_in_box(group, (ann,), 10, paid),
        lambda: share_expense(group, ann, 3600, {ben: 1, cleo: 1}, shared, note="pizza"),
    )
    for other in others:
        with pytest.raises(Refused, match="key_used"):
            other()
    assert Transaction.objects.count() == 2


def test_the_kitty_is_filled_and_spent(group: Group) -> None:
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    put_in_box(group, (ann,), 5000, ink(group))
    spend_from_box(group, 1000, ink(group), note="crisps")
    assert (balances(group).in_box, balances(group).common, owed(group)) == (4000, 4000, {})
    spend_from_box(group, 4000, ink(group), note="pizza", shared_by=(ann, ben, cleo))
    assert owed(group) == {"Ann": -1334, "Ben": -1333, "Cleo": -1333}
    assert balances(group).in_box == 0
    pay(group, ben, Account.BOX, 1333, ink(group))
    put_in_box(group, (ann,), 500, ink(group), is_owed_back=True)
    assert owed(group) == {"Ann": -834, "Cleo": -1333}
    assert (balances(group).in_box, balances(group).common) == (1833, 4000)


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (lambda g, a, b: pay(g, a, b, 0, ink(g)), "no_amount"),
        (lambda g, a, b: pay(g, a, b, -5, ink(g)), "no_amount"),
        (lambda g, a, b: pay(g, a, a, 5, ink(g)), "same_person"),
        (lambda g, a, b: pay(g, a, 10**9, 5, ink(g)), "no_such_player"),
        (lambda g, a, b: carry(g, {a: 5}, ink(g)), "unbalanced"),
        (lambda g, a, b: carry(g, {}, ink(g)), "unbalanced"),
        (lambda g, a, b: adjust(g, {a: 5, b: -5}, ink(g), reason=" "), "no_note"),
        (lambda g, a, b: adjust(g, {a: 5, b: -5}, ink(g), reason="x" * 999), "long_note"),
        (lambda g, a, b: spend_from_box(g, 5, ink(g), note=""), "no_note"),
        (lambda g, a, b: undo(g, 9, ink(g)), "no_such_transaction"),
        (lambda g, a, b: put_in_box(g, (), 500, ink(g)), "nobody_gives"),
        (lambda g, a, b: share_expense(g, a, 100, {}, ink(g), note="beer"), "nobody_shares"),
        (lambda g, a, b: share_expense(g, a, 100, {a: 2}, ink(g), note="beer"), "nobody_shares"),
        (lambda g, a, b: share_expense(g, a, 100, {b: 0}, ink(g), note="beer"), "nobody_shares"),
        (lambda g, a, b: share_expense(g, a, 0, {b: 1}, ink(g), note="beer"), "no_amount"),
        (lambda g, a, b: share_expense(g, a, 100, {b: 1}, ink(g), note=" "), "no_note"),
    ],
)
def test_what_cannot_be_booked_is_refused(
    group: Group, deed: Callable[[Group, int, int], object], code: str
) -> None:
    with pytest.raises(Refused, match=f"^{code}"):
        deed(group, *ids(group, "Ann", "Ben"))
    assert (Transaction.objects.exists(), Posting.objects.exists()) == (False, False)


def test_old_plan_is_readable_with_what_was_paid_of_it_and_paid_to_its_end(
    group: Group, night: Session
) -> None:
    settlement = settle(group, PlanRequest(label="November"), ink(group))
    pay_planned(settlement.payments.get(number=1), 10, ink(group), method="cash")
    (plan,) = plans(group)
    assert [(one.cents, one.paid) for one in plan.payments] == [(25, 10), (25, 0), (25, 0)]
    assert plan.label == "November"
    through_dave = settle(group, PlanRequest(treasurer=player(group, "Dave").pk), ink(group))
    for payment in through_dave.payments.all():
        pay_planned(payment, payment.cents, ink(group))
    assert owed(group) == {}
