"""A small course without axes, for a card: where somebody's points came from, at one look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.statistics import Point
from scorekeeper.charts.drawing import ACROSS, UP, Measure, Scale, corners
from scorekeeper.charts.reducing import reduced

MOST_POINTS = 120
MARGIN = 60
"""Units above and below, so that a thick line is not cut."""


@dataclass(frozen=True, kw_only=True)
class Spark:
    """The line's corners, its area down to zero, and its end, in units; `said` is the same in words."""

    corners: str
    end_x: int
    end_y: int
    zero_y: int
    said: str


def spark(points: Sequence[Point], measure: Measure) -> Spark | None:
    """The course with these corners, as of a `Line`; None for fewer than two."""
    if len(points) < 2:
        return None
    values = [point.value for point in points]
    low, high = min(0, *values), max(0, *values)
    up = Scale(low=low, high=max(high, low + 1), start=UP - MARGIN, stop=MARGIN)
    along = Scale(low=points[0].at, high=points[-1].at, start=0, stop=ACROSS)
    shown = reduced(points, MOST_POINTS)
    words = _("Now {now}; between {low} and {high} on the way.")
    return Spark(
        corners=corners(shown, along, up),
        end_x=ACROSS,
        end_y=up.at(values[-1]),
        zero_y=up.at(0),
        said=words.format(
            now=measure.write(values[-1]), low=measure.write(min(values)), high=measure.write(max(values))
        ),
    )
