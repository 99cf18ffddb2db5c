"""Charts as plain shapes: what to draw, in whole numbers; templates/standings/lines.html draws it.

One unit of the drawing is about half a pixel on a phone. Lines differ by colour and by dash pattern, and each
carries its name at its end, so that nobody needs a legend, or colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count

from django.utils.translation import ngettext

from ledger.models import PARTS
from ledger.standings import Course
from scorekeeper.text.dates import when
from scorekeeper.text.figures import signed
from scorekeeper.text.lists import listed

WIDTH = 720
LEFT, TOP, BOTTOM = 64, 16, 48
LEAD, LETTER = 30, 16
LABEL_GAP = 30
LEAST_HEIGHT = 560
LONGEST_LABEL = 10
COLOURS = 8
DASHES = 5
MOST_TICKS = 7
MOST_DAYS = 5
A_SEASON = timedelta(days=180)
"""Nights of a longer time are told apart by their months."""


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A mark on an axis: where it is, and what stands there."""

    at: int
    label: str


@dataclass(frozen=True, kw_only=True)
class LineView:
    """One line: its corners as SVG wants them, its end, and its label, which may have been moved aside."""

    name: str
    label: str
    corners: str
    end_x: int
    end_y: int
    label_y: int
    colour: int
    dash: int


@dataclass(frozen=True, kw_only=True)
class LineChart:
    """A chart of lines in a box of `width` × `height`.

    `zero_y` is where nobody has won anything.
    """

    width: int
    height: int
    left: int
    right: int
    label_x: int
    foot_y: int
    zero_y: int
    summary: str
    ticks_x: tuple[Tick, ...]
    ticks_y: tuple[Tick, ...]
    lines: tuple[LineView, ...]


@dataclass(frozen=True, kw_only=True)
class _Scale:
    """From values to whole units: `low` … `high` lie between `start` and `stop`."""

    low: int
    high: int
    start: int
    stop: int

    def at(self, value: int) -> int:
        """The nearest unit; in whole numbers, which is many times faster than in fractions."""
        whole = self.high - self.low
        return self.start + (2 * (value - self.low) * (self.stop - self.start) + whole) // (2 * whole)


def cumulative(days: Sequence[date], courses: Sequence[Course]) -> LineChart | None:
    """Everybody's running points after the nights of these days; None while there is nothing to draw.

    Each line begins at zero before its player's first night.
    """
    values = [value for course in courses for value in course.parts if value is not None]
    if not days or not values:
        return None
    height = max(LEAST_HEIGHT, TOP + BOTTOM + LABEL_GAP * len(courses))
    right = WIDTH - LEAD - LETTER * max(len(shortened(course.name)) for course in courses)
    across = _Scale(low=0, high=len(days), start=LEFT, stop=right)
    up = _upwards(values, height)
    return LineChart(
        width=WIDTH,
        height=height,
        left=LEFT,
        right=right,
        label_x=right + LEAD,
        foot_y=height - BOTTOM,
        zero_y=up.at(0),
        summary=_summary(len(days), courses),
        ticks_x=_days_below(days, across),
        ticks_y=_ticks(up),
        lines=_lines(courses, across, up, height),
    )


def _upwards(values: Sequence[int], height: int) -> _Scale:
    """From parts to units: from a whole number of points to another, and zero among them."""
    low, high = min(0, *values) // PARTS, -(-max(0, *values) // PARTS)
    return _Scale(low=low * PARTS, high=max(high, low + 1) * PARTS, start=height - BOTTOM, stop=TOP)


def _lines(courses: Sequence[Course], across: _Scale, up: _Scale, height: int) -> tuple[LineView, ...]:
    places = [across.at(night) for night in range(across.high + 1)]
    ends = [up.at(course.parts[-1] or 0) for course in courses]
    labels = apart(ends, gap=LABEL_GAP, low=TOP + 8, high=height - BOTTOM)
    return tuple(
        LineView(
            name=course.name,
            label=shortened(course.name),
            corners=_corners(course, places, up),
            end_x=across.stop,
            end_y=end,
            label_y=label,
            colour=number % COLOURS,
            dash=number % DASHES,
        )
        for number, course, end, label in zip(count(), courses, ends, labels, strict=False)
    )


def _corners(course: Course, across: Sequence[int], up: _Scale) -> str:
    """From zero before the player's first night to the last night; `across` is where each night ends."""
    begun = next(number for number, value in enumerate(course.parts) if value is not None)
    heights = [0, *(value or 0 for value in course.parts[begun:])]
    return " ".join(f"{x},{up.at(value)}" for x, value in zip(across[begun:], heights, strict=True))


def apart(wanted: Sequence[int], *, gap: int, low: int, high: int) -> list[int]:
    """Places near the wanted ones, in the same order, at least `gap` apart and if possible in low … high."""
    order = sorted(range(len(wanted)), key=lambda one: (wanted[one], one))
    places = [0] * len(wanted)
    floor = low
    for one in order:
        places[one] = floor = max(wanted[one], floor)
        floor += gap
    ceiling = max(high, low + gap * (len(wanted) - 1))
    for one in reversed(order):
        places[one] = ceiling = min(places[one], ceiling)
        ceiling -= gap
    return places


def shortened(name: str) -> str:
    """A name that fits at the end of a line."""
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1].rstrip() + "…"


def _ticks(up: _Scale) -> tuple[Tick, ...]:
    low, high = up.low // PARTS, up.high // PARTS
    step = _step(high - low)
    first = -(-low // step) * step
    return tuple(Tick(at=up.at(value * PARTS), label=signed(value)) for value in range(first, high + 1, step))


def _step(span: int, most: int = MOST_TICKS) -> int:
    """The distance of the ticks: 1, 2 or 5 with zeros, so that there are few of them."""
    steps: Iterator[int] = (digit * 10**size for size in count() for digit in (1, 2, 5))
    return next(step for step in steps if span < step * most)


def _days_below(days: Sequence[date], across: _Scale) -> tuple[Tick, ...]:
    """When some of the nights were, some way apart; of long courses only the month."""
    step = _step(len(days), MOST_DAYS)
    shape = "day_month" if days[-1] - days[0] < A_SEASON else "month_short"
    shown = [place for place in range(1, len(days) + 1) if place % step == 0 or len(days) == 1]
    return tuple(Tick(at=across.at(place), label=when(days[place - 1], shape)) for place in shown)


def _summary(nights: int, courses: Sequence[Course]) -> str:
    best_first = sorted(courses, key=lambda course: (-(course.parts[-1] or 0), course.name))
    last = slice(nights - 1, nights)
    now = listed([f"{course.name} {signed(*course.points_after(last))}" for course in best_first])
    return ngettext(
        "Running points over {nights} night. Now: {now}.",
        "Running points over {nights} nights. Now: {now}.",
        nights,
    ).format(nights=nights, now=now)
