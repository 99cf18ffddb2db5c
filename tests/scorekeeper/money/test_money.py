"""The group's money: balances, the journal, what is written down, and what is refused."""

import csv
import re
import uuid
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.exchange.copying import copy
from ledger.exchange.tables import as_csv, journal
from ledger.models import Group, Transaction, guards
from ledger.recording import WriteContext, add_player, end_night, merge_players, pay_together
from ledger.recording.journal import pay, undo
from ledger.standings.money import balances
from scorekeeper.text.dates import when
from tests import cast
from tests.notebooks import read_notebook
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones

FORMS = ("pay", "expense", "deposit", "spend", "adjust", "carry")


def page(group: Group) -> str:
    return reverse("money", args=[group.code])


def form(group: Group, name: str) -> str:
    return reverse("book", args=[group.code, name])


def line(group: Group, number: int) -> str:
    return reverse("undo_line", args=[group.code, number])


def said(group: Group, name: str, **more: Any) -> dict[str, Any]:
    ann, ben, cleo = cast.ids(group, "Ann", "Ben", "Cleo")
    told: dict[str, dict[str, Any]] = {
        "pay": {"payer": ann, "payee": ben, "cents": "12.50"},
        "expense": {"payer": ann, "cents": "36", "note": "pizza", "shared_by": [ann, ben, cleo]},
        "deposit": {"players": [ann], "cents": "20"},
        "spend": {"cents": "42,00", "note": "pizza", "shared_by": [ann, ben, cleo], "anyway": "on"},
        "adjust": {"gainer": ann, "loser": ben, "cents": "3", "reason": "a bet"},
        "carry": {f"side-{ann}": "owed", f"cents-{ann}": "5", f"side-{ben}": "owes", f"cents-{ben}": "5"},
    }
    return {"key": uuid.uuid4(), **told[name], **more}


def owed(group: Group) -> dict[str, int]:
    return {one.name: one.cents for one in balances(group).players if one.cents}


EXPECTED: Mapping[str, Mapping[str, int]] = {
    "pay": {"Ann": 1250, "Ben": -1250},
    "expense": {"Ann": 2400, "Ben": -1200, "Cleo": -1200},
    "deposit": {},
    "spend": {"Ann": -1400, "Ben": -1400, "Cleo": -1400},
    "adjust": {"Ann": 300, "Ben": -300},
    "carry": {"Ann": 500, "Ben": -500},
}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("who", ["owner", "scorer"])
def test_what_is_said_is_booked_once(group: Group, phone: Phones, name: str, who: str) -> None:
    client, told = phone(who), said(group, name)
    for _ in range(2):
        answer = client.post(form(group, name), told)
        assert (answer.status_code, answer["Location"]) == (303, page(group))
    assert Transaction.objects.count() == 1
    assert owed(group) == EXPECTED[name]
    assert 'id="line-1"' in html_of(client.get(page(group)))


def test_a_line_is_undone_by_its_opposite_and_never_deleted(group: Group, scorer: Client) -> None:
    scorer.post(form(group, "pay"), said(group, "pay"))
    undoing = {"key": uuid.uuid4(), "reason": "the wrong Ben"}
    for _ in range(2):
        assert scorer.post(line(group, 1), undoing).status_code == 303
    assert owed(group) == {}
    html = html_of(scorer.get(page(group)))
    assert not missing(html, "Undone: <bdi>Ann</bdi> paid <bdi>Ben</bdi>", "the wrong Ben", "takes that back")
    assert "undone already" in html_of(scorer.post(line(group, 1), {"key": uuid.uuid4()}), 422)


def test_another_groups_line_is_not_undone(group: Group, phone: Phones) -> None:
    other = cast.thursday_table(names=cast.STRANGERS, name="Others")
    cast.tell(night := cast.a_night(other, *cast.STRANGERS[:5]), "Gus", "Hanna")
    end_night(night, cast.context(night))
    for number in (1, 7, 10**30):
        assert phone("owner").post(line(group, number), {"key": uuid.uuid4()}).status_code == 422


def test_a_night_is_put_right_in_its_own_book(group: Group, phone: Phones) -> None:
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(night, "Ann", "Ben")
    end_night(night, cast.context(night))
    html = html_of(phone("scorer").get(page(group)))
    assert f"Night of {when(night.started_at, 'day')}</a>" in html
    assert "Undo<" not in html
    assert "That came from a night" in html_of(
        phone("scorer").post(line(group, 1), {"key": uuid.uuid4()}), 422
    )


BAD_AMOUNTS = (
    "", "tea", "0", "-5", "1.234", "1e9", "9" * 30, "1" * 10_000, "a\0b", "1,00,000", "1,024", "٣", "∞",
    "NaN", ".",
)  # fmt: skip


