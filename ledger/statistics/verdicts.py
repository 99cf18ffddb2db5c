"""Intervals and verdicts: whether a share, an average or nights differ from what is usual, or could be luck.

Of many shares the most striking one always looks like something: a verdict counts how many were compared.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import erfc, floor, inf, sqrt
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


# Below so many of the thing counted nothing is said of a share.
FLOOR = 20


class Verdict(Enum):
    """A verdict on a number: nothing yet, nothing for sure, or not the usual."""

    TOO_FEW = "too few"
    COULD_BE_LUCK = "could be luck"
    CLEAR = "clear"


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """A verdict on a share or an average against the usual one.

    `interval` is where it lies in the long run (95 %, as if nothing else were looked at). `more` is how many
    more would make it clear if it went on like this, 0 where it is, None where it is just what is usual.
    `surprise` is how far it lies from what is usual, in standard deviations of luck.
    """

    interval: Interval
    verdict: Verdict
    more: int | None
    surprise: float


def judged(k: int, n: int, usual: Fraction, *, compared: int = 1) -> Judgement:
    """Return what `k` of `n` tell, where `usual` (0 to 1) is the share of everybody.

    Clear is only what lies outside of the interval that is corrected for `compared` shares, so that of all of
    them together one is wrongly called so in 5 groups of 100 at most. Raises ValueError as `share_interval`.
    """
    is_usual = float(usual) in share_interval(k, n, compared=compared)
    needed, surprise, z = None, 0.0, deviations(compared)
    # In whole numbers, as fractions take several times as long: u(1 - u) / (k/n - u)² of u = a/b.
    a, b = usual.numerator, usual.denominator
    if n and (away := k * b - a * n):
        needed = floor(z * z * (a * (b - a) * n * n / away**2)) + 1
        luck = a * (b - a) / (b * b * n)
        surprise = abs(away) / (n * b) / sqrt(luck) if luck else inf
    return _judgement(share_interval(k, n), n, is_usual=is_usual, needed=needed, surprise=surprise)


def judged_average(above: Fraction, variance: Fraction, n: int, *, compared: int = 1) -> Judgement:
    """Return what an average of `n` tells that lies so much above what is usual (below, if negative).

    `variance` is that of a single one of the n, by luck alone, in the square of the same unit; the interval
    is of `above`. Normal, so only for many. Raises ValueError for none, or a negative variance.
    """
    if n < 1 or variance < 0 or compared < 1:
        raise ValueError(f"an average of {n}, of variance {variance}, compared with {compared}")
    sd, z = sqrt(variance / n), deviations(compared)
    reach = deviations(1) * sd
    return _judgement(
        Interval(low=float(above) - reach, high=float(above) + reach),
        n,
        is_usual=abs(float(above)) <= z * sd,
        needed=floor(z * z * float(variance / above**2)) + 1 if above else None,
        surprise=0.0 if not above else abs(float(above)) / sd if sd else inf,
    )


def judged_mean(n: int, total: Fraction, squares: Fraction, *, compared: int = 1) -> Judgement:
    """Return what a mean of `n` hands tells against winning nothing; sums as in `mean_interval`.

    `interval` is in points. Raises ValueError as `mean_interval`.
    """
    luck = sqrt(squares / n - (total / n) ** 2) / sqrt(n) if n else 0.0
    away = abs(float(total / n)) if n else 0.0

    def is_clear(hands: int) -> bool:
        times = Fraction(hands, n)
        return 0 not in mean_interval(hands, total * times, squares * times, compared=compared)

    enough = 1
    while away and not is_clear(enough):
        enough *= 2
    return _judgement(
        mean_interval(n, total, squares),
        n,
        is_usual=0 in mean_interval(n, total, squares, compared=compared),
        needed=bisect_left(range(enough), True, lo=enough // 2, key=is_clear) if away else None,
        surprise=(away / luck if luck else inf) if away else 0.0,
    )


def _judgement(
    interval: Interval, n: int, *, is_usual: bool, needed: int | None, surprise: float
) -> Judgement:
    verdict = Verdict.TOO_FEW if n < FLOOR else Verdict.COULD_BE_LUCK if is_usual else Verdict.CLEAR
    return Judgement(
        interval=interval,
        verdict=verdict,
        more=0 if verdict is Verdict.CLEAR else None if needed is None else max(needed, FLOOR, n + 1) - n,
        surprise=surprise,
    )


# In so many groups of equal players somebody is named: a little under 5 in 100, as the normal curve ends a
# little too soon.
FALSE_ALARMS = 0.045


@dataclass(frozen=True, kw_only=True)
class AgainstTheTable:
    """A player's nights against the others who were there.

    `above` is how much more a night brought than the mean of those present, on average (less, if negative);
    `interval` where that lies in the long run (95 %, as if nobody else were looked at). `surprise` is how far
    it lies from 0, in standard deviations of luck.
    """

    nights: int
    above: Fraction
    interval: Interval
    surprise: float
    verdict: Verdict

    @property
    def side(self) -> int:
        """Return 1 where the nights brought more than those of the others, -1 for less, 0 for as much."""
        return (self.above > 0) - (self.above < 0)


def judged_nights(
    nights: Iterable[Mapping[int, int]], players: Collection[int], *, unit: int = 1
) -> dict[int, AgainstTheTable]:
    """Return what their nights tell of these players, by id; players who never came are left out.

    `nights` are the results of everybody who was there, by player id, `unit` of them to a point; answers are
    in points a night. All players of 20 nights and more are compared (`_clear`).
    """
    # By how many were there, in whole numbers: k times the deviation, and k² times the variance.
    away: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    luck: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    came: dict[int, int] = defaultdict(int)
    wanted = frozenset(players)
    for there in nights:
        many, total = len(there), sum(there.values())
        variance = many * sum(one * one for one in there.values()) - total * total
        for player in wanted & there.keys():
            came[player] += 1
            away[player][many] += many * there[player] - total
            luck[player][many] += variance
    found = {}
    for player, number in came.items():
        above = sum((Fraction(one, many) for many, one in away[player].items()), Fraction(0)) / unit
        variances = sum((Fraction(one, many**2) for many, one in luck[player].items()), Fraction(0))
        sd = sqrt(variances) / unit
        mean, reach = float(above / number), deviations(1) * sd / number
        found[player] = AgainstTheTable(
            nights=number,
            above=above / number,
            interval=Interval(low=mean - reach, high=mean + reach),
            surprise=(abs(float(above)) / sd if sd else inf) if above else 0.0,
            verdict=Verdict.TOO_FEW if number < FLOOR else Verdict.COULD_BE_LUCK,
        )
    clear = _clear({who: one.surprise for who, one in found.items() if one.nights >= FLOOR})
    return {who: replace(one, verdict=Verdict.CLEAR) if who in clear else one for who, one in found.items()}


def _clear(surprises: Mapping[int, float]) -> frozenset[int]:
    ordered = sorted(surprises, key=lambda who: -surprises[who])
    allowed = FALSE_ALARMS / max(1, len(ordered))
    named = 0
    for number, who in enumerate(ordered, start=1):
        # The chance that luck alone brings as much, to either side.
        if erfc(surprises[who] / sqrt(2)) < number * allowed:
            named = number
    return frozenset(ordered[:named])
