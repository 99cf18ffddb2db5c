"""How points and money ran, night after night: read once for both, and drawn with their tables.

A page draws a long course by months, or by quarters; its files have every night.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.counting import ALL_GAMES
from ledger.models import Group
from ledger.standings.after_nights import Brought, brought_every_night
from ledger.standings.counted import GoesOn
from ledger.standings.courses import Leg, courses_in
from ledger.standings.money import opened_again, with_opened, won_by
from scorekeeper.charts import (
    POINTS,
    Across,
    CourseChart,
    DataTable,
    Line,
    Measure,
    brought,
    by_piece,
    course,
    line_of_pieces,
    money_in,
)
from scorekeeper.charts.drawing import Exact
from scorekeeper.presenters.asked_hands import AskedHands

A_COURSE = 2
"""One night alone is no course of a player."""


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How something ran in one game, or the money in all: its legs, and all nights as a file has them."""

    group: Group
    found: AskedHands
    game: str
    legs: tuple[Leg, ...]
    on: tuple[GoesOn, ...]
    measure: Measure

    def nights(self) -> Iterable[Brought]:
        """What each night brought, the earliest first; none where there is no course."""
        if not self.legs:
            return []
        return brought_every_night(self.group, self.game, self.found.asked, self.on)

    @property
    def has_months(self) -> bool:
        """Whether there are so many nights that they are told month by month."""
        return any(leg.since < leg.until for leg in self.legs)


@dataclass(frozen=True, kw_only=True)
class Courses:
    """The courses of the points of a game and of the money of all games, and what each player won (cents).

    Without money shown the money has no legs, and nobody won any.
    """

    points: Ran
    money: Ran
    cents: Mapping[int, int]


def courses(group: Group, found: AskedHands, *, of: int | None = None) -> Courses:
    """The courses of what is asked for, of everybody or of one player (see `courses_in`; one query more)."""
    has_money = bool(group.currency) and found.is_valid and found.asked.circumstances.are_any
    opened = opened_again(group, found.asked) if has_money else ()
    money = with_opened(found.money, opened)
    on = (*found.on, *opened)
    counts = {ALL_GAMES: money, found.game: found.counts}
    legs = courses_in(group, counts, found.asked, today=timezone.localdate(), of=of, on=on)

    def ran(game: str, measure: Measure) -> Ran:
        return Ran(group=group, found=found, game=game, legs=legs.get(game, ()), on=on, measure=measure)

    return Courses(
        points=ran(found.game, POINTS),
        money=ran(ALL_GAMES, money_in(group.currency)),
        cents=won_by(money),
    )


def chart_of(ran: Ran, player: int, name: str) -> CourseChart | None:
    """A player's course from the first to the last night on which the player was there; its table has these.

    None of fewer than two nights.
    """
    there = [place for place, leg in enumerate(ran.legs) if player in leg.pieces]
    if sum(ran.legs[place].there[player] for place in there) < A_COURSE:
        return None
    theirs = replace(ran, legs=ran.legs[there[0] : there[-1] + 1])
    across = _across(theirs)
    chart = course([_line(theirs, player, name, across)], across, ran.measure)
    if chart is None:
        return None

    def rows() -> Iterator[tuple[Exact, ...]]:
        total = 0
        for night in ran.nights():
            if player in night.parts:
                total += night.parts[player]
                yield night.day, ran.measure.exact(night.parts[player]), ran.measure.exact(total)

    return replace(chart, table=replace(chart.table, note=_note(ran, chart.table), whole=rows))


@dataclass(frozen=True, kw_only=True)
class EverybodysCourse:
    """Everybody's course, and what each night brought."""

    chart: CourseChart
    brought_table: DataTable


def everybodys_course(ran: Ran, names: Mapping[int, str]) -> EverybodysCourse | None:
    """In the order that gives each the same colour as on other pages; the files have all people as well."""
    across = _across(ran)
    people = sorted({player for leg in ran.legs for player in leg.pieces})
    lines = [_line(ran, player, names[player], across) for player in people]
    chart = course(lines, across, ran.measure)
    if chart is None:
        return None
    columns = ("date", *(names[player] for player in people))

    def stood() -> Iterator[tuple[Exact, ...]]:
        totals: dict[int, int] = {}
        for night in ran.nights():
            for player, won in night.parts.items():
                totals[player] = totals.get(player, 0) + won
            yield night.day, *_exact(ran.measure, totals, people)

    def each() -> Iterator[tuple[Exact, ...]]:
        for night in ran.nights():
            yield night.day, *_exact(ran.measure, night.parts, people)

    table, beside = chart.table, brought(lines, across, ran.measure)
    return EverybodysCourse(
        chart=replace(chart, table=replace(table, note=_note(ran, table), columns=columns, whole=stood)),
        brought_table=replace(beside, note=_note(ran, beside), columns=columns, whole=each),
    )


def _exact(measure: Measure, brought: Mapping[int, int], people: Sequence[int]) -> Iterator[Exact]:
    return (measure.exact(brought[player]) if player in brought else None for player in people)


def _across(ran: Ran) -> Across:
    return by_piece([(leg.nights, leg.until) for leg in ran.legs], [leg.since for leg in ran.legs])


def _line(ran: Ran, player: int, name: str, across: Across) -> Line:
    return line_of_pieces(name, [leg.pieces.get(player) for leg in ran.legs], across)


def _note(ran: Ran, table: DataTable) -> str:
    """What the table leaves out, and that the file does not."""
    if not ran.has_months:
        return table.note
    all_there = _("There are too many nights for a line each: the file has them all.")
    return f"{table.note} {all_there}".strip()
