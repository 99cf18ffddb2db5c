"""Skill and luck: how far nights and players differ, who may be the best, and how much is a player's own.

Spread is by one-way analysis of variance with players of different numbers of nights (Searle, Casella and
McCulloch, Variance Components, 1992, chapter 3): a night brings the player's true mean and the luck of that
night.

For the chances a player's nights are luck around a true mean, the true means lie around a middle (both
normal), and how far apart they lie is not known before many nights: several distances are tried, each
weighed by how well it goes with what was seen and with what is usual (Gelman and others, Bayesian Data
Analysis, third edition, 2013, section 5.4). Both answers weigh the same distances.

What one wins at cards the others lose: the points of a night add up to zero. So the luck of one is a little
of everybody else's bad luck, and two of so many players who play together lie further apart by luck than two
who play by themselves: the variance is that of one night times many / (many - 1).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import erf, exp, log, pi, sqrt
from random import Random
from statistics import StatisticsError, correlation, fmean, median

from ledger.statistics.verdicts import deviations

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


# The usual distance of the players' true means, against the luck of a night: 1.15 to 12.4 points in the
# six years of one club (tests/data/evenings), and a little less, as more of the tried distances are longer.
USUAL = 0.085

# The distance of other groups from that: e to this power, two times in three.
DOUBT = 0.5

# The distances that are tried, in steps of that doubt around what is usual: up to players who differ by more
# than a night's luck. Closer ones say no more than the closest.
DISTANCES = tuple(range(-2, 6))

# A distance with a smaller part of all the weight is not worth trying.
TRIFLE = 1e-4

# Means are tried up to so many standard deviations to each side, in so many steps.
REACH, STEPS = 4, 12

# A smaller part of a chance is not worth counting.
NOTHING = 1e-9

# At most so much of an average is told to be the players' own until their averages differ more than luck
# explains: else equal players would be told half and more after some hundred nights.
UNPROVEN = 0.49


@dataclass(frozen=True, kw_only=True)
class _SeenMean:
    """A player's mean, in points a night, and the variance of it that is luck."""

    mean: float
    luck: float


@dataclass(frozen=True, kw_only=True)
class _Weighed:
    """A distance between true means, as its square (`skill`), and its part of all the weight (0 to 1)."""

    skill: float
    weight: float


@dataclass(frozen=True, kw_only=True)
class Skill:
    """The chance of each player, by id, to be the best (0 to 1, together 1), and how much is their own.

    `differ` says that the averages lie farther apart than those of equal players do in 39 of 40 groups.
    """

    best: Mapping[int, float]
    differ: bool
    apart: float
    distances: Sequence[_Weighed]

    def own_share(self, nights: int) -> float:
        """Return how much (0 to 1) of an average of so many nights is the player's own, and not luck.

        The mean over all distances of skill² / (skill² + luck² · k / (k - 1) / nights). Raises
        ZeroDivisionError of no nights.
        """
        luck = self.apart / nights
        own = sum(one.weight * one.skill / (one.skill + luck) for one in self.distances if one.skill)
        return own if self.differ else min(own, UNPROVEN)


def skill_of(players: Mapping[int, NightSums], luck: Fraction) -> Skill:
    """Return who may be the best of the players who came, and how much of an average is their own.

    `luck` is the variance of a night, in points squared (`Spread.luck`). Where nights hold no luck at all,
    those with the highest mean share the certainty, and a difference is all the players' own.
    """
    came = {player: sums for player, sums in players.items() if sums.nights}
    if not came:
        return Skill(best={}, differ=False, apart=0.0, distances=())
    if not luck:
        means = {player: sums.mean for player, sums in came.items()}
        first = [player for player, mean in means.items() if mean == max(means.values())]
        differ = len(first) < len(came)
        return Skill(
            best={player: 1 / len(first) if player in first else 0.0 for player in came},
            differ=differ,
            apart=0.0,
            distances=(_Weighed(skill=1.0 if differ else 0.0, weight=1.0),),
        )
    # The middle of all takes no part in who is best: it is left out, so that numbers stay small.
    middle = sum((sums.mean for sums in came.values()), Fraction(0)) / len(came)
    apart = luck * len(came) / max(1, len(came) - 1)
    seen = [_SeenMean(mean=float(one.mean - middle), luck=float(apart / one.nights)) for one in came.values()]
    skills = [(USUAL * sqrt(luck) * exp(DOUBT * step)) ** 2 for step in DISTANCES]
    likely = [
        _log_likelihood(seen, skill) - step * step / 2 for skill, step in zip(skills, DISTANCES, strict=True)
    ]
    weights = [exp(one - max(likely)) for one in likely]
    distances = [
        _Weighed(skill=skill, weight=weight / sum(weights))
        for skill, weight in zip(skills, weights, strict=True)
    ]
    chances = [0.0] * len(seen)
    for distance in distances:
        if distance.weight >= TRIFLE:
            skill = distance.skill
            centre, _ = _middle(seen, skill)
            drawn = [centre + skill / (skill + one.luck) * (one.mean - centre) for one in seen]
            doubts = [sqrt(skill * one.luck / (skill + one.luck)) for one in seen]
            for at in range(len(seen)):
                chances[at] += distance.weight * _is_highest(at, drawn, doubts)
    total = sum(chances)
    return Skill(
        best=dict(zip(came, [distance / total for distance in chances], strict=True)),
        differ=_differ(seen),
        apart=float(apart),
        distances=distances,
    )


def _differ(seen: Sequence[_SeenMean]) -> bool:
    # Check whether the means lie farther apart than luck alone brings them in one of 40 groups.
    #
    # A sum of squares against a quantile of chi-squared (Wilson and Hilferty, 1931).
    free = len(seen) - 1
    if not free:
        return False
    middle, _ = _middle(seen, 0)
    found = sum((one.mean - middle) ** 2 / one.luck for one in seen)
    return found > free * (1 - 2 / (9 * free) + deviations(1) * sqrt(2 / (9 * free))) ** 3


def _middle(seen: Sequence[_SeenMean], skill: float) -> tuple[float, float]:
    # Each is weighed by how sure it is; the second number is the sum of those weights.
    weights = [1 / (skill + one.luck) for one in seen]
    total = sum(weights)
    return sum(one.mean * weight for one, weight in zip(seen, weights, strict=True)) / total, total


def _log_likelihood(seen: Sequence[_SeenMean], skill: float) -> float:
    middle, weights = _middle(seen, skill)
    spread = sum(log(skill + one.luck) + (one.mean - middle) ** 2 / (skill + one.luck) for one in seen)
    return -(spread + log(weights)) / 2


def _is_highest(mine: int, means: Sequence[float], doubts: Sequence[float]) -> float:
    # The chance that this one of several normal quantities is the highest.
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
