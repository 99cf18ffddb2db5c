"""Balances, plans and the journal cost the same however much is in them."""

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import Account, Group
from ledger.recording import WriteContext, choose_coin
from ledger.recording.journal import carry, pay, put_in_box, spend_from_box, undo
from ledger.settling import THE_BOX, Rest, Rounding
from ledger.standings.journal import journal, newest_line, whole_journal
from ledger.standings.money import (
    LINES_A_PAGE,
    added_up,
    balances,
    plans,
    to_settle,
    won_at_cards,
)
from tests.cast import STRANGERS, a_night, an_ended_night, context, ids, owner_of, tell, thursday_table
from tests.old_ways import (
    PlanRequest,
    end_with_a_plan,
    keep_a_plan_of_its_own,
    mark_paid,
    pay_planned,
    plan_of_its_own,
    settle,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    """Return a group in which Ann lent Ben a cent, two cents, … more often than a page holds."""
    made = thursday_table()
    ann, ben = ids(made, "Ann", "Ben")
    for cents in range(1, LINES_A_PAGE + 11):
        pay(made, ann, ben, cents, WriteContext(key=uuid.uuid4(), after=0))
    return made


def test_journal_has_pages_and_can_be_read_whole_portion_by_portion(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = LINES_A_PAGE + 10
    assert newest_line(group) == lines
    assert [*reversed(journal(group) + journal(group, page=2))] == list(whole_journal(group))
    for at_once, queries in ((7, 18), (lines // 2, 2 * 3), (lines - 1, 2 * 2), (lines + 1, 2)):
        monkeypatch.setattr("ledger.standings.journal.AT_ONCE", at_once)
        with CaptureQueriesContext(connection) as asked:
            assert [line.number for line in whole_journal(group)] == list(range(1, lines + 1))
        assert len(asked) == queries


def test_every_question_asks_the_database_as_often_as_for_one_line(group: Group) -> None:
    settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    asked = (
        (balances, 3),
        (added_up, 4),
        (journal, 3),
        (lambda group: list(whole_journal(group)), 2),
        (plans, 2),
        (to_settle, 2),
        (newest_line, 1),
    )
    for question, queries in asked:
        with CaptureQueriesContext(connection) as seen:
            question(group)
        assert len(seen) == queries


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def test_what_was_won_at_cards_is_of_the_groups_own_nights_and_no_payment_changes_it() -> None:
    an_ended_night(thursday_table(guest=uuid.uuid4()))
    group = thursday_table()
    assert won_at_cards(group) == {}
    choose_coin(group, Rounding(coin=10, rest=Rest.KITTY))
    an_ended_night(group)
    session = an_ended_night(group)
    ann, ben, cleo, dave, edith, _ = ids(group)
    pay(group, cleo, ann, 40, ink(), session=session)
    pay(group, dave, Account.BOX, 40, ink())
    assert won_at_cards(group) == {ann: 100, ben: 40, cleo: -40, dave: -40, edith: -40, THE_BOX: -20}


def test_plans_of_before_are_read_with_their_nights_in_two_queries() -> None:
    group = thursday_table()
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    carry(group, {ann: 30, ben: -40, cleo: 10}, ink())
    settle(group, PlanRequest(label="Easter"), ink())
    settle(group, PlanRequest(treasurer=cleo), ink())
    night = an_ended_night(group)
    keep_a_plan_of_its_own(night, at=timezone.now(), payments=[(cleo, ann, 25), (cleo, ben, 5)])
    with CaptureQueriesContext(connection) as asked:
        found = plans(group)
    assert len(asked) == 2
    told = [(plan.label, plan.night_at, len(plan.payments)) for plan in found]
    assert told == [("", night.started_at, 2), ("", None, 2), ("Easter", None, 2)]
    assert [[(one.payer, one.payee, one.cents) for one in plan.payments] for plan in found[:2]] == [
        [(cleo, ann, 25), (cleo, ben, 5)],
        [(ben, cleo, 40), (cleo, ann, 30)],
    ]


def test_what_the_box_paid_of_a_plan_and_what_was_paid_to_it_is_counted() -> None:
    group = thursday_table()
    ann, ben = ids(group, "Ann", "Ben")
    put_in_box(group, (ann,), 50, ink(), is_owed_back=True)
    settle(group, PlanRequest(treasurer=None), ink())
    pay_planned(group.settlements.get(number=1).payments.get(), 50, ink())
    spend_from_box(group, 30, ink(), note="beer", shared_by=[ben])
    settle(group, PlanRequest(), ink())
    pay_planned(group.settlements.get(number=2).payments.get(), 10, ink())
    found = [(one.payer, one.payee, one.cents, one.paid) for plan in plans(group) for one in plan.payments]
    assert found == [(ben, THE_BOX, 30, 10), (THE_BOX, ann, 50, 50)]


def test_plan_that_was_kept_once_changes_nothing_of_what_is_to_settle() -> None:
    for group in (thursday_table(), thursday_table(names=STRANGERS, guest=uuid.uuid4())):
        first, second = ids(group)[:2]
        carry(group, {first: 30, second: -30}, ink())
        settle(group, PlanRequest(), ink())
        assert to_settle(group) == {first: 30, second: -30}


def test_until_then_a_later_nights_own_plan_and_what_was_paid_of_it_counts_for_nothing() -> None:
    group = thursday_table()
    until = timezone.now() - timedelta(days=10)
    ann, ben, cleo, dave, edith, _ = ids(group)
    carry(group, {ann: 30, ben: -30}, WriteContext(key=uuid.uuid4(), after=0, at=until - timedelta(days=1)))
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ann", "Ben")
    end_with_a_plan(night, context(night))
    one = plan_of_its_own(night)[0]
    mark_paid(night, one.payer, one.payee, context(night))
    keep_a_plan_of_its_own(night, at=timezone.now(), payments=[(dave, ann, 7)])
    assert to_settle(group, until=until) == {ann: 30, ben: -30}
    pay(group, ben, ann, 4, ink(), session=night)
    assert to_settle(group, until=until) == {ann: 26, ben: -26}
    assert to_settle(group)[edith] < 0 < to_settle(group)[ann]
    assert cleo not in to_settle(group, until=until)


def test_journal_says_who_wrote_a_line_how_it_was_paid_and_what_lies_in_the_box() -> None:
    group = thursday_table()
    ann, ben = ids(group, "Ann", "Ben")
    by = owner_of(group)
    night = an_ended_night(group)
    pay(group, ben, ann, 5, WriteContext(key=uuid.uuid4(), after=0, by=by), method="cash")
    put_in_box(group, (ann,), 50, ink())
    for session in (None, night):
        undo(group, pay(group, ben, ann, 5, ink(), session=session).number, ink())
    with CaptureQueriesContext(connection) as asked:
        found = journal(group)
    assert len(asked) == 3
    assert [(one.night, one.undoes, one.is_undone) for one in found] == [
        (1, 6, False), (1, None, True), (None, 4, False), (None, None, True),
        (None, None, False), (None, None, False), (1, None, False),
    ]  # fmt: skip
    boxed, paid = found[4:6]
    assert (paid.by, paid.method, paid.postings) == (by.pk, "cash", (("Ben", 5), ("Ann", -5)))
    assert (boxed.by, boxed.method) == (None, "")
    assert sorted(boxed.postings) == [("", -50), (" ", 50), ("Ann", 0)]
