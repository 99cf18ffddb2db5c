"""The journal: what nights bring and people pay, once, balanced, and never rewritten."""

import uuid
from collections.abc import Callable

import pytest

from ledger.models import Account, Group, Posting, Session, Transaction
from ledger.models.book import sheet_of
from ledger.recording import (
    Refused,
    WriteContext,
    correct_hand,
    end_night,
    mark_unpaid,
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
from ledger.standings.journal import StatementLine, journal, statement
from ledger.standings.money import balances, plans
from tests.cast import a_night, context, hand, ids, owner_of, player, tell, thursday_table
from tests.old_ways import PlanRequest, end_with_a_plan, mark_paid, pay_planned, plan_of_its_own, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_table()


@pytest.fixture
def night(group: Group) -> Session:
    """Ann won 50 cents and Ben 25; Cleo, Dave and Edith lost 25 each. The night is over."""
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(session, "Ann", "Ben")
    end_night(session, context(session))
    return session


def ink(group: Group, key: uuid.UUID | None = None) -> WriteContext:
    """The owner's pen, for money."""
    return WriteContext(key=key or uuid.uuid4(), after=0, by=owner_of(group))


def statement_of(group: Group, player: int) -> tuple[StatementLine, ...]:
    found = statement(group, player)
    return found.lines if found else ()


def owed(group: Group) -> dict[str, int]:
    """Everybody's balance who has one, by name."""
    return {one.name: one.cents for one in balances(group).players if one.cents}


def test_a_night_that_ends_is_posted_in_whole_cents(group: Group, night: Session) -> None:
    assert owed(group) == {"Ann": 50, "Ben": 25, "Cleo": -25, "Dave": -25, "Edith": -25}
    (line,) = journal(group)
    assert (line.kind, line.night, line.number, len(line.postings)) == ("night", 1, 1, 5)


def test_a_night_that_ends_again_posts_the_difference(group: Group, night: Session) -> None:
    reopen_night(night, context(night))
    assert owed(group)["Ann"] == 50
    correct_hand(night, 2, hand(night, "Ann", "Edith"), context(night))
    end_night(night, context(night))
    assert owed(group) == {"Ann": 50, "Ben": -25, "Cleo": -25, "Dave": -25, "Edith": 25}
    again, first = journal(group)
    assert dict(again.postings) == {"Ben": -50, "Edith": 50}
    assert len(first.postings) == 5
    reopen_night(night, context(night))
    end_night(night, context(night))
    assert len(journal(group)) == 2


def test_an_ending_sent_again_later_posts_nothing(group: Group, night: Session) -> None:
    reopen_night(night, context(night))
    twice = context(night)
    end_night(night, twice)
    reopen_night(night, context(night))
    tell(night, "Cleo", "Dave")
    end_night(night, twice)
    assert owed(group)["Ann"] == 50
    assert sheet_of(night).ending is None


def test_a_payment_of_the_nights_plan_is_posted_and_taken_back(group: Group, night: Session) -> None:
    reopen_night(night, context(night))
    end_with_a_plan(night, context(night))
    first = plan_of_its_own(night)[0]
    before = owed(group)
    paid = mark_paid(night, first.payer, first.payee, context(night)).entry.number
    assert sum(abs(cents) for cents in owed(group).values()) == sum(map(abs, before.values())) - 50
    mark_unpaid(night, paid, context(night))
    assert owed(group) == before
    taken_back, payment, _ = journal(group)
    assert (taken_back.undoes, payment.is_undone) == (payment.number, True)


def test_what_came_from_a_night_is_undone_only_there(group: Group, night: Session) -> None:
    with pytest.raises(Refused, match="of_a_night"):
        undo(group, 1, ink(group))


def test_anybody_pays_anybody_any_part(group: Group, night: Session) -> None:
    ann, cleo = ids(group, "Ann", "Cleo")
    pay(group, cleo, ann, 10, ink(group), method="Venmo", note="at the door")
    assert (owed(group)["Ann"], owed(group)["Cleo"]) == (40, -15)
    undo(group, 2, ink(group), reason="it never came")
    assert (owed(group)["Ann"], owed(group)["Cleo"]) == (50, -25)
    with pytest.raises(Refused, match="undone"):
        undo(group, 2, ink(group))
    assert [(line.balance, line.method) for line in statement_of(group, cleo)] == [
        (-25, "Venmo"),
        (-15, "Venmo"),
        (-25, ""),
    ]


def test_the_same_key_books_once_and_nothing_else(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    once = ink(group)
    assert pay(group, ann, ben, 10, once) == pay(group, ann, ben, 10, once)
    assert Transaction.objects.count() == 1
    others: tuple[Callable[[], object], ...] = (
        lambda: pay(group, ann, ben, 11, once),
        lambda: pay(group, ben, ann, 10, once),
        lambda: put_in_box(group, (ann,), 10, once),
    )
    for other in others:
        with pytest.raises(Refused) as refused:
            other()
        assert refused.value.code == "key_used"


def test_an_expense_is_owed_to_who_paid_it_and_taken_back(group: Group) -> None:
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    once = ink(group)
    for _ in range(2):
        share_expense(group, ann, 3600, {ann: 1, ben: 1, cleo: 1}, once, note="pizza")
    assert owed(group) == {"Ann": 2400, "Ben": -1200, "Cleo": -1200}
    with pytest.raises(Refused, match="key_used"):
        share_expense(group, ann, 3600, {ben: 1, cleo: 1}, once, note="pizza")
    share_expense(group, ben, 1000, {ann: 1, cleo: 3, ben: 0}, ink(group), note="beer")
    assert owed(group) == {"Ann": 2150, "Ben": -200, "Cleo": -1950}
    assert [line.amount for line in journal(group)] == [1000, 3600]
    for number in (1, 2):
        undo(group, number, ink(group))
    assert owed(group) == {}


@pytest.mark.parametrize(
    ("cents", "shares", "note", "code"),
    [
        (100, {}, "beer", "nobody_shares"),
        (100, {"Ann": 2}, "beer", "nobody_shares"),
        (100, {"Ben": 0}, "beer", "nobody_shares"),
        (0, {"Ben": 1}, "beer", "no_amount"),
        (100, {"Ben": 1}, " ", "no_note"),
    ],
)
def test_an_expense_that_nobody_shares_is_none(
    group: Group, cents: int, shares: dict[str, int], note: str, code: str
) -> None:
    by_id = {player(group, name).pk: weight for name, weight in shares.items()}
    with pytest.raises(Refused, match=code):
        share_expense(group, player(group, "Ann").pk, cents, by_id, ink(group), note=note)


def test_everybody_puts_into_the_kitty_at_once(group: Group) -> None:
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    put_in_box(group, (ann, ben, cleo, ann), 500, ink(group))
    assert (balances(group).in_box, balances(group).common, owed(group)) == (1500, 1500, {})
    (line,) = journal(group)
    assert [one for one in line.postings if one[0] in ("Ann", "Ben", "Cleo")] == [
        ("Ann", 0),
        ("Ben", 0),
        ("Cleo", 0),
    ]
    put_in_box(group, (ann, ben), 200, ink(group), is_owed_back=True)
    assert owed(group) == {"Ann": 200, "Ben": 200}
    with pytest.raises(Refused, match="nobody_gives"):
        put_in_box(group, (), 500, ink(group))


def test_more_than_lies_in_the_box_is_asked_about(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    put_in_box(group, (ann,), 1000, ink(group))
    put_in_box(group, (ben,), 1000, ink(group), is_owed_back=True)
    for cents, shared_by, case in ((1001, (), "common"), (2001, (ann, ben), "box")):
        with pytest.raises(Refused) as refused:
            spend_from_box(group, cents, ink(group), note="pizza", shared_by=shared_by, may_overdraw=False)
        assert (refused.value.code, refused.value.case) == ("box_overdrawn", case)
    with pytest.raises(Refused, match="box_overdrawn"):
        pay(group, Account.BOX, ben, 2001, ink(group), may_overdraw=False)
    pay(group, Account.BOX, ben, 2000, ink(group), may_overdraw=False)
    assert balances(group).in_box == 0


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
    assert sum(one.cents for one in balances(group).players) + 4000 - 1833 == 0


def test_old_balances_are_carried_and_mistakes_adjusted(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    carry(group, {ann: 700, ben: -700}, ink(group), note="from the notebook")
    adjust(group, {ann: -200, ben: 200}, ink(group), reason="counted again")
    assert owed(group) == {"Ann": 500, "Ben": -500}


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
    ],
)
def test_what_cannot_be_booked_is_refused(
    group: Group, deed: Callable[[Group, int, int], object], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        deed(group, *ids(group, "Ann", "Ben"))
    assert refused.value.code == code
    assert not Transaction.objects.exists()
    assert not Posting.objects.exists()


def test_a_group_that_plays_for_points_has_no_journal() -> None:
    group = thursday_table(currency="")
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    end_night(session, context(session))
    assert journal(group) == ()
    with pytest.raises(Refused, match="points_only"):
        pay(group, player(group, "Ann").pk, player(group, "Ben").pk, 10, ink(group))


def test_old_plan_stays_readable_with_what_was_paid_of_it(group: Group, night: Session) -> None:
    settlement = settle(group, PlanRequest(label="November"), ink(group))
    pay_planned(settlement.payments.get(number=1), 10, ink(group), method="cash")
    (plan,) = plans(group)
    assert [one.cents for one in plan.payments] == [25, 25, 25]
    assert [one.paid for one in plan.payments] == [10, 0, 0]
    assert plan.label == "November"


def test_old_plan_paid_to_its_end_brings_every_balance_to_zero(group: Group, night: Session) -> None:
    settlement = settle(group, PlanRequest(treasurer=player(group, "Dave").pk), ink(group))
    for payment in settlement.payments.all():
        pay_planned(payment, payment.cents, ink(group))
    assert owed(group) == {}


def test_the_box_takes_part_in_a_plan(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    put_in_box(group, (ann,), 1000, ink(group))
    spend_from_box(group, 400, ink(group), note="pizza", shared_by=(ann, ben))
    settlement = settle(group, PlanRequest(), ink(group))
    assert {(one.payee_id, one.cents) for one in settlement.payments.all()} == {(None, 200)}
    for payment in settlement.payments.all():
        pay_planned(payment, 200, ink(group))
    assert (owed(group), balances(group).in_box) == ({}, 1000)
