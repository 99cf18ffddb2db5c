"""What a night brought and what was paid of it, and which payments are undone beside what is open."""

import uuid

import pytest

from ledger.models import Account, Entry, Group, Session
from ledger.money.rounding import THE_BOX, Rest, Rounding
from ledger.recording import WriteContext, choose_coin
from ledger.recording.journal import carry, pay
from ledger.standings.money import brought_by, is_payment, posted_for, what_is_open
from tests.cast import STRANGERS, a_night, an_ended_night, context, ids, tell, thursday_table
from tests.old_ways import end_with_a_plan, mark_paid, plan_of_its_own

pytestmark = pytest.mark.django_db


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


@pytest.fixture
def group() -> Group:
    """Return a group that rounds to ten cents and gives the kitty the rest."""
    made = thursday_table()
    choose_coin(made, Rounding(coin=10, rest=Rest.KITTY))
    return made


@pytest.fixture
def night(group: Group) -> Session:
    """Return a night for which Cleo paid Ann and Dave paid the box; of another one all was paid otherwise."""
    session = an_ended_night(group)
    ann, ben, cleo, dave = ids(group)[:4]
    pay(group, cleo, ann, 15, ink(), session=session)
    pay(group, dave, Account.BOX, 5, ink(), session=session)
    pay(group, ben, ann, 1, ink(), session=an_ended_night(group))
    pay(group, ben, ann, 2, ink())
    return session


def test_what_a_night_brought_is_what_the_journal_has_of_its_result(group: Group, night: Session) -> None:
    ann, ben, cleo, dave, edith, _ = ids(group)
    assert posted_for(night) == {ann: 50, ben: 20, cleo: -20, dave: -20, edith: -20, THE_BOX: -10}
    # What was paid of it is less to pay.
    assert brought_by(night) == {ann: 35, ben: 20, cleo: -5, dave: -15, edith: -20, THE_BOX: -15}
    session = a_night(group, dealer="Frank")
    tell(session, "Ann", "Ben")
    assert brought_by(session) == posted_for(session) == {}


def test_what_was_paid_lately_says_who_paid_whom_how_and_on_which_night(group: Group) -> None:
    session = a_night(group)
    ann, ben = ids(group, "Ann", "Ben")
    pay(group, ann, ben, 5, ink(), method="cash", session=session)
    pay(group, ann, Account.BOX, 6, ink())
    found = [(one.payer, one.payee, one.cents, one.method, one.night) for one in what_is_open(group).paid]
    assert found == [(ann, THE_BOX, 6, "", None), (ann, ben, 5, "cash", 1)]


def test_only_a_payment_of_the_group_itself_can_be_undone_beside_what_is_open() -> None:
    group, other = thursday_table(), thursday_table(names=STRANGERS, guest=uuid.uuid4())
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(session, "Ann", "Ben")
    end_with_a_plan(session, context(session))
    first = plan_of_its_own(session)[0]
    mark_paid(session, first.payer, first.payee, context(session))
    ann, ben = ids(group)[:2]
    pay(group, ann, ben, 5, ink())
    carry(group, {ann: 5, ben: -5}, ink())
    gus, hanna = ids(other)[:2]
    for _ in range(4):
        pay(other, gus, hanna, 5, ink())
    lines = group.transactions.order_by("number")
    about = [(one.kind, Entry.objects.filter(key=one.key).exists()) for one in lines]
    assert about == [("night", True), ("payment", True), ("payment", False), ("carried", False)]
    assert [is_payment(group, line) for line in (1, 2, 3, 4, 5)] == [False, False, True, False, False]
    assert is_payment(other, 4)
