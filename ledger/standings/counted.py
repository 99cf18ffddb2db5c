"""What a group's nights add up to, as far as they are asked for; costs no more after years than after months.

Read from what was counted and added up since the nights were over; of nights that go on, from their sheets.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.db.models.fields.json import KeyTransform
from django.utils import timezone

from ledger.counting import (
    ALL,
    Circumstances,
    Counts,
    Course,
    all_added,
    chosen,
    counts_of,
    renamed,
    unpacked,
    unpacked_nights,
    unpacked_sums,
)
from ledger.models import Group, NightCounts, Session, Span, SpanCounts, open_sessions
from ledger.models.book import sheet_of
from ledger.scoring import HandRefused

ByGame = Mapping[str, Counts]
GoesOn = tuple[Session, ByGame]
"""A night that is not over, and what it adds up to by now."""
FIRST_DAY, LAST_DAY = date.min, date.max
WEEK = 7
"""Days; those after the fourth week of a month are a week for themselves."""
MONTHS = {Span.MONTH: 1, Span.QUARTER: 3, Span.YEAR: 12}
DECADE = 10
"""Years; the first begins with the year 1."""
CALENDAR = (Span.WEEK, Span.MONTH, Span.QUARTER, Span.YEAR, Span.DECADE, Span.EVER)
"""The spans in which every day lies."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Which nights and hands: from a day until another (both included), and under which circumstances."""

    since: date | None = None
    until: date | None = None
    circumstances: Circumstances = ALL

    @property
    def are_all_nights(self) -> bool:
        """Whether no day is asked for."""
        return self.since is None and self.until is None


EVERYTHING = Asked()


Gap = tuple[date, date]
"""From a day until another, both included."""


class Piece(NamedTuple):
    """A span that was added up, whether that has to be done again, and the time it covers."""

    pk: int
    span: str
    first: date
    last: date
    is_known: bool

    def lies_in(self, first: date, last: date) -> bool:
        """Whether all of it lies between these days."""
        return first <= self.first and self.last <= last

    def meets(self, first: date, last: date) -> bool:
        """Whether some of it does."""
        return self.first <= last and first <= self.last


def counted(group: Group, asked: Asked = EVERYTHING) -> dict[str, Counts]:
    """What the nights add up to, by game (three queries, and two for each night that goes on)."""
    return {game: chosen(one, asked.circumstances) for game, one in all_counted(group, asked).items()}


def all_counted(group: Group, asked: Asked = EVERYTHING) -> dict[str, Counts]:
    """The same, whatever the circumstances: every case that was played is in the keys."""
    return all_counted_with(group, [*going_on(group, asked)], asked)


def all_counted_with(group: Group, on: Iterable[GoesOn], asked: Asked = EVERYTHING) -> dict[str, Counts]:
    """The same, for who has read the nights that go on (`going_on`, of the same days)."""
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    return by_game([*over(group, first, last), *(counts for _, counts in on)])


def over(group: Group, first: date, last: date, *, of: Collection[Span] = tuple(Span)) -> list[ByGame]:
    """What the nights that are over add up to, of these spans and nights (three queries).

    In their order, but for what is added key by key of all of them, which comes first.
    """
    spans, gaps = spans_in(group, first, last, of=of)
    rows = SpanCounts.objects.filter(pk__in=spans).values_list("begins", "counts")
    there = [(begins, counts) for begins, counts in rows if counts is not None]
    found = [(begins, 0, _without_sums(counts)) for begins, counts in there]
    added = [counts for _, counts in there]
    nights = nights_of(group, gaps).order_by("session__started_at", "session__number")
    for place, (day, number, kept) in enumerate(nights.values_list("day", "session__number", "counts")):
        # What names people as they are by now is added up as it is kept.
        if group.who:
            found.append((day, place, _renamed(group, kept, night=number, day=day)))
        else:
            found.append((day, place, _without_sums(kept, night=number, day=day)))
            added.append(kept)
    in_order = [counts for _, _, counts in sorted(found, key=lambda one: one[:2])]
    return [_sums_of(added), *in_order] if added else in_order


def brought(group: Group, game: str, first: date, last: date) -> dict[int, tuple[int, int]]:
    """What the nights that are over brought in a game (parts), and how many there were, by player.

    Of these days, both included; three queries.
    """
    spans, gaps = spans_in(group, first, last)
    rows = SpanCounts.objects.filter(pk__in=spans).values_list(part_of("gist", game, "courses"), flat=True)
    found: dict[int, tuple[int, int]] = {}
    there = nights_of(group, gaps)
    of_nights = [courses for (courses,) in nights_with(game, there, "courses")]
    for courses in [*rows, *of_nights]:
        for who, *kept in courses or ():
            course, player = Course(*kept), group.who.of(who)
            parts, played = found.get(player, (0, 0))
            found[player] = parts + course.parts, played + course.played
    return found


