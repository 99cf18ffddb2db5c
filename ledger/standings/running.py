"""Where everybody stood after each night of a game: a page of nights, however many there were."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils import timezone

from ledger.counting import Counts, Course
from ledger.models import Group, NightCounts, Session, to_points
from ledger.standings.counted import FIRST_DAY, LAST_DAY, Asked, GoesOn, brought, nights_with
from ledger.standings.nights_of_game import nights_of_game
from ledger.standings.turning import FIRST_PAGE, Turned

A_PAGE = 50


@dataclass(frozen=True, kw_only=True)
class AfterNight:
    """Everybody's points after a night, by player; of those who had come by then. `night` is its number."""

    night: int
    day: date
    points: Mapping[int, Fraction]


@dataclass(frozen=True, kw_only=True)
class RunningPage:
    """Some nights that follow each other, the earliest first.

    `newer` and `older` are the nights after and before which the pages beside it are; None of none.
    """

    nights: tuple[AfterNight, ...]
    newer: int | None
    older: int | None


class _Key(NamedTuple):
    """What nights are ordered by: when it began, and its number."""

    at: datetime
    number: int


class _Row(NamedTuple):
    """A night of the game, and what it brought everybody who was there."""

    key: _Key
    day: date
    courses: Mapping[int, Course]


def running(
    group: Group,
    game: str,
    counts: Counts,
    asked: Asked,
    turned: Turned = FIRST_PAGE,
    *,
    on: Iterable[GoesOn] = (),
) -> RunningPage | None:
    """A page of the nights that are asked for, the latest first; None where there is no such page.

    `counts` is what these nights add up to, `on` are those of them that go on. As many queries as of
    `nights_of_game`, and up to five more for any page but the first.
    """
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    cursor = None if turned.is_first else _key_of(group, turned)
    if cursor is None and not turned.is_first:
        return None
    nights = _Nights(group, game, first, last, on)
    rows = nights.some(cursor, upwards=turned.after is not None)
    has_more, rows = len(rows) > A_PAGE, rows[:A_PAGE]
    if not rows:
        return RunningPage(nights=(), newer=None, older=None) if turned.is_first else None
    if turned.after is not None:
        rows.reverse()
    is_newest = turned.is_first or (turned.after is not None and not has_more)
    is_oldest = turned.after is None and not has_more
    sums = _less(counts.courses, rows) if turned.is_first else nights.until(rows[-1])
    return RunningPage(
        nights=tuple(_told(reversed(rows), sums)),
        newer=None if is_newest else rows[0].key.number,
        older=None if is_oldest else rows[-1].key.number,
    )


_Sums = dict[int, tuple[int, int]]
"""What some nights brought (parts), and how many of them somebody came to, by player."""


def _less(courses: Mapping[int, Course], rows: Iterable[_Row]) -> _Sums:
    """What the nights before these brought, of all nights up to the last of them."""
    sums = {player: (course.parts, course.played) for player, course in courses.items()}
    for row in rows:
        for player, course in row.courses.items():
            parts, played = sums.get(player, (0, 0))
            sums[player] = parts - course.parts, played - course.played
    return sums


def _more(sums: _Sums, row: _Row) -> None:
    for player, course in row.courses.items():
        parts, played = sums.get(player, (0, 0))
        sums[player] = parts + course.parts, played + course.played


def _told(rows: Iterable[_Row], sums: _Sums) -> Iterator[AfterNight]:
    for row in rows:
        _more(sums, row)
        points = {player: to_points(parts) for player, (parts, played) in sums.items() if played}
        yield AfterNight(night=row.key.number, day=row.day, points=points)


def _key_of(group: Group, turned: Turned) -> _Key | None:
    number = turned.after if turned.before is None else turned.before
    if number is None:
        return None
    row = group.sessions.filter(number=number).values_list("started_at", "number").first()
    return None if row is None else _Key(*row)


_TOLD = ("courses", "session__started_at", "session__number", "day")
_ORDER = ("day", "session__started_at", "session__number")


class _Nights:
    """The nights of a game between two days, both included."""

    def __init__(self, group: Group, game: str, first: date, last: date, on: Iterable[GoesOn]) -> None:
        self._group, self._game = group, game
        self._first, self._last = first, last
        self._on = [_row_of(session, games[game]) for session, games in on if game in games]

    def some(self, cursor: _Key | None, *, upwards: bool) -> list[_Row]:
        """One more than a page of them, from the cursor on, or of all: the latest first, or upwards."""
        days, beyond = (self._first, self._last), Q()
        if cursor is not None:
            day = timezone.localdate(cursor.at)
            days = (max(days[0], day), days[1]) if upwards else (days[0], min(days[1], day))
            beyond = _beyond(cursor, upwards=upwards)
        ended = nights_of_game(
            self._group,
            self._game,
            days,
            *_TOLD,
            order=_ORDER if upwards else [f"-{name}" for name in _ORDER],
            most=A_PAGE + 1,
            beyond=beyond,
        )
        on = [one for one in self._on if cursor is None or _is_beyond(one.key, cursor, upwards=upwards)]
        rows = [*self._rows(ended), *on]
        return sorted(rows, key=lambda one: one.key, reverse=not upwards)[: A_PAGE + 1]

    def until(self, row: _Row) -> _Sums:
        """What the nights before this one brought."""
        sums: _Sums = {}
        if self._first < row.day:
            before = row.day - timedelta(days=1)
            sums = brought(self._group, self._game, self._first, before)
        same_day = NightCounts.objects.filter(_beyond(row.key, upwards=False), group=self._group, day=row.day)
        ended = nights_with(self._game, same_day, *_TOLD)
        for one in (*self._rows(ended), *self._on):
            if one.key < row.key:
                _more(sums, one)
        return sums

    def _rows(self, told: Iterable[Sequence[Any]]) -> Sequence[_Row]:
        return [
            _Row(_Key(at, number), day, self._courses(courses or ())) for courses, at, number, day in told
        ]

    def _courses(self, kept: Collection[Any]) -> dict[int, Course]:
        return {self._group.who.of(player): Course(*course) for player, *course in kept}


def _row_of(session: Session, counts: Counts) -> _Row:
    key = _Key(session.started_at, session.number)
    return _Row(key, timezone.localdate(session.started_at), counts.courses)


def _beyond(cursor: _Key, *, upwards: bool) -> Q:
    """Nights before this one, or after it, of the days until its own, or from it on."""
    day, way = timezone.localdate(cursor.at), "gt" if upwards else "lt"
    same = Q(session__started_at=cursor.at, **{f"session__number__{way}": cursor.number})
    at = Q(**{f"session__started_at__{way}": cursor.at})
    return Q(**{f"day__{way}": day}) | at | same


def _is_beyond(key: _Key, cursor: _Key, *, upwards: bool) -> bool:
    return key > cursor if upwards else key < cursor
