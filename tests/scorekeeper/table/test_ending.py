"""The end of a night: totals, who pays whom, what old books say was paid, and opening it again."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Entry, Group, Session
from ledger.models.book import sheet_of
from ledger.money.rounding import Rest, Rounding
from ledger.recording import (
    NewGroup,
    NewHand,
    WriteContext,
    choose_coin,
    end_night,
    merge_players,
    reopen_night,
    start_group,
    tell_hand,
)
from ledger.recording.auditing import audit
from ledger.recording.journal import pay, pay_line
from ledger.standings.money import open_list
from tests import cast
from tests.old_ways import end_with_a_plan, mark_paid, plan_of_its_own
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones


@pytest.fixture
def group(db: None) -> Group:
    return cast.thursday_table(currency="USD")


@pytest.fixture
def night(group: Group) -> Session:
    """Ann and Ben won a hand of five; the others pay two, one, one and one."""
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    return session


def page(session: Session, name: str = "ending") -> str:
    return reverse(name, args=[session.group.code, session.number])


def guards(session: Session, **more: Any) -> dict[str, Any]:
    return {"key": uuid.uuid4(), "after": sheet_of(session).newest, **more}


def ended(session: Session) -> Session:
    end_night(session, cast.context(session))
    return session


def text(client: Client, session: Session) -> str:
    html = html_of(client.get(page(session)))
    return html[html.index("<header") :]


def kinds(session: Session) -> list[str]:
    return list(Entry.objects.filter(session=session).values_list("kind", flat=True))


def test_before_the_end_the_page_says_what_will_happen_and_offers_watchers_no_button(
    night: Session, phone: Phones
) -> None:
    html = text(phone("scorer"), night)
    assert not missing(html, "End the night</button>", "The points become money at 25¢ a point", "+$0.50")
    html = text(phone("watcher"), night)
    assert "<button" not in html
    assert "+$0.50" in html


@pytest.mark.parametrize("who", ["owner", "scorer"])
def test_ending_is_written_once_and_shows_who_pays_whom(night: Session, phone: Phones, who: str) -> None:
    client, sent = phone(who), guards(night)
    for _ in range(2):
        answer = client.post(page(night, "end"), sent)
        assert (answer.status_code, answer["Location"]) == (303, page(night))
    assert kinds(night) == ["opened", "hand", "ended"]
    html = text(client, night)
    assert "Three payments left · $0.75 still open" in html
    assert html.count(">Mark paid</button>") == 6  # whole, or a part
    shared = html.partition("<textarea")[2].partition("</textarea>")[0]
    assert shared.count(" pays ") == 3
    assert "Thursday table" in shared
    assert "Ann +2 (+$0.50)" in shared


def test_what_an_old_book_says_was_paid_is_shown_and_undone(night: Session, scorer: Client) -> None:
    end_with_a_plan(night, cast.context(night))
    first = plan_of_its_own(night)[0]
    paid = mark_paid(night, first.payer, first.payee, cast.context(night)).entry.number
    html = text(scorer, night)
    assert not missing(html, "Paid that night", "Two payments left · $0.50 still open")
    assert scorer.post(page(night, "unpaid"), guards(night, of=paid)).status_code == 303
    html = text(scorer, night)
    assert "Paid that night" not in html
    assert "Three payments left · $0.75 still open" in html


def test_a_night_opens_again_and_keeps_what_was_paid(night: Session, phone: Phones) -> None:
    client, one = phone("scorer"), open_list(ended(night).group)[0]
    pay_line(night.group, (one.payer, one.payee), one.cents, cast.context(night), session=night)
    client.post(page(night, "reopen"), guards(night))
    html = text(client, night)
    assert not missing(html, "Already paid", "Undo</button>")
    client.post(page(night, "end"), guards(night))
    html = text(client, night)
    assert "Two payments left · $0.50 still open" in html
    assert html.count(" paid <bdi>") == 1


def test_a_night_lists_its_own_payments_and_one_line_leads_to_the_others(
    night: Session, watcher: Client
) -> None:
    assert "Besides" not in text(watcher, ended(night))
    for one in (night, cast.an_ended_night(night.group)):
        html = text(watcher, one)
        assert not missing(
            html,
            "Three payments left · $0.75 still open",
            "Besides: $0.75 from other days",
            reverse("money", args=[night.group.code]),
        )
    for line in open_list(night.group):
        pay_line(night.group, (line.payer, line.payee), line.cents // 2, cast.context(night), session=night)
    html = text(watcher, night)
    assert not missing(html, "Nothing is left to pay of this night.", "Besides: $0.75")


def test_an_old_night_does_not_list_what_an_expense_left_open(night: Session, phone: Phones) -> None:
    ann, cleo = cast.ids(ended(night).group, "Ann", "Cleo")
    for line in open_list(night.group):
        pay_line(night.group, (line.payer, line.payee), line.cents, cast.context(night), session=night)
    pay(night.group, ann, cleo, 2908, WriteContext(key=uuid.uuid4(), after=0))
    for name in ("ending", "report"):
        html = html_of(phone("watcher").get(reverse(name, args=[night.group.code, night.number])))
        assert "Besides: $29.08 from other days" in html
        assert not present(html, "still open", " pays <bdi>")


def test_changed_note_of_a_night_is_undone_by_one_tap_and_stands_in_the_lists(
    night: Session, phone: Phones, scorer: Client
) -> None:
    ended(night)
    scorer.post(page(night, "note_night"), guards(night, text="Ben’s birthday"))
    sent = guards(night, text="Wrong <b>")
    first, answer = (scorer.post(page(night, "note_night"), sent) for _ in range(2))
    assert first["Location"] == answer["Location"]
    assert html_of(scorer.get(page(night, "ending"))).count("Wrong &lt;b&gt;") == 3
    assert "Wrong &lt;b&gt;" in html_of(scorer.get(page(night, "report")))
    html = html_of(scorer.get(answer["Location"]))
    assert not missing(html, "Note saved", 'name="text" value="Ben’s birthday"')
    assert "Note saved" not in html_of(scorer.get(page(night, "ending")))
    assert 'value="Ben’s birthday"' not in html_of(phone("watcher").get(answer["Location"]))
    for name in ("group", "nights"):
        assert "Wrong &lt;b&gt;" in html_of(phone("watcher").get(reverse(name, args=[night.group.code])))
    scorer.post(page(night, "note_night"), guards(night, text="Ben’s birthday"))
    assert "Ben’s birthday" in html_of(scorer.get(reverse("group", args=[night.group.code])))
    scorer.post(page(night, "note_night"), guards(night, text=""))
    assert 'class="note"' not in html_of(scorer.get(reverse("nights", args=[night.group.code])))
    assert "birthday" not in html_of(scorer.get(page(night, "ending")))
    assert list(audit([night.group])) == []


def test_a_note_that_is_too_long_is_refused(night: Session, phone: Phones) -> None:
    assert (
        phone("scorer").post(page(ended(night), "note_night"), guards(night, text="x" * 141)).status_code
        == 422
    )


@pytest.mark.parametrize(
    ("name", "over", "sentence"),
    [
        ("end", True, "The night is over."),
        ("reopen", False, "not over"),
        ("divide_pot", False, "There is no pot on the table."),
    ],
)
def test_ending_reopening_and_dividing_out_of_turn_is_refused(
    night: Session, phone: Phones, name: str, over: bool, sentence: str
) -> None:
    if over:
        ended(night)
    assert sentence in html_of(phone("scorer").post(page(night, name), guards(night)), 422)


def test_the_night_says_to_which_coin_it_was_rounded(night: Session, phone: Phones) -> None:
    choose_coin(night.group, Rounding(coin=20, rest=Rest.KITTY))
    html = text(phone("watcher"), night)
    assert "+$0.40" in html
    html = text(phone("watcher"), ended(night))
    assert "Everybody’s money is rounded to $0.20; the kitty has the rest." in html
    choose_coin(night.group, Rounding())
    assert "+$0.40" in text(phone("watcher"), night)


def test_a_group_for_points_only_sees_no_money(phone: Phones, db: None) -> None:
    group = cast.thursday_table(currency="", stake_cents=0)
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    html = text(phone("owner"), session)
    assert "money" not in html
    html = text(phone("owner"), ended(session))
    assert "Ann +2\n" in html
    assert not present(html, "$", "pays", "paid")


def test_a_night_without_a_hand_ends_kindly(group: Group, phone: Phones) -> None:
    session, client = cast.a_night(group), phone("owner")
    assert "Not a single hand has been played" in text(client, session)
    assert client.post(page(session, "end"), guards(session)).status_code == 303
    assert "No hand was played tonight." in text(client, session)
    assert 'id="owed"' not in text(client, session)
    assert cast.an_ended_night(group).number
    html = text(client, session)
    assert 'id="owed"' not in html
    assert "Besides: $0.75 from other days" in html


def test_reopened_and_undone_twice_with_one_key_is_written_once(night: Session, phone: Phones) -> None:
    end_with_a_plan(night, cast.context(night))
    client, first = phone("scorer"), plan_of_its_own(night)[0]
    mark_paid(night, first.payer, first.payee, cast.context(night))
    undo = guards(night, of=plan_of_its_own(night)[0].paid)
    again = [client.post(page(night, "unpaid"), undo).status_code for _ in range(2)]
    reopen = guards(night)
    again += [client.post(page(night, "reopen"), reopen).status_code for _ in range(2)]
    assert set(again) == {303}
    assert kinds(night)[2:] == ["ended", "paid", "unpaid", "reopened"]


@pytest.mark.parametrize(
    ("name", "over"), [("end", False), ("divide_pot", False), ("reopen", True), ("unpaid", True)]
)
def test_a_phone_that_is_behind_is_told_what_happened(
    night: Session, phone: Phones, name: str, over: bool
) -> None:
    more: dict[str, Any] = {}
    if over:
        end_with_a_plan(night, cast.context(night))
        first = plan_of_its_own(night)[0]
        mark_paid(night, first.payer, first.payee, cast.context(night))
        more = {"of": plan_of_its_own(night)[0].paid}
        reopen_night(night, cast.context(night))
        ended(night)
    before = kinds(night)
    html = html_of(phone("scorer").post(page(night, name), {"key": uuid.uuid4(), "after": 1, **more}), 409)
    assert not missing(
        html,
        "Meanwhile hand 1 was recorded: <bdi>Ann</bdi> +2",
        f'name="after" value="{sheet_of(night).newest}"',
    )
    assert kinds(night) == before


@pytest.mark.parametrize("more", [{}, {"of": 10**30}, {"of": "x"}])
def test_a_payment_that_no_book_knows_is_not_undone(
    night: Session, phone: Phones, more: dict[str, Any]
) -> None:
    assert phone("scorer").post(page(ended(night), "unpaid"), guards(night, **more)).status_code == 422
    assert kinds(night)[-1] == "ended"


@pytest.fixture
def pot(db: None) -> Session:
    """Ann won a leaster: the four others who played it put a point each into the pot, and Frank dealt."""
    session = cast.a_night(cast.thursday_table(currency="USD", options={"pot": "leaster"}), dealer="Frank")
    tell_hand(session, cast.leaster(session, "Ann"), cast.context(session))
    return session


def test_a_pot_is_divided_before_the_night_ends(pot: Session, owner: Client) -> None:
    html = text(owner, pot)
    lies = sheet_of(pot).pot_points
    assert not missing(html, f"<b>{lies} points</b> lie in the pot", "Play for it at the table")
    assert "End the night</button>" not in html
    assert owner.post(page(pot, "end"), guards(pot)).status_code == 422
    behind = guards(pot)
    tell_hand(pot, cast.leaster(pot, "Ben"), cast.context(pot))
    assert owner.post(page(pot, "divide_pot"), behind).status_code == 409
    sent = guards(pot)
    assert [owner.post(page(pot, "divide_pot"), sent).status_code for _ in range(2)] == [303, 303]
    sheet = sheet_of(pot)
    assert sheet.pot_points == 0
    assert sum(sheet.totals.values()) == 0
    assert sheet.hands == 2
    html = text(owner, pot)
    assert "in the pot" not in html
    assert "End the night</button>" in html
    assert owner.post(page(pot, "end"), guards(pot)).status_code == 303


def test_a_payment_that_is_refused_while_the_night_goes_on_says_why(night: Session, phone: Phones) -> None:
    ann, ben = cast.ids(night.group, "Ann", "Ben")
    said = {"key": str(uuid.uuid4()), "after": "0", "payer": ann, "payee": ben, "amount": "1"}
    answer = phone("owner").post(reverse("night_pay", args=[night.group.code, 1]), said)
    assert answer.status_code == 422
    alert = re.search(r'role="alert">([^<]+)<', answer.content.decode())
    assert alert is not None
    assert alert.group(1).strip()


def test_cents_shown_before_the_end_are_booked_where_somebody_was_merged_meanwhile(owner: Client) -> None:
    new = NewGroup(
        name="Merged",
        names=("Gus", "Ann", "Ben", "Gustav"),
        currency="EUR",
        stake_cents=10,
        game="any_game",
        options={"counting": "typed", "money": "average"},
    )
    group = start_group(new, cast.OWNER, uuid.uuid4())
    gus, ann, ben, gustav = cast.ids(group, "Gus", "Ann", "Ben", "Gustav")
    night = cast.a_night(group, "Ann", "Ben", "Gustav")
    told = {"kind": "points", "points": [1, 0, 0]}
    tell_hand(night, NewHand(seats=(ann, ben, gustav), told=told, out=()), cast.context(night))
    # Of two who are level one pays the odd cent: by the ids in the book, and Gus has a lower one than Ben.
    merge_players(group, gustav, gus, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    night = Session.objects.get(pk=night.pk)
    bars = {bar.name: bar.cents for bar in owner.get(page(night)).context["told"].bars}
    assert sorted(bars.values(), key=lambda cents: cents or 0) == [-4, -3, 7]
    end_night(night, cast.context(night))
    night = Session.objects.get(pk=night.pk)
    assert {bar.name: bar.cents for bar in owner.get(page(night)).context["told"].bars} == bars
