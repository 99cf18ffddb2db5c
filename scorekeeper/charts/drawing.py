"""What all charts share: whole units, labels that keep apart, few and round ticks, and the table beside.

A chart lies in a box that is stretched to its page: ACROSS units wide and UP units high, whatever its size on
a screen. Lines are told in units; texts stand beside the box, at per cents of it, so that they are never
stretched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from ledger.initials import signs
from ledger.models import PARTS
from scorekeeper.text.figures import MINUS, PLUS, amounts, decimal, precision, signed, whole_money

ACROSS, UP = 2000, 1000
COLOURS = 8
DASHES = 5
MOST_LINES = 12
"""So many lines can be followed by eye on a phone; each has a colour and dashes that no other has."""

LONGEST_LABEL = 10


class Point(NamedTuple):
    """A corner of a course: after so many nights it stands at this value, in parts or in cents."""

    at: int
    value: int


@dataclass(frozen=True, kw_only=True)
class Measure:
    """What a chart's numbers are: whole numbers, `unit` to a point or to one of a currency.

    They are written by `write`. Ticks are multiples of `unit`, written by `write_tick`.
    """

    unit: int
    write: Callable[[int], str]
    write_tick: Callable[[int], str]

    def exact(self, value: int) -> Fraction:
        """So many points, or so much money."""
        return Fraction(value, self.unit)


def _points(parts: int) -> str:
    return signed(Fraction(parts, PARTS))


POINTS = Measure(unit=PARTS, write=_points, write_tick=_points)
"""Points, told in parts: "+4⅓"."""


def money_in(currency: str) -> Measure:
    """Money in whole cents of a currency, for who reads this page: "+$2.50"."""
    return Measure(
        unit=10 ** precision(currency),
        write=amounts(currency),
        write_tick=lambda cents: whole_money(cents, currency),
    )


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A mark on an axis: where it is in units and in per cent of the box, and what stands there.

    `kind` is its class: "spare" is left out where there is little room, "zero" is drawn
    stronger, "start" and "end" stand at the edges.
    """

    at: int
    percent: str
    label: str
    kind: str = ""


@dataclass(frozen=True, kw_only=True)
class Scale:
    """From values to whole units: `low` … `high` (not the same) lie between `start` and `stop`."""

    low: int
    high: int
    start: int
    stop: int

    def at(self, value: int) -> int:
        """The nearest unit."""
        return self.each([value])[0]

    def each(self, values: Iterable[int]) -> list[int]:
        """The nearest unit to each; in whole numbers, which is many times faster than in fractions."""
        low, start, whole, room = self.low, self.start, self.high - self.low, 2 * (self.stop - self.start)
        return [start + ((value - low) * room + whole) // (2 * whole) for value in values]


def corners(points: Sequence[Point], along: Scale, up: Scale) -> str:
    """The corners of a course as SVG wants them."""
    across, heights = along.each(at for at, _ in points), up.each(value for _, value in points)
    return " ".join(map("{},{}".format, across, heights))


Exact = int | float | Fraction | str | date | None
"""A value as it stands in a file: only what is estimated is a float, None is nothing."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """A line of a table beside a chart: its head, and its cells as they are read; "" is an empty one.

    `values` are the same as they stand in a file, the head among them: under the `columns` of the table.
    """

    head: str
    cells: tuple[str, ...]
    values: tuple[Exact, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DataTable:
    """What a chart shows. `heads` has one more than a row has cells; `note` says what is left out.

    As a file it has `columns`, in English as in all files, and the values of its rows; of a table that leaves
    something out, all that `whole` answers.
    """

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""
    columns: tuple[str, ...] = ()
    whole: Callable[[], Iterable[tuple[Exact, ...]]] | None = field(default=None, compare=False, repr=False)

    @property
    def values(self) -> Iterable[tuple[Exact, ...]]:
        """The rows as they stand in a file."""
        return self.whole() if self.whole else (one.values for one in self.rows)


def percent(at: int, whole: int) -> str:
    """A place as SVG wants it, exact to a hundredth: "37.25%"."""
    hundredths = (20_000 * at + whole) // (2 * whole)
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def signed_average(value: Fraction) -> str:
    """An average with its sign and one digit behind the point: "+3.4", "−12.0", "0.0"."""
    tenths = (20 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    sign = "" if not tenths else PLUS if value > 0 else MINUS
    return decimal(f"{sign}{tenths // 10}.{tenths % 10}")


def upwards(values: Sequence[int], unit: int) -> Scale:
    """From values to units above the ground: from a whole number of `unit` to another, zero among them."""
    low, high = min(0, *values) // unit, -(-max(0, *values) // unit)
    return Scale(low=low * unit, high=max(high, low + 1) * unit, start=UP, stop=0)


def ticks_up(up: Scale, measure: Measure, most: int = 7) -> tuple[Tick, ...]:
    """Few round values, zero among them."""
    low, high = up.low // measure.unit, up.high // measure.unit
    by = step(high - low, most)
    return tuple(
        Tick(
            at=(at := up.at(value * measure.unit)),
            percent=percent(at, UP),
            label=measure.write_tick(value * measure.unit),
        )
        for value in range(-(-low // by) * by, high + 1, by)
    )


def step(span: int, most: int) -> int:
    """The distance of ticks: 1, 2 or 5 with zeros, so that there are at most so many."""
    steps: Iterator[int] = (digit * 10**size for size in count() for digit in (1, 2, 5))
    return next(step for step in steps if span < step * most)


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


def shortened(name: str, longest: int = LONGEST_LABEL) -> str:
    """A name that fits where there is little room, cut between letters as its readers see them."""
    found = signs(name)
    return name if len(found) <= longest else "".join(found[: longest - 1]).rstrip() + "…"
