"""Whether one half of everybody's nights says the same as the other half."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from random import Random
from statistics import StatisticsError, correlation, fmean, median

DRAWS = 500


def split_halves(players: Collection[Sequence[Fraction | int]]) -> float | None:
    """How like each other the means of two halves of everybody's nights are: 1 the same order, 0 none at all.

    `players` are the points of each player's nights, two at least. The halves are drawn 500 times, always in
    the same way; it is the middle of the correlations found (Pearson), which other draws would move by some
    two hundredths. A draw after which all means of a half are the same says nothing and is left out: None
    where all draws are like that, and for fewer than two players.
    """
    luck = Random(1)  # noqa: S311 - nothing is secret
    nights = [[float(one) for one in points] for points in players]
    drawn = (_correlation(nights, luck) for _ in range(DRAWS))
    told = [one for one in drawn if one is not None]
    return median(told) if told else None


def _correlation(players: Collection[list[float]], luck: Random) -> float | None:
    one, other = [], []
    for points in players:
        drawn = [*points]
        luck.shuffle(drawn)
        half = len(drawn) // 2
        one.append(fmean(drawn[:half]))
        other.append(fmean(drawn[half:]))
    try:
        return correlation(one, other)
    except StatisticsError:
        return None