def by_game(parts: Iterable[ByGame]) -> dict[str, Counts]:
    """All these, which follow each other, added up."""
    games: dict[str, list[Counts]] = {}
    for part in parts:
        for game, counts in part.items():
            games.setdefault(game, []).append(counts)
    return {game: all_added(counts) for game, counts in games.items()}


def spans_in(
    group: Group, first: date, last: date, *, of: Collection[Span] = tuple(Span)
) -> tuple[list[int], list[Gap]]:
    """What covers these days: spans of these kinds that are known (ids), and the days besides (one query)."""
    if not of:
        return [], [(first, last)]
    pieces = _pieces(group, of, first, last)
    spans, gaps = _taken(pieces, first, last, by_month=Span.MONTH in of)
    return [one.pk for one in spans], gaps


def are_marked(group: Group) -> Q:
    """What holds for spans of a group that have to be added up again: told by their ids, which an index has.
    To look at their counts each would have to be read, and they are long."""
    return Q(pk__in=SpanCounts.objects.filter(group=group, counts__isnull=True).values("pk"))


def part_of(column: str, game: str, part: str) -> KeyTransform:
    """A part of what a column of `NightCounts` or `SpanCounts` says by game, for a query.

    Not as a path of names, in which there is none for `ALL_GAMES` ("") either: of one that leads into a
    column Django keeps an error that it caught, and with it all that the page has found so far, until Python
    looks for what holds itself.
    """
    return KeyTransform(part, KeyTransform(game, column))


def span_of(span: Span, day: date) -> tuple[date, date]:
    """The first and the last day of the span of this kind, one of the calendar, in which a day lies."""
    if span is Span.EVER:
        return FIRST_DAY, LAST_DAY
    if span is Span.DECADE:
        year = day.year - day.year % DECADE
        return date(max(year, FIRST_DAY.year), 1, 1), date(year + DECADE - 1, 12, 31)
    if span is Span.WEEK:
        begins = day.day - (day.day - 1) % WEEK
        return day.replace(day=begins), day.replace(day=min(begins + WEEK - 1, _length(day)))
    months = MONTHS[span]
    first = day.replace(month=day.month - (day.month - 1) % months, day=1)
    ends = first.replace(month=first.month + months - 1)
    return first, ends.replace(day=_length(ends))


def _length(day: date) -> int:
    """How many days the month of a day has."""
    return monthrange(day.year, day.month)[1]


def _pieces(group: Group, of: Collection[Span], first: date, last: date) -> list[Piece]:
    """The spans of these kinds, the earliest first; of seasons, and of all time, only one of just these days,
    and that alone where it is known.

    Of weeks only those of the months in which these days begin and end: of others all days are meant. Where
    the end is open it is this month, which is most likely to be marked.
    """
    spans = SpanCounts.objects.filter(group=group).annotate(is_known=~are_marked(group))
    columns = ("pk", "span", "begins", "ends", "is_known")
    rows = spans.filter(span__in={*of} - {Span.WEEK}).values_list(*columns)
    if Span.WEEK in of:
        # An index leads to each of these, where they stand beside each other.
        ends = {first, min(last, timezone.localdate())} - {FIRST_DAY}
        months = [
            spans.filter(span=Span.WEEK, begins__range=span_of(Span.MONTH, day)) for day in sorted(ends)
        ]
        rows = rows.union(*(weeks.values_list(*columns) for weeks in months), all=True)
    found = sorted((Piece(*row) for row in {*rows}), key=lambda one: one.first)
    just_these = [one for one in found if (one.first, one.last) == (first, last) and one.is_known]
    return just_these[:1] or [one for one in found if one.span != Span.SEASON]


