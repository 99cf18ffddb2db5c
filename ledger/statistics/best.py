"""How likely each player is the truly best of those who played, by what their nights brought.

A player's nights are luck around a true mean (`spread.py`), the true means lie around a middle (both normal),
and how far apart they lie is not known before many nights: several distances are tried, each weighed by how
well it goes with what was seen and with what is usual (Gelman and others, Bayesian Data Analysis, third
edition, 2013, section 5.4).

What one wins at cards the others lose: the points of a night add up to zero. So the luck of one is a little
of everybody else's bad luck, and two of so many players who play together lie further apart by luck than two
who play by themselves: the variance is that of one night times many / (many - 1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erf, exp, log, pi, sqrt

from ledger.statistics.spread import NightSums

USUAL = 0.1
"""How far apart the players' true means usually lie, against the luck of a night: 1.15 to 12.4 points in the
six years of one club (tests/data/evenings)."""

DOUBT = 0.5
"""How far other groups may be from that: e to this power, two times in three."""

DISTANCES = tuple(range(-2, 6))
"""The distances that are tried, in steps of that doubt around what is usual: up to players who differ by more
than a night's luck. Closer ones say no more than the closest."""

TRIFLE = 1e-4
"""A distance with a smaller part of all the weight is not worth trying."""

REACH, STEPS = 4, 12
"""Means are tried up to so many standard deviations to each side, in so many steps."""

NOTHING = 1e-9
"""A smaller part of a chance is not worth counting."""


@dataclass(frozen=True, kw_only=True)
class _Seen:
    """A player's mean, in points a night, and the variance of it that is luck."""

    mean: float
    luck: float


def chances_of_being_best(players: Mapping[int, NightSums], luck: Fraction) -> dict[int, float]:
    """For each player who came, by id, the chance (0 to 1) that nobody's true mean is higher; together 1.

    `luck` is the variance of a night, in points squared (`Spread.luck`). Where nights hold no luck at all,
    those with the highest mean share the certainty.
    """
    came = {player: sums for player, sums in players.items() if sums.nights}
    if not came:
        return {}
    if not luck:
        top = max(sums.mean for sums in came.values())
        first = [player for player, sums in came.items() if sums.mean == top]
        return {player: 1 / len(first) if player in first else 0.0 for player in came}
    # The middle of all takes no part in who is best: it is left out, so that numbers stay small.
    middle = sum((sums.mean for sums in came.values()), Fraction(0)) / len(came)
    apart = luck * len(came) / max(1, len(came) - 1)
    seen = [_Seen(mean=float(one.mean - middle), luck=float(apart / one.nights)) for one in came.values()]
    return dict(zip(came, _weighed(seen, sqrt(luck)), strict=True))


def _weighed(seen: Sequence[_Seen], luck: float) -> list[float]:
    """The chances at every distance, weighed by how likely that one is."""
    distances = [(USUAL * luck * exp(DOUBT * step), step) for step in DISTANCES]
    likely = [_log_likelihood(seen, distance) - step * step / 2 for distance, step in distances]
    weights = [exp(one - max(likely)) for one in likely]
    worth = TRIFLE * sum(weights)
    sums = [0.0] * len(seen)
    for weight, (distance, _) in zip(weights, distances, strict=True):
        if weight >= worth:
            for at, chance in enumerate(_chances(seen, distance)):
                sums[at] += weight * chance
    total = sum(sums)
    return [one / total for one in sums]


def _middle(seen: Sequence[_Seen], skill: float) -> tuple[float, float]:
    """The mean of all, each weighed by how sure it is, and the sum of those weights."""
    weights = [1 / (skill + one.luck) for one in seen]
    total = sum(weights)
    return sum(one.mean * weight for one, weight in zip(seen, weights, strict=True)) / total, total


def _log_likelihood(seen: Sequence[_Seen], distance: float) -> float:
    """How well what was seen goes with true means that lie so far apart, whatever their middle is."""
    skill = distance * distance
    middle, weights = _middle(seen, skill)
    spread = sum(log(skill + one.luck) + (one.mean - middle) ** 2 / (skill + one.luck) for one in seen)
    return -(spread + log(weights)) / 2


def _chances(seen: Sequence[_Seen], distance: float) -> list[float]:
    """Each player's chance to be the best, if true means lie so far apart."""
    skill = distance * distance
    middle, _ = _middle(seen, skill)
    means = [middle + skill / (skill + one.luck) * (one.mean - middle) for one in seen]
    doubts = [sqrt(skill * one.luck / (skill + one.luck)) for one in seen]
    return [_is_highest(at, means, doubts) for at in range(len(seen))]


def _is_highest(mine: int, means: Sequence[float], doubts: Sequence[float]) -> float:
    """The chance that this one of several normal quantities is the highest: summed over what it may be."""
    chance = 0.0
    # The best of them first: most players are soon found to be behind those, and the rest changes nothing.
    others = sorted((at for at in range(len(means)) if at != mine), key=lambda at: -means[at])
    for step in range(-STEPS, STEPS + 1):
        z = step * REACH / STEPS
        value = means[mine] + doubts[mine] * z
        here = exp(-z * z / 2)
        for at in others:
            here *= (1 + erf((value - means[at]) / doubts[at] / sqrt(2))) / 2
            if here < NOTHING:
                break
        chance += here
    return chance * REACH / STEPS / sqrt(2 * pi)
