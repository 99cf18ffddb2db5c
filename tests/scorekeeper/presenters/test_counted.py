"""Check the sentence that says which hands a page counts."""

import re
import uuid
from datetime import date

import pytest
from django.http import QueryDict
from django.utils.translation import override

from ledger.book.seasons import Season
from ledger.models import Group
from ledger.recording import (
    NewHand,
    WriteContext,
    add_season,
    newest_change,
    tell_hand,
)
from ledger.recording.rules import write_rules
from ledger.standings.played import newest
from scorekeeper.presenters.asked_hands import AskedHands, asked_hands
from scorekeeper.templatetags.lists import counted
from scorekeeper.text.counted import Counted
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return cast.thursday_table(currency="USD")


def season(group: Group, name: str) -> int:
    after = newest_change(group)
    said = Season(name=name, first=date(2026, 1, 1), last=date(2026, 12, 31))
    add_season(group, said, WriteContext(key=uuid.uuid4(), after=after, by=cast.owner_of(group)))
    group.refresh_from_db()
    return after + 1


def asked(group: Group, query: str) -> AskedHands:
    return asked_hands(group, QueryDict(query), newest(group))


def said(group: Group, query: str) -> str:
    return asked(group, query).counted.in_plain_text


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", ""),
        ("since=&until=&table=&rules=&stake=", ""),
        ("since=2026-09&until=2026-10", "Counted: September to October 2026"),
        ("since=2026-09&until=2026-09", "Counted: September 2026"),
        ("since=2025-12&until=2026-01", "Counted: December 2025 to January 2026"),
        ("since=2026-09", "Counted: from September 2026 on"),
        ("until=2026-10", "Counted: until October 2026"),
        ("game=mehrkopf", "Counted: Schafkopf"),
        ("table=5", "Counted: five play"),
        ("table=1", "Counted: one plays"),
        ("table=12", "Counted: 12 play"),
        ("stake=25", "Counted: 25¢ a point"),
        ("stake=0", "Counted: points only"),
        ("rules=3", "Counted: rules 3"),
    ],
)
def test_each_thing_that_is_asked_for_is_said(group: Group, query: str, sentence: str) -> None:
    assert said(group, query) == sentence


@pytest.mark.parametrize(
    ("typed", "since", "until"),
    [
        ("2026-03", "2026-03", "2026-03"),
        ("2026-3", "2026-03", "2026-03"),
        ("202603", "2026-03", "2026-03"),
        ("2026/03", "2026-03", "2026-03"),
        ("3/2026", "2026-03", "2026-03"),
        ("03.2026", "2026-03", "2026-03"),
        (" 3 / 2026 ", "2026-03", "2026-03"),
        ("2026", "2026-01", "2026-12"),
        ("0999-03", "0999-03", "0999-03"),
    ],
)
def test_a_month_is_read_as_people_write_it_and_shown_as_a_field_takes_it(
    group: Group, typed: str, since: str, until: str
) -> None:
    found = asked(group, f"since={typed}&until={typed}")
    assert (found.form.shown["since"], found.form.shown["until"]) == (since, until)
    assert found.query == f"?since={since}&until={until}"
    days = (date.fromisoformat(f"{since}-01"), date.fromisoformat(f"{until}-31"))
    assert (found.is_valid, found.asked.since, found.asked.until) == (True, *days)


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        *((one, one) for one in ("March", "2026-13", "13/2026", "0/2026", "0000-01", "20261", "26-03", "٣")),
        (f"%00%E2%80%AE{'tea' * 100}", "teateateateateateat…"),
    ],
)
def test_a_month_that_cannot_be_read_is_quoted_in_short(group: Group, typed: str, quoted: str) -> None:
    found = asked(group, f"since={typed}")
    assert found.form.errors["since"] == [f"“{quoted}” is no month. Write it as 2026-03."]


def test_months_in_the_wrong_order_stay_in_their_fields(group: Group) -> None:
    found = asked(group, "since=3/2026&until=2/2026")
    shown = (found.form.shown["since"], found.form.shown["until"])
    assert (found.is_valid, *shown) == (False, "2026-03", "2026-02")


def test_all_together_are_said_in_one_sentence_with_the_season_first(group: Group) -> None:
    number = season(group, "Summer 2026")
    assert said(group, f"season={number}") == "Counted: Summer 2026"
    every = f"season={number}&since=2026-09&until=2026-10&game=mehrkopf&table=5&rules=3&stake=25"
    rest = "September to October 2026 · Schafkopf · five play · 25¢ a point · rules 3"
    found = asked(group, every).counted
    assert [found.in_plain_text, counted(found), counted(found.beside_season)] == [
        f"Counted: Summer 2026 · {rest}",
        f"Counted: <bdi>Summer 2026</bdi> · {rest}",
        f"Counted: {rest}",
    ]


def test_a_season_may_be_called_anything(group: Group) -> None:
    for name, written in (
        ("<i>{0} · %s", "<bdi>&lt;i&gt;{0} · %s</bdi>"),
        ("صيف", "<bdi>صيف</bdi>"),
    ):
        found = asked(group, f"season={season(group, name)}&table=5").counted
        assert counted(found) == f"Counted: {written} · five play"
        assert name in found.in_plain_text
    assert found.in_plain_text == "Counted: \u2068صيف\u2069 · five play"


@pytest.mark.parametrize("query", ["since=tea&table=5", "season=99&table=5", "since=2026-03&until=2026-02"])
def test_nothing_is_said_of_nonsense_and_of_a_stake_without_money(group: Group, query: str) -> None:
    assert said(group, query) == ""
    Group.objects.update(currency="")
    group.refresh_from_db()
    assert said(group, "stake=25&table=5") == "Counted: five play"


def test_where_several_games_are_played_it_is_said_of_which_one_the_hands_are(group: Group) -> None:
    cast.an_ended_night(group)
    assert said(group, "table=5") == "Counted: five play"
    write_rules(group, "mehrkopf", "", {}, uuid.uuid4(), cast.owner_of(group))
    night = cast.a_night(group, *cast.NAMES[:4])
    told = {"kind": "played", "contract": "solo", "declarer": 3, "result": "won"}
    tell_hand(night, NewHand(seats=cast.ids(group, *cast.NAMES[:4]), told=told), cast.context(night))
    assert [said(group, query) for query in ("", "table=4", "game=sheepshead&table=5")] == [
        "",
        "Counted: Schafkopf · four play",
        "Counted: Sheepshead · five play",
    ]


def test_months_are_written_in_the_readers_language(group: Group) -> None:
    with override("de"):
        assert "Dezember 2025" in said(group, "since=2025-12")
        assert re.search("September.*Oktober 2026", said(group, "since=2026-09&until=2026-10"))


def test_nothing_makes_no_sentence() -> None:
    assert (Counted().is_all, counted(Counted())) == (True, "")
    assert Counted(season="Summer").beside_season.is_all
