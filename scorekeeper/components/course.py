"""The course of points or money: a line a player, with the name at its end in place of a legend."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from itertools import chain
from operator import itemgetter
from typing import Any, ClassVar

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.exchange.columns import AFTER, MONEY
from ledger.exchange.headings import headings
from ledger.standings.nights_by_player import NightResult
from ledger.standings.placing import placed
from scorekeeper.components.component import Component, FileRow
from scorekeeper.components.drawing import ACROSS, POINTS, UP, Measure, apart, percent, shortened, step
from scorekeeper.components.table import Column, Table
from scorekeeper.text.dates import when
from scorekeeper.text.lists import joined, listed, standing_apart

# The number of lines that can be followed by eye on a phone; no two have the same colour and dashes.
COLOURS, DASHES, MOST_LINES = 8, 5, 12
# A longer line is cut into stretches; each keeps its first corner, its lowest, its highest and its last.
MOST_CORNERS, A_STRETCH = 400, 4
# Lines of more corners are drawn thinner; so many days stand below, and so many nights in the table beside.
DENSE, MOST_DAYS, A_PAGE = 120, 5, 50
# Nights of a longer time than a season are told apart by their months, of an age by their years.
A_SEASON, AN_AGE = timedelta(days=180), timedelta(days=5 * 366)
# After how many nights, and the sum then.
Corner = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Course(Component):
    """The sums of everybody, or of the player `of`, after each of these nights, the earliest first.

    Of more people than `MOST_LINES` those are drawn who came most often. With `has_numbers` the file of
    everybody tells the numbers of the nights; with `is_each` what each night brought, instead of the sums.
    """

    nights: Sequence[NightResult]
    names: Mapping[int, str]
    measure: Measure
    of: int | None = None
    has_numbers: bool = False
    is_each: bool = False
    template: ClassVar[str] = "components/course.html"

    @property
    def columns(self) -> tuple[str, ...]:
        if self.of is not None:
            return headings("date", "brought", "total")
        number = ("night",) if self.has_numbers else ()
        day = ("date" if self.is_each else AFTER) + ("" if self.measure is POINTS else MONEY)
        return (*headings(day, *number), *(self.names[player] for player in self.players))

    def rows(self) -> Iterable[FileRow]:
        for night, values in self._values():
            number = [night.number] if self.has_numbers else []
            exact = (None if value is None else Fraction(value, self.measure.unit) for value in values)
            yield night.day, *number, *exact

    @cached_property
    def came(self) -> Mapping[int, int]:
        came = Counter(chain.from_iterable(night.parts for night in self.nights))
        return came if self.of is None else {one: came[one] for one in came if one == self.of}

    @cached_property
    def players(self) -> Sequence[int]:
        return sorted(self.came)

    def _values(self) -> Iterator[tuple[NightResult, list[int | None]]]:
        # Every night with everybody's sum; of one player with what it brought and the sum.
        sums = Counter[int]()
        for night in self.nights:
            sums.update(night.parts)
            if self.of is None:
                told = night.parts if self.is_each else sums
                yield night, [told.get(one) for one in self.players]
            elif self.of in night.parts:
                yield night, [night.parts[self.of], sums[self.of]]

    def _corners(self, player: int) -> list[Corner]:
        # A line: from zero before the first night to the last night of all, level where absent.
        line, total, last = list[Corner](), 0, len(self.nights)
        for at, night in enumerate(self.nights, 1):
            if player in night.parts:
                if not line or line[-1][0] < at - 1:
                    line.append((at - 1, total))
                total += night.parts[player]
                line.append((at, total))
        return line if line[-1][0] == last else [*line, (last, total)]

    def drawn(self) -> dict[str, Any] | None:
        """Return the chart and the table beside it; None while nobody has played."""
        # By id, so that each player has the same colour on every page.
        players = sorted(sorted(self.players, key=lambda one: -self.came[one])[:MOST_LINES])
        if not players:
            return None
        lines = {player: self._corners(player) for player in players}
        unit, nights = self.measure.unit, len(self.nights)
        values = [value for line in lines.values() for _, value in line]
        low = min(0, *values) // unit
        high = max(-(-max(0, *values) // unit), low + 1)
        whole, by = (high - low) * unit, step(high - low, 7)

        def up(value: int) -> int:
            return UP - ((value - low * unit) * 2 * UP + whole) // (2 * whole)

        scale = [
            {
                "at": up(one * unit),
                "percent": percent(up(one * unit), UP),
                "label": (self.measure.write_tick or self.measure.write)(one * unit),
            }
            for one in range(-(-low // by) * by, high + 1, by)
        ]
        # Five quarters of a letter for each name at the ends, and sixteen letters at least.
        quarters = max(64, 5 * len(players))
        ends = [up(lines[player][-1][1]) for player in players]
        labels = apart(ends, gap=-(-5 * UP // quarters), high=UP)
        drawn = [
            {
                "name": self.names[player],
                "label": shortened(self.names[player]),
                "value": self.measure.write(lines[player][-1][1]),
                "corners": " ".join(
                    f"{at * ACROSS // nights},{up(sum_)}" for at, sum_ in reduced(lines[player])
                ),
                "end_y": end,
                "label_y": label,
                "label_percent": percent(label, UP),
                "colour": number % COLOURS,
                "dash": number % DASHES,
            }
            for number, (player, end, label) in enumerate(zip(players, ends, labels, strict=True))
        ]
        room = max(len(shortened(self.names[player])) for player in players)
        dense = " dense" if max(map(len, lines.values())) > DENSE else ""
        return {
            "height": f"{quarters // 4}.{quarters % 4 * 25:02d}em",
            "css": f"chart-room-{room} chart-left-{max(len(str(tick['label'])) for tick in scale)}{dense}",
            "zero_y": up(0),
            "summary": self._summary(lines),
            "ticks_x": self._days_below(),
            "ticks_y": scale,
            "lines": drawn,
            "hidden": len(self.players) - len(players),
            "table": self._latest(players),
        }

    def _latest(self, drawn: Sequence[int]) -> Table[Any]:
        # The table of the latest nights, with a column for each line.

        def spelled(value: int | None) -> str:
            return "" if value is None else self.measure.write(value)

        every = [*self._values()]
        left = max(0, len(every) - A_PAGE)
        heads = {0: _("Night of"), 1: _("Brought"), 2: _("In all")}
        if self.of is None:
            # Translators: the head of a column of days, after which everybody stood as the row says.
            heads = {0: _("After")} | {self.players.index(one) + 1: self.names[one] for one in drawn}
        fields: list[Column[Any]] = [
            Column(value=itemgetter(place), head=head, write=spelled if place else str)
            for place, head in heads.items()
        ]
        words = ngettext("{number} earlier line is left out.", "{number} earlier lines are left out.", left)
        return Table(
            key=self.key,
            title=self.title,
            fields=fields,
            entries=[(when(night.day, "day"), *values) for night, values in every[left:]],
            note=words.format(number=left) if left else "",
        )

    def _days_below(self) -> list[dict[str, Any]]:
        # The days of some nights, the last among them; of long courses only months or years.
        days = [night.day for night in self.nights]
        span = days[-1] - days[0]
        shape = "day_month" if span < A_SEASON else "month_short" if span < AN_AGE else "year"
        found: list[dict[str, Any]] = []
        edge, before = len(days), ""
        for at in range(len(days), 0, -1):
            label = when(days[at - 1], shape) if at <= edge else before
            if label != before:
                css = "spare" if len(found) % 2 else ""
                found.append({"percent": percent(at, len(days)), "label": label, "css": css})
                edge, before = at - -(-len(days) // MOST_DAYS), label
        return found

    def _summary(self, lines: Mapping[int, Sequence[Corner]]) -> str:
        # The leader and the distance of the others, and the highest and the lowest on the way.
        write, names = self.measure.write, {player: standing_apart(self.names[player]) for player in lines}
        ranking = placed(lines, lambda player: (lines[player][-1][1], self.came[player], player))
        stands = {player: write(lines[player][-1][1]) for player in lines}
        first = [player for place, player in ranking if place == 1]
        nights = len(self.nights) if self.of is None else self.came[self.of]
        told = ngettext("After {nights} night:", "After {nights} nights:", nights).format(nights=nights)
        if len(first) == len(lines) > 1:
            return " ".join([told, _("everybody stands at {value}.").format(value=stands[first[0]])])
        leads = ngettext("{who} leads with {value}.", "{who} lead with {value} each.", len(first))
        said = [told, leads.format(who=joined([names[one] for one in first]), value=stands[first[0]])]
        if others := [f"{names[one]} {stands[one]}" for place, one in ranking if place > 1]:
            said.append(_("Behind: {others}.").format(others=listed(others)))
        corners = [(value, -at, names[player]) for player, line in lines.items() for at, value in line]
        high, low = max(corners, key=itemgetter(0, 1)), min(corners, key=lambda one: (one[0], -one[1]))
        extremes = [(_("Highest on the way: {who} {value} ({day})."), *high)] if high[0] > 0 else []
        extremes += [(_("Lowest: {who} {value} ({day})."), *low)] if low[0] < 0 else []
        for extreme, value, at, who in extremes:
            day = when(self.nights[-at - 1].day, "day")
            said.append(extreme.format(who=who, value=write(value), day=day))
        return " ".join(said)


def reduced(line: Sequence[Corner]) -> Sequence[Corner]:
    """Return at most `MOST_CORNERS` of the corners, in their order; no extreme moves, and both ends stay."""
    if len(line) <= MOST_CORNERS:
        return line
    stretches, found = MOST_CORNERS // A_STRETCH, list[Corner]()
    for number in range(stretches):
        some = line[number * len(line) // stretches : (number + 1) * len(line) // stretches]
        values = [value for _, value in some]
        kept = {0, values.index(min(values)), values.index(max(values)), len(some) - 1}
        found += [some[place] for place in sorted(kept)]
    return found
