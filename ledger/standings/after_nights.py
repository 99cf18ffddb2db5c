"""Where everybody stood after every night of a game, from the first on: for files, which have all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from django.utils import timezone

from ledger.counting import Course
from ledger.models import Group, NightCounts, to_points
from ledger.standings.counted import FIRST_DAY, LAST_DAY, Asked, GoesOn, nights_with
from ledger.standings.running import AfterNight


class Brought(NamedTuple):
    """What a night brought whom, in parts, ordered by when it began; whoever was there has some, or 0.

    In `ALL_GAMES` it is in cents.
    """

    at: datetime
    number: int
    parts: Mapping[int, int]

    @property
    def day(self) -> date:
        """The day of the night."""
        return timezone.localdate(self.at)


def brought_every_night(group: Group, game: str, asked: Asked, on: Iterable[GoesOn] = ()) -> list[Brought]:
    """What every night brought everybody, the earliest first, at the cost of `after_every_night`."""
    return sorted([*_ended(group, game, asked), *_going(game, on)], key=lambda one: one[:2])


def after_every_night(
    group: Group, game: str, asked: Asked, on: Iterable[GoesOn] = ()
) -> Iterator[AfterNight]:
    """All that the pages of `ledger.standings.running` have, the earliest night first.

    `on` are the nights that go on. One query.
    """
    sums: dict[int, int] = {}
    stood: dict[int, Fraction] = {}
    for night in brought_every_night(group, game, asked, on):
        for player, parts in night.parts.items():
            sums[player] = sums.get(player, 0) + parts
            stood[player] = to_points(sums[player])
        yield AfterNight(night=night.number, day=night.day, points=dict(stood))


def _ended(group: Group, game: str, asked: Asked) -> Iterator[Brought]:
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    nights = NightCounts.objects.filter(group=group, day__range=(first, last)).order_by("day")
    for courses, at, number in nights_with(game, nights, "courses", "session__started_at", "session__number"):
        there = {group.who.of(player): Course(*course) for player, *course in courses or ()}
        yield Brought(at, number, _of_those_there(there))


def _going(game: str, on: Iterable[GoesOn]) -> Iterator[Brought]:
    for session, games in on:
        if game in games:
            yield Brought(session.started_at, session.number, _of_those_there(games[game].courses))


def _of_those_there(courses: Mapping[int, Course]) -> dict[int, int]:
    return {player: course.parts for player, course in courses.items() if course.played}
