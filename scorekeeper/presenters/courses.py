"""How points and money ran, night after night, drawn with their tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ledger.models import Group
from ledger.standings.after_nights import Brought, brought_every_night, money_of_every_night
from scorekeeper.charts import (
    POINTS,
    Across,
    CourseChart,
    DataTable,
    Line,
    Measure,
    brought,
    by_night,
    course,
    line,
    money_in,
)
from scorekeeper.charts.drawing import MOST_LINES, Exact
from scorekeeper.presenters.asked_hands import AskedHands

A_COURSE = 2
"""One night alone is no course of a player."""


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What every night brought, in points or money; no nights where only some hands of them are asked for."""

    nights: Sequence[Brought]
    measure: Measure

    @cached_property
    def across(self) -> Across:
        """The axis of these nights."""
        return by_night([night.day for night in self.nights])

    def line(self, player: int, name: str) -> Line:
        """The course of a player."""
        return line(name, [night.parts.get(player) for night in self.nights], self.across)

    @property
    def totals(self) -> dict[int, int]:
        """What all nights brought everybody, in parts or cents."""
        found: dict[int, int] = {}
        for night in self.nights:
            for player, won in night.parts.items():
                found[player] = found.get(player, 0) + won
        return found


@dataclass(frozen=True, kw_only=True)
class Courses:
    """The courses of a game's points, and of the money of all games: no nights where no money is shown."""

    points: Ran
    money: Ran


def courses(group: Group, found: AskedHands) -> Courses:
    """Return what every night that is asked for brought everybody."""
    has_money = bool(group.currency) and found.has_whole_nights
    return Courses(
        points=Ran(
            nights=brought_every_night(found.played) if found.has_whole_nights else [], measure=POINTS
        ),
        money=Ran(
            nights=money_of_every_night(group, found.asked, news=found.played.news) if has_money else [],
            measure=money_in(group.currency),
        ),
    )


def chart_of(ran: Ran, player: int, name: str) -> CourseChart | None:
    """Return a player's course from the first to the last night with the player; None of fewer than two."""
    there = [place for place, night in enumerate(ran.nights) if player in night.parts]
    if len(there) < A_COURSE:
        return None
    theirs = replace(ran, nights=ran.nights[there[0] : there[-1] + 1])
    return course([theirs.line(player, name)], theirs.across, ran.measure)


@dataclass(frozen=True, kw_only=True)
class EverybodysCourse:
    """Everybody's course, and what each night brought."""

    chart: CourseChart
    brought_table: DataTable


def came_most(nights: Sequence[Brought], most: int) -> list[int]:
    """Return who was there on most nights, so many at most, by their ids; of two alike the lower one."""
    came = Counter(player for night in nights for player in night.parts)
    return sorted(sorted(came, key=lambda player: (-came[player], player))[:most])


def everybodys_course(ran: Ran, names: Mapping[int, str]) -> EverybodysCourse | None:
    """In the order that gives each the same colour as on other pages; the files have all people as well."""
    across = ran.across
    people = sorted({player for night in ran.nights for player in night.parts})
    drawn = came_most(ran.nights, MOST_LINES)
    lines = [ran.line(player, names[player]) for player in drawn]
    chart = course(lines, across, ran.measure, hidden=len(people) - len(drawn))
    if chart is None:
        return None
    columns = ("date", *(names[player] for player in people))

    def stood() -> Iterator[tuple[Exact, ...]]:
        totals: dict[int, int] = {}
        for night in ran.nights:
            for player, won in night.parts.items():
                totals[player] = totals.get(player, 0) + won
            yield night.day, *_exact(ran.measure, totals, people)

    def each() -> Iterator[tuple[Exact, ...]]:
        for night in ran.nights:
            yield night.day, *_exact(ran.measure, night.parts, people)

    beside = brought(lines, across, ran.measure)
    return EverybodysCourse(
        chart=replace(chart, table=replace(chart.table, columns=columns, whole=stood)),
        brought_table=replace(beside, columns=columns, whole=each),
    )


def _exact(measure: Measure, brought: Mapping[int, int], people: Sequence[int]) -> Iterator[Exact]:
    return (measure.exact(brought[player]) if player in brought else None for player in people)
