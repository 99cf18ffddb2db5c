"""How far a share of some hands may lie from what it would be in the long run."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(frozen=True, kw_only=True)
class Interval:
    """Between these two, both included."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def share_interval(k: int, n: int, *, compared: int = 1) -> Interval:
    """Where the true share lies, 0 to 1, after it was `k` of `n`, with 95 % confidence (Wilson, 1927).

    Where one looks at several shares for the most striking one, `compared` of them, the interval is as much
    wider as keeps the chance of a false alarm among all of them at 5 % (Bonferroni). Of nothing, everything
    is possible. Raises ValueError unless 0 <= k <= n and something is compared.
    """
    if not 0 <= k <= n or compared < 1:
        raise ValueError(f"{k} of {n}, compared with {compared}")
    if n == 0:
        return Interval(low=0.0, high=1.0)
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * compared))
    share, weight = k / n, z * z / n
    middle = (share + weight / 2) / (1 + weight)
    reach = z * sqrt(share * (1 - share) / n + weight / (4 * n)) / (1 + weight)
    # At the ends the formula is exact, and the sum of floats nearly.
    return Interval(low=0.0 if k == 0 else middle - reach, high=1.0 if k == n else middle + reach)
