"""Shares and averages with what luck leaves open: a dot, an interval around it, and what is usual here.

All charts of a page have the same axis, so that one can be held against another: shares 0 to 100 %, averages
as far to both sides as `reach_of` says of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.utils.translation import gettext as _

from ledger.statistics import FLOOR, Interval, share_interval
from scorekeeper.charts.drawing import DataTable, Row, Tick, percent, signed_average, step
from scorekeeper.text.figures import count, signed

WHOLE = 10_000
"""A share of one, in the whole units of these charts."""


@dataclass(frozen=True, kw_only=True)
class NamedShare:
    """`k` of `n`, and of whom or of what; `url` leads to the hands behind it, "" if nowhere."""

    name: str
    k: int
    n: int
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class NamedAverage:
    """An average of `n` nights or hands, exact, and where it lies in the long run, in the same points.

    `counted` is how many there were in words ("45 nights").
    """

    name: str
    mean: Fraction
    n: int
    counted: str
    interval: Interval
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One row: `number` is said large, `counted` is what it is based on, `between` the interval in figures.

    `start` and `at` are the places of the interval's lower end and of the dot, `wide` the interval's width,
    all in per cent of the box as SVG wants them; `said` puts the drawing into words. Without `is_enough` it
    is grey and says so; without `is_known` nothing was counted yet, and nothing is drawn. `side` is the class
    of the number: plus, minus, or none.
    """

    name: str
    url: str
    number: str
    counted: str
    between: str
    said: str
    start: str
    at: str
    wide: str
    is_enough: bool
    is_known: bool
    side: str = ""


@dataclass(frozen=True, kw_only=True)
class Reference:
    """What is usual: a line through all bars, and its words ("everybody here: 57%").

    `anchor` says which end of the words stands at the line: start, middle or end.
    """

    percent: str
    label: str
    anchor: str


@dataclass(frozen=True, kw_only=True)
class BarChart:
    """Bars on one axis; `ticks` are its marks, `reference` is None where nothing is usual yet."""

    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    reference: Reference | None
    summary: str
    floor: int
    table: DataTable

    @property
    def has_few(self) -> bool:
        """Whether anything is grey."""
        return any(not bar.is_enough for bar in self.bars)


SHARES = tuple(
    Tick(at=at * 100, percent=percent(at, 100), label=f"{at}%", kind=kind)
    for at, kind in ((0, "start"), (25, "spare"), (50, ""), (75, "spare"), (100, "end"))
)
"""The marks of an axis of shares."""


