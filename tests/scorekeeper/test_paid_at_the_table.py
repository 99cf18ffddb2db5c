"""A payment made while the night goes on is counted when it ends, and is no debt the other way until then."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ledger.models import Session, Transaction
from ledger.models.book import sheet_of
from ledger.money.payments import owed_by
from ledger.recording import WriteContext, add_player, end_night, leave
from ledger.recording.auditing import audit
from ledger.recording.journal import Drawing, carry, drawn, pay, undo
from ledger.standings.money import balances, open_list
from scorekeeper.http.paying import line_named
from tests.cast import a_night, context, ids, owner_of, player, tell, thursday_table
from tests.old_ways import PlanRequest, settle
from tests.reading import csv_of, html_of
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.owing import pay_forms, said, undo_forms

LISTS = ("money", "settle")


@pytest.fixture
def night(db: None) -> Session:
    """Cleo has won 20 cents so far and Ann 10; Ben, Dave and Fred have lost 10 each."""
    group = thursday_table(names=("Ann", "Ben", "Cleo", "Dave", "Fred"), currency="USD", stake_cents=5)
    session = a_night(group)
    tell(session, "Cleo", "Ann", "won_schneider")
    return session


@pytest.fixture
def phone(night: Session) -> Client:
    return phone_of(owner_of(night.group).guest)


def address(night: Session, name: str, *more: int | str) -> str:
    return reverse(name, args=[night.group.code, *more])


def page(phone: Client, night: Session, name: str, *more: int) -> str:
    html: str = html_of(phone.get(address(night, name, *more)))
    return html[html.index("<header") :]


def goes_home(phone: Client, night: Session, payer: str, payee: str, cents: str) -> None:
    who, sheet = player(night.group, payer).pk, sheet_of(night)
    sits = [one for one in sheet.seating.seats if one != who]
    dealer = sheet.seating.left(who).dealer
    sent = {"key": uuid.uuid4(), "after": sheet.newest, "sits": sits, "dealer": dealer}
    assert phone.post(address(night, "seats", night.number), sent).status_code == 303
    pays(phone, night, payer, payee, cents)


def pays(phone: Client, night: Session, payer: str, payee: str, cents: str) -> None:
    one, other = ids(night.group, payer, payee)
    where = address(night, "going_pay", night.number, one)
    assert phone.post(where, said(line_named(one, other), cents)).status_code == 303


def lines(night: Session) -> list[tuple[str, str, int]]:
    """Return the open list; the book and its projection are right."""
    assert list(audit([night.group])) == []
    names = dict(night.group.players.values_list("pk", "name"))
    return [(names[one.payer], names[one.payee], one.cents) for one in open_list(night.group)]


def owed(night: Session) -> dict[str, int]:
    assert list(audit([night.group])) == []
    names = dict(night.group.players.values_list("pk", "name"))
    return {names[pk]: cents for pk, cents in owed_by(open_list(night.group)).items()}


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def balances_of_fred(phone: Client, night: Session) -> list[str]:
    at = address(night, "statement", player(night.group, "Fred").pk)
    return [one["balance"] for one in csv_of(phone.get(at, {"format": "csv", "of": "statement"}))]


def test_what_fred_paid_at_the_table_is_not_to_be_paid_back(night: Session, phone: Client) -> None:
    goes_home(phone, night, "Fred", "Cleo", "0.10")
    for name in LISTS:
        html = page(phone, night, name)
        words = ("Nothing to pay until the night ends.", "counted when the night ends", "square")
        assert [said in html for said in words] == [True, True, False]
        assert (pay_forms(html), len(undo_forms(html)) >= 1) == ([], True)
    html = page(phone, night, "statement", player(night.group, "Fred").pk)
    assert "owes nothing, and nothing is owed" in html
    assert "+$0.10 from payments is counted when the night ends" in html
    assert balances_of_fred(phone, night) == ["0.1", "0"]
    assert "Already paid" in page(phone, night, "ending", night.number)
    end_night(night, context(night))
    assert owed(night) == {"Ann": 10, "Ben": -10, "Cleo": 10, "Dave": -10}
    assert sum(cents for *_, cents in lines(night)) == 20
    assert balances_of_fred(phone, night) == ["0.1", "0"]


def test_a_payment_at_the_table_is_undone_from_the_page_of_the_money(night: Session, phone: Client) -> None:
    goes_home(phone, night, "Fred", "Cleo", "0.10")
    ((undoing, key),) = undo_forms(page(phone, night, "money"))
    assert phone.post(undoing, key).status_code == 303
    html = page(phone, night, "money")
    assert (undo_forms(html), "Nobody owes anybody anything." in html) == ([], True)
    end_night(night, context(night))
    assert ("Fred", "Cleo", 10) in lines(night)


def test_what_was_open_before_is_paid_first_and_the_rest_waits(night: Session, phone: Client) -> None:
    fred, cleo, ben = ids(night.group, "Fred", "Cleo", "Ben")
    carry(night.group, {fred: -30, cleo: 10, ben: 20}, ink())
    goes_home(phone, night, "Fred", "Cleo", "0.40")
    assert lines(night) == []  # Ben's 20 cents are paid by those who lose tonight
    found = {one.name: (one.cents, one.waits) for one in balances(night.group).players}
    assert (found["Ben"], found["Fred"], found["Cleo"]) == ((0, 20), (0, 10), (0, -30))
    assert "+$0.20 when the night ends" in page(phone, night, "money")
    end_night(night, context(night))
    assert owed(night) == {"Dave": -10, "Ann": 10, "Ben": 10, "Cleo": -10}


def test_a_payment_typed_while_both_are_at_the_table_belongs_to_the_night(
    night: Session, phone: Client
) -> None:
    fred, cleo = ids(night.group, "Fred", "Cleo")
    leave(night, fred, context(night))
    sent = {"key": uuid.uuid4(), "payer": fred, "payee": cleo, "cents": "0.10", "method": "", "note": ""}
    where = address(night, "book", "pay")
    for _ in range(2):
        assert phone.post(where, sent).status_code == 303
    assert Transaction.objects.get(kind="payment").session == night
    assert lines(night) == []
    end_night(night, context(night))
    assert phone.post(where, sent).status_code == 303
    assert Transaction.objects.filter(kind="payment").count() == 1
    assert "Fred" not in owed(night)


def test_a_payment_with_somebody_who_is_not_at_the_table_is_open_at_once(night: Session) -> None:
    gus, fred = add_player(night.group, "Gus").pk, player(night.group, "Fred").pk
    pay(night.group, gus, fred, 50, ink())
    assert lines(night) == [("Fred", "Gus", 50)]


def test_a_plan_asks_nobody_for_what_they_paid_at_the_table(night: Session, phone: Client) -> None:
    fred, ben = ids(night.group, "Fred", "Ben")
    carry(night.group, {fred: -30, ben: 30}, ink())
    goes_home(phone, night, "Fred", "Ben", "0.40")
    for drawing in (Drawing(until=timezone.now()), Drawing(treasurer=ben)):
        assert drawn(night.group, drawing) == ()
    undo(night.group, Transaction.objects.get(kind="payment").number, ink())
    settle(night.group, PlanRequest(), ink())
    assert lines(night) == [("Fred", "Ben", 30)]
