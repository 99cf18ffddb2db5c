"""Shares and places in a table, and its regulars: one rule for every table. Pure."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

Ranked = TypeVar("Ranked")
# Key that players are placed by: the value, the number of nights behind it, and the player's id.
PlaceKey = tuple[Fraction | int, int, int]

# Fewer nights say too little about how much players differ.
FEWEST_NIGHTS = 10

# A regular played a tenth of what the most eager player did: 14 of 600 nights are hardly the same race.
OF_THE_MOST = 10


def floor_of(played: Collection[int], *, least: int = 1) -> int:
    """Return from how many nights (or hands) on a player is a regular, of what everybody played.

    Only regulars are compared: in rankings, records, badges and verdicts.
    """
    return max(least, max(played, default=0) // OF_THE_MOST)


def placed(entries: Iterable[Ranked], told: Callable[[Ranked], PlaceKey]) -> tuple[tuple[int, Ranked], ...]:
    """Return everybody with a place, the highest value first.

    Who has the same value shares the place, and nobody has the next. Among these who needed fewer nights
    stands higher, then who has been in the group for longer.
    """

    def order(entry: Ranked) -> PlaceKey:
        value, nights, player = told(entry)
        return -value, nights, player

    found: list[tuple[int, Ranked]] = []
    last: Fraction | int | None = None
    for number, entry in enumerate(sorted(entries, key=order), start=1):
        value, *_ = told(entry)
        found.append((found[-1][0] if value == last else number, entry))
        last = value
    return tuple(found)


@dataclass(frozen=True, kw_only=True)
class Share:
    """`k` of `n`."""

    k: int
    n: int

    @property
    def percent(self) -> int | None:
        """Return the share in rounded per cent, None of nothing."""
        return (200 * self.k + self.n) // (2 * self.n) if self.n else None

    @property
    def exact(self) -> Fraction:
        """Return the share, 0 to 1; raise ZeroDivisionError of nothing."""
        return Fraction(self.k, self.n)
