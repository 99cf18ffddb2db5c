"""Fewer corners for a long course, without moving an extreme."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.charts.drawing import Point

MOST_POINTS = 400
A_BUCKET = 4
"""Of each stretch stay the first corner, the lowest, the highest and the last."""


def reduced(points: Sequence[Point], most: int = MOST_POINTS) -> tuple[Point, ...]:
    """At most so many of the corners (4 at least), in their order; all of them if they are no more than that.

    A long course is cut into stretches of equal numbers of corners; of each stay the first, the first of the
    lowest, the first of the highest and the last, where they are. So the whole keeps its ends and extremes.
    """
    if len(points) <= most:
        return tuple(points)
    stretches, whole = most // A_BUCKET, len(points)
    found: list[Point] = []
    for number in range(stretches):
        start, stop = number * whole // stretches, (number + 1) * whole // stretches
        values = [point.value for point in points[start:stop]]
        kept = {0, values.index(min(values)), values.index(max(values)), stop - start - 1}
        found += [points[start + place] for place in sorted(kept)]
    return tuple(found)
