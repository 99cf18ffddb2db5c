"""How often what happened: columns over ranges of a number, with marks where something changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.charts.drawing import ACROSS, UP, DataTable, Row, Tick, percent
from scorekeeper.text.figures import count
from scorekeeper.text.lists import listed

CARD_POINTS = ((0, 0), *((start, start + 9) for start in range(1, 121, 10)))
"""All card points there are, 0 to 120, by tens: 61 and 91 begin a range of their own."""

AIR, LOWEST = 12, 8
"""Units between two columns; and the least height of one that counts anything."""


@dataclass(frozen=True, kw_only=True)
class Edge:
    """A mark at the lower end of the range that begins with `at`: "won" from 61 on."""

    at: int
    label: str


@dataclass(frozen=True, kw_only=True)
class Column:
    """A range and how often it was met.

    `outline` is what SVG draws and `height` how high that is, in units; `middle` and `top` are where its
    number stands. `part` is how many edges lie at or below it: the class of its colour.
    """

    label: str
    counted: int
    height: int
    outline: str
    middle: str
    top: str
    part: int


@dataclass(frozen=True, kw_only=True)
class EdgeView:
    """An edge as it is drawn."""

    x: int
    percent: str
    label: str


@dataclass(frozen=True, kw_only=True)
class Histogram:
    """Columns side by side; `total` is how many were counted, `most` in the highest column."""

    columns: tuple[Column, ...]
    edges: tuple[EdgeView, ...]
    ticks: tuple[Tick, ...]
    total: int
    most: int
    summary: str
    table: DataTable


def histogram(
    counts: Mapping[int, int],
    ranges: Sequence[tuple[int, int]] = CARD_POINTS,
    *,
    edges: Sequence[Edge] = (),
    head: str,
) -> Histogram | None:
    """How often each number was met, by ranges (first and last number of each); None where there is nothing.

    `head` names the number in the table. Raises ValueError for a number that lies in no range, or an edge
    that begins none.
    """
    met = [0] * len(ranges)
    for number, times in counts.items():
        met[_range_of(number, ranges)] += times
    if not any(met):
        return None
    starts = [first for first, _ in ranges]
    places = {edge.at: starts.index(edge.at) * ACROSS // len(ranges) for edge in edges}
    columns = _columns(met, ranges, edges)
    return Histogram(
        columns=columns,
        edges=tuple(
            EdgeView(x=places[one.at], percent=percent(places[one.at], ACROSS), label=one.label)
            for one in edges
        ),
        ticks=_ticks(ranges, edges),
        total=sum(met),
        most=max(met),
        summary=_summary(counts, columns, edges),
        table=DataTable(
            heads=(head, _("How often")),
            rows=tuple(
                Row(head=one.label, cells=(count(one.counted),), values=(*span, one.counted))
                for one, span in zip(columns, ranges, strict=True)
            ),
            columns=("from", "to", "times"),
        ),
    )


def _range_of(number: int, ranges: Sequence[tuple[int, int]]) -> int:
    for place, (first, last) in enumerate(ranges):
        if first <= number <= last:
            return place
    raise ValueError(f"{number} lies in no range")


def _columns(
    met: Sequence[int], ranges: Sequence[tuple[int, int]], edges: Sequence[Edge]
) -> tuple[Column, ...]:
    most, whole = max(met), len(ranges)
    found = []
    for place, ((first, last), counted) in enumerate(zip(ranges, met, strict=True)):
        start, stop = place * ACROSS // whole, (place + 1) * ACROSS // whole
        height = max(LOWEST, counted * UP // most) if counted else 0
        found.append(
            Column(
                label=str(first) if first == last else f"{first}–{last}",
                counted=counted,
                height=height,
                outline=f"M{start + AIR // 2} {UP}v{-height}h{stop - start - AIR}v{height}z",
                middle=percent((start + stop) // 2, ACROSS),
                top=percent(UP - height, UP),
                part=sum(edge.at <= first for edge in edges),
            )
        )
    return tuple(found)


def _ticks(ranges: Sequence[tuple[int, int]], edges: Sequence[Edge]) -> tuple[Tick, ...]:
    """The first number, each edge, and the last number."""
    starts = [first for first, _ in ranges]
    wanted = [(0, starts[0]), *((starts.index(edge.at), edge.at) for edge in edges)]
    found = [(place * ACROSS // len(ranges), number) for place, number in wanted]
    found.append((ACROSS, ranges[-1][1]))
    return tuple(Tick(at=at, percent=percent(at, ACROSS), label=str(number)) for at, number in found)


def _summary(counts: Mapping[int, int], columns: Sequence[Column], edges: Sequence[Edge]) -> str:
    """How many there are, in which range most, and how many from each edge on."""
    total = sum(one.counted for one in columns)
    most = max(columns, key=lambda one: one.counted)
    said = [
        _("{total} counted; most often {range}, {times} times.").format(
            total=count(total), range=most.label, times=count(most.counted)
        )
    ]
    beyond = []
    for edge in edges:
        number = sum(times for value, times in counts.items() if value >= edge.at)
        words = _("{label} (from {at} on) {number} of {total}")
        beyond.append(words.format(label=edge.label, at=edge.at, number=count(number), total=count(total)))
    return " ".join([*said, *([f"{listed(beyond)}."] if beyond else [])])
