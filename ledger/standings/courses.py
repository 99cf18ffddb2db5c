"""How players' points ran, in few enough pieces to be drawn, however many nights there were."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Case, Exists, Expression, Q, Value, When
from django.utils import timezone

from ledger.counting import Counts, Course, all_added
from ledger.models import Group, NightCounts, Span, SpanCounts
from ledger.standings.counted import (
    FIRST_DAY,
    LAST_DAY,
    Asked,
    GoesOn,
    are_marked,
    nights_with_any,
    part_of,
    span_of,
    without,
)
from ledger.statistics import Piece

BY_NIGHT, BY_MONTH = 400, 120
"""More nights than this are told month by month, and everybody's of more months than this by quarters."""


@dataclass(frozen=True, kw_only=True)
class Leg:
    """Some nights of a game that follow each other: of a day, or of a month or a quarter from its first day
    to its last.

    `pieces` by player id are what the sums of those who were there did on them, and `there` on how many of
    them each was.
    """

    nights: int
    since: date
    until: date
    pieces: Mapping[int, Piece]
    there: Mapping[int, int]


def courses_of(
    group: Group,
    game: str,
    counts: Counts,
    asked: Asked,
    *,
    today: date,
    of: int | None = None,
    on: Iterable[GoesOn] = (),
) -> tuple[Leg, ...]:
    """The courses of all players, or of one, in one game (see `courses_in`)."""
    return courses_in(group, {game: counts}, asked, today=today, of=of, on=on).get(game, ())


def courses_in(
    group: Group,
    counts: Mapping[str, Counts],
    asked: Asked,
    *,
    today: date,
    of: int | None = None,
    on: Iterable[GoesOn] = (),
) -> dict[str, tuple[Leg, ...]]:
    """The courses of all players, or of one, on the nights that are asked for, from first to last, by game.

    At most two queries for games of few nights and three for those of many, four where these are of very many
    months. Of `ALL_GAMES` it is the money, in cents.

    `counts` is what the nights add up to in each game, and `on` are those among them that go on; what is
    missing then is the last leg, as if it were of today. Nothing where only hands under some circumstances
    are asked for: a course has whole nights.
    """
    if not asked.circumstances.are_any:
        return {}
    people, going = _People(group, of), [*on]
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    found: dict[str, tuple[Leg, ...]] = {}
    for is_long in (False, True):
        games = [game for game, one in counts.items() if one.nights and (one.nights > BY_NIGHT) is is_long]
        if games:
            if is_long:
                told = _by_span(people, games, first, last)
            else:
                told = _by_night(people, games, [(first, last)])
            for game in games:
                placed = sorted([*told[game], *_going(people, game, going)], key=lambda one: one[0])
                legs = [leg for _, leg in placed]
                found[game] = (*legs, *_left(counts[game], legs, today, of))
    return found


def came_most(legs: Iterable[Leg], most: int) -> tuple[int, ...]:
    """Who was there on most nights, so many at most, by their ids; of two alike the lower one."""
    nights: Counter[int] = Counter()
    for leg in legs:
        nights.update(leg.there)
    return tuple(sorted(sorted(nights, key=lambda player: (-nights[player], player))[:most]))


def row_of(legs: Sequence[Leg], player: int, sign: int) -> tuple[date, date] | None:
    """From which day to which a player won most nights in a row, or lost them (`sign` -1); of two rows alike
    the earlier. None where there is none, or where nights are told many at once."""
    if any(leg.nights > 1 for leg in legs):
        return None
    there = [(leg.pieces[player].last, leg.until) for leg in legs if player in leg.pieces]
    rows = [[day for _, day in row] for won, row in groupby(there, key=lambda one: one[0] * sign > 0) if won]
    longest = max(rows, key=len, default=[])
    return (longest[0], longest[-1]) if longest else None