def _taken(
    pieces: Sequence[Piece], first: date, last: date, *, by_month: bool
) -> tuple[list[Piece], list[Gap]]:
    """The longest spans that lie in a time and are known, and the days of the rest of it; by month those of
    each in which there were nights.

    A span lies in it where all its months do in which there were nights.
    """
    months = [one for one in pieces if one.span == Span.MONTH]
    begin = [month.first for month in months]
    weeks = [one for one in pieces if one.span == Span.WEEK and one.is_known]
    taken: list[Piece] = []
    gaps: list[Gap] = [] if by_month else [(first, last)]
    longest_first = (
        Span.SEASON,
        Span.EVER,
        Span.EARLIER,
        Span.DECADE,
        Span.YEAR,
        Span.QUARTER,
        Span.MONTH,
    )
    for span in longest_first:
        for one in pieces:
            # What is earlier may end in the middle of a year.
            if one.span != span or not one.meets(first, last) or any(one.meets(*t[2:4]) for t in taken):
                continue
            of_it = months[bisect_left(begin, one.first) : bisect_right(begin, one.last)] or [one]
            if one.is_known and first <= of_it[0].first and of_it[-1].last <= last:
                taken.append(one)
            elif span is Span.MONTH:
                gaps.append((max(first, one.first), min(last, one.last)))
    for week in weeks:
        if any(week.lies_in(*gap) for gap in gaps):
            taken.append(week)
            gaps = without(gaps, (week.first, week.last))
    return taken, gaps


def without(gaps: Iterable[Gap], known: Gap) -> list[Gap]:
    """What is left of gaps before and after days that lie in one of them."""
    first, last = known
    found: list[Gap] = []
    for gap in gaps:
        if not gap[0] <= first <= last <= gap[1]:
            found.append(gap)
            continue
        if gap[0] < first:
            found.append((gap[0], first - timedelta(days=1)))
        if last < gap[1]:
            found.append((last + timedelta(days=1), gap[1]))
    return found


def nights_of(group: Group, gaps: Sequence[Gap]) -> QuerySet[NightCounts]:
    """The nights that are over of these days."""
    if not gaps:
        return NightCounts.objects.none()
    return NightCounts.objects.filter(reduce(or_, [Q(day__range=gap) for gap in gaps]), group=group)


def nights_with(
    game: str, nights: QuerySet[NightCounts], part: str, *columns: str, most: int | None = None
) -> list[tuple[Any, ...]]:
    """Of nights with this game in their order, what is kept of a part of it (`packed`), and these columns.

    At most so many of them; one query.
    """
    told = nights_with_any((game,), nights, part, *columns, most=most)
    return [(kept[game], *said) for kept, *said in told]


def nights_with_any(
    games: Sequence[str],
    nights: QuerySet[NightCounts],
    part: str,
    *columns: str,
    most: int | None = None,
) -> list[tuple[Any, ...]]:
    """The same of nights with any of these games, at the same cost: the part of each of them that was played.

    One may be `ALL_GAMES`, which is there on nights with money.
    """
    there = nights.filter(counts__has_any_keys=[*games])
    # Of one game alone all these nights have it.
    names = (part, "nights") if len(games) > 1 else (part,)
    parts = [part_of("counts", game, name) for name in names for game in games]
    found: list[tuple[Any, ...]] = []
    for said in there.values_list(*parts, *columns)[:most]:
        its, played = said[: len(games)], said[len(games) : len(parts)] or [1]
        kept = {game: one for game, one, some in zip(games, its, played, strict=True) if some}
        found.append((kept, *said[len(parts) :]))
    return found


def _sums_of(spans: Iterable[Mapping[str, Mapping[str, object]]]) -> ByGame:
    """What is added key by key of all these: that does not depend on their order."""
    games: dict[str, list[Mapping[str, object]]] = {}
    for said in spans:
        for game, counts in said.items():
            games.setdefault(game, []).append(counts)
    return {game: unpacked_sums(counts) for game, counts in games.items()}


def _without_sums(
    said: Mapping[str, Mapping[str, object]], *, night: int | None = None, day: date = FIRST_DAY
) -> ByGame:
    when = day.toordinal()
    return {game: unpacked_nights(counts, night=night, day=when) for game, counts in said.items()}


def _renamed(group: Group, said: Mapping[str, Mapping[str, object]], *, night: int, day: date) -> ByGame:
    return {
        game: renamed(unpacked(counts, night=night, day=day.toordinal()), group.who.of)
        for game, counts in said.items()
    }


def going_on(group: Group, asked: Asked = EVERYTHING) -> Iterator[GoesOn]:
    """Nights that are not over (a query, and two for each of them), and what each adds up to.

    One whose book cannot be folded adds nothing, as nobody knows what.
    """
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    for session in open_sessions(group):
        day = timezone.localdate(session.started_at)
        if first <= day <= last:
            try:
                yield session, counts_of(sheet_of(session), session.number, day.toordinal())
            except (HandRefused, LookupError, TypeError, ValueError):
                continue
