"""What the nights of a group tell of its players, and what they do not tell yet."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import count
from random import Random

import pytest

from ledger.exchange.copying import copy
from ledger.models import Group
from ledger.recording import end_night, take_back_hand
from ledger.standings import names_of, standings_in
from ledger.standings.statistics import NightStatistics, judged_by_night, leaders_chance, statistics_in
from ledger.statistics import Verdict
from tests.cast import a_night, context, ids, played, tell, thursday_table
from tests.notebooks import read_notebook

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


def nights(group: Group, *pickers: str) -> None:
    """Play evenings of one hand: its picker wins it alone, and four lose."""
    for picker in pickers:
        session = a_night(group, *FIVE)
        tell(session, picker)
        end_night(session, context(session))


def of(group: Group, *, fewest: int = 1) -> NightStatistics:
    return statistics_in(played(group), fewest=fewest)


def test_who_came_seldom_has_no_average_and_tells_nothing_about_the_others() -> None:
    group = thursday_table()
    nights(group, "Ann", "Ben", "Ann", "Cleo")
    before = of(group, fewest=4)
    assert before.players
    night = a_night(group, "Frank", "Ann", "Ben", "Cleo", "Dave")
    told = tell(night, "Frank")
    found = of(group, fewest=4)
    assert ids(group, "Frank")[0] not in found.players
    assert found.spread is not None
    assert found.spread.players == 5
    assert found != before
    take_back_hand(night, told.entry.number, context(night))
    assert of(group, fewest=4) == before
    few = of(group, fewest=10)
    assert (few.spread, few.players) == (None, {})


def notebook_of(group: Group, rows: Iterable[Sequence[int | str]], names: Sequence[str]) -> None:
    """Copy nights of which only totals are known, on one day after the other."""
    days = (date(2020, 1, 1) + timedelta(days=at) for at in count())
    text = "".join(f"{day},{','.join(map(str, row))}\n" for day, row in zip(days, rows, strict=False))
    copy(group, read_notebook("old.csv", f"Date,{','.join(names)}\n{text}"))


def test_regulars_points_a_night_are_judged_and_those_of_others_are_not() -> None:
    group, luck = thursday_table(names=("Ann", "Ben", "Cleo", "Dave")), Random(1)
    rows: list[list[int | str]] = []
    for at in range(120):
        won = luck.randint(-9, 15) or 1
        # Of 120 nights a tenth are twelve: Cleo came to so many, and Dave to one fewer.
        some: list[int | str] = [3 if at < 12 else "", 3 if at < 11 else ""]
        rows.append([won, -won - sum(one for one in some if isinstance(one, int)), *some])
    notebook_of(group, rows, ("Ann", "Ben", "Cleo", "Dave"))
    names = names_of(group)
    found = {names[who]: one for who, one in judged_by_night(played(group)).items()}
    assert {name: (one.nights, one.verdict, one.side) for name, one in found.items()} == {
        "Ann": (120, Verdict.CLEAR, 1),
        "Ben": (120, Verdict.CLEAR, -1),
        "Cleo": (12, Verdict.TOO_FEW, 1),
    }
    assert found["Ann"].above > found["Ann"].interval.low > 0


def test_leader_by_points_a_night_is_told_beside_the_leader_of_the_table() -> None:
    group = thursday_table(names=("Ann", "Ben", "Cleo", "Dave"))
    each: list[list[int | str]] = [[2, -4, 2, ""], [2, -2, "", ""], [-1, 1, "", ""]]
    # Dave won most a night, and came only twice.
    seldom: list[list[int | str]] = [[-20, "", "", 20], [30, -50, "", 20]]
    rows = [row for row, many in zip(each, (15, 10, 5), strict=True) for _ in range(many)] + seldom
    notebook_of(group, rows, ("Ann", "Ben", "Cleo", "Dave"))
    counts = played(group)
    players = standings_in(counts, names_of(group))
    few = [one for one in players if one.name != "Cleo"]
    # Of a season everybody counts who came to a tenth of the nights.
    for some, is_season, by_average in (
        (players, False, ("Cleo",)),
        (players, True, ("Cleo",)),
        (few, False, ()),
    ):
        found = leaders_chance(some, counts, is_season=is_season)
        assert found is not None
        assert (players[0].name, found.leaders, found.by_average) == ("Ann", ("Ann",), by_average)
