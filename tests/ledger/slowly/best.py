"""Who is truly the best, and how much of an average is one's own, once more and slowly.

Every true mean that there may be is tried.

The model is that of docs/statistics.md: nights are luck around a true mean, everybody's true means lie around
a middle, and nobody knows how far apart. Where that middle lies is tried as well, and not computed.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import erfc, exp, gamma, prod, sqrt
from statistics import NormalDist

# How far the true means usually lie apart, in a night's luck, and how unsure that is: e to this power.
USUAL, DOUBT = 0.085, 0.5

# Values that are tried in each sum.
TRIED = 200

# One in a thousand: what sums in few steps may lie beside those in many.
TOLERANCE = 0.001


class Chance:
    """A chance, as well as it can be told in few steps."""

    def __init__(self, value: float, tolerance: float = TOLERANCE) -> None:
        self.value = value
        self._tolerance = tolerance

    def __add__(self, other: "Chance") -> "Chance":
        return Chance(self.value + other.value)

    def __lt__(self, other: "Chance") -> bool:
        return self.value < other.value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float) and abs(other - self.value) <= self._tolerance

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"about {self.value:.4f}"


def chances(nights: Mapping[int, Sequence[Fraction]], luck: Fraction) -> dict[int, Chance]:
    """Return the chance of each player, by what every night brought; `luck` as in `weighed`."""
    means = {who: float(sum(points)) / len(points) for who, points in nights.items()}
    if not luck:
        exactly = {who: sum(points) / len(points) for who, points in nights.items()}
        first = [who for who in exactly if exactly[who] == max(exactly.values())]
        return {who: Chance(1 / len(first) if who in first else 0.0) for who in nights}
    noise = noise_of(nights, luck)
    found, weights = dict.fromkeys(nights, 0.0), 0.0
    for skill, weight, middle in weighed(nights, luck):
        true = {
            who: NormalDist(
                (means[who] / noise[who] + middle / skill) / (1 / noise[who] + 1 / skill),
                sqrt(1 / (1 / noise[who] + 1 / skill)),
            )
            for who in nights
        }
        weights += weight
        for who, chance in highest(true).items():
            found[who] += weight * chance
    return {who: Chance(one / weights) for who, one in found.items()}


def own_shares(nights: Mapping[int, Sequence[Fraction]], luck: Fraction) -> dict[int, float]:
    """Return how much of each player's average is the player's own: under a half if luck explains it all."""
    if not luck:
        means = {sum(points) / len(points) for points in nights.values()}
        return dict.fromkeys(nights, 1.0 if len(means) > 1 else 0.0)
    noise, tried = noise_of(nights, luck), weighed(nights, luck)
    every = sum(weight for _, weight, _ in tried)
    found = {
        who: sum(weight * skill / (skill + noise[who]) for skill, weight, _ in tried) / every
        for who in nights
    }
    is_luck = by_luck(nights, noise) >= 0.025
    return {who: min(own, 0.49) if is_luck else own for who, own in found.items()}


def by_luck(nights: Mapping[int, Sequence[Fraction]], noise: Mapping[int, float]) -> float:
    """Return the chance that equal players lie so far apart: of chi-squared, exactly."""
    means = {who: float(sum(points)) / len(points) for who, points in nights.items()}
    middle = sum(means[who] / noise[who] for who in nights) / sum(1 / noise[who] for who in nights)
    half = sum((means[who] - middle) ** 2 / noise[who] for who in nights) / 2
    free = len(nights) - 1
    chance = erfc(sqrt(half)) if free % 2 else exp(-half)
    for upto in range(2 - free % 2, free, 2):
        chance += half ** (upto / 2) * exp(-half) / gamma(upto / 2 + 1)
    return chance


def noise_of(nights: Mapping[int, Sequence[Fraction]], luck: Fraction) -> dict[int, float]:
    """Return how much of each mean is luck, squared: what one wins the others lose."""
    apart = float(luck) * len(nights) / max(1, len(nights) - 1)
    return {who: apart / len(points) for who, points in nights.items()}


def weighed(nights: Mapping[int, Sequence[Fraction]], luck: Fraction) -> list[tuple[float, float, float]]:
    """Return each distance of true means, squared, how likely it is, and where everybody's middle then lies.

    `luck` is how far the nights of one differ, squared.
    """
    means = {who: float(sum(points)) / len(points) for who, points in nights.items()}
    noise, found = noise_of(nights, luck), []
    for step in range(-2, 6):
        skill = (USUAL * sqrt(luck) * exp(DOUBT * step)) ** 2
        seen, middle = goes_with(means, {who: skill + noise[who] for who in nights})
        found.append((skill, seen * NormalDist().pdf(step), middle))
    return found


def between(low: float, high: float) -> tuple[list[float], float]:
    """Return values from low to high, and how far each lies from the next."""
    step = (high - low) / TRIED
    return [low + step * (number + 0.5) for number in range(TRIED)], step


def goes_with(means: Mapping[int, float], variances: Mapping[int, float]) -> tuple[float, float]:
    """Return how likely these means are wherever the middle lies, and where it lies on average."""
    reach = 7 * sqrt(max(variances.values()))
    tried, step = between(min(means.values()) - reach, max(means.values()) + reach)
    likely = [
        prod(NormalDist(middle, sqrt(variances[who])).pdf(means[who]) for who in means) for middle in tried
    ]
    every = sum(likely)
    return every * step, sum(one * middle for one, middle in zip(likely, tried, strict=True)) / every


def highest(true: Mapping[int, NormalDist]) -> dict[int, float]:
    """Return how likely each is the highest: that it lies at a value, and all others below."""
    reach = 7 * max(one.stdev for one in true.values())
    means = [one.mean for one in true.values()]
    tried, step = between(min(means) - reach, max(means) + reach)
    found = dict.fromkeys(true, 0.0)
    for value in tried:
        below = {who: one.cdf(value) for who, one in true.items()}
        for who, one in true.items():
            found[who] += one.pdf(value) * step * prod(below[other] for other in true if other != who)
    return found
