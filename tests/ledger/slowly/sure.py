"""What numbers are worth, once more and slowly: intervals, verdicts, and how much of a night is luck."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

from ledger.statistics import NightSums
from tests.ledger.slowly.best import TOLERANCE, Chance, chances, own_shares

FLOOR = 20
HALF = Fraction(1, 2)


def z_of(compared: int) -> float:
    return NormalDist().inv_cdf(1 - 0.05 / 2 / compared)


def wilson(k: float, n: float, z: float) -> tuple[float, float]:
    """Return the shares from which k of n lies z standard deviations away: the roots of a square."""
    a, b, c = n + z * z, -(2 * k + z * z), k * k / n
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def share(k: int, n: int) -> dict[str, Any]:
    return {"k": k, "n": n, "interval": list(wilson(k, n, z_of(1))) if n else None}


def judged(k: int, n: int, usual: Fraction, compared: int) -> dict[str, Any]:
    """Return interval and verdict, and `more`: so many are too few, and so many are enough."""

    def is_usual(hands: int) -> bool:
        # The roots say the same, but not of half a billion hands.
        away = Fraction(k, n) - usual
        return hands * away**2 <= Fraction(z_of(compared)) ** 2 * usual * (1 - usual)

    return {
        "interval": list(wilson(k, n, z_of(1))),
        "verdict": "too few" if n < FLOOR else "could be luck" if is_usual(n) else "clear",
        "more": More(n, is_usual, never=Fraction(k, n) == usual),
    }


class More:
    """How many more of the same would tell: equal to a number that does, where one fewer does not."""

    def __init__(self, n: int, is_usual: Any, *, never: bool) -> None:
        self._n, self._is_usual, self._never = n, is_usual, never

    def __eq__(self, other: object) -> bool:
        n, is_usual = self._n, self._is_usual
        if n >= FLOOR and not is_usual(n):
            return other == 0
        if self._never:
            return other is None
        if not isinstance(other, int) or is_usual(n + other) or other < 1 or n + other < FLOOR:
            return False
        return n + other == FLOOR or other == 1 or is_usual(n + other - 1)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"as many more as tell after {self._n}"


def spread_of(nights: Mapping[int, Sequence[Fraction]]) -> dict[str, Any] | None:
    """Return the one-way analysis of variance of all nights; None where it tells nothing."""
    every = [one for points in nights.values() for one in points]
    players, many = len(nights), len(every)
    if players < 2 or many == players:
        return None
    middle = sum(every) / many
    means = {who: sum(points) / len(points) for who, points in nights.items()}
    within = sum((one - means[who]) ** 2 for who, points in nights.items() for one in points)
    between = sum((means[who] - middle) ** 2 for who, points in nights.items() for one in points)
    luck = Fraction(within) / (many - players)
    each = (many - Fraction(sum(len(points) ** 2 for points in nights.values()), many)) / (players - 1)
    skill = max(Fraction(0), (Fraction(between) / (players - 1) - luck) / each)
    return {
        "players": players,
        "nights": many,
        "luck": luck,
        "skill": skill,
        "middle": Fraction(middle),
        "told": {
            "players": players,
            "nights": many,
            "night_sd": sqrt(luck),
            "between_players_sd": sqrt(skill),
            "nights_for_half_signal": float(luck / skill) if skill else None,
        },
    }


def averages_of(nights: Mapping[int, Sequence[Fraction]]) -> dict[int, dict[str, Any]]:
    spread = spread_of(nights)
    if spread is None:
        return {}
    luck, middle = spread["luck"], spread["middle"]
    best, own = chances(nights, luck), own_shares(nights, luck)
    found = {}
    for who, points in nights.items():
        mean = Fraction(sum(points), len(points))
        away = float(mean - middle)
        found[who] = {
            "points_a_night": str(mean),
            "signal": Chance(own[who]),
            "expected": Chance(float(middle) + own[who] * away, TOLERANCE * max(1, abs(away))),
            "best": best[who],
        }
    return found


def against_the_table(nights: Sequence[Mapping[int, Fraction]]) -> dict[int, dict[str, Any]]:
    """Return whether the points a night of the regulars are more than luck explains.

    If all are equal, each of a night's results falls to each who was there as easily as to any other.
    """
    came = {who: sum(who in there for there in nights) for who in {one for there in nights for one in there}}
    floor = max([10, *(many // 10 for many in came.values())])
    found, unlikely = {}, {}
    for who, many in came.items():
        if many < floor:
            continue
        mine = [there for there in nights if who in there]
        usual = [sum(there.values()) / Fraction(len(there)) for there in mine]
        above = sum((there[who] - mean for there, mean in zip(mine, usual, strict=True)), Fraction(0))
        luck = sum(
            (
                sum((one - mean) ** 2 for one in there.values()) / Fraction(len(there))
                for there, mean in zip(mine, usual, strict=True)
            ),
            Fraction(0),
        )
        sd = sqrt(luck)
        if many >= FLOOR:
            unlikely[who] = 2 * (1 - NormalDist().cdf(abs(float(above)) / sd)) if sd else float(not above)
        found[who] = {
            "nights": many,
            "above": str(above / many),
            "interval": [
                float(above) / many - z_of(1) * sd / many,
                float(above) / many + z_of(1) * sd / many,
            ],
            "verdict": "too few" if many < FLOOR else "could be luck",
        }
    # As many as are together less likely than so many of equal players are (Benjamini and Hochberg).
    for number in range(len(unlikely), 0, -1):
        named = sorted(unlikely, key=lambda who: unlikely[who])[:number]
        if unlikely[named[-1]] < 0.045 * number / len(unlikely):
            for who in named:
                found[who]["verdict"] = "clear"
            break
    return found


def sums_of(points: Collection[Fraction]) -> NightSums:
    """Return how many nights there were, the sum of their points, and of the squares."""
    squares = sum((one * one for one in points), Fraction(0))
    return NightSums(nights=len(points), points=sum(points, Fraction(0)), squares=squares)
