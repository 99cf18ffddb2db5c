"""The course of points or money: a line a player, with the name at its end, so that nobody needs a legend."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import cycle
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.charts.drawing import (
    ACROSS,
    COLOURS,
    DASHES,
    LONGEST_LABEL,
    UP,
    DataTable,
    Measure,
    Point,
    Row,
    Scale,
    Tick,
    apart,
    corners,
    percent,
    shortened,
    ticks_up,
    upwards,
)
from scorekeeper.charts.reducing import reduced
from scorekeeper.text.dates import when
from scorekeeper.text.lists import joined as together
from scorekeeper.text.lists import listed, standing_apart

ROWS_HIGH, LEAST_ROWS = 5, 64
"""In quarters of a letter's height: how far apart the names at the ends are, and how high a chart is at
least.
"""

DENSE = 120
"""Lines of more corners than this are drawn thinner."""

MOST_DAYS = 5
A_SEASON, AN_AGE = timedelta(days=180), timedelta(days=5 * 366)
"""Nights of a longer time than a season are told apart by their months, of an age by their years."""

A_PAGE, A_FEW = 50, 20
"""So many rows stand in the table beside, the latest, and so many in a second one."""


class Mark(NamedTuple):
    """A night on the axis: the place after it, and its day."""

    at: int
    day: date

    @property
    def said(self) -> str:
        """The day in words."""
        return when(self.day, "day")


@dataclass(frozen=True, kw_only=True)
class Across:
    """The axis of nights: from a place to another, the days known between them in order, and how many nights.

    Made by `by_night`; lines have their corners at places of the same axis.
    """

    low: int
    high: int
    marks: tuple[Mark, ...]
    nights: int


@dataclass(frozen=True, kw_only=True)
class Line:
    """Somebody's course: its corners in order, at places of an `Across`, beginning at zero.

    `brought` is what each night brought, None where the player was not there.
    """

    name: str
    points: tuple[Point, ...]
    brought: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class LineView:
    """One line: its corners as SVG wants them, its end, and its label, which may have been moved aside.

    `end_y` and `label_y` are in units, `label_percent` is the label's place in per cent of the box.
    """

    name: str
    label: str
    value: str
    corners: str
    end_y: int
    label_y: int
    label_percent: str
    colour: int
    dash: int


@dataclass(frozen=True, kw_only=True)
class CourseChart:
    """A chart of lines. `height` is in letters (em), `zero_y` in units is where nobody has won anything.

    `room` is how many letters the longest label has, `room_left` the longest value on the scale; `is_dense`
    says that the lines have so many corners that thinner ones are easier to read. `summary` says it all in
    words, `table` in numbers; `hidden` is how many lines were left out, as nobody could follow more.
    """

    height: str
    room: int
    room_left: int
    is_dense: bool
    zero_y: int
    summary: str
    ticks_x: tuple[Tick, ...]
    ticks_y: tuple[Tick, ...]
    lines: tuple[LineView, ...]
    hidden: int
    table: DataTable

    @property
    def classes(self) -> str:
        """How much room its words take, and how thick its lines are."""
        found = f"chart-room-{self.room} chart-left-{self.room_left}"
        return f"{found} dense" if self.is_dense else found


def by_night(days: Sequence[date]) -> Across:
    """Each night is as wide as any other: the first ends at place 1."""
    marks = tuple(Mark(at, day) for at, day in enumerate(days, start=1))
    return Across(low=0, high=len(days), marks=marks, nights=len(days))


def line(name: str, brought: Sequence[int | None], across: Across) -> Line:
    """A course by what each night brought, None where the player was not there."""
    begun = next((number for number, won in enumerate(brought) if won is not None), len(brought))
    total, points = 0, [Point(begun, 0)] if begun < len(brought) else []
    for mark, won in zip(across.marks[begun:], brought[begun:], strict=True):
        total += won or 0
        points.append(Point(mark.at, total))
    return Line(name=name, points=tuple(points), brought=tuple(brought))


def course(lines: Sequence[Line], across: Across, measure: Measure, *, hidden: int = 0) -> CourseChart | None:
    """Everybody's running points or money, in their order; None while there is nothing to draw.

    Of more lines than can be followed by eye (`MOST_LINES`) only some are given; `hidden` are the others.
    """
    shown = [one for one in lines if len(one.points) > 1]
    if not across.marks or not shown:
        return None
    rows = max(LEAST_ROWS, ROWS_HIGH * len(shown))
    values = [point.value for one in shown for point in one.points]
    up = upwards(values, measure.unit)
    along = Scale(low=across.low, high=across.high, start=0, stop=ACROSS)
    scale = ticks_up(up, measure)
    return CourseChart(
        height=f"{rows // 4}.{rows % 4 * 25:02d}em",
        room=min(LONGEST_LABEL, max(len(shortened(one.name)) for one in shown)),
        room_left=max(len(tick.label) for tick in scale),
        is_dense=max(len(one.points) for one in shown) > DENSE,
        zero_y=up.at(0),
        summary=_summary(shown, across, measure),
        ticks_x=_days_below(across, along),
        ticks_y=scale,
        lines=_views(shown, along, up, measure, gap=-(-ROWS_HIGH * UP // rows)),
        hidden=hidden,
        table=_table(shown, across, measure),
    )


def _views(
    lines: Sequence[Line], along: Scale, up: Scale, measure: Measure, *, gap: int
) -> tuple[LineView, ...]:
    ends = [up.at(one.points[-1].value) for one in lines]
    labels = apart(ends, gap=gap, low=0, high=UP)
    return tuple(
        LineView(
            name=one.name,
            label=shortened(one.name),
            value=measure.write(one.points[-1].value),
            corners=corners(reduced(one.points), along, up),
            end_y=end,
            label_y=label,
            label_percent=percent(label, UP),
            colour=number % COLOURS,
            dash=number % DASHES,
        )
        for number, (one, end, label) in enumerate(zip(lines, ends, labels, strict=True))
    )


def _days_below(across: Across, along: Scale) -> tuple[Tick, ...]:
    """When some of the nights were, some way apart, the last one among them; of long courses only the month.

    Every second one is spare.
    """
    span = across.marks[-1].day - across.marks[0].day
    shape = "day_month" if span < A_SEASON else "month_short" if span < AN_AGE else "year"
    gap, found, edge, before = -(-(across.high - across.low) // MOST_DAYS), [], across.high, ""
    for mark in reversed(across.marks):
        if mark.at > edge:
            continue
        if (label := when(mark.day, shape)) != before:
            found.append((mark.at, label))
            before, edge = label, mark.at - gap
    return tuple(
        Tick(at=(at := along.at(place)), percent=percent(at, ACROSS), label=label, kind=kind)
        for (place, label), kind in zip(found, cycle(("", "spare")), strict=False)
    )


class _Extreme(NamedTuple):
    """A value that somebody had, where that was, and whose it was."""

    value: int
    at: int
    name: str


def _summary(lines: Sequence[Line], across: Across, measure: Measure) -> str:
    """Who leads and how far the others are behind, and the highest and the lowest on the way there."""
    best_first = sorted(lines, key=lambda one: (-one.points[-1].value, one.name))
    top = best_first[0].points[-1].value
    first = [one for one in best_first if one.points[-1].value == top]
    told = ngettext("After {nights} night:", "After {nights} nights:", across.nights).format(
        nights=across.nights
    )
    who = together([standing_apart(one.name) for one in first])
    if len(first) == len(lines) > 1:
        return " ".join([told, _("everybody stands at {value}.").format(value=measure.write(top))])
    leads = ngettext("{who} leads with {value}.", "{who} lead with {value} each.", len(first))
    said = [told, leads.format(who=who, value=measure.write(top))]
    if others := best_first[len(first) :]:
        rest = [f"{standing_apart(one.name)} {measure.write(one.points[-1].value)}" for one in others]
        said.append(_("Behind: {others}.").format(others=listed(rest)))
    return " ".join([*said, *_extremes(lines, across, measure)])


def _extremes(lines: Sequence[Line], across: Across, measure: Measure) -> list[str]:
    """The highest and the lowest that anybody ever had, unless it was never above or below zero."""
    corners = [_Extreme(point.value, point.at, one.name) for one in lines for point in _ends_of(one)]
    high = max(corners, key=lambda one: (one.value, -one.at))
    low = min(corners, key=lambda one: (one.value, one.at))
    said = []
    if high.value > 0:
        said.append(_extreme(_("Highest on the way: {who} {value} ({day})."), high, across, measure))
    if low.value < 0:
        said.append(_extreme(_("Lowest: {who} {value} ({day})."), low, across, measure))
    return said


def _ends_of(one: Line) -> tuple[Point, Point]:
    """Its first lowest and its first highest corner."""
    values = [point.value for point in one.points]
    return one.points[values.index(min(values))], one.points[values.index(max(values))]


def _extreme(words: str, one: _Extreme, across: Across, measure: Measure) -> str:
    mark = next(mark for mark in across.marks if mark.at >= one.at)
    return words.format(who=standing_apart(one.name), value=measure.write(one.value), day=mark.said)


_Rows = Sequence[tuple[Mark, *tuple[int | None, ...]]]
"""What each line of a table has, beside when it was."""


def brought(lines: Sequence[Line], across: Across, measure: Measure) -> DataTable:
    """What the latest nights brought everybody whose course is drawn, "" who was not there."""
    shown = [one for one in lines if len(one.points) > 1]
    every = [*zip(across.marks, *(one.brought for one in shown), strict=True)]
    heads = (_("Night of"), *(one.name for one in shown))
    return _latest(heads, every, lambda rows: rows, measure, most=A_FEW)


def _table(lines: Sequence[Line], across: Across, measure: Measure) -> DataTable:
    """Where everybody stood after the latest nights; of one alone also what each brought."""
    if len(lines) == 1:
        return _table_of_one(lines[0], across, measure)

    def stood(rows: _Rows) -> _Rows:
        marks = [mark for mark, *_ in rows]
        return [*zip(marks, *(_values_at(one, marks) for one in lines), strict=True)]

    # Translators: the head of a column of days and months, after which everybody stood as the row says.
    heads = (_("After"), *(one.name for one in lines))
    return _latest(heads, [(mark,) for mark in across.marks], stood, measure)


def _table_of_one(one: Line, across: Across, measure: Measure) -> DataTable:
    """What the nights brought on which somebody was there, and where that led."""
    stood = _values_at(one, across.marks)
    rows = zip(across.marks, one.brought, stood, strict=True)
    there = [(mark, won, after) for mark, won, after in rows if won is not None]
    heads = (_("Night of"), _("Brought"), _("In all"))
    found = _latest(heads, there, lambda rows: rows, measure)
    return replace(found, columns=("date", "brought", "total"))


def _latest(
    heads: tuple[str, ...],
    every: _Rows,
    values_of: Callable[[_Rows], _Rows],
    measure: Measure,
    most: int = A_PAGE,
) -> DataTable:
    """A table of the latest of these rows, as `values_of` makes them; as a file it has all of them."""
    rows = every[-most:]
    left = len(every) - len(rows)
    note = ngettext("{number} earlier line is left out.", "{number} earlier lines are left out.", left)
    return DataTable(
        heads=heads,
        rows=tuple(
            Row(
                head=mark.said,
                cells=tuple("" if value is None else measure.write(value) for value in values),
            )
            for mark, *values in values_of(rows)
        ),
        note=note.format(number=left) if left else "",
        columns=("date", *heads[1:]),
        whole=lambda: (
            (mark.day, *(None if value is None else measure.exact(value) for value in values))
            for mark, *values in values_of(every)
        ),
    )


def _values_at(one: Line, marks: Iterable[Mark]) -> list[int | None]:
    """What a line stood at after each of some days; None before it began."""
    places = [point.at for point in one.points]
    found = (bisect_right(places, mark.at) for mark in marks)
    return [one.points[number - 1].value if number > 1 else None for number in found]
