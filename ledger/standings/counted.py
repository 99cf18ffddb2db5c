"""What a group's nights add up to, as far as they are asked for; costs no more after years than after months.

Read from what was added up when the nights were over; of nights that go on, from their sheets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from ledger.counting import ALL, Circumstances, Counts, all_added, chosen, counts_of, renamed, unpacked
from ledger.models import Group, NightCounts, Span, SpanCounts
from ledger.models.book import sheet_of
from ledger.scoring import HandRefused

ByGame = Mapping[str, Counts]
FIRST_DAY, LAST_DAY = date.min, date.max


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
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    return by_game([*over(group, first, last), *_going_on(group, first, last)])


def over(group: Group, first: date, last: date, *, of: Collection[Span] = tuple(Span)) -> list[ByGame]:
    """What the nights that are over add up to, of these spans and nights, in their order (three queries)."""
    spans, gaps = _taken(_pieces(group, of), first, last) if of else ([], [(first, last)])
    rows = SpanCounts.objects.filter(pk__in=[one.pk for one in spans]).values_list("begins", "counts")
    found = [(begins, 0, _unpacked(counts)) for begins, counts in rows if counts is not None]
    found += _nights(group, gaps)
    return [counts for _, _, counts in sorted(found, key=lambda one: one[:2])]


def by_game(parts: Iterable[ByGame]) -> dict[str, Counts]:
    """All these, which follow each other, added up."""
    games: dict[str, list[Counts]] = {}
    for part in parts:
        for game, counts in part.items():
            games.setdefault(game, []).append(counts)
    return {game: all_added(counts) for game, counts in games.items()}


def span_of(span: Span, day: date) -> tuple[date, date]:
    """The first and the last day of the month or year of a day, or of all time."""
    if span is Span.EVER:
        return FIRST_DAY, LAST_DAY
    if span is Span.YEAR:
        return date(day.year, 1, 1), date(day.year, 12, 31)
    first = day.replace(day=1)
    return first, _next_month(first) - timedelta(days=1) if first < date(9999, 12, 1) else LAST_DAY


def _next_month(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)


def _pieces(group: Group, of: Collection[Span]) -> list[Piece]:
    rows = SpanCounts.objects.filter(group=group, span__in=[*of]).order_by("begins")
    found = rows.annotate(is_known=Q(counts__isnull=False)).values_list("pk", "span", "begins", "is_known")
    return [Piece(pk, span, *span_of(Span(span), begins), is_known) for pk, span, begins, is_known in found]


def _taken(pieces: Sequence[Piece], first: date, last: date) -> tuple[list[Piece], list[tuple[date, date]]]:
    """The longest spans that lie in a time and are known, and for the rest of it the days of each month."""
    taken: list[Piece] = []
    gaps: list[tuple[date, date]] = []
    for span in (Span.EVER, Span.YEAR, Span.MONTH):
        for one in pieces:
            if one.span != span or not one.meets(first, last) or any(one.lies_in(*t[2:4]) for t in taken):
                continue
            if one.is_known and one.lies_in(first, last):
                taken.append(one)
            elif span is Span.MONTH:
                gaps.append((max(first, one.first), min(last, one.last)))
    return taken, gaps


def _nights(group: Group, gaps: Sequence[tuple[date, date]]) -> Iterator[tuple[date, int, ByGame]]:
    if not gaps:
        return
    days = reduce(or_, [Q(day__range=gap) for gap in gaps])
    rows = NightCounts.objects.filter(days, group=group).order_by("session__started_at", "session__number")
    found = rows.values_list("day", "session__number", "counts")
    for place, (day, number, counts) in enumerate(found):
        there = _unpacked(counts, night=number)
        yield day, place, {game: renamed(one, group.who.of) for game, one in there.items()}


def _unpacked(said: Mapping[str, Mapping[str, object]], *, night: int | None = None) -> ByGame:
    return {game: unpacked(counts, night=night) for game, counts in said.items()}


def _going_on(group: Group, first: date, last: date) -> Iterator[ByGame]:
    """Nights that are not over; one whose book cannot be folded adds nothing, as nobody knows what."""
    for session in group.sessions.filter(ended_at=None).order_by("started_at", "number"):
        if first <= timezone.localdate(session.started_at) <= last:
            try:
                yield counts_of(sheet_of(session), session.number)
            except (HandRefused, LookupError, TypeError, ValueError):
                continue