def share_bars(
    shares: Sequence[NamedShare],
    *,
    usual: NamedShare | None = None,
    floor: int = FLOOR,
    compared: int = 1,
) -> BarChart:
    """Shares on an axis from 0 to 100 %, in their order, with their 95 % intervals.

    `usual` is what they are held against, under its name: "everybody here". `compared` is how many are looked
    at for the most striking one (`share_interval`).
    """
    bars = tuple(_of_share(one, floor, compared) for one in shares)
    reference = None
    if usual and usual.n:
        words = _("{name}: {number}").format(name=usual.name, number=_per_cent(usual.k, usual.n))
        reference = _reference(usual.k * WHOLE // usual.n, words)
    return BarChart(
        bars=bars,
        ticks=SHARES,
        reference=reference,
        summary=_summary(bars, reference),
        floor=floor,
        table=_table(
            bars,
            _("Share"),
            ("name", "k", "n", "low", "high"),
            [(one.k, one.n, share_interval(one.k, one.n, compared=compared)) for one in shares],
        ),
    )


def average_bars(
    averages: Sequence[NamedAverage],
    *,
    reach: int,
    usual: NamedAverage | None = None,
    floor: int = FLOOR,
) -> BarChart:
    """Averages with their sign on an axis from −reach to +reach points, with their intervals."""
    bars = tuple(_of_average(one, reach, floor) for one in averages)
    reference = None
    if usual and usual.n:
        words = _("{name}: {number}").format(name=usual.name, number=signed_average(usual.mean))
        reference = _reference(_unit(usual.mean, reach), words)
    by = step(2 * reach, 5)
    most = reach // by * by
    values = range(-most, most + 1, by)
    return BarChart(
        bars=bars,
        ticks=tuple(
            Tick(
                at=_unit(value, reach),
                percent=_signed_place(value, reach),
                label=signed(value),
                kind="zero" if not value else "spare" if len(values) > 3 and number % 2 else "",
            )
            for number, value in enumerate(values)
        ),
        reference=reference,
        summary=_summary(bars, reference),
        floor=floor,
        table=_table(
            bars,
            _("Average"),
            ("name", "average", "n", "low", "high"),
            [(one.mean, one.n, one.interval) for one in averages],
        ),
    )


def reach_of(averages: Iterable[NamedAverage]) -> int:
    """How far an axis has to reach, in round points, to have all these averages and intervals on it."""
    known = [one for one in averages if one.n]
    ends = [Fraction(end) for one in known for end in (one.interval.low, one.interval.high, one.mean)]
    furthest = ceil(max(map(abs, ends), default=0))
    by = step(furthest, 5)
    return max(1, -(-furthest // by) * by)


def _of_share(one: NamedShare, floor: int, compared: int) -> Bar:
    interval = share_interval(one.k, one.n, compared=compared)
    low, high = round(interval.low * WHOLE), round(interval.high * WHOLE)
    number = _per_cent(one.k, one.n) if one.n else "–"
    between = f"{_rounded(low)}–{_rounded(high)}%" if one.n else ""
    counted = _("{part} of {whole}").format(part=count(one.k), whole=count(one.n))
    words = _("{number}, {counted}; in the long run between {low} and {high}%.")
    said = words.format(number=number, counted=counted, low=_rounded(low), high=_rounded(high))
    return Bar(
        name=one.name,
        url=one.url,
        number=number,
        counted=counted,
        between=between,
        said=said if one.n else _("Nothing counted yet."),
        start=_place(low),
        at=_place(one.k * WHOLE // one.n if one.n else 0),
        wide=_place(high - low),
        is_enough=one.n >= floor,
        is_known=one.n > 0,
    )


def _of_average(one: NamedAverage, reach: int, floor: int) -> Bar:
    low, high = Fraction(one.interval.low), Fraction(one.interval.high)
    number = signed_average(one.mean) if one.n else "–"
    ends = {"low": signed_average(low), "high": signed_average(high)}
    words = _("{number}, {counted}; in the long run between {low} and {high}.")
    start, stop = _unit(low, reach), _unit(high, reach)
    return Bar(
        name=one.name,
        url=one.url,
        number=number,
        counted=one.counted,
        between=_("{low} to {high}").format(**ends) if one.n else "",
        said=words.format(number=number, counted=one.counted, **ends) if one.n else _("Nothing counted yet."),
        start=_place(start),
        at=_signed_place(one.mean, reach),
        wide=_place(stop - start),
        is_enough=one.n >= floor,
        is_known=one.n > 0,
        side="plus" if one.mean > 0 else "minus" if one.mean < 0 else "",
    )


def _reference(units: int, label: str) -> Reference:
    anchor = "start" if units < WHOLE // 3 else "end" if units > WHOLE * 2 // 3 else "middle"
    return Reference(percent=_place(units), label=label, anchor=anchor)


def _unit(value: Fraction | int, reach: int) -> int:
    """Where a value lies between −reach and +reach, at the edge if beyond."""
    held = min(max(Fraction(value), Fraction(-reach)), Fraction(reach))
    return round((held + reach) * WHOLE / (2 * reach))


def _signed_place(value: Fraction | int, reach: int) -> str:
    return _place(_unit(value, reach))


def _place(units: int) -> str:
    return percent(units, WHOLE)


def _rounded(units: int) -> int:
    return (units + 50) // 100


def _per_cent(k: int, n: int) -> str:
    return f"{(200 * k + n) // (2 * n)}%"


def _summary(bars: Sequence[Bar], reference: Reference | None) -> str:
    """Every bar in words; and what is usual."""
    said = [f"{bar.name}: {bar.said}" for bar in bars]
    return " ".join([*said, *([f"{reference.label}."] if reference else [])])


def _table(
    bars: Sequence[Bar],
    number: str,
    columns: tuple[str, ...],
    exact: Sequence[tuple[int | Fraction, int, Interval]],
) -> DataTable:
    return DataTable(
        heads=(_("Who or what"), number, _("Counted"), _("In the long run")),
        rows=tuple(
            Row(
                head=bar.name,
                cells=(bar.number, bar.counted, bar.between),
                values=(bar.name, value, n, *((between.low, between.high) if n else (None, None))),
            )
            for bar, (value, n, between) in zip(bars, exact, strict=True)
        ),
        columns=columns,
    )
