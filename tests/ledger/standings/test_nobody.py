"""Nobody has points and money, so that they add up to zero, and is left out wherever players are compared."""

import json
from fractions import Fraction
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from ledger.exchange.copying import copy
from ledger.models import Group
from ledger.models.group import NOBODY
from ledger.recording.group import rename_player
from ledger.standings import names_of, standings_in
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.players import is_nobody, of_people, people_in
from ledger.standings.rankings import rankings
from ledger.standings.records import badges_in, records_in, table_in
from ledger.standings.statistics import leaders_chance
from ledger.statistics import spread_of
from tests import cast
from tests.group_files import group_export, group_import
from tests.ledger.exchange.test_group import elsewhere
from tests.ledger.slowly.sure import sums_of
from tests.notebooks import read_notebook

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")
NIGHTS = 70


def notebook() -> list[list[int]]:
    luck = Random(4)
    return [[luck.randint(-20, 12) or 1 for _ in FIVE] for _ in range(NIGHTS)]


@pytest.fixture
def group() -> Group:
    return brought_to(cast.thursday_table(names=FIVE))


def brought_to(group: Group) -> Group:
    rows = "".join(
        f"2016-{1 + at // 28}-{1 + at % 28},{','.join(map(str, row))}\n" for at, row in enumerate(notebook())
    )
    copy(group, read_notebook("old.csv", f"Date,{','.join(FIVE)}\n{rows}"))
    return group


def told(group: Group, *options: str) -> dict[str, Any]:
    out = StringIO()
    call_command("statistics", "--group", group.name, *options, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())["games"][0]
    return found


def test_person_who_is_called_like_the_placeholder_stays_a_person() -> None:
    group = cast.thursday_table(names=FIVE)
    cast.an_ended_night(group)
    everybody = cast.standings(group)
    rename_player(group.players.get(name="Ann"), NOBODY)
    assert len(people_in(cast.standings(group))) == len(everybody)
    played = cast.played(group)
    assert of_people(played, names_of(group)) is played
    assert [is_nobody(name) for name in (NOBODY, "not accounted for", "Ann")] == [True, True, False]


@pytest.mark.parametrize("is_placeholder", [True, False])
def test_placeholder_and_person_of_its_name_come_back_from_a_file(*, is_placeholder: bool) -> None:
    group = cast.thursday_table(names=FIVE)
    if is_placeholder:
        brought_to(group)
    else:
        rename_player(group.players.get(name="Ann"), NOBODY)
    text = elsewhere(group)
    [mark] = [one.get("is_placeholder") for one in json.loads(text)["players"] if one["name"] == NOBODY]
    assert mark is (None if is_placeholder else False)  # files of before have no mark
    moved, _ = group_import(text)
    assert moved.players.get(name=NOBODY).is_placeholder is is_placeholder
    assert group_export(moved) == text


def test_command_compares_people_alone(group: Group) -> None:
    game = told(group)
    points = {one["player"]: Fraction(one["points"]) for one in game["players"]}
    assert sum(points.values()) == 0
    assert points[NOBODY] == max(points.values()) > 0
    assert game["players"][0]["average"] is None
    wanted = spread_of(sums_of([*map(Fraction, won)]) for won in zip(*notebook(), strict=True))
    assert wanted
    spread = game["spread"]
    assert (spread["players"], spread["night_sd"]) == (5, wanted.night_sd)
    assert [(one["fewest"], one["spread"]) for one in game["spreads"]] == [
        (10, spread),
        (50, spread),
        (100, None),
    ]
    assert game["split_halves"] is not None
    compared = {key: game[key] for key in ("leader", "leaders", "rankings", "records", "badges")}
    assert NOBODY not in json.dumps(compared)
    [year] = game["seasons"]
    assert (year["players"][0]["player"], year["spread"]) == (NOBODY, spread)
    assert year["leader"]["player"] != NOBODY
    verdicts = {one["player"]: one["points_a_night_verdict"] for one in game["players"]}
    assert verdicts.pop(NOBODY) is None
    mean = Fraction(sum(map(sum, notebook())), len(FIVE) * NIGHTS)
    above = {name: Fraction(sum(won), NIGHTS) - mean for name, *won in zip(FIVE, *notebook(), strict=True)}
    assert {name: Fraction(one["above"]) for name, one in verdicts.items()} == above
    assert {one["verdict"] for one in verdicts.values()} == {"could be luck"}
    rename_player(group.players.get(name=NOBODY), "Grandpa")
    game = told(group)
    assert (game["spread"]["players"], game["leader"]["player"]) == (6, "Grandpa")


def test_nobody_leads_holds_and_ranks_nothing(group: Group) -> None:
    names, counts = names_of(group), cast.played(group)
    people = of_people(counts, names)
    (nobody,) = cast.ids(group, NOBODY)
    assert [nobody in nights_by_player(one) for one in (counts, people)] == [True, False]
    assert (people.nights, people.roles) == (counts.nights, counts.roles)
    standings = standings_in(counts, names)
    assert standings[0].player == nobody
    ranked = rankings(people_in(standings), people)
    holders = [[*one.players] for one in records_in(people)]
    holders += [[*one.players] for one in badges_in(people, "sheepshead")]
    holders += [[player for _place, (player, _nights) in table_in(people)]]
    holders += [[one.player for one in ranking.players] for ranking in ranked]
    assert not [one for one in holders if nobody in one]
    chance = leaders_chance(standings, counts, is_season=False)
    assert chance is not None
    assert (chance.leaders, chance.players) == ((standings[1].name,), 5)
