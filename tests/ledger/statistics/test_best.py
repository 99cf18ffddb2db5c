"""The stated chance that somebody is the best is how often it is so."""

from collections import defaultdict
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from ledger.statistics import NightSums, chances_of_being_best

NIGHT_SD, BETWEEN_SD = 12.4, 1.15
SEASONS = 2000


def sums(nights: int, mean: float) -> NightSums:
    points = Fraction(mean) * nights
    return NightSums(nights=nights, points=points, squares=Fraction(0))


def seasons(luck: Random) -> list[tuple[float, bool]]:
    """What was stated of the leader, and whether it was so, in seasons with the spread of the club."""
    found = []
    for _ in range(SEASONS):
        true = [luck.gauss(0, BETWEEN_SD) for _ in range(8)]
        nights = luck.choice((20, 50, 120, 300))
        seen = [luck.gauss(mean, NIGHT_SD / sqrt(nights)) for mean in true]
        leader = seen.index(max(seen))
        chances = chances_of_being_best(
            {player: sums(nights, mean) for player, mean in enumerate(seen)}, Fraction(NIGHT_SD) ** 2
        )
        found.append((chances[leader], true[leader] == max(true)))
    return found


def test_leaders_are_the_best_as_often_as_is_stated() -> None:
    deciles = defaultdict(list)
    for stated, is_best in seasons(Random(11)):
        deciles[int(stated * 10)].append((stated, is_best))

    counted = {decile: found for decile, found in deciles.items() if len(found) >= 50}
    assert len(counted) >= 6
    for found in counted.values():
        stated = sum(one for one, _ in found) / len(found)
        true = sum(one for _, one in found) / len(found)
        # Three points, and what so few seasons may differ by luck.
        assert abs(stated - true) < 0.03 + 2 * sqrt(stated * (1 - stated) / len(found))


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
