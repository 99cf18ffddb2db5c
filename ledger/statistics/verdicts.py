"""Whether a player's share differs from what is usual here, or could as well be luck.

Of many shares the most striking one always looks like something: a verdict counts how many were compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import floor, inf, sqrt
from statistics import NormalDist

from ledger.statistics.intervals import CONFIDENCE, Interval, share_interval

FLOOR = 20
"""Below so many of the thing counted nothing is said of a share."""


class Verdict(Enum):
    """What a share tells: nothing yet, nothing for sure, or that it is not the usual one."""

    TOO_FEW = "too few"
    COULD_BE_LUCK = "could be luck"
    CLEAR = "clear"


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What a share tells against what is usual.

    `interval` is where it lies in the long run (95 %, as if nothing else were looked at). `more` is how many
    more would make it clear if it went on like this, 0 where it is, None where it is just what is usual.
    `surprise` is how far it lies from what is usual, in standard deviations of luck.
    """

    interval: Interval
    verdict: Verdict
    more: int | None
    surprise: float


def judged(k: int, n: int, usual: Fraction, *, compared: int = 1) -> Judgement:
    """What `k` of `n` tell, where `usual` (0 to 1) is the share of everybody.

    Clear is only what lies outside of the interval that is corrected for `compared` shares, so that of all of
    them together one is wrongly called so in 5 groups of 100 at most. Raises ValueError as `share_interval`.
    """
    interval = share_interval(k, n)
    needed = _needed(k, n, usual, compared)
    if n < FLOOR:
        verdict = Verdict.TOO_FEW
    elif float(usual) in share_interval(k, n, compared=compared):
        verdict = Verdict.COULD_BE_LUCK
    else:
        verdict = Verdict.CLEAR
    return Judgement(
        interval=interval,
        verdict=verdict,
        more=0 if verdict is Verdict.CLEAR else None if needed is None else max(needed, FLOOR, n + 1) - n,
        surprise=_surprise(k, n, usual),
    )


def _needed(k: int, n: int, usual: Fraction, compared: int) -> int | None:
    """Of how many the corrected interval leaves out what is usual, at the same share; None of none.

    Wilson's interval holds just the shares from which what was seen lies no further than so many of their
    standard deviations, so this can be said outright.
    """
    if not n or k == n * usual:
        return None
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * compared))
    away = Fraction(k, n) - usual
    return floor(z * z * float(usual * (1 - usual) / away**2)) + 1


def _surprise(k: int, n: int, usual: Fraction) -> float:
    if not n or k == n * usual:
        return 0.0
    luck = usual * (1 - usual) / n
    return abs(float(Fraction(k, n) - usual)) / sqrt(luck) if luck else inf
