"""Tests whether a player's nights brought more than those of the others at the same tables.

If nobody played better, the points of a night could as well have fallen to the players in any other order.
Over all such reshufflings of every night a player's sum has a known mean and variance, so none needs to be
drawn; over twenty nights and more it is taken for normal (E. J. G. Pitman, Significance Tests Which May Be
Applied to Samples from Any Populations, 1937).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import erfc, inf, sqrt

from ledger.statistics.intervals import Interval, deviations
from ledger.statistics.verdicts import FLOOR, Verdict

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
