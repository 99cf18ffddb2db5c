"""How players' points ran, in few enough pieces to be drawn, however many nights there were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from ledger.counting import Counts, Course
from ledger.models import Group, NightCounts, Span, SpanCounts
from ledger.standings.counted import FIRST_DAY, LAST_DAY, Asked, are_marked, nights_with, span_of
from ledger.statistics import Piece

BY_NIGHT = 400
"""More nights than this are told month by month."""


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """Some nights of a game that follow each other, and the day by which they were over.

    `piece` is what the player's points did on them, None where the player was not there.
    """

    nights: int
    until: date
    piece: Piece | None


@dataclass(frozen=True, kw_only=True)
class Leg:
    """The same for everybody: `pieces` by player id, of those who were there."""

    nights: int
    until: date
    pieces: Mapping[int, Piece]


def course_of(
    group: Group, game: str, player: int, counts: Counts, asked: Asked, *, today: date
) -> tuple[Stretch, ...]:
    """The course of a player on the nights that are asked for, from first to last.

    At most two queries, and two more where nights are still to be counted.

    `counts` is what they add up to: nights that go on are the last stretch, with what is missing of it. None
    where only hands under some circumstances are asked for: a course has whole nights.
    """
    if player not in counts.courses:
        return ()
    return tuple(
        Stretch(nights=one.nights, until=one.until, piece=one.pieces.get(player))
        for one in courses_of(group, game, counts, asked, today=today, of=player)
    )


def courses_of(
    group: Group, game: str, counts: Counts, asked: Asked, *, today: date, of: int | None = None
) -> tuple[Leg, ...]:
    """The courses of all players, or of one, on the same nights (see `course_of`)."""
    if not asked.circumstances.are_any or not counts.nights:
        return ()
    people = _People(group, of)
    is_long = counts.nights > BY_NIGHT
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    told = _by_month(people, game, first, last) if is_long else _by_night(people, game, [(first, last)])
    legs = [one for _, one in sorted(told, key=lambda one: one[0])]
    nights = counts.nights - sum(one.nights for one in legs)
    if nights:
        legs.append(Leg(nights=nights, until=today, pieces=_left(counts, legs, nights, of)))
    return tuple(legs)


def _left(counts: Counts, legs: Sequence[Leg], nights: int, of: int | None) -> dict[int, Piece]:
    """What is missing of everybody's course."""
    told: dict[int, int] = defaultdict(int)
    for leg in legs:
        for player, piece in leg.pieces.items():
            told[player] += piece.last
    missing = {
        player: course.parts - told.get(player, 0)
        for player, course in counts.courses.items()
        if of in (None, player) and (of is not None or course.parts != told.get(player))
    }
    return {
        player: Piece(nights=nights, low=left, high=left, last=left, low_first=True)
        for player, left in missing.items()
    }


class _People:
    """Whose courses are read: what is kept of nights names people as its ink does."""

    def __init__(self, group: Group, of: int | None) -> None:
        self.group = group
        self._ids = None if of is None else set(group.who.ids_of(of))

    def pieces(self, courses: Iterable[Any], nights: int) -> dict[int, Piece]:
        """What is kept of courses (`ledger.counting.packed`) as pieces of a drawing."""
        found: dict[int, Piece] = {}
        for who, *kept in courses:
            if self._ids is None or who in self._ids:
                course = Course(*kept)
                found[self.group.who.of(who)] = Piece(
                    nights=nights,
                    low=course.low,
                    high=course.high,
                    last=course.parts,
                    low_first=course.low_at <= course.high_at,
                )
        return found


_Placed = tuple[tuple[date, int], Leg]
"""A leg, and what it is ordered by."""

_Days = tuple[date, date]
"""From a day to another, both included."""


def _by_night(people: _People, game: str, days: Iterable[_Days]) -> list[_Placed]:
    asked = reduce(or_, [Q(day__range=some) for some in days])
    rows = NightCounts.objects.filter(asked, group=people.group).order_by(
        "session__started_at", "session__number"
    )
    told = nights_with(people.group, game, rows, "courses", "day")
    return [
        ((day, place), Leg(nights=1, until=day, pieces=people.pieces(courses or (), 1)))
        for place, (courses, day) in enumerate(told)
    ]


def _by_month(people: _People, game: str, first: date, last: date) -> list[_Placed]:
    """The months, but for those that have to be added up again or are asked for in part."""
    begins = first.replace(day=1)
    months = SpanCounts.objects.filter(group=people.group, span=Span.MONTH, begins__range=(begins, last))
    told = months.annotate(is_unknown=are_marked(people.group)).values_list(
        "begins", f"gist__{game}__nights", f"gist__{game}__courses", "is_unknown"
    )
    found: list[_Placed] = []
    in_part: list[_Days] = []
    for begins, nights, courses, is_unknown in told:
        begun, over = span_of(Span.MONTH, begins)
        if is_unknown or begun < first or over > last:
            in_part.append((max(begun, first), min(over, last)))
        elif nights:
            pieces = people.pieces(courses or (), nights)
            found.append(((begins, 0), Leg(nights=nights, until=over, pieces=pieces)))
    return found + (_by_night(people, game, in_part) if in_part else [])
