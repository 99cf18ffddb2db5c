"""Whoever says how many hands were played says the same: also of an evening on which some were thrown in."""

import json
import re
from collections import Counter
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from ledger.models import Group, NightRole, Session
from ledger.models.book import sheet_of
from ledger.recording import Hand, end_night, take_back_hand, tell_hand
from ledger.recording.auditing import audit
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.test_tables_taken import address, table

POINTS = {"kind": "points", "points": [5, -1, -1, -1, -1, -1]}


@pytest.fixture
def group(db: None) -> Group:
    return cast.thursday_table(options={"no_picker": "doubler"})


@pytest.fixture
def night(group: Group) -> Session:
    """Six at the table, of whom one sits out: hands that were played, thrown in and taken back, and one of
    another game. Nobody but Ann ever deals a hand that is thrown in."""
    night = cast.a_night(group, dealer="Ann")
    thrown_in(night)
    for partner in ("Cleo", "Edith", "Frank"):  # dealt by Ben, Cleo and Dave
        cast.tell(night, "Ann", partner)
    seats = sheet_of(night).seating.seats
    tell_hand(night, Hand(seats=seats, told=POINTS, out=(), other={}), cast.context(night))
    for _ in range(2):
        cast.tell(night, "Ann", "Ben", "lost")
    assert sheet_of(night).seating.dealer == cast.ids(group, "Ann")[0]
    thrown_in(night)
    taken_back = cast.tell(night, "Cleo", "Dave").entry.number
    take_back_hand(night, taken_back, cast.context(night))
    return night


def thrown_in(night: Session) -> None:
    seats = sheet_of(night).seating.seats
    tell_hand(night, Hand(seats=seats, told={"kind": "all_pass"}), cast.context(night))


SHEEPSHEAD = {"game": "sheepshead"}

HANDS = {"Ann": 5, "Ben": 6, "Cleo": 6, "Dave": 6, "Edith": 6, "Frank": 6}
"""Of the seven hands each sat out those that he or she dealt: of these Ann dealt two, both thrown in."""


def number(pattern: str, html: str) -> int:
    found = re.search(pattern, re.sub(r"<[^>]+>", " ", html))
    assert found, pattern
    return int(found[1])


def told(group: Group, game: str) -> dict[str, Any]:
    out = StringIO()
    call_command("statistics", "--group", group.name, "--game", game, "--nights", "1", stdout=out)
    [found] = json.loads(out.getvalue())["games"]
    return dict(found)


def by_player(lines: list[list[str]], column: str) -> dict[str, str]:
    head, *rest = lines
    name, at = head.index("player"), head.index(column)
    return {line[name]: line[at] for line in rest}


def test_every_page_says_the_same_number_of_hands(group: Group, night: Session) -> None:
    phone = phone_of(cast.OWNER)
    assert sheet_of(night).hands == 7
    assert "7 hands so far" in html_of(phone.get(address(group, "group")))
    say_the_same(group, phone)
    end_night(night, cast.context(night))
    assert "7 hands" in html_of(phone.get(address(group, "nights")))
    say_the_same(group, phone)
    say_the_same(group, phone)
    assert list(audit([Group.objects.get(pk=group.pk)])) == []


def say_the_same(group: Group, phone: Client) -> None:
    assert {name: int(hands) for name, hands in standing(phone, group, "hands").items()} == HANDS
    assert number(r"(\d+)\s+hands", statistics_page(phone, group)) == 7
    of_game = told(group, "sheepshead")
    assert of_game["hands"] == 7
    assert {one["player"]: one["hands"] for one in of_game["players"]} == HANDS
    per_hand = next(one for one in of_game["rankings"] if one["way"] == "per-hand")["players"]
    points = {one["player"]: Fraction(one["points"]) for one in of_game["players"]}
    assert {one["player"]: Fraction(one["value"]) for one in per_hand} == {
        name: points[name] / hands for name, hands in HANDS.items()
    }
    year = timezone.localdate().year
    assert number(r"(\d+)\s+hands", year_page(phone, group, year)) == 7
    for name, hands in HANDS.items():
        (player,) = cast.ids(group, name)
        html = html_of(phone.get(address(group, "player", player), SHEEPSHEAD))
        assert number(r"(\d+)\s+hands", html) == hands
        assert number(r"(\d+)\s+hands? sat out", html) == 7 - hands
        roles = table(phone, address(group, "player", player), "role", **SHEEPSHEAD)
        at = roles[0].index("hands")
        assert sum(int(line[at]) for line in roles[1:] if line[at]) == hands
        places = table(phone, address(group, "player", player), "places_place", **SHEEPSHEAD)
        assert sum(int(line[1]) for line in places[1:]) == hands
        asked = table(phone, address(group, "player", player), "question", **SHEEPSHEAD)
        questions = {line[0]: line for line in asked[1:]}
        assert int(questions["picking"][2]) == hands


def standing(phone: Client, group: Group, column: str) -> dict[str, str]:
    return by_player(table(phone, address(group, "standings"), "player", **SHEEPSHEAD), column)


def statistics_page(phone: Client, group: Group) -> str:
    return html_of(phone.get(address(group, "group_statistics"), SHEEPSHEAD))


def year_page(phone: Client, group: Group, year: int) -> str:
    return html_of(phone.get(address(group, "year", year), SHEEPSHEAD))


def test_who_only_had_cards_that_were_thrown_in_was_there(group: Group) -> None:
    """The list of players counts the nights on which they sat, the standings those on which they played."""
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    thrown_in(night)
    phone = phone_of(cast.OWNER)
    for _ in range(2):
        assert standing(phone, group, "nights") == dict.fromkeys(cast.NAMES[:5], "1")
        assert standing(phone, group, "hands") == dict.fromkeys(cast.NAMES[:5], "1")
        nights = re.findall(r"(\d+) nights?\b", html_of(phone.get(address(group, "players"))))
        assert nights.count("1") == 5
        if not night.ended_at:
            end_night(night, cast.context(night))


def test_the_rows_of_the_night_have_the_same_hands(group: Group, night: Session) -> None:
    hands: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for one in NightRole.objects.filter(session=night, game="sheepshead", is_dealt=True).select_related(
        "player"
    ):
        (out if one.role == "out" else hands)[one.player.name] += one.hands
    assert hands == HANDS
    assert out == {name: 7 - many for name, many in HANDS.items()}
