"""The sums of a player's nights, from the points of each."""

from collections.abc import Collection
from fractions import Fraction

from ledger.statistics import NightSums


def sums_of(points: Collection[Fraction]) -> NightSums:
    """Return how many nights there were, the sum of their points, and of the squares."""
    squares = sum((one * one for one in points), Fraction(0))
    return NightSums(nights=len(points), points=sum(points, Fraction(0)), squares=squares)
