"""Who goes home early is shown what there is to pay or to get, and settles on the spot."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group, Session, Transaction
from ledger.models.book import sheet_of
from ledger.recording import choose_coin, end_night, leave, reopen_night, tell_hand
from ledger.recording.auditing import audit
from ledger.settling import Rest, Rounding
from ledger.standings.open_list import open_list
from tests.cast import a_night, an_ended_night, context, ids, leaster, player, tell, thursday_table
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones
from tests.scorekeeper.owing import said

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


@pytest.fixture
def night(group: Group) -> Session:
    """Ann has won 50 cents so far and Ben 25; Cleo, Dave and Edith have lost 25 each."""
    session = a_night(group, *FIVE)
    tell(session, "Ann", "Ben")
    return session


def page(night: Session, name: str = "Cleo", view: str = "going", *more: int) -> str:
    return reverse(view, args=[night.group.code, night.number, player(night.group, name).pk, *more])


def line(night: Session, payer: str, payee: str) -> str:
    return "{}-{}".format(*ids(night.group, payer, payee))


def goes_home(client: Client, night: Session, name: str) -> Any:
    pk = player(night.group, name).pk
    sheet = sheet_of(night)
    sits = [one for one in sheet.seating.seats if one != pk]
    dealer = sheet.seating.left(pk).dealer
    sent = {"key": uuid.uuid4(), "after": sheet.newest, "sits": sits, "dealer": dealer}
    return client.post(reverse("seats", args=[night.group.code, night.number]), sent)


@pytest.mark.parametrize(
    ("name", "words"),
    [("Cleo", "To pay now: €0.25"), ("Ann", "To get now: €0.50"), ("Ben", "To get now: €0.25")],
)
def test_who_goes_home_sees_what_is_open(night: Session, scorer: Client, name: str, words: str) -> None:
    answer = goes_home(scorer, night, name)
    assert answer.status_code == 303
    assert answer["Location"].startswith(page(night, name))
    html = html_of(scorer.get(answer["Location"]))
    assert words in html
    assert f"told={sheet_of(night).newest}#table" in html


def test_who_has_nothing_open_goes_home_at_once(group: Group, scorer: Client) -> None:
    night = a_night(group, *FIVE, "Frank")
    tell(night, "Ben", "Cleo")
    assert reverse("table", args=[group.code, night.number]) in goes_home(scorer, night, "Ann")["Location"]


def test_it_is_paid_on_the_spot_and_the_night_brings_the_rest(night: Session, scorer: Client) -> None:
    leave(night, player(night.group, "Cleo").pk, context(night))
    sent = said(line(night, "Cleo", "Ann"), "0.25", method="Venmo")
    for _ in range(2):
        answer = scorer.post(page(night, "Cleo", "going_pay"), sent)
        assert (answer.status_code, answer["Location"]) == (303, page(night))
    html = html_of(scorer.get(page(night)))
    assert not missing(html, "Nothing to pay, nothing to get", "Venmo")
    money_page = html_of(scorer.get(reverse("money", args=[night.group.code])))
    assert "€0.25 was paid for it" in money_page
    end_night(night, context(night))
    assert sorted(one.cents for one in open_list(night.group)) == [25, 25]
    assert player(night.group, "Cleo").pk not in {one.payer for one in open_list(night.group)}
    assert list(audit([night.group])) == []


def test_it_is_paid_in_parts_to_several_and_undone(night: Session, scorer: Client) -> None:
    tell(night, "Ben", "Ann")
    tell(night, "Ann", "Ben")
    assert "To pay now: €0.75" in html_of(scorer.get(page(night)))
    scorer.post(page(night, "Cleo", "going_pay"), said(line(night, "Cleo", "Ann"), "0.30"))
    scorer.post(page(night, "Cleo", "going_pay"), said(line(night, "Cleo", "Ben"), "0.20"))
    assert "To pay now: €0.25" in html_of(scorer.get(page(night)))
    made = Transaction.objects.latest("number")
    assert made.session == night
    undo, once = page(night, "Cleo", "going_unpay", made.number), {"key": uuid.uuid4()}
    assert [scorer.post(undo, once).status_code for _ in range(2)] == [303, 303]
    assert "To pay now: €0.45" in html_of(scorer.get(page(night)))
    assert scorer.post(undo, {"key": uuid.uuid4()}).status_code == 422


def test_what_was_open_before_tonight_counts(group: Group, scorer: Client) -> None:
    an_ended_night(group)
    night = a_night(group, *FIVE)
    tell(night, "Cleo", "Dave")
    html = html_of(scorer.get(page(night)))
    assert not missing(html, "Besides tonight: −€0.25.", "To get now: €0.25")


def test_a_night_that_was_opened_again_is_not_counted_twice(night: Session, scorer: Client) -> None:
    end_night(night, context(night))
    reopen_night(night, context(night))
    assert "To pay now: €0.25" in html_of(scorer.get(page(night)))


def test_it_is_rounded_as_the_night_will_be(night: Session, scorer: Client) -> None:
    choose_coin(night.group, Rounding(coin=20))
    assert "To pay now: €0.20" in html_of(scorer.get(page(night)))


def test_what_lies_in_a_pot_is_waited_for(scorer: Client, phone: Phones, db: None) -> None:
    group = thursday_table(name="Pots", options={"pot": "leaster"})
    night = a_night(group, dealer="Frank")
    tell_hand(night, leaster(night, "Ann"), context(night))
    html = html_of(phone("owner").get(page(night, "Ben")))
    assert "waits for what lies on the table" in html


def test_after_the_night_it_is_settled_with_all_the_others(night: Session, scorer: Client) -> None:
    end_night(night, context(night))
    assert scorer.get(page(night))["Location"] == reverse("ending", args=[night.group.code, night.number])


@pytest.mark.parametrize("cents", ["", "0", "-1", "tea", "9" * 10_000])
def test_an_amount_that_will_not_do_is_refused_beside_its_line(
    night: Session, scorer: Client, cents: str
) -> None:
    sent = said(line(night, "Cleo", "Ann"), cents, method="<i>")
    html = html_of(scorer.post(page(night, "Cleo", "going_pay"), sent), 422)
    assert not missing(html, 'id="owed-wrong-1" role="alert"', 'value="&lt;i&gt;"')
    assert not Transaction.objects.exists()


@pytest.mark.parametrize("pair", ["", "tea", "1-1", "0-0", f"{10**17}-1"])
def test_nonsense_is_answered_with_a_sentence(night: Session, scorer: Client, pair: str) -> None:
    assert 'class="wrong"' in html_of(scorer.post(page(night, "Cleo", "going_pay"), said(pair)), 422)
    others = said(line(night, "Ann", "Ben"))
    assert scorer.post(page(night, "Cleo", "going_pay"), others).status_code == 422
    assert not Transaction.objects.exists()


def test_everybody_with_whom_it_could_be_settled_is_shown_and_can_be_paid(
    night: Session, scorer: Client
) -> None:
    html = html_of(scorer.get(page(night)))
    others = html[html.index("Or settle with somebody else") :]
    assert "<bdi>Cleo</bdi> pays <bdi>Ben</bdi>" in others
    assert "<bdi>Dave</bdi>" not in others
    sent = said(line(night, "Cleo", "Ben"), "0.25")
    assert f'name="line" value="{sent["line"]}"' in others
    for _ in range(2):
        assert scorer.post(page(night, "Cleo", "going_pay"), sent).status_code == 303
    assert Transaction.objects.count() == 1
    html = html_of(scorer.get(page(night)))
    assert "Nothing to pay, nothing to get" in html
    assert "Or settle with somebody else" not in html
    end_night(night, context(night))
    assert list(audit([night.group])) == []


def test_who_gets_money_can_have_it_of_whoever_owes_any(night: Session, scorer: Client) -> None:
    html = html_of(scorer.get(page(night, "Ben")))
    others = html[html.index("Or settle with somebody else") :]
    assert others.count("pays <bdi>Ben</bdi>") == 2
    assert others.count("€0.25") == 2


def test_what_is_to_pay_now_is_what_the_button_pays_where_the_rest_is_carried(
    night: Session, scorer: Client
) -> None:
    choose_coin(night.group, Rounding(coin=20, rest=Rest.CARRIED))
    html = html_of(scorer.get(page(night)))
    assert not missing(html, "To pay now: €0.20", "€0.20 now, and €0.05 stays open till the next night")
    scorer.post(page(night, "Cleo", "going_pay"), said(line(night, "Cleo", "Ann"), "0.20"))
    html = html_of(scorer.get(page(night)))
    assert "€0.05 still open, carried on to the next night" in html
    assert "To pay now" not in html


def test_nobody_is_named_to_settle_with_who_would_get_less_than_a_coin(
    night: Session, scorer: Client
) -> None:
    assert "Or settle with somebody else" in html_of(scorer.get(page(night)))
    choose_coin(night.group, Rounding(coin=50, rest=Rest.CARRIED))
    html = html_of(scorer.get(page(night)))
    assert "€0.25 still open, carried on to the next night" in html
    assert "Or settle with somebody else" not in html