def _left(counts: Counts, legs: Sequence[Leg], today: date, of: int | None) -> list[Leg]:
    """What is missing of everybody's course, if nights are."""
    nights = counts.nights - sum(leg.nights for leg in legs)
    if not nights:
        return []
    told: dict[int, int] = defaultdict(int)
    came: dict[int, int] = defaultdict(int)
    for leg in legs:
        for player, piece in leg.pieces.items():
            told[player] += piece.last
            came[player] += leg.there[player]
    missing = {
        player: (course.parts - told[player], course.played - came[player])
        for player, course in counts.courses.items()
        if of in (None, player) and (course.parts, course.played) != (told[player], came[player])
    }
    pieces = {
        player: Piece(nights=nights, low=left, high=left, last=left, low_first=True)
        for player, (left, _) in missing.items()
    }
    there = {player: played for player, (_, played) in missing.items()}
    return [Leg(nights=nights, since=today, until=today, pieces=pieces, there=there)]


class _People:
    """Whose courses are read: what is kept of nights names people as its ink does."""

    def __init__(self, group: Group, of: int | None) -> None:
        self.group, self._who, self.are_all = group, group.who, of is None
        self._ids = None if of is None else set(self._who.ids_of(of))

    def leg(self, courses: Iterable[Any] | None, nights: int, since: date, until: date) -> Leg:
        """What is kept of courses (`ledger.counting.packed`) as a leg: each is a player, and a `Course`."""
        pieces, there, now = {}, {}, self._who.of
        # Everybody's courses of twenty years are thousands: so not a `Course` of each.
        for who, parts, low, low_at, high, high_at, played, *_ in courses or ():
            if self._ids is None or who in self._ids:
                player = now(who)
                pieces[player] = Piece(nights, low, high, parts, low_at <= high_at)
                there[player] = played
        return Leg(nights=nights, since=since, until=until, pieces=pieces, there=there)

    def counts(self, courses: Iterable[Any] | None, nights: int) -> Counts:
        """The same as counts, which can be added."""
        asked = ((who, course) for who, *course in courses or () if self._ids is None or who in self._ids)
        return Counts(nights=nights, courses={self._who.of(who): Course(*course) for who, course in asked})

    def night(self, courses: Mapping[int, Course], day: date) -> Leg:
        """The courses of a night that goes on."""
        return self.leg([(who, *course) for who, course in courses.items()], 1, day, day)


class _Key(NamedTuple):
    """What legs are ordered by: the day (of many nights the first), when the night began, and its number."""

    day: date
    at: datetime = datetime.min.replace(tzinfo=UTC)
    number: int = 0


_Placed = tuple[_Key, Leg]
_ByGame = dict[str, list[_Placed]]

_Days = tuple[date, date]
"""From a day to another, both included."""


def _going(people: _People, game: str, on: Iterable[GoesOn]) -> Iterator[_Placed]:
    for session, games in on:
        if game in games:
            day = timezone.localdate(session.started_at)
            yield _Key(day, session.started_at, session.number), people.night(games[game].courses, day)


def _by_night(people: _People, games: Sequence[str], days: Iterable[_Days]) -> _ByGame:
    found: _ByGame = {game: [] for game in games}
    for key, kept in _nights(people.group, games, days):
        for game, courses in kept.items():
            found[game].append((key, people.leg(courses, 1, key.day, key.day)))
    return found


def _nights(
    group: Group, games: Sequence[str], days: Iterable[_Days]
) -> Iterator[tuple[_Key, Mapping[str, Any]]]:
    """The nights of these days in their order, and the courses of each of these games that was played."""
    asked = reduce(or_, [Q(day__range=some) for some in days])
    rows = NightCounts.objects.filter(asked, group=group).order_by("session__started_at", "session__number")
    columns = ("day", "session__started_at", "session__number")
    for kept, *key in nights_with_any(games, rows, "courses", *columns):
        yield _Key(*key), kept