# All forms read an amount alike: one is sent all of these.
@pytest.mark.parametrize(
    ("name", "amount"),
    [*(("pay", one) for one in BAD_AMOUNTS), ("deposit", "tea"), ("spend", "-5"), ("adjust", "0")],
)
def test_an_amount_that_will_not_do_is_refused_in_place(
    group: Group, phone: Phones, name: str, amount: str
) -> None:
    html = html_of(phone("scorer").post(form(group, name), said(group, name, cents=amount)), 422)
    assert not missing(html, f'id="{name}-cents_error"', f'id="say-{name}" open>')
    assert not Transaction.objects.exists()


def test_what_was_typed_stays(group: Group, phone: Phones) -> None:
    html = html_of(
        phone("scorer").post(form(group, "pay"), said(group, "pay", cents='12"', note="a <b> note"))
    )
    assert not missing(html, 'value="12&quot;"', 'value="a &lt;b&gt; note"')
    assert re.search(r"<option value=\"\d+\" selected>Ann", html)


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("pay", {"payer": ""}),
        ("pay", {"payer": 10**30}),
        ("pay", {"payer": "box", "payee": "box"}),
        ("pay", {"method": "x" * 10_000}),
        ("pay", {"note": "x" * 10_000}),
        ("pay", {"note": "a\0b"}),
        ("pay", {"key": "tea"}),
        ("expense", {"payer": "box"}),
        ("expense", {"note": ""}),
        ("expense", {"shared_by": []}),
        ("expense", {"shared_by": ["x", 10**30]}),
        ("deposit", {"players": []}),
        ("deposit", {"players": ["box"]}),
        ("spend", {"note": "  "}),
        ("spend", {"shared_by": ["x", 10**30]}),
        ("adjust", {"reason": ""}),
        ("adjust", {"gainer": "box", "loser": "box"}),
    ],
)
def test_nonsense_in_a_form_is_answered_with_a_sentence(
    group: Group, phone: Phones, name: str, more: dict[str, Any]
) -> None:
    assert 'class="wrong"' in html_of(phone("scorer").post(form(group, name), said(group, name, **more)), 422)
    assert not Transaction.objects.exists()


@pytest.mark.parametrize("name", FORMS)
def test_nothing_at_all_is_refused(group: Group, phone: Phones, name: str) -> None:
    assert 'class="wrong"' in html_of(phone("scorer").post(form(group, name), {"key": uuid.uuid4()}), 422)


def test_another_groups_player_cannot_pay(group: Group, phone: Phones) -> None:
    gus = cast.player(cast.thursday_table(names=cast.STRANGERS, name="Others"), "Gus").pk
    assert phone("scorer").post(form(group, "pay"), said(group, "pay", payer=gus)).status_code == 422
    assert phone("scorer").get(reverse("statement", args=[group.code, gus])).status_code == 404


def test_what_is_carried_has_to_add_up_and_says_by_how_much_not(group: Group, phone: Phones) -> None:
    ann = cast.player(group, "Ann").pk
    html = html_of(
        phone("scorer").post(form(group, "carry"), said(group, "carry", **{f"cents-{ann}": "7.25"})), 422
    )
    assert not missing(html, "It does not add up: €2.25 of what is owed is owed by nobody.", 'value="7.25"')


def test_a_key_used_for_something_else_is_refused(group: Group, phone: Phones) -> None:
    client, told = phone("scorer"), said(group, "pay")
    client.post(form(group, "pay"), told)
    assert str(told["key"]) not in html_of(client.post(form(group, "pay"), {**told, "cents": "1"}), 422)


def test_points_only_groups_have_no_money(owner: Client) -> None:
    group = cast.thursday_table(currency="")
    for name in ("money", "settle", "handles"):
        assert owner.get(reverse(name, args=[group.code])).status_code == 404, name
    assert owner.get(statement(group)).status_code == 404
    assert owner.post(form(group, "pay"), said(group, "pay")).status_code == 404
    assert owner.post(line(group, 1), {"key": uuid.uuid4()}).status_code == 404
    assert not present(html_of(owner.get(reverse("group", args=[group.code]))), "/money/", "/settle/")


def test_a_watcher_reads_and_has_no_form(group: Group, phone: Phones) -> None:
    phone("scorer").post(form(group, "pay"), said(group, "pay"))
    html = html_of(phone("watcher").get(page(group)))
    assert not missing(html, "+€12.50", "cash")
    assert "<form" not in html


