"""More sit at the table than the game is for: a night of it on the pages, hand after hand."""

import uuid
from typing import Any

import pytest
from django.test import Client

from ledger.models import Group
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, start_group
from tests.cast import OWNER, STRANGERS, ids

PEOPLE = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", *STRANGERS)
TABLES = [
    ("sheepshoof", 4, 3),
    ("sheepshoof", 6, 3),
    ("southern_indiana", 5, 4),
    ("southern_indiana", 10, 4),
    ("mehrkopf", 7, 6),
    ("mehrkopf", 7, 4),
    ("mehrkopf", 9, 4),
]


def sat_down(owner: Client, game: str, people: int, plays: int) -> Group:
    """A group with its night begun on the page; Ann deals."""
    new = NewGroup(name="Others", names=PEOPLE[:people], game=game)
    group = start_group(new, OWNER, uuid.uuid4())
    seats = {f"seat-{player}": str(place) for place, player in enumerate(ids(group), start=1)}
    usual = {"sheepshoof": 3}.get(game, 4)
    said = {"key": uuid.uuid4(), "dealer": ids(group)[0], "plays": "" if plays == usual else str(plays)}
    answer = owner.post(f"/g/{group.code}/tonight/", said | seats)
    assert answer.status_code == 303, answer.content.decode()
    return group


def tell(owner: Client, group: Group, **said: Any) -> None:
    sheet = sheet_of(group.sessions.get())
    guards = {"key": str(uuid.uuid4()), "after": str(sheet.newest)}
    answer = owner.post(f"/g/{group.code}/1/tell/", guards | said)
    assert answer.status_code in (200, 303), answer.content.decode()


@pytest.mark.parametrize(("game", "people", "plays"), TABLES)
def test_the_deal_and_the_sitting_out_go_around(
    owner: Client, group: Group, game: str, people: int, plays: int
) -> None:
    others = sat_down(owner, game, people, plays)
    for hand in range(people + 1):
        sheet = sheet_of(others.sessions.get())
        table = sheet.seating
        assert table.dealer == table.seats[hand % people]
        assert [*table.active] == [one for one in table.seats if one not in table.out]
        assert len(table.active) == plays
        assert table.dealer in table.out
        page = owner.get(f"/g/{others.code}/1/")
        picker, partner = table.active[:2]
        partners = "" if game == "sheepshoof" else str(partner)
        rows = page.context["draw"].pad.asks.rows
        tell(owner, others, picker=picker, partners=partners, result=rows[-1].code)
    sheet = sheet_of(others.sessions.get())
    assert sheet.hands == people + 1
    assert sum(sheet.totals.values()) == 0
    for row in sheet.rows:
        assert all(row.points[player] == 0 for player in row.out)
        assert len([points for points in row.points.values() if points]) == plays


@pytest.mark.parametrize(("game", "people", "plays"), TABLES)
def test_what_is_thrown_in_moves_the_deal(
    owner: Client, group: Group, game: str, people: int, plays: int
) -> None:
    others = sat_down(owner, game, people, plays)
    thrown = {"southern_indiana": "pass"}.get(game, "throw_in")
    tell(owner, others, mode=thrown)
    table = sheet_of(others.sessions.get()).seating
    assert table.dealer == table.seats[0 if game == "sheepshoof" else 1]


def test_everybody_who_ran_the_race_settles_it_whoever_sits_out(owner: Client, group: Group) -> None:
    others = sat_down(owner, "southern_indiana", 5, 4)
    ann, ben, cleo, dave, edith = ids(others)
    tell(owner, others, picker=ben, partners=str(cleo), result="won_2")
    tell(owner, others, picker=ann, partners=str(edith), result="won_4")
    before = sheet_of(others.sessions.get())
    assert [before.race[one] for one in (ann, ben, cleo, dave, edith)] == [4, 2, 2, 0, 4]
    assert before.seating.out == (cleo,)
    tell(owner, others, mode="settle")
    after = sheet_of(others.sessions.get())
    gained = [after.totals[one] - before.totals[one] for one in (ann, ben, cleo, dave, edith)]
    assert gained == [8, -2, -2, -12, 8]
    assert after.race == {}
    assert after.seating == before.seating