def _by_span(people: _People, games: Sequence[str], first: date, last: date) -> _ByGame:
    """By month; everybody's by quarter where there are more than `BY_MONTH` months."""
    months = Value(Span.MONTH)
    if people.are_all:
        rows = SpanCounts.objects.filter(group=people.group, span=Span.MONTH, begins__range=(first, last))
        after_many = rows.order_by().values("pk")[BY_MONTH : BY_MONTH + 1]
        kind: Expression = Case(When(Exists(after_many), then=Value(Span.QUARTER)), default=months)
    else:
        kind = months
    return _of_kind(people, games, [(first, last)], kind)


def _of_kind(people: _People, games: Sequence[str], days: Sequence[_Days], kind: Expression) -> _ByGame:
    """The spans of a kind that lie in these days. What has to be added up again, or is asked for in part, is
    told shorter: a quarter by its months, a part of a month by its nights. A whole month is added up here."""
    found: _ByGame = {game: [] for game in games}
    in_part: dict[Span, list[_Days]] = {Span.QUARTER: [], Span.MONTH: []}
    for span, (begun, over), kept in _kept(people.group, games, days, kind):
        for first, last in days:
            some = max(begun, first), min(over, last)
            if kept is not None and some == (begun, over):
                for game, nights, courses in kept:
                    found[game].append((_Key(begun), people.leg(courses, nights, begun, over)))
            elif some[0] <= some[1]:
                in_part[span].append(some)
    if quarters := in_part[Span.QUARTER]:
        _add(found, _of_kind(people, games, quarters, Value(Span.MONTH)))
    whole = [month for month in in_part[Span.MONTH] if month == span_of(Span.MONTH, month[0])]
    if whole:
        _add(found, _added_up(people, games, whole))
    if parts := [month for month in in_part[Span.MONTH] if month not in whole]:
        _add(found, _by_night(people, games, parts))
    return found


def _added_up(people: _People, games: Sequence[str], months: Sequence[_Days]) -> _ByGame:
    """Whole months that have to be added up again, from their weeks that are known, and from other nights."""
    gaps = [*months]
    parts: dict[tuple[str, date], list[tuple[_Key, Counts]]] = defaultdict(list)

    def add(key: _Key, game: str, nights: int, courses: Any) -> None:
        parts[game, key.day.replace(day=1)].append((key, people.counts(courses, nights)))

    for _, week, kept in _kept(people.group, games, months, Value(Span.WEEK)):
        if kept is not None and any(first <= week[0] <= last for first, last in months):
            gaps = without(gaps, week)
            for game, nights, courses in kept:
                add(_Key(week[0]), game, nights, courses)
    if gaps:
        for key, its in _nights(people.group, games, gaps):
            for game, courses in its.items():
                add(key, game, 1, courses)
    found: _ByGame = {game: [] for game in games}
    for (game, first), placed in parts.items():
        counts = all_added(one for _, one in sorted(placed, key=lambda one: one[0]))
        courses = [(who, *course) for who, course in counts.courses.items()]
        leg = people.leg(courses, counts.nights, *span_of(Span.MONTH, first))
        found[game].append((_Key(first), leg))
    return found


def _add(found: _ByGame, more: _ByGame) -> None:
    for game, placed in more.items():
        found[game] += placed


def _kept(
    group: Group, games: Sequence[str], days: Sequence[_Days], kind: Expression
) -> Iterator[tuple[Span, _Days, list[tuple[str, int, Any]] | None]]:
    """The spans of a kind that meet these days: the days of each, and of each game that was played then how
    many nights, and the courses. None where that has to be added up again."""
    begins = reduce(or_, [Q(begins__range=(span_of(Span.QUARTER, first)[0], last)) for first, last in days])
    spans = SpanCounts.objects.filter(begins, group=group, span=kind).annotate(is_unknown=are_marked(group))
    names = ("nights", "courses")
    parts = [part_of("gist", game, name) for game in games for name in names]
    for kind_of, begins_on, is_unknown, *kept in spans.values_list("span", "begins", "is_unknown", *parts):
        told = [one for one in zip(games, kept[::2], kept[1::2], strict=True) if one[1]]
        span = Span(kind_of)
        yield span, span_of(span, begins_on), None if is_unknown else told