def test_what_lies_in_the_box_is_said(group: Group, scorer: Client) -> None:
    scorer.post(form(group, "deposit"), said(group, "deposit", is_owed_back="on"))
    assert "+€0.00 of it" not in html_of(scorer.get(page(group)))
    assert "€20.00</b>" in html_of(scorer.get(page(group)))
    scorer.post(form(group, "spend"), said(group, "spend", shared_by=[], anyway="on"))
    assert "−€22.00</b>" in html_of(scorer.get(page(group)))


def test_an_empty_box_says_so(group: Group, scorer: Client) -> None:
    assert "There is nothing in the kitty." in html_of(
        scorer.post(form(group, "spend"), said(group, "spend", anyway="")), 422
    )


@pytest.mark.parametrize(
    ("name", "more", "sentence"),
    [
        ("spend", {}, "There is only €20.00 in the kitty."),
        ("spend", {"cents": "15", "shared_by": []}, "Only €10.00 of the kitty belongs to everybody;"),
        ("pay", {"payer": "box", "cents": "20.01"}, "There is only €20.00 in the kitty."),
    ],
)
def test_a_box_that_would_hold_less_than_nothing_is_asked_about(
    group: Group, phone: Phones, name: str, more: dict[str, Any], sentence: str
) -> None:
    client, told = phone("scorer"), {**said(group, name, **more), "anyway": ""}
    for back in ("on", ""):
        client.post(form(group, "deposit"), said(group, "deposit", cents="10", is_owed_back=back))
    assert not missing(html_of(client.post(form(group, name), told), 422), sentence, "Record it all the same")
    assert Transaction.objects.count() == 2
    assert client.post(form(group, name), {**told, "anyway": "on"}).status_code == 303
    assert Transaction.objects.count() == 3
    assert "Record it all the same" not in html_of(client.get(page(group)))


def test_an_expense_is_shared_by_shares(group: Group, scorer: Client) -> None:
    ann, ben, cleo, dave = cast.ids(group, "Ann", "Ben", "Cleo", "Dave")
    shares = {f"shares-{ann}": "2", f"shares-{cleo}": "0", f"shares-{dave}": "3"}
    scorer.post(form(group, "expense"), said(group, "expense", cents="10", shared_by=[ben, cleo], **shares))
    assert owed(group) == {"Ann": 667, "Ben": -167, "Dave": -500}
    assert not missing(html_of(scorer.get(page(group))), "paid for others", "€10.00</b>", "−€3.33</b>")
    scorer.post(line(group, 1), {"key": uuid.uuid4()})
    assert owed(group) == {}
    assert "+€3.33</b>" in html_of(scorer.get(page(group)))


@pytest.mark.parametrize("shares", ["-1", "100", "tea", "1.5", "\u0663x"])
def test_shares_that_are_none_are_refused_in_place(group: Group, phone: Phones, shares: str) -> None:
    ben = cast.player(group, "Ben").pk
    html = html_of(
        phone("scorer").post(form(group, "expense"), said(group, "expense", **{f"shares-{ben}": shares})), 422
    )
    assert not missing(html, f'id="expense-shares-{ben}_error"', '<details class="fold weights" open>')
    assert not Transaction.objects.exists()


def test_everybody_who_sat_at_the_table_last_is_one_tick(group: Group, phone: Phones) -> None:
    client, here = phone("scorer"), {"players": [], "all_here": "on"}
    assert client.post(form(group, "deposit"), said(group, "deposit", **here)).status_code == 422
    cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    assert "Ann, Ben, Cleo, Dave and Edith" in html_of(client.get(page(group)))
    client.post(form(group, "deposit"), said(group, "deposit", cents="5", **here))
    assert balances(group).common == 2500
    client.post(form(group, "expense"), said(group, "expense", cents="5", shared_by=[], all_here="on"))
    assert owed(group) == {"Ann": 400, "Ben": -100, "Cleo": -100, "Dave": -100, "Edith": -100}
    assert "from 5 people" in html_of(client.get(page(group)))


@pytest.mark.parametrize("asked", ["0", "2", "tea", "9" * 40])
def test_a_page_that_is_not_there(group: Group, watcher: Client, asked: str) -> None:
    assert watcher.get(f"{page(group)}?page={asked}").status_code == 404
    ann = reverse("statement", args=[group.code, cast.player(group, "Ann").pk])
    assert watcher.get(f"{ann}?before={asked}").status_code == 404
    assert watcher.get(f"{ann}?after={asked}").status_code == 404


def test_a_long_journal_has_pages(group: Group, scorer: Client) -> None:
    for _ in range(62):
        scorer.post(form(group, "pay"), said(group, "pay"))
    assert 'rel="next" href="?page=2"' in html_of(scorer.get(page(group)))
    assert "page 2 of 2" in html_of(scorer.get(f"{page(group)}?page=2"))


