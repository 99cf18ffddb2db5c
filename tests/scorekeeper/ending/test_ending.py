"""The end of a night: totals, the fewest payments, marking them paid, and opening it again."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.models import Entry, Group, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import WriteContext, admit, end_night, mark_paid, reopen_night, tell_hand
from ledger.recording.settlements import PlanRequest, settle
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones, phone_of

WRITING = ("end", "divide_pot", "reopen", "paid", "unpaid")


@pytest.fixture
def group(db: None) -> Group:
    """The Thursday table, 25 cents a point."""
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


def test_before_the_end_the_page_says_what_will_happen(night: Session, phone: Phones) -> None:
    html = text(phone("scorer"), night)
    assert "End the night</button>" in html
    assert "The points become money at 25¢ a point" in html
    assert "+$0.50" in html


def test_a_watcher_sees_the_result_and_no_button(night: Session, phone: Phones) -> None:
    html = text(phone("watcher"), night)
    assert "<button" not in html
    assert "+$0.50" in html


@pytest.mark.parametrize("who", ["owner", "scorer"])
def test_ending_shows_the_fewest_payments_and_why(night: Session, phone: Phones, who: str) -> None:
    client = phone(who)
    answer = client.post(page(night, "end"), guards(night))
    assert (answer.status_code, answer["Location"]) == (303, page(night))
    html = text(client, night)
    assert "Three payments settle it" in html
    assert "The fewest possible: " in html
    assert html.count("Mark paid<") == 3
    assert "Ann +2 (+$0.50)" in html


def test_a_payment_is_marked_paid_and_unpaid_again(night: Session, phone: Phones) -> None:
    client, first = phone("scorer"), _first_payment(ended(night))
    client.post(page(night, "paid"), guards(night, payer=first.payer, payee=first.payee))
    assert "Paid ✓" in text(client, night)
    paid = _first_payment(night).paid
    answer = client.post(page(night, "unpaid"), guards(night, of=paid))
    assert answer.status_code == 303
    assert "Paid ✓" not in text(client, night)


def test_two_payments_marked_from_one_loaded_page_are_two_things_said(night: Session, phone: Phones) -> None:
    client = phone("scorer")
    forms = re.findall(r'<form[^>]*end/paid/">(.*?)</form>', text(client, ended(night)), re.DOTALL)
    sent = [dict(re.findall(r'name="(key|after|payer|payee)" value="([^"]+)"', form)) for form in forms]
    assert len({said["key"] for said in sent}) == len(sent) == 3
    answers = [client.post(page(night, "paid"), said) for said in (sent[0], sent[1], sent[0])]
    assert [answer.status_code for answer in answers] == [303, 409, 303]
    assert "The book has moved on" in html_of(answers[1])


def test_when_all_is_paid_everybody_is_square(night: Session, phone: Phones) -> None:
    for payment in _payments(ended(night)):
        mark_paid(night, payment.payer, payment.payee, cast.context(night))
    assert "Everybody is square" in text(phone("watcher"), night)


def test_a_night_opens_again_and_keeps_what_was_paid(night: Session, phone: Phones) -> None:
    client, first = phone("scorer"), _first_payment(ended(night))
    mark_paid(night, first.payer, first.payee, cast.context(night))
    client.post(page(night, "reopen"), guards(night))
    assert "Already paid" in text(client, night)
    client.post(page(night, "end"), guards(night))
    html = text(client, night)
    assert "Two payments settle it" in html
    assert "Already paid" in html


def test_a_payment_from_before_is_undone_only_while_the_night_is_open(night: Session, phone: Phones) -> None:
    client, first = phone("scorer"), _first_payment(ended(night))
    paid = mark_paid(night, first.payer, first.payee, cast.context(night)).entry.number
    reopen_night(night, cast.context(night))
    ended(night)
    answer = client.post(page(night, "unpaid"), guards(night, of=paid))
    assert answer.status_code == 422
    assert "Open the night again first." in html_of(answer)
    reopen_night(night, cast.context(night))
    assert client.post(page(night, "unpaid"), guards(night, of=paid)).status_code == 303


def test_a_group_for_points_only_sees_no_money(phone: Phones, db: None) -> None:
    group = cast.thursday_table(currency="", stake_cents=0)
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    html = text(phone("owner"), session)
    assert "money" not in html
    html = text(phone("owner"), ended(session))
    assert "$" not in html
    assert "pays" not in html
    assert "paid" not in html
    assert "Ann +2\n" in html


def test_a_night_without_a_hand_ends_kindly(group: Group, phone: Phones) -> None:
    session, client = cast.a_night(group), phone("owner")
    assert "Not a single hand has been played" in text(client, session)
    assert client.post(page(session, "end"), guards(session)).status_code == 303
    assert "nothing to settle" in text(client, session)


@pytest.mark.parametrize("name", WRITING)
def test_a_watcher_may_not_write(night: Session, phone: Phones, name: str) -> None:
    assert phone("watcher").post(page(night, name), guards(night)).status_code == 403
    assert kinds(night) == ["opened", "hand"]


@pytest.mark.parametrize("name", ["ending", *WRITING])
def test_to_a_stranger_there_is_nothing(night: Session, phone: Phones, name: str) -> None:
    client = phone("stranger")
    assert client.get(page(night, name)).status_code == 404
    assert client.post(page(night, name), guards(night)).status_code == 404
    assert Client().post(page(night, name), guards(night)).status_code == 404


@pytest.mark.parametrize("name", WRITING)
def test_what_writes_is_only_posted(night: Session, phone: Phones, name: str) -> None:
    assert phone("owner").get(page(night, name)).status_code == 405


def test_another_groups_night_is_not_found(night: Session, phone: Phones) -> None:
    other = cast.thursday_table(name="Others", guest=uuid.uuid4())
    cast.a_night(other)
    second = cast.a_night(other)
    assert phone("owner").get(f"/g/{night.group.code}/{second.number}/end/").status_code == 404


def test_ended_twice_with_one_key_is_written_once(night: Session, phone: Phones) -> None:
    client, sent = phone("scorer"), guards(night)
    assert client.post(page(night, "end"), sent).status_code == 303
    assert client.post(page(night, "end"), sent).status_code == 303
    assert kinds(night) == ["opened", "hand", "ended"]


def test_reopened_and_paid_twice_with_one_key_is_written_once(night: Session, phone: Phones) -> None:
    client, first = phone("scorer"), _first_payment(ended(night))
    pay = guards(night, payer=first.payer, payee=first.payee)
    again = [client.post(page(night, "paid"), pay).status_code for _ in range(2)]
    undo = guards(night, of=_first_payment(night).paid)
    again += [client.post(page(night, "unpaid"), undo).status_code for _ in range(2)]
    reopen = guards(night)
    again += [client.post(page(night, "reopen"), reopen).status_code for _ in range(2)]
    assert set(again) == {303}
    assert kinds(night)[2:] == ["ended", "paid", "unpaid", "reopened"]


@pytest.mark.parametrize(
    ("name", "over"),
    [("end", False), ("divide_pot", False), ("reopen", True), ("paid", True), ("unpaid", True)],
)
def test_a_phone_that_is_behind_is_told_what_happened(
    night: Session, phone: Phones, name: str, over: bool
) -> None:
    more: dict[str, Any] = {}
    if over:
        first = _first_payment(ended(night))
        mark_paid(night, first.payer, first.payee, cast.context(night))
        more = {"payer": first.payer, "payee": first.payee, "of": _first_payment(night).paid}
        reopen_night(night, cast.context(night))
        ended(night)
    before = kinds(night)
    answer = phone("scorer").post(page(night, name), {"key": uuid.uuid4(), "after": 1, **more})
    assert answer.status_code == 409
    assert "Meanwhile hand 1 was recorded: <bdi>Ann</bdi> +2" in html_of(answer)
    assert f'name="after" value="{sheet_of(night).newest}"' in html_of(answer)
    assert kinds(night) == before


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"key": "tea", "after": "1"},
        {"key": "4b7f3b1e-1d2c-4f5a-8a3e-0e6f4a1b2c3d", "after": "-1"},
        {"key": "4b7f3b1e-1d2c-4f5a-8a3e-0e6f4a1b2c3d", "after": "9" * 5000},
        {"key": "4b7f3b1e-1d2c-4f5a-8a3e-0e6f4a1b2c3d", "after": "³"},
    ],
)
@pytest.mark.parametrize("name", WRITING)
def test_nonsense_is_answered_with_a_sentence(
    night: Session, phone: Phones, name: str, said: dict[str, str]
) -> None:
    answer = phone("scorer").post(page(night, name), said)
    assert answer.status_code == 422
    assert 'class="wrong" role="alert"' in html_of(answer)
    assert kinds(night) == ["opened", "hand"]


@pytest.mark.parametrize("more", [{}, {"payer": 1, "payee": 10**30, "of": 10**30}, {"payer": "x", "of": "x"}])
@pytest.mark.parametrize("name", ["paid", "unpaid"])
def test_a_payment_that_nobody_planned_is_refused(
    night: Session, phone: Phones, name: str, more: dict[str, Any]
) -> None:
    answer = phone("scorer").post(page(ended(night), name), guards(night, **more))
    assert answer.status_code == 422
    assert kinds(night)[-1] == "ended"


def test_a_night_that_is_over_does_not_end_again(night: Session, phone: Phones) -> None:
    answer = phone("scorer").post(page(ended(night), "end"), guards(night))
    assert answer.status_code == 422
    assert "The night is over." in html_of(answer)


def test_a_night_that_is_not_over_does_not_reopen(night: Session, phone: Phones) -> None:
    assert phone("scorer").post(page(night, "reopen"), guards(night)).status_code == 422


@pytest.fixture
def pot(db: None) -> Session:
    """Ann won a leaster: the four others who played it put a point each into the pot, and Frank dealt."""
    group = cast.thursday_table(currency="USD", options={"pot": "leaster"})
    session = cast.a_night(group, dealer="Frank")
    tell_hand(session, cast.leaster(session, "Ann"), cast.context(session))
    return session


def test_a_pot_is_divided_before_the_night_ends(pot: Session, phone: Phones) -> None:
    client = phone("owner")
    html = text(client, pot)
    lies = sheet_of(pot).pot_points
    assert f"<b>{lies} points</b> lie in the pot" in html
    assert "Play for it at the table" in html
    assert "End the night</button>" not in html
    assert client.post(page(pot, "end"), guards(pot)).status_code == 422
    sent = guards(pot)
    assert [client.post(page(pot, "divide_pot"), sent).status_code for _ in range(2)] == [303, 303]
    sheet = sheet_of(pot)
    assert sheet.pot_points == 0
    assert sum(sheet.totals.values()) == 0
    assert sheet.hands == 1
    html = text(client, pot)
    assert "in the pot" not in html
    assert "End the night</button>" in html
    assert client.post(page(pot, "end"), guards(pot)).status_code == 303


def test_who_only_watches_divides_no_pot(pot: Session) -> None:
    client = phone_of(guest := uuid.uuid4())
    admit(pot.group, guest, Role.WATCHER)
    html = text(client, pot)
    assert "lie in the pot" in html
    assert "<button" not in html
    assert client.post(page(pot, "divide_pot"), guards(pot)).status_code == 403


def test_a_pot_that_moved_meanwhile_is_not_divided(pot: Session, phone: Phones) -> None:
    behind = guards(pot)
    tell_hand(pot, cast.leaster(pot, "Ben"), cast.context(pot))
    answer = phone("owner").post(page(pot, "divide_pot"), behind)
    assert answer.status_code == 409
    assert "Meanwhile hand 2 was recorded" in html_of(answer)
    assert kinds(pot) == ["opened", "hand", "hand"]


def test_where_there_is_no_pot_none_is_divided(night: Session, phone: Phones) -> None:
    answer = phone("scorer").post(page(night, "divide_pot"), guards(night))
    assert answer.status_code == 422
    assert "There is no pot on the table." in html_of(answer)


def test_names_are_escaped_and_stand_apart(phone: Phones, db: None) -> None:
    group = cast.thursday_table(names=("<script>alert(1)</script>", 'A"b', "🐑", "W" * 40, "שלום"))
    session = cast.a_night(group)
    html = text(phone("owner"), session)
    assert "<script>alert" not in html
    assert "<bdi" in html


def test_queries_do_not_grow_with_hands(
    night: Session, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("watcher")
    for hands in (1, 4):
        for _ in range(hands):
            cast.tell(night, "Cleo", "Dave", "lost")
        with django_assert_num_queries(4):
            client.get(page(night))


def test_the_text_to_share_names_every_payment(night: Session, phone: Phones) -> None:
    html = text(phone("watcher"), ended(night))
    shared = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)
    assert shared
    assert shared[1].count(" pays ") == 3
    assert "Thursday table" in shared[1]


def _payments(session: Session) -> Any:
    ending = sheet_of(session).ending
    assert ending
    return ending.payments


def _first_payment(session: Session) -> Any:
    return _payments(session)[0]


def test_a_night_that_a_settlement_covers_is_paid_there(night: Session, phone: Phones) -> None:
    client, first = phone("scorer"), _first_payment(ended(night))
    mark_paid(night, first.payer, first.payee, cast.context(night))
    later = _payments(night)[1]
    settle(night.group, PlanRequest(label="November"), WriteContext(key=uuid.uuid4(), after=0))
    html = text(client, night)
    assert "Settled with “November”" in html
    assert "Mark paid<" not in html
    assert html.count("Paid ✓") == 1
    assert html.count("pays <bdi>") == 3
    assert reverse("plan", args=[night.group.code, 1]) in html
    assert html.count("What is open is settled with “November”") == 1
    answer = client.post(page(night, "paid"), guards(night, payer=later.payer, payee=later.payee))
    assert answer.status_code == 422
    assert "Settlement 1 covers this night." in html_of(answer)


def test_a_night_that_was_all_paid_before_a_settlement_stays_so(night: Session, phone: Phones) -> None:
    for payment in _payments(ended(night)):
        mark_paid(night, payment.payer, payment.payee, cast.context(night))
    other = cast.a_night(night.group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(other, "Ann", "Ben")
    end_night(other, cast.context(other))
    settle(night.group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    assert "Everybody is square" in text(phone("watcher"), night)
