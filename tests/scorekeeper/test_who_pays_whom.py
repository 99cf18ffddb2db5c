"""The list of who pays whom is the same on every page that has it, and is paid and undone there."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.models import Group, Session, Transaction
from ledger.recording import WriteContext
from ledger.recording.auditing import audit
from ledger.standings.money import balances, open_list
from scorekeeper.http.paying import line_named
from tests import cast
from tests.old_ways import PlanRequest, settle
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones
from tests.scorekeeper.owing import pay_forms, said, undo_forms

# The pages that have the list, and the address at which each pays.
PAGES = {"money": "money_pay", "settle": "settle_pay", "ending": "night_pay"}

MOST_QUERIES = 16

# The address at which each undoes.
UNDO = {page: name.replace("pay", "unpay") for page, name in PAGES.items()}

pytestmark = pytest.mark.parametrize("name", PAGES)


@pytest.fixture
def night(group: Group) -> Session:
    """Ann is owed 50 cents and Ben 25; Cleo, Dave and Edith owe 25 each."""
    return cast.an_ended_night(group)


def address(name: str, night: Session, *more: int) -> str:
    of_a_night = name in {"ending", "night_pay", "night_unpay"}
    return reverse(name, args=[night.group.code, *([night.number] if of_a_night else []), *more])


def text(answer: Any) -> str:
    html: str = html_of(answer)
    return html[html.index("<header") :]


def first(group: Group) -> str:
    line = open_list(group)[0]
    return line_named(line.payer, line.payee)


def owed(group: Group) -> int:
    return sum(one.cents for one in balances(group).players if one.cents > 0)


def test_who_watches_reads_what_is_left(night: Session, phone: Phones, name: str) -> None:
    html = text(phone("watcher").get(address(name, night)))
    assert "Three payments left · €0.75 still open" in html
    assert html[html.index('id="owed"') :].count(" pays <bdi>") >= 3
    assert pay_forms(html) == []


def test_one_tap_pays_a_line_and_one_undoes_it(night: Session, phone: Phones, name: str) -> None:
    client, before = phone("owner"), open_list(night.group)
    pays = pay_forms(text(client.get(address(name, night))))[1]
    undone: list[tuple[str, dict[str, str]]] = []
    for form, left, words in (
        (pays, (before[0], before[2]), "Two payments left · €0.50 still open"),
        (None, before, "Three payments left · €0.75 still open"),
    ):
        where, sent = form or undone[0]
        for _ in range(2):
            answer = client.post(where, sent)
            assert (answer.status_code, answer["Location"]) == (303, f"{address(name, night)}#owed")
        html = text(client.get(address(name, night)))
        undone = undo_forms(html)
        paid = Transaction.objects.filter(kind="payment").order_by("number")
        assert (paid[0].session, paid.count()) == (night if name == "ending" else None, 1 if form else 2)
        assert (set(open_list(night.group)), words in html, len(undone)) == (
            set(left),
            True,
            1 if form else 0,
        )
        assert list(audit([night.group])) == []
    assert client.post(where, {"key": uuid.uuid4()}).status_code == 422


def test_a_part_lowers_its_line_alone(night: Session, phone: Phones, name: str) -> None:
    client, before = phone("scorer"), open_list(night.group)
    answer = client.post(address(PAGES[name], night), said(first(night.group), "0,10", method="Venmo"))
    assert answer.status_code == 303
    html = text(client.get(address(name, night)))
    assert [one in html for one in ("Three payments left · €0.65 still open", "Venmo")] == [True, True]
    assert open_list(night.group)[1:] == before[1:]


def test_when_all_is_paid_everybody_is_square_and_not_a_cent_before(
    night: Session, phone: Phones, name: str
) -> None:
    client = phone("scorer")
    while forms := pay_forms(html := text(client.get(address(name, night)))):
        assert (owed(night.group) > 0, "square" in html) == (True, False)
        client.post(*forms[0])
    assert (owed(night.group), "All paid. Everybody is square." in html) == (0, True)


@pytest.mark.parametrize("cents", ["", "0", "-1", "tea", "0.26", "9" * 10_000, "1.234", "a\0b", "<b>"])
def test_an_amount_that_will_not_do_is_refused_beside_its_line(
    night: Session, phone: Phones, name: str, cents: str
) -> None:
    sent = said(first(night.group), cents, method="in <chips>")
    answer = phone("scorer").post(address(PAGES[name], night), sent)
    html = " ".join(text(answer).split())
    kept = ('id="owed-wrong-1" role="alert"', 'value="in &lt;chips&gt;"', f'name="key" value="{sent["key"]}"')
    assert (answer.status_code, [one for one in kept if one not in html]) == (422, [])
    assert not Transaction.objects.filter(kind="payment").exists()


@pytest.mark.parametrize(
    "sent",
    [
        *map(said, ["", "tea", "1-2-3", "0-0", f"{10**17}-{10**17}", "1.1:1-2", "9" * 9_000, "a\0b", "-1-2"]),
        {},
        {"key": "tea"},
        {"key": uuid.UUID(int=7)},
    ],
)
def test_a_line_that_is_not_open_is_refused_in_sight(
    night: Session, phone: Phones, name: str, sent: dict[str, Any]
) -> None:
    answer = phone("scorer").post(address(PAGES[name], night), sent)
    assert (answer.status_code, 'class="wrong" role="alert"' in text(answer)) == (422, True)
    assert not Transaction.objects.filter(kind="payment").exists()


def test_two_phones_pay_the_same_line_once_and_no_line_of_another_group(
    night: Session, phone: Phones, name: str
) -> None:
    other = cast.an_ended_night(cast.thursday_table(name="Others"))
    line, pay = first(night.group), address(PAGES[name], night)
    assert phone("scorer").post(pay, said(line)).status_code == 303
    answer = phone("owner").post(pay, said(line))
    assert (answer.status_code, "That is not open any more." in text(answer)) == (422, True)
    assert phone("owner").post(pay, said(first(other.group))).status_code == 422
    assert (owed(night.group), owed(other.group)) == (50, 75)


@pytest.mark.parametrize("line", [1, 99, 10**30])
def test_only_payments_are_undone_there(night: Session, phone: Phones, name: str, line: int) -> None:
    where = address(UNDO[name], night, line)
    assert phone("owner").post(where, {"key": uuid.uuid4()}).status_code == 404


def test_kept_plan_of_before_is_the_same_list_as_without_it(night: Session, phone: Phones, name: str) -> None:
    before = open_list(night.group)
    dave = cast.player(night.group, "Dave").pk
    settle(night.group, PlanRequest(treasurer=dave), WriteContext(key=uuid.uuid4(), after=0))
    client = phone("scorer")
    html = text(client.get(address(name, night)))
    assert len(pay_forms(html)) == len(before)
    client.post(*pay_forms(html)[0])
    assert open_list(night.group) == before[1:]
    assert list(audit([night.group])) == []


def test_a_group_for_points_only_has_no_list(phone: Phones, name: str, db: None) -> None:
    night = cast.an_ended_night(cast.thursday_table(currency="", stake_cents=0))
    assert phone("owner").post(address(PAGES[name], night), said("1-2")).status_code == 404
    if name == "ending":
        assert 'id="owed"' not in text(phone("owner").get(address(name, night)))


def test_the_cost_does_not_grow_with_nights_and_payments(group: Group, phone: Phones, name: str) -> None:
    client, night = phone("scorer"), cast.an_ended_night(group)
    asked = []
    for nights in (1, 4):
        for _ in range(nights):
            cast.an_ended_night(group)
            client.post(address(PAGES[name], night), said(first(group), "0.10"))
        with CaptureQueriesContext(connection) as queries:
            client.get(address(name, night))
        asked.append(len(queries))
    assert asked[0] == asked[1] <= MOST_QUERIES