def test_page_of_a_group_with_a_couple_and_merged_players_takes_fifteen_queries_at_most(
    group: Group, owner: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    cast.an_ended_night(group)
    ann, ben, frank = (cast.player(group, name) for name in ("Ann", "Ben", "Frank"))
    pay_together(ann, ben)
    gus = add_player(group, "Gus")
    merge_players(group, gus.pk, frank.pk, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    owner.get(page(group))
    with django_assert_max_num_queries(15):
        html = html_of(owner.get(page(group)))
    assert "<bdi>Cleo</bdi> pays <bdi>Ben + Ann</bdi>" in html


def statement(group: Group, name: str = "Ann") -> str:
    return reverse("statement", args=[group.code, cast.player(group, name).pk])


def context() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def test_a_payment_says_who_was_on_the_other_side(group: Group, phone: Phones) -> None:
    ann, ben = cast.ids(group, "Ann", "Ben")
    pay(group, ann, ben, 500, context(), method="Venmo")
    html = html_of(phone("watcher").get(statement(group)))
    assert not missing(html, "Paid <bdi>Ben</bdi>", "Venmo", "is owed")
    undo(group, 1, context())
    html = html_of(phone("watcher").get(statement(group)))
    assert not missing(html, "Undone: ", "owes nothing, and nothing is owed")
    assert "Got from <bdi>Ann</bdi>" in html_of(phone("watcher").get(statement(group, "Ben")))


@pytest.mark.parametrize("note", ["", "from the notebook"])
def test_what_an_old_notebook_brought_says_so_in_the_words_of_now(
    group: Group, phone: Phones, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy(group, read_notebook("old.csv", "Date,Ann,Ben\n2009-03-27,4,-4\n"))
    assert Transaction.objects.get().note == ""
    guards.lift(connection)
    Transaction.objects.update(note=note)  # as earlier versions wrote it
    monkeypatch.setattr("scorekeeper.pages.money.money._", lambda text: f"«{text}»")
    assert "«from the notebook»" in html_of(phone("watcher").get(statement(group)))
    assert "«from the notebook»" in html_of(phone("watcher").get(reverse("money", args=[group.code])))
    (line,) = csv.DictReader(as_csv(journal(group)).splitlines()[:2])
    assert (line["date"], line["note"]) == ("2009-03-27", "from the notebook")


def test_statement_without_a_line_says_so(group: Group, phone: Phones) -> None:
    assert "No money of" in html_of(phone("watcher").get(statement(group)))


def test_exact_amounts_that_are_off_say_by_how_much_and_others_are_booked(
    group: Group, phone: Phones
) -> None:
    ann, ben, cleo = cast.ids(group, "Ann", "Ben", "Cleo")
    address = reverse("book", args=[group.code, "expense"])
    sent = {"key": uuid.uuid4(), "payer": ann, "cents": "10", "note": "pizza", f"exact-{ben}": "4"}
    assert "These amounts are €0.50 short of all of it." in html_of(
        phone("scorer").post(address, {**sent, f"exact-{cleo}": "5,50"}), 422
    )
    more = phone("scorer").post(address, {**sent, f"exact-{cleo}": "7"})
    assert "These amounts are €1.00 more than all of it." in html_of(more)
    over = phone("scorer").post(address, {**sent, f"exact-{cleo}": "6", f"paid-{ben}": "11"})
    assert "The others paid more than all of it." in html_of(over)
    assert (
        phone("scorer").post(address, {**sent, f"exact-{cleo}": "6", f"paid-{ben}": "3"}).status_code == 303
    )
    found = {one.player: one.cents for one in balances(group).players if one.cents}
    assert found == {ann: 700, ben: -100, cleo: -600}


def test_two_pay_together_and_alone_again_from_a_statement(group: Group, phone: Phones) -> None:
    ann, ben = cast.ids(group, "Ann", "Ben")
    address = reverse("together", args=[group.code, ann])
    assert phone("scorer").post(address, {"other": ann}).status_code == 404
    assert phone("scorer").post(address, {"other": ben}).status_code == 303
    page = reverse("statement", args=[group.code, ben])
    assert "in the list they are one payer" in html_of(phone("watcher").get(page))
    assert phone("scorer").post(address, {}).status_code == 303
    assert "in the list they are one payer" not in html_of(phone("watcher").get(page))


def test_only_a_player_who_never_played_is_deleted(group: Group, phone: Phones) -> None:
    frank, ann = cast.ids(group, "Frank", "Ann")
    assert phone("owner").post(reverse("delete_player", args=[group.code, frank])).status_code == 303
    assert not group.players.filter(pk=frank).exists()
    cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    assert "Their hands or money stand in the book" in html_of(
        phone("owner").post(reverse("delete_player", args=[group.code, ann])), 422
    )
