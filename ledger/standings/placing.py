"""Which place everybody has in a table: one rule for all of them. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

Entry = TypeVar("Entry")
Told = tuple[Fraction | int, int, int]
"""What somebody is placed by: the value, on how many nights it came together, and the player's id."""


def placed(entries: Iterable[Entry], told: Callable[[Entry], Told]) -> tuple[tuple[int, Entry], ...]:
    """Everybody with a place, the highest value first.

    Who has the same value shares the place, and nobody has the next. Among these who needed fewer nights
    stands higher, then who has been in the group for longer.
    """

    def order(entry: Entry) -> Told:
        value, nights, player = told(entry)
        return -value, nights, player

    found: list[tuple[int, Entry]] = []
    last: Fraction | int | None = None
    for number, entry in enumerate(sorted(entries, key=order), start=1):
        value, *_ = told(entry)
        found.append((found[-1][0] if value == last else number, entry))
        last = value
    return tuple(found)
