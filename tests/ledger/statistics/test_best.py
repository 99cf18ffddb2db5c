"""The stated chance that somebody is the best is how often it is so."""

from collections import defaultdict
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from ledger.statistics import NightSums, chances_of_being_best, spread_of

NIGHT_SD, BETWEEN_SD = 12.4, 1.15
SEASONS = 2000
FEWER = 900
"""Of groups that differ by more, in which much more than chance is told by every season."""

AGAIN = 40
"""So often true means are drawn that could have brought what was seen."""


def sums(nights: int, mean: float) -> NightSums:
    points = Fraction(mean) * nights
    return NightSums(nights=nights, points=points, squares=Fraction(0))


def a_season(players: int, nights: int, luck: Random, between: float) -> list[NightSums]:
    """What so many nights brought, whose points add up to zero, to players who differ by so much."""
    luck_of_all = NIGHT_SD * sqrt(players / (players - 1) / nights)
    means = [luck.gauss(0, between) + luck.gauss(0, luck_of_all) for _ in range(players)]
    middle = sum(means) / players
    found = []
    for mean in means:
        points = Fraction(mean - middle).limit_denominator(1000) * nights
        around = Fraction(NIGHT_SD**2 * luck.gammavariate((nights - 1) / 2, 2)).limit_denominator(1000)
        found.append(NightSums(nights=nights, points=points, squares=around + points * points / nights))
    return found


def is_best(leader: int, season: list[NightSums], luck: Random, between: float) -> float:
    """How often the leader is the best where just this was seen: true means are drawn that it goes with."""
    players, skill = len(season), between**2
    noise = NIGHT_SD**2 * players / (players - 1) / season[0].nights
    expected = [float(one.mean) * skill / (skill + noise) for one in season]
    doubt = sqrt(skill * noise / (skill + noise))
    drawn = ([luck.gauss(mean, doubt) for mean in expected] for _ in range(AGAIN))
    return sum(max(true) == true[leader] for true in drawn) / AGAIN


@pytest.mark.parametrize(
    ("players", "between", "nights", "seasons"),
    [
        (5, BETWEEN_SD, (20, 50, 120, 300), SEASONS),
        (8, BETWEEN_SD, (20, 50, 120, 300), SEASONS),
        (8, NIGHT_SD / 3, (200, 300), FEWER),
        (8, NIGHT_SD * 2 / 3, (50, 100, 200), FEWER),
    ],
)
def test_leaders_are_the_best_as_often_as_is_stated(
    players: int, between: float, nights: tuple[int, ...], seasons: int
) -> None:
    """In groups like the club from the first nights on, in others once their own nights tell how they are."""
    luck, deciles = Random(11), defaultdict(list)
    for _ in range(seasons):
        season = a_season(players, luck.choice(nights), luck, between)
        spread = spread_of(season)
        assert spread is not None
        chances = chances_of_being_best(dict(enumerate(season)), spread.luck)
        leader = max(range(players), key=lambda one: season[one].mean)
        deciles[int(chances[leader] * 10)].append((chances[leader], is_best(leader, season, luck, between)))

    counted = [found for found in deciles.values() if len(found) >= 50]
    assert len(counted) >= (6 if seasons == SEASONS else 4)
    for found in counted:
        stated = sum(one for one, _ in found) / len(found)
        true = sum(one for _, one in found) / len(found)
        assert abs(stated - true) < 0.03


def test_the_chances_of_all_are_one_and_the_order_is_that_of_the_means() -> None:
    chances = chances_of_being_best(
        {1: sums(50, 2.0), 2: sums(50, 0.5), 3: sums(50, -2.5), 4: sums(0, 0)}, Fraction(150)
    )

    assert sum(chances.values()) == pytest.approx(1)
    assert list(chances) == [1, 2, 3]
    assert chances[1] > chances[2] > chances[3] > 0


def test_equal_players_have_equal_chances_whatever_the_middle_is() -> None:
    chances = chances_of_being_best({one: sums(30, 7.0) for one in range(5)}, Fraction(150))

    assert list(chances.values()) == pytest.approx([0.2] * 5)


def test_of_two_who_lead_alike_the_one_of_more_nights_is_the_surer() -> None:
    chances = chances_of_being_best({1: sums(200, 2.0), 2: sums(5, 2.0), 3: sums(100, -2.0)}, Fraction(150))

    assert chances[1] > chances[2]


def test_without_luck_the_first_is_the_best_and_equals_share_it() -> None:
    chances = chances_of_being_best({1: sums(2, 1.0), 2: sums(9, 1.0), 3: sums(9, -2.0)}, Fraction(0))

    assert chances == {1: 0.5, 2: 0.5, 3: 0.0}


def test_of_nobody_there_is_no_best() -> None:
    assert chances_of_being_best({}, Fraction(150)) == {}
