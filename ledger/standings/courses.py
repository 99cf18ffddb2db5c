"""How a player's points ran, in few enough pieces to be drawn, however many nights there were."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from ledger.counting import Counts, Course
from ledger.models import Group, NightCounts, Span, SpanCounts
from ledger.standings.counted import FIRST_DAY, LAST_DAY, Asked, span_of
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


def course_of(
    group: Group, game: str, player: int, counts: Counts, asked: Asked, *, today: date
) -> tuple[Stretch, ...]:
    """The course of a player on the nights that are asked for, from first to last (at most two queries).

    `counts` is what they add up to: nights that go on are the last stretch, with what is missing of it. None
    where only hands under some circumstances are asked for: a course has whole nights.
    """
    if not asked.circumstances.are_any or player not in counts.courses:
        return ()
    is_long = counts.nights > BY_NIGHT
    told = _by_month(group, game, player, asked) if is_long else _by_night(group, game, player, _days(asked))
    stretches = [one for _, one in sorted(told, key=lambda one: one[0])]
    nights = counts.nights - sum(one.nights for one in stretches)
    if nights:
        left = counts.courses[player].parts - sum(one.piece.last for one in stretches if one.piece)
        piece = Piece(nights=nights, low=left, high=left, last=left, low_first=True)
        stretches.append(Stretch(nights=nights, until=today, piece=piece))
    return tuple(stretches)


def _days(asked: Asked) -> Q:
    return Q(day__range=(asked.since or FIRST_DAY, asked.until or LAST_DAY))


_Placed = tuple[tuple[date, int], Stretch]
"""A stretch, and what it is ordered by."""


def _by_night(group: Group, game: str, player: int, days: Q) -> list[_Placed]:
    rows = NightCounts.objects.filter(days, group=group).order_by("session__started_at", "session__number")
    ids = group.who.ids_of(player)  # what is kept of a night names people as its ink does
    told = rows.filter(counts__has_key=game).values_list("day", f"counts__{game}__courses")
    return [
        ((day, place), Stretch(nights=1, until=day, piece=_piece(courses or (), ids, 1)))
        for place, (day, courses) in enumerate(told)
    ]


def _by_month(group: Group, game: str, player: int, asked: Asked) -> list[_Placed]:
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    months = SpanCounts.objects.filter(group=group, span=Span.MONTH, begins__range=(first, last))
    told = months.annotate(is_unknown=Q(counts__isnull=True)).values_list(
        "begins", f"counts__{game}__nights", f"counts__{game}__courses", "is_unknown"
    )
    found: list[_Placed] = []
    unknown: list[Q] = []
    for begins, nights, courses, is_unknown in told:
        span = span_of(Span.MONTH, begins)
        if is_unknown:
            unknown.append(Q(day__range=span))
        elif nights:
            piece = _piece(courses or (), (player,), nights)
            found.append(((begins, 0), Stretch(nights=nights, until=span[1], piece=piece)))
    return found + (_by_night(group, game, player, reduce(or_, unknown)) if unknown else [])


def _piece(courses: Iterable[Any], ids: Collection[int], nights: int) -> Piece | None:
    """What is kept of a course (`ledger.counting.packed`) of a person as a piece of a drawing."""
    for who, *kept in courses:
        if who in ids:
            course = Course(*kept)
            return Piece(
                nights=nights,
                low=course.low,
                high=course.high,
                last=course.parts,
                low_first=course.low_at <= course.high_at,
            )
    return None
