"""Verdicts: whether a player's share or average differs from what is usual here, or could be luck.

Of many shares the most striking one always looks like something: a verdict counts how many were compared.
"""

from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import floor, inf, sqrt

from ledger.statistics.intervals import Interval, deviations, mean_interval, share_interval

# Below so many of the thing counted nothing is said of a share.
FLOOR = 20


class Verdict(Enum):
    """What a number tells: nothing yet, nothing for sure, or that it is not the usual one."""

    TOO_FEW = "too few"
    COULD_BE_LUCK = "could be luck"
    CLEAR = "clear"


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What a share or an average tells against what is usual.

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
    return _judgement(
        share_interval(k, n),
        n,
        is_usual=float(usual) in share_interval(k, n, compared=compared),
        needed=_needed(k, n, usual, compared),
        surprise=_surprise(k, n, usual),
    )


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
    return _judgement(
        mean_interval(n, total, squares),
        n,
        is_usual=0 in mean_interval(n, total, squares, compared=compared),
        needed=_needed_of_mean(n, total, squares, compared),
        surprise=(away / luck if luck else inf) if away else 0.0,
    )


def _needed_of_mean(n: int, total: Fraction, squares: Fraction, compared: int) -> int | None:
    if not n or not total:
        return None

    def is_clear(hands: int) -> bool:
        times = Fraction(hands, n)
        return 0 not in mean_interval(hands, total * times, squares * times, compared=compared)

    enough = 1
    while not is_clear(enough):
        enough *= 2
    return bisect_left(range(enough), True, lo=enough // 2, key=is_clear)


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


def _needed(k: int, n: int, usual: Fraction, compared: int) -> int | None:
    # In whole numbers, as fractions take several times as long: u(1 - u) / (k/n - u)² of u = a/b.
    a, b = usual.numerator, usual.denominator
    if not n or k * b == a * n:
        return None
    z = deviations(compared)
    return floor(z * z * (a * (b - a) * n * n / (k * b - a * n) ** 2)) + 1


def _surprise(k: int, n: int, usual: Fraction) -> float:
    a, b = usual.numerator, usual.denominator
    if not n or k * b == a * n:
        return 0.0
    luck = a * (b - a) / (b * b * n)
    return abs(k * b - a * n) / (n * b) / sqrt(luck) if luck else inf
