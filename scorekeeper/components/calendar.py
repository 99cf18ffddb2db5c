"""A calendar of nights: a year is a table, a month a row, and a week of it a column."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Any, ClassVar

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ledger.exchange.headings import headings
from ledger.standings.played import NightSum
from scorekeeper.components.component import Component, FileRow
from scorekeeper.text.dates import when
from scorekeeper.text.figures import hands as how_many_hands
from scorekeeper.text.figures import nights as how_many_nights

# The days of each column: a table that meets every week has one night in each, at times one in the last.
WEEKS = ((1, 7), (8, 14), (15, 21), (22, 28), (29, 31))
# Years before those of the latest `MOST` nights are in the file only. A year of more than `BUSY` nights is
# folded away, as its table is longer than two screens. `STEPS` of colour go from few hands to many.
MOST, BUSY, STEPS = 160, 60, 4


@dataclass(frozen=True, kw_only=True)
class Calendar(Component):
    """The nights of a game, the earliest first; `url` returns the address of a night, "" for none."""

    nights: Sequence[NightSum]
    url: Callable[[NightSum], str]
    template: ClassVar[str] = "components/calendar.html"

    @property
    def columns(self) -> tuple[str, ...]:
        return headings("date", "hands")

    def rows(self) -> Iterable[FileRow]:
        return ((one.day, one.hands) for one in self.nights)

    def drawn(self) -> dict[str, Any]:
        """Return the years, the latest first, with the months from the first night of all to the last."""
        nights = self.nights
        first, last = nights[0].day, nights[-1].day
        begins = first.year
        if len(nights) > MOST:
            begins = min(nights[-MOST - 1].day.year + 1, last.year)
        most = max(one.hands or 0 for one in nights)
        by_month: dict[tuple[int, int], list[NightSum]] = defaultdict(list)
        for one in nights:
            by_month[one.day.year, one.day.month].append(one)
        years = []
        for year in range(last.year, begins - 1, -1):
            some = [one for one in nights if one.day.year == year]
            months = range(
                first.month if year == first.year else 1, last.month + 1 if year == last.year else 13
            )
            rows = [self._month(date(year, month, 1), by_month[year, month], most) for month in months]
            years.append(
                {
                    "name": str(year),
                    "nights": len(some),
                    "summary": _summary(some),
                    "body": SafeString("\n".join(rows)),
                    "is_folded": len(some) > BUSY or year < last.year,
                }
            )
        return {
            "years": [year for year in years if year["nights"]],
            "weeks": [f"{first}–{last}" for first, last in WEEKS],
            "has_hands": most,
            "has_totals": any(one.hands is None for one in nights),
            "has_more": begins > first.year,
        }

    def _month(self, first: date, nights: Sequence[NightSum], most: int) -> str:
        # A month's row as HTML: a loop in a template takes many times as long.
        cells = [""] * len(WEEKS)
        for one in nights:
            what = _("only the totals are known") if one.hands is None else how_many_hands(one.hands)
            day = when(one.day, "day_month_long")
            said, url = escape(_("{day}: {what}").format(day=day, what=what)), escape(self.url(one))
            steps = 0 if one.hands is None or not most else max(1, -(-STEPS * one.hands // most))
            kind, where = ("a", f' href="{url}"') if url else ("span", ' role="img"')
            week = (one.day.day - 1) // 7
            spoken = f'title="{said}" aria-label="{said}"'
            cells[week] += f'<{kind} class="spot step-{steps}"{where} {spoken}>{one.day.day}</{kind}>'
        name, short = escape(when(first, "month")), escape(when(first, "month_name"))
        css = "" if nights else ' class="none"'
        row = "".join(f"<td>{cell}</td>" for cell in cells)
        return f'<tr{css}><th scope="row"><abbr title="{name}">{short}</abbr></th>{row}</tr>'


def _summary(nights: Sequence[NightSum]) -> str:
    # The numbers of nights and hands of a year, and its longest night.
    longest = max(nights, key=lambda one: one.hands or 0, default=None)
    if longest is None or not longest.hands:
        return how_many_nights(len(nights))
    return _("{nights}, {hands}; the longest on {day} with {most}").format(
        nights=how_many_nights(len(nights)),
        hands=how_many_hands(sum(one.hands or 0 for one in nights)),
        day=when(longest.day, "day_month_long"),
        most=how_many_hands(longest.hands),
    )
