"""Check that all pages count the same hands, also on an evening with hands thrown in."""

import json
import re
from collections import Counter
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from ledger.models import Group, NightRole, Session
from ledger.models.book import sheet_of
from ledger.recording import NewHand, end_night, take_back_hand, tell_hand
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
    tell_hand(night, NewHand(seats=seats, told=POINTS, out=(), other={}), cast.context(night))
    for _ in range(2):
        cast.tell(night, "Ann", "Ben", "lost")
    assert sheet_of(night).seating.dealer == cast.ids(group, "Ann")[0]
    thrown_in(night)
    take_back_hand(night, cast.tell(night, "Cleo", "Dave").entry.number, cast.context(night))
    return night


def thrown_in(night: Session) -> None:
    seats = sheet_of(night).seating.seats
    tell_hand(night, NewHand(seats=seats, told={"kind": "all_pass"}), cast.context(night))


SHEEPSHEAD = {"game": "sheepshead"}

# Of the seven hands each sat out those that he or she dealt: of these Ann dealt two, both thrown in.
HANDS = {"Ann": 5, "Ben": 6, "Cleo": 6, "Dave": 6, "Edith": 6, "Frank": 6}


def number(pattern: str, html: str) -> int:
    found = re.search(pattern, re.sub(r"<[^>]+>", " ", html))
    assert found, pattern
    return int(found[1])


def standing(phone: Client, group: Group, column: str) -> dict[str, int]:
    head, *rest = table(phone, address(group, "standings"), "player", **SHEEPSHEAD)
    return {line[head.index("player")]: int(line[head.index(column)]) for line in rest}


def test_every_page_says_the_same_number_of_hands(group: Group, night: Session) -> None:
    phone = phone_of(cast.OWNER)
    assert sheet_of(night).hands == 7
    assert "7 hands so far" in html_of(phone.get(address(group, "group")))
    say_the_same(group, phone)
    end_night(night, cast.context(night))
    assert "7 hands" in html_of(phone.get(address(group, "nights")))
    for _ in range(2):
        say_the_same(group, phone)
    assert list(audit([Group.objects.get(pk=group.pk)])) == []
    hands: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    rows = NightRole.objects.filter(session=night, game="sheepshead", is_dealt=True)
    for one in rows.select_related("player"):
        hands[one.role == "out"][one.player.name] += one.hands
    assert hands == {False: HANDS, True: {name: 7 - many for name, many in HANDS.items()}}


def say_the_same(group: Group, phone: Client) -> None:
    assert standing(phone, group, "hands") == HANDS
    for page in (("group_statistics",), ("year", timezone.localdate().year)):
        assert number(r"(\d+)\s+hands", html_of(phone.get(address(group, *page), SHEEPSHEAD))) == 7
    out = StringIO()
    call_command("statistics", "--group", group.name, "--game", "sheepshead", "--nights", "1", stdout=out)
    [of_game] = json.loads(out.getvalue())["games"]
    assert of_game["hands"] == 7
    assert {one["player"]: one["hands"] for one in of_game["players"]} == HANDS
    per_hand = next(one for one in of_game["rankings"] if one["way"] == "per-hand")["players"]
    assert {one["player"]: Fraction(one["value"]) for one in per_hand} == {
        one["player"]: Fraction(one["points"]) / HANDS[one["player"]] for one in of_game["players"]
    }
    for name, hands in HANDS.items():
        where = address(group, "player", *cast.ids(group, name))
        html = html_of(phone.get(where, SHEEPSHEAD))
        assert [number(rf"(\d+)\s+{said}", html) for said in ("hands", "hands? sat out")] == [
            hands,
            7 - hands,
        ]
        roles, places, asked = (
            table(phone, where, of, **SHEEPSHEAD) for of in ("role", "places_place", "question")
        )
        at = roles[0].index("hands")
        counted = [sum(int(line[at] or 0) for line in roles[1:]), sum(int(line[1]) for line in places[1:])]
        questions = {line[0]: line for line in asked[1:]}
    assert [*counted, int(questions["picking"][2])] == [hands] * 3


def test_who_only_had_cards_that_were_thrown_in_was_there(group: Group) -> None:
    """The list of players counts the nights on which they sat, the standings those on which they played."""
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    thrown_in(night)
    phone = phone_of(cast.OWNER)
    for _ in range(2):
        for column in ("nights", "hands"):
            assert standing(phone, group, column) == dict.fromkeys(cast.NAMES[:5], 1)
        assert re.findall(r"(\d+) nights?\b", html_of(phone.get(address(group, "players")))).count("1") == 5
        if not night.ended_at:
            end_night(night, cast.context(night))
