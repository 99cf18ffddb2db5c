"""What the nights of a group tell of its players, and what they do not tell yet."""

import json
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command

from ledger.models import Group
from ledger.recording import end_night, take_back_hand
from ledger.standings.statistics import NightStatistics, statistics_in
from tests.cast import a_night, context, ids, played, tell, thursday_table

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


def nights(group: Group, *pickers: str) -> None:
    """Evenings of one hand: its picker wins it alone, and four lose."""
    for picker in pickers:
        session = a_night(group, *FIVE)
        tell(session, picker)
        end_night(session, context(session))


def of(group: Group, *, fewest: int = 1) -> NightStatistics:
    return statistics_in(played(group), fewest=fewest)


def test_a_mean_is_drawn_towards_everybodys_by_as_much_as_is_luck() -> None:
    group = thursday_table()
    nights(group, *("Ann",) * 6, "Ben", "Ben", "Cleo", "Dave")
    found = of(group)
    ann = found.players[ids(group, "Ann")[0]]
    assert found.spread is not None
    assert (found.spread.players, found.spread.nights) == (5, 50)
    assert ann.mean == Fraction(6 * 4 - 4, 10)
    assert 0 < ann.signal < 1
    assert ann.expected == ann.signal * ann.mean  # everybody's mean is 0: all came every night
    chances = [one.best for one in found.players.values()]
    assert sum(chances) == pytest.approx(1)
    assert max(chances) == ann.best


def test_who_came_seldom_has_no_average_and_tells_nothing_about_the_others() -> None:
    group = thursday_table()
    nights(group, "Ann", "Ben", "Ann", "Cleo")
    before = of(group, fewest=4)
    tell(a_night(group, "Frank", "Ann", "Ben", "Cleo", "Dave"), "Frank")
    found = of(group, fewest=4)
    assert ids(group, "Frank")[0] not in found.players
    assert found.spread is not None
    assert found.spread.players == 5
    assert before.players


def test_what_was_taken_back_counts_no_more() -> None:
    group = thursday_table()
    nights(group, "Ann", "Ben", "Ann")
    before = of(group)
    night = a_night(group, *FIVE)
    told = tell(night, "Edith")
    assert of(group) != before
    take_back_hand(night, told.entry.number, context(night))
    assert of(group) == before


def test_too_few_nights_tell_nothing() -> None:
    group = thursday_table()
    nights(group, "Ann")
    found = of(group, fewest=10)
    assert (found.spread, found.players) == (None, {})


def test_the_command_says_it_all_in_json() -> None:
    group = thursday_table()
    nights(group, *("Ann",) * 6, "Ben", "Ben", "Cleo", "Dave")
    out = StringIO()

    call_command("statistics", "--group", group.name, "--nights", "5", stdout=out)

    told = json.loads(out.getvalue())
    [game] = told["games"]
    ann = next(one for one in game["players"] if one["player"] == "Ann")
    assert (told["group"], game["game"], game["players_of_nights"]) == (group.name, "sheepshead", 5)
    assert (ann["points"], ann["per_hand"], ann["nights"], ann["hands"]) == ("20", "2", 10, 10)
    assert (ann["picked"]["k"], ann["picked"]["n"]) == (6, 10)
    assert ann["picked"]["interval"] == [pytest.approx(0.3127, abs=1e-4), pytest.approx(0.8318, abs=1e-4)]
    assert ann["won_partner"] == {"k": 0, "n": 0, "interval": None}
    assert ann["average"]["points_a_night"] == "2"
    assert 0 < ann["average"]["expected"] < 2
