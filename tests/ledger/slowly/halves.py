"""How like each other two halves of everybody's nights are, once more and slowly: drawn often."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random

# Four times as many as are told of.
DRAWS = 2000

# The middle of 500 draws is hardly ever, by luck, one with more than 60 in 100 of all others to one side:
# their share has a standard deviation of 2.2 in 100, and that of these draws one of 1.1.
BESIDE = 0.1


class Halves:
    """Equal to a number that may be the middle of such draws; to None where nothing can be drawn."""

    def __init__(self, nights: Sequence[Sequence[Fraction]]) -> None:
        luck = Random(2)
        draws = [pearson(*halves_of(nights, luck)) for _ in range(DRAWS)] if len(nights) > 1 else []
        self._told = sorted(one for one in draws if one is not None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, float):
            return other is None and not self._told
        below = sum(one < other - 1e-9 for one in self._told)
        above = sum(one > other + 1e-9 for one in self._told)
        return bool(self._told) and max(below, above) <= (0.5 + BESIDE) * len(self._told)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"about {self._told[len(self._told) // 2] if self._told else None}"


def halves_of(nights: Sequence[Sequence[Fraction]], luck: Random) -> tuple[list[Fraction], list[Fraction]]:
    """Return the mean of half of each player's nights, and that of the others."""
    one, other = [], []
    for points in nights:
        half = luck.sample(range(len(points)), len(points) // 2)
        rest = [at for at in range(len(points)) if at not in half]
        one.append(sum((points[at] for at in half), Fraction(0)) / len(half))
        other.append(sum((points[at] for at in rest), Fraction(0)) / len(rest))
    return one, other


def pearson(one: Sequence[Fraction], other: Sequence[Fraction]) -> float | None:
    """Return the correlation by its definition; None where one of them never differs."""
    mine, theirs = sum(one) / len(one), sum(other) / len(other)
    together = sum((a - mine) * (b - theirs) for a, b in zip(one, other, strict=True))
    squares = sum((a - mine) ** 2 for a in one) * sum((b - theirs) ** 2 for b in other)
    return float(together) / sqrt(squares) if squares else None
