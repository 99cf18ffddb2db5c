"""Spread of one player's nights, spread between players, and agreement of two halves of the nights.

One-way analysis of variance with players of different numbers of nights (Searle, Casella and McCulloch,
Variance Components, 1992, chapter 3): a night brings the player's true mean and the luck of that night.
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from statistics import StatisticsError, correlation, fmean, median

FEWEST_PLAYERS = 2
DRAWS = 500


@dataclass(frozen=True, kw_only=True)
class NightSums:
    """Nights of a player: their number, the sum of their points, and the sum of the squares."""

    nights: int
    points: Fraction
    squares: Fraction

    @property
    def mean(self) -> Fraction:
        return self.points / self.nights

    @property
    def around_mean(self) -> Fraction:
        """Return the sum of the squares of what each night lay above or below the mean."""
        return self.squares - self.points * self.points / self.nights


@dataclass(frozen=True, kw_only=True)
class Spread:
    """Numbers of players and nights, and the variances, in points squared.

    `luck` is that of one player's nights; `skill` that of the players' true means, 0 where the players differ
    no more than luck alone would have them.
    """

    players: int
    nights: int
    luck: Fraction
    skill: Fraction

    @property
    def night_sd(self) -> float:
        """Return by how many points a night usually lies above or below the player's mean."""
        return sqrt(self.luck)

    @property
    def between_sd(self) -> float:
        """Return by how many points a night the players' true means usually lie apart from their middle."""
        return sqrt(self.skill)

    def nights_for(self, signal: Fraction) -> Fraction | None:
        """Return after how many nights so much of a mean (more than 0, less than 1) is signal; None if never.

        By the two variances alone: `ledger.statistics.skill` knows how unsure they are.
        """
        return signal / (1 - signal) * self.luck / self.skill if self.skill else None


def spread_of(players: Iterable[NightSums]) -> Spread | None:
    """Return the spread of these players; None for fewer than two, or where nobody has played two nights.

    Players who never came are passed over.
    """
    came = [one for one in players if one.nights]
    nights = sum(one.nights for one in came)
    if len(came) < FEWEST_PLAYERS or nights == len(came):
        return None
    middle = sum((one.points for one in came), Fraction(0)) / nights
    between = sum((one.nights * (one.mean - middle) ** 2 for one in came), Fraction(0)) / (len(came) - 1)
    luck = sum((one.around_mean for one in came), Fraction(0)) / (nights - len(came))
    usual = (nights - Fraction(sum(one.nights**2 for one in came), nights)) / (len(came) - 1)
    return Spread(
        players=len(came), nights=nights, luck=luck, skill=max(Fraction(0), (between - luck) / usual)
    )


def split_halves(players: Collection[Sequence[Fraction | int]]) -> float | None:
    """Return how like each other the means of two halves of everybody's nights are: 1 alike, 0 not at all.

    `players` are the points of each player's nights, two at least. The halves are drawn 500 times, always in
    the same way; it is the middle of the correlations found (Pearson), which other draws would move by some
    two hundredths. A draw after which all means of a half are the same says nothing and is left out: None
    where all draws are like that, and for fewer than two players.
    """
    luck = Random(1)  # noqa: S311 - nothing is secret
    nights = [[float(one) for one in points] for points in players]
    found = []
    for _ in range(DRAWS):
        one, other = [], []
        for points in nights:
            drawn = [*points]
            luck.shuffle(drawn)
            half = len(drawn) // 2
            one.append(fmean(drawn[:half]))
            other.append(fmean(drawn[half:]))
        with suppress(StatisticsError):
            found.append(correlation(one, other))
    return median(found) if found else None
