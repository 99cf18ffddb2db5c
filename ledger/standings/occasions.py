"""The hands of which no row says that they are meant: that somebody had to pick, or doubled, or won a pot.

What nights add up to says in which of them there were some, and how many; so only the books of the nights
that a page shows are read for which hands they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import reduce
from heapq import merge
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils import timezone

from ledger.counting import PICKERS_SIDE, PICKING, Case
from ledger.models import Group, NightCounts, Session, Span, SpanCounts
from ledger.models.book import folded_in_ink, inks_of
from ledger.scoring import GAMES, HandRefused
from ledger.sheet import HandRow
from ledger.standings.counted import (
    FIRST_DAY,
    LAST_DAY,
    Asked,
    Gap,
    are_marked,
    going_on,
    nights_with,
    part_of,
    span_of,
    without,
)
from ledger.standings.leafing import FROM_THE_LATEST, HandPlace, Start


class Place(NamedTuple):
    """Where a hand stands: when its night began, the number of it, and the entry that told the hand first."""

    at: datetime
    night: int
    entry: int


class Occurred(NamedTuple):
    """A hand that is meant, as the sheet of its night has it (in the ids of its ink), and who had it so."""

    place: Place
    row: HandRow
    player: int


class _Night(NamedTuple):
    at: datetime
    number: int
    session: int
    hits: int


_Some = tuple[date, date, int | None]
"""From a day until another, both included, how many there are of what is meant; None where nobody knows."""


class Occasions:
    """Hands of a game in which it was so (`what`, as in `ledger.counting.kinds.Occasion`): of a player, or of
    everybody."""

    def __init__(self, group: Group, game: str, what: str, asked: Asked, player: int | None = None) -> None:
        self._group, self._game, self._what = group, game, what
        self._asked, self._player = asked, player
        self._first, self._last = asked.since or FIRST_DAY, asked.until or LAST_DAY

    def some(self, most: int, start: Start = FROM_THE_LATEST) -> list[Occurred]:
        """So many of them, the latest first, or upwards.

        Seven queries, one more where it begins beside a hand, and two for each night that goes on; more only
        where many nights lie beside that hand. Raises LookupError where the group has no such night.
        """
        upwards = start.upwards
        beside = None if start.beside is None else _place_of(self._group, start.beside)
        taken: list[_Night] = []
        missing = most
        for night in self._nights(beside, missing, upwards=upwards):
            taken.append(night)
            # Of the night of that hand only some are meant.
            missing -= 0 if beside is not None and night[:2] == beside[:2] else night.hits
            if missing <= 0:
                break
        found = [
            one
            for one in self._read(taken)
            if beside is None or (one.place > beside if upwards else one.place < beside)
        ]
        found.sort(key=lambda one: one.place, reverse=not upwards)
        return found[:most]

    def _nights(self, beside: Place | None, enough: int, *, upwards: bool) -> Iterator[_Night]:
        """Those that have some, from the one of that hand on, the latest first or upwards."""

        def lies_there(night: _Night) -> bool:
            if beside is None:
                return True
            return night[:2] >= beside[:2] if upwards else night[:2] <= beside[:2]

        both = merge(
            self._going(upwards=upwards),
            self._ended(beside, enough, upwards=upwards),
            key=lambda one: one[:2],
            reverse=not upwards,
        )
        return filter(lies_there, both)

    def _going(self, *, upwards: bool) -> list[_Night]:
        found = []
        for session, games in going_on(self._group, self._asked):
            if self._game in games:
                occasions = games[self._game].occasions.items()
                hits = sum(
                    sums.hands
                    for one, sums in occasions
                    if one.what == self._what and self._is_meant(one.case, one.player)
                )
                if hits:
                    found.append(_Night(session.started_at, session.number, session.pk, hits))
        return sorted(found, reverse=not upwards)

    def _ended(self, beside: Place | None, enough: int, *, upwards: bool) -> Iterator[_Night]:
        """Nights that are over, of as many years, and of those months or weeks, at once as have enough of
        them."""
        asked = self._first, self._last
        if beside is not None:
            day = timezone.localdate(beside.at)
            asked = (max(asked[0], day), asked[1]) if upwards else (asked[0], min(asked[1], day))
        for years in _with_enough(self._years(asked, upwards=upwards), enough):
            for days in _with_enough(self._months(asked, years, upwards=upwards), enough):
                yield from self._of_days(days, upwards=upwards)

    def _years(self, asked: Gap, *, upwards: bool) -> Iterator[_Some]:
        """The years that have some; None of one that is only asked for in part."""
        first, last = asked
        years = self._spans(Q(span=Span.YEAR, begins__range=(first.replace(month=1, day=1), last)))
        for _, begun, over, hits in years if upwards else reversed(years):
            yield begun, over, hits if first <= begun and over <= last else None

    def _months(self, asked: Gap, years: Iterable[Gap], *, upwards: bool) -> Iterator[_Some]:
        """The months of these years that have some.

        In place of a month that is only asked for in part its weeks, and None of the days between them.
        """
        first, last = asked
        ends = reduce(or_, [Q(begins__range=span_of(Span.MONTH, day)) for day in asked])
        months = Q(span=Span.MONTH, begins__range=(first.replace(day=1), last)) | Q(ends, span=Span.WEEK)
        pieces: list[_Some] = []
        weeks: list[_Some] = []
        gaps: list[Gap] = []
        for span, begun, over, hits in self._spans(
            months & reduce(or_, [Q(begins__range=one) for one in years])
        ):
            if span is Span.WEEK:
                weeks += [] if hits is None else [(begun, over, hits)]
            elif first <= begun and over <= last:
                pieces.append((begun, over, hits))
            else:
                gaps.append((max(first, begun), min(last, over)))
        for begun, over, hits in weeks:
            if any(gap[0] <= begun and over <= gap[1] for gap in gaps):
                gaps = without(gaps, (begun, over))
                pieces.append((begun, over, hits))
        yield from sorted(
            [*pieces, *((*gap, None) for gap in gaps)], key=lambda one: one[0], reverse=not upwards
        )

    def _spans(self, which: Q) -> list[tuple[Span, date, date, int | None]]:
        """Of these spans their days, the earliest first, and how many there are in each; None where that has
        to be added up again."""
        rows = SpanCounts.objects.filter(which, group=self._group).annotate(
            is_unknown=are_marked(self._group)
        )
        told = rows.values_list("span", "begins", part_of("gist", self._game, "occasions"), "is_unknown")
        return [
            (Span(span), *span_of(Span(span), begins), None if is_unknown else self._hits(occasions))
            for span, begins, occasions, is_unknown in told.order_by("begins")
        ]

    def _of_days(self, days: Iterable[tuple[date, date]], *, upwards: bool) -> Iterator[_Night]:
        asked = reduce(or_, [Q(day__range=some) for some in days])
        nights = NightCounts.objects.filter(asked, group=self._group)
        columns = ("session__started_at", "session__number", "session")
        told = nights_with(self._game, nights, "occasions", *columns)
        found = (
            _Night(at, number, session, self._hits(occasions)) for occasions, at, number, session in told
        )
        yield from sorted((one for one in found if one.hits), reverse=not upwards)

    def _hits(self, occasions: Iterable[Any] | None) -> int:
        """How many hands what is kept of occasions (`packed`) says that there are."""
        return sum(
            hands
            for version, active, stake, player, what, hands, *_ in occasions or ()
            if what == self._what and self._is_meant(Case(version, active, stake), player)
        )

    def _is_meant(self, case: Case, player: int) -> bool:
        is_theirs = self._player is None or self._group.who.of(player) == self._player
        return is_theirs and self._asked.circumstances.fit(case)

    def _read(self, nights: Iterable[_Night]) -> Iterator[Occurred]:
        """The hands of these nights, out of their books."""
        for session, lines in inks_of(self._group, [night.session for night in nights]):
            try:
                sheet = folded_in_ink(session, lines)
            except (HandRefused, LookupError, TypeError, ValueError):
                continue
            for row in sheet.rows:
                yield from self._in(session, row)

    def _in(self, session: Session, row: HandRow) -> Iterator[Occurred]:
        if row.scored is None or not row.number or row.rules.game != self._game:
            return
        case = Case(row.rules.version, len(row.seats) - len(row.out), row.stake_cents)
        for seat in _SEATS[self._what](row):
            if self._is_meant(case, row.seats[seat]):
                place = Place(session.started_at, session.number, row.entry)
                yield Occurred(place, row, self._group.who.of(row.seats[seat]))


def _with_enough(spans: Iterable[_Some], enough: int) -> Iterator[list[Gap]]:
    """Those of these spans, in their order, that have some or may have: as many at once as have enough."""
    taken: list[Gap] = []
    there = 0
    for begun, over, hits in spans:
        if hits != 0:
            taken.append((begun, over))
        there += hits or 0
        if taken and there >= enough:
            yield taken
            taken, there = [], 0
    if taken:
        yield taken


def _cracked(row: HandRow) -> list[int]:
    cracker = GAMES[row.rules.game].traits(row.facts["told"]).cracker
    return [] if cracker is None else [cracker]


def _forced(row: HandRow) -> list[int]:
    if row.scored is None or not GAMES[row.rules.game].traits(row.facts["told"]).is_forced:
        return []
    return [seat for seat, role in enumerate(row.scored.roles) if role in PICKING]


def _for_the_pot(row: HandRow) -> list[int]:
    if row.scored is None or row.scored.for_the_pot is None:
        return []
    return [seat for seat, role in enumerate(row.scored.roles) if role in PICKERS_SIDE]


_SEATS: Mapping[str, Any] = {
    "cracked": _cracked,
    "forced": _forced,
    "pot": _for_the_pot,
}
"""Of a hand, the seats of those of whom it was so."""


def _place_of(group: Group, hand: HandPlace) -> Place:
    """Where a hand stands (one query); raises LookupError where the group has no such night."""
    at = group.sessions.filter(number=hand.night).values_list("started_at", flat=True).first()
    if at is None:
        raise LookupError("There is no such hand.")
    return Place(at, *hand)
