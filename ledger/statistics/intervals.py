"""Intervals: how far a share of some hands may lie from what it would be in the long run."""

from fractions import Fraction
from functools import lru_cache
from math import inf, sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Between these two, both included."""

    low: float
    high: float

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high


@lru_cache
def deviations(compared: int) -> float:
    """Return how many standard deviations an interval that is one of so many reaches to each side."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * compared))


def share_interval(k: int, n: int, *, compared: int = 1) -> Interval:
    """Return where the true share lies, 0 to 1, after `k` of `n`, with 95 % confidence (Wilson, 1927).

    Where one looks at several shares for the most striking one, `compared` of them, the interval is as much
    wider as keeps the chance of a false alarm among all of them at 5 % (Bonferroni). Of nothing, everything
    is possible. Raises ValueError unless 0 <= k <= n and something is compared.
    """
    if not 0 <= k <= n or compared < 1:
        raise ValueError(f"{k} of {n}, compared with {compared}")
    if n == 0:
        return Interval(low=0.0, high=1.0)
    z = deviations(compared)
    share, weight = k / n, z * z / n
    middle = (share + weight / 2) / (1 + weight)
    reach = z * sqrt(share * (1 - share) / n + weight / (4 * n)) / (1 + weight)
    # At the ends the formula is exact, and the sum of floats nearly.
    return Interval(low=0.0 if k == 0 else middle - reach, high=1.0 if k == n else middle + reach)


def mean_interval(n: int, total: Fraction, squares: Fraction, *, compared: int = 1) -> Interval:
    """Return where the true mean lies of what `n` hands brought, with 95 % confidence.

    `total` is the sum of all and `squares` that of their squares, in points and points squared. What a mean
    may be off by is taken for normal, after one hand that wins and one that loses as much as is usual were
    added: so a few hands that all brought the same leave doubt, as with shares (Agresti and Coull, 1998).
    `compared` as in `share_interval`. Of nothing, everything is possible. Raises ValueError unless something
    is compared.
    """
    if compared < 1:
        raise ValueError(f"compared with {compared}")
    if not n:
        return Interval(low=-inf, high=inf)
    number, sum_of_squares = n + 2, squares + 2 * squares / n
    variance = (sum_of_squares - total * total / number) / (number - 1)
    z = deviations(compared)
    middle, reach = float(total / number), z * sqrt(variance / number)
    return Interval(low=middle - reach, high=middle + reach)
