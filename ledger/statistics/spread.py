"""How much the nights of one player differ, and how much the players do.

One-way analysis of variance with players of different numbers of nights (Searle, Casella and McCulloch,
Variance Components, 1992, chapter 3): a night brings the player's true mean and the luck of that night.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

FEWEST_PLAYERS = 2


@dataclass(frozen=True, kw_only=True)
class NightSums:
    """What a player's nights brought: how many there were, the sum of their points, and of the squares."""

    nights: int
    points: Fraction
    squares: Fraction

    @property
    def mean(self) -> Fraction:
        """Points a night; raises ZeroDivisionError before the first."""
        return self.points / self.nights

    @property
    def around_mean(self) -> Fraction:
        """The sum of the squares of what each night lay above or below the mean."""
        return self.squares - self.points * self.points / self.nights


@dataclass(frozen=True, kw_only=True)
class Spread:
    """Of how many players and nights, and the variances, in points squared.

    `luck` is that of one player's nights; `skill` that of the players' true means, 0 where the players differ
    no more than luck alone would have them.
    """

    players: int
    nights: int
    luck: Fraction
    skill: Fraction

    @property
    def night_sd(self) -> float:
        """By how many points a night usually lies above or below the player's mean."""
        return sqrt(self.luck)

    @property
    def between_sd(self) -> float:
        """By how many points a night the players' true means usually lie apart from their middle."""
        return sqrt(self.skill)

    def nights_for(self, signal: Fraction) -> Fraction | None:
        """After how many nights so much of a mean (more than 0, less than 1) is signal; None if never.

        By the two variances alone: `ledger.statistics.skill` knows how unsure they are.
        """
        return signal / (1 - signal) * self.luck / self.skill if self.skill else None


def sums_of(points: Collection[Fraction]) -> NightSums:
    """The sums of a player's nights."""
    squares = sum((one * one for one in points), Fraction(0))
    return NightSums(nights=len(points), points=sum(points, Fraction(0)), squares=squares)


def spread_of(players: Iterable[NightSums]) -> Spread | None:
    """Of these players; None for fewer than two, or where nobody has played two nights.

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
