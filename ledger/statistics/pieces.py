"""A course of running points in pieces, so that thousands of nights can be kept, joined and drawn as months.

A piece knows where its nights led, and how low and how high they came on the way; so pieces that follow each
other are one longer piece, and nothing is lost of what a drawing must not lose: where a course ends, and its
extremes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple


class Point(NamedTuple):
    """A corner of a course: after so many nights it stands at this value, in parts or in cents."""

    at: int
    value: int


BEGINNING = Point(0, 0)
"""Before the first night nobody has anything."""


class Piece(NamedTuple):
    """Some nights in a row, at least one: what they brought together (`last`), in parts or in cents.

    `low` and `high` are the lowest and the highest that the sum came to after one of these nights; all three
    count from where the piece begins. `low_first` says whether the lowest came first, or both at once.
    """

    nights: int
    low: int
    high: int
    last: int
    low_first: bool


def piece_of(brought: Sequence[int]) -> Piece:
    """The piece of some nights, by what each brought; raises ValueError for none."""
    sums = list(accumulate(brought))
    low, high = min(sums), max(sums)
    return Piece(
        nights=len(sums), low=low, high=high, last=sums[-1], low_first=sums.index(low) <= sums.index(high)
    )


def merged(one: Piece, other: Piece) -> Piece:
    """The piece of the nights of one, and then of the other."""
    low, high = one.last + other.low, one.last + other.high
    low_early, high_early = one.low <= low, one.high >= high
    if low_early == high_early:
        low_first = one.low_first if low_early else other.low_first
    else:
        low_first = low_early
    return Piece(
        nights=one.nights + other.nights,
        low=min(one.low, low),
        high=max(one.high, high),
        last=one.last + other.last,
        low_first=low_first,
    )


def joined(pieces: Iterable[Piece], *, start: Point = BEGINNING) -> tuple[Point, ...]:
    """The corners of a course, beginning with `start`, which lies before the first night of the first piece.

    Each piece adds its end, and before it its lowest and its highest where the end is neither: in their order
    and among the piece's nights, but spread evenly, as it does not know on which of them they were.
    """
    points = [start]
    at, value = start
    for nights, low, high, last, low_first in pieces:
        inside = [one for one in ((low, high) if low_first else (high, low)) if one != last]
        for number, one in enumerate(inside, start=1):
            points.append(Point(at + nights * number // (len(inside) + 1), value + one))
        at, value = at + nights, value + last
        points.append(Point(at, value))
    return tuple(points)
