"""The evenings of some years as a calendar: a year is a table, a month a row, a week of it a column."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from scorekeeper.charts.drawing import DataTable
from scorekeeper.text.counts import hands as how_many_hands
from scorekeeper.text.counts import nights as how_many_nights
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count

WEEKS = ((1, 7), (8, 14), (15, 21), (22, 28), (29, 31))
"""The days of each column: who plays every week has one evening in each, and in the last one now and then."""

BUSY = 60
"""A year of more evenings than this is folded away: its table is longer than two screens."""

STEPS = 4
"""So many steps from the evening of fewest hands to that of most."""


@dataclass(frozen=True, kw_only=True)
class Evening:
    """A night: its day, its hands (None if only its totals are known), and its page, "" if none."""

    day: date
    hands: int | None
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class Spot:
    """An evening: the day of the month, what it was in words, and its step (1 … 4, 0 unknown)."""

    day: int
    said: str
    step: int
    url: str


@dataclass(frozen=True, kw_only=True)
class Month:
    """A row: the evenings of each week, in their order."""

    name: str
    short: str
    weeks: tuple[tuple[Spot, ...], ...]

    @property
    def nights(self) -> int:
        """How many evenings there were."""
        return sum(map(len, self.weeks))


@dataclass(frozen=True, kw_only=True)
class Year:
    """Its months: all twelve but those before the first evening of all, and after the last.

    Of its `nights` the latest are `drawn`, most times all.
    """

    year: int
    nights: int
    drawn: int
    hands: int
    months: tuple[Month, ...]
    summary: str

    @property
    def is_busy(self) -> bool:
        """Whether there were so many evenings that one asks for them first."""
        return self.nights > BUSY


@dataclass(frozen=True, kw_only=True)
class Calendar:
    """The latest year first. `most` is how many hands the longest evening had.

    Its table is there to be taken along: the calendar itself is one that can be read.
    """

    years: tuple[Year, ...]
    columns: tuple[str, ...]
    most: int
    has_unknown: bool
    table: DataTable


def calendar(evenings: Sequence[Evening], nights: Mapping[int, int] | None = None) -> Calendar:
    """The calendar of these evenings, given in any order; of none it has no year.

    `nights` says of a year how many it had where these are not all.
    """
    had = nights or {}
    most = max((one.hands or 0 for one in evenings), default=0)
    years: dict[int, list[Evening]] = defaultdict(list)
    for one in sorted(evenings, key=lambda one: one.day):
        years[one.day.year].append(one)
    first, last = min(years, default=0), max(years, default=0)
    return Calendar(
        years=tuple(
            _year(found, most, had.get(year, 0), is_first=year == first, is_last=year == last)
            for year, found in sorted(years.items(), reverse=True)
        ),
        columns=tuple(f"{first}–{last}" for first, last in WEEKS),
        most=most,
        has_unknown=any(one.hands is None for one in evenings),
        table=DataTable(
            heads=(_("Night"), _("Hands")),
            rows=(),
            columns=("date", "hands"),
            whole=lambda: [(one.day, one.hands) for one in sorted(evenings, key=lambda one: one.day)],
        ),
    )


def _year(evenings: Sequence[Evening], most: int, had: int, *, is_first: bool, is_last: bool) -> Year:
    hands, year = sum(one.hands or 0 for one in evenings), evenings[0].day.year
    nights = max(had, len(evenings))
    first = evenings[0].day.month if is_first else 1
    last = evenings[-1].day.month if is_last else 12
    by_month: dict[int, list[Evening]] = defaultdict(list)
    for one in evenings:
        by_month[one.day.month].append(one)
    return Year(
        year=year,
        nights=nights,
        drawn=len(evenings),
        hands=hands,
        months=tuple(_month(date(year, month, 1), by_month[month], most) for month in range(first, last + 1)),
        summary=_summary(evenings, nights, hands),
    )


def _month(first: date, evenings: Sequence[Evening], most: int) -> Month:
    return Month(
        name=when(first, "month"),
        short=when(first, "month_name"),
        weeks=tuple(
            tuple(_spot(one, most) for one in evenings if start <= one.day.day <= stop)
            for start, stop in WEEKS
        ),
    )


def _spot(one: Evening, most: int) -> Spot:
    what = _("only the totals are known") if one.hands is None else how_many_hands(one.hands)
    return Spot(
        day=one.day.day,
        said=_("{day}: {what}").format(day=when(one.day, "day_month_long"), what=what),
        step=0 if one.hands is None or not most else max(1, -(-STEPS * one.hands // most)),
        url=one.url,
    )


def _summary(evenings: Sequence[Evening], nights: int, hands: int) -> str:
    drawn = len(evenings)
    if drawn < nights:
        words = _("drawn are the latest {drawn} of {nights}")
        said = words.format(drawn=count(drawn), nights=how_many_nights(nights))
    else:
        said = how_many_nights(nights)
    if not hands:
        return said
    longest = max(evenings, key=lambda one: one.hands or 0)
    words = _("{nights}, {hands}; the longest on {day} with {most}")
    return words.format(
        nights=said,
        hands=how_many_hands(hands),
        day=when(longest.day, "day_month_long"),
        most=how_many_hands(longest.hands or 0),
    )
