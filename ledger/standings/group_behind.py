"""The hands behind a question about a group: a page of them, the latest first, with all who played them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from ledger.counting import PICKING
from ledger.counting.flows import flows
from ledger.models import Group, HandResult, to_points
from ledger.standings.behind import A_PAGE, at_place, results_asked
from ledger.standings.counted import Asked, GoesOn
from ledger.standings.group_questions import About, GroupQuestion
from ledger.standings.leafing import HandPlace, HandsPage, page_of, read_from
from ledger.standings.questions import MADE, SUFFERED

AT_ONCE = 100
"""So many hands are named in one statement: SQLite nests no deeper than 1000."""

OF: Mapping[About, Q] = {
    About.PAYS: Q(role__in=PICKING),
    About.ALONE: Q(role="alone"),
    About.CRACKS: Q(role__in=PICKING, cracks__gt=0),
    About.FORCED: Q(is_forced=True),
    About.LEASTERS: Q(role="leaster"),
    About.SCHNEIDER: Q(role__in=PICKING, row__in=MADE | SUFFERED),
    About.CONTRACT: Q(role__in=PICKING),
}


@dataclass(frozen=True, kw_only=True)
class Part:
    """What a player had of a hand, in parts (2520 to a point); `won` is None where nobody wins."""

    player: int
    role: str
    won: bool | None
    parts: int


@dataclass(frozen=True, kw_only=True)
class WholeHand:
    """A hand with all who played: in which night (its number), told first by which entry.

    `day` is when the night began, `side_points` the card points of the picker's side, None where nobody
    counted them. `parts` are in the order of the seats. `is_one` says whether it is one of the k that are
    asked for, of n hands that are told.
    """

    night: int
    entry: int
    day: date
    side_points: int | None
    parts: tuple[Part, ...]
    is_one: bool

    def flow(self, one: int, other: int) -> Fraction:
        """What `one` won of `other` in this hand, with its sign."""
        found = flows({part.player: part.parts for part in self.parts})
        return to_points(found.get((one, other), 0) - found.get((other, one), 0))

    def points_of(self, *players: int) -> Fraction:
        """What these won together."""
        return to_points(sum(part.parts for part in self.parts if part.player in players))


def listed(question: GroupQuestion) -> int:
    """How many hands are listed behind a question; 0 where others list them."""
    if question.about is About.WHO:
        return 0
    if question.about in (About.LEASTERS, About.SCHNEIDER):
        return question.share.k
    return question.share.n


def whole_hands(
    group: Group,
    game: str,
    question: GroupQuestion,
    asked: Asked,
    *,
    on: Iterable[GoesOn] | None = None,
    older: HandPlace | None = None,
    newer: HandPlace | None = None,
    many: int = A_PAGE,
) -> HandsPage[WholeHand]:
    """A page of them with so `many`, with all who played; none where others list them.

    Two queries, three where it begins beside a hand, up to three more where not all hands are asked for.
    `on` are the nights that go on, where these were read.

    The latest, or those before `older`, or those after `newer`. Raises LookupError where there is no such
    hand.
    """
    if not listed(question):
        return HandsPage()
    results = _behind(results_asked(group, game, asked, on), question)
    return page_of(
        lambda start: _told(read_from(results, group, start)[: many + 1], question.about), older, newer, many
    )


def _behind(results: QuerySet[HandResult], question: GroupQuestion) -> QuerySet[HandResult]:
    """One row of each hand."""
    if question.about is About.TOGETHER:
        one, other = question.players
        helped = Q(role__in=PICKING) & Exists(_beside(other, Q(role="partner")))
        helps = Q(role="partner") & Exists(_beside(other, Q(role__in=PICKING)))
        return results.filter(helped | helps, player=one, is_dealt=True)
    if question.about is About.AGAINST:
        one, other = question.players
        won = Q(parts__gt=0) & Exists(_beside(other, Q(parts__lt=0)))
        lost = Q(parts__lt=0) & Exists(_beside(other, Q(parts__gt=0)))
        return results.filter(won | lost, player=one)
    if question.about is About.PLACE:
        return at_place(results.filter(is_dealt=True).exclude(role="out"), int(question.of))
    which = OF[question.about]
    if question.about is About.CONTRACT:
        which &= Q(kind=question.of)
    # Several have the same role in it: the first of them stands for the hand.
    earlier = HandResult.objects.filter(which, _SAME_HAND, seat__lt=OuterRef("seat"))
    return results.filter(which, ~Exists(earlier), is_dealt=True)


_SAME_HAND = Q(session=OuterRef("session"), entry__gte=OuterRef("entry"), entry__lte=OuterRef("entry"))
"""Not `entry=`: PostgreSQL takes that for a reason to read all rows of the other player first, and not one of
each of the few hands of a page."""


def _beside(player: int, which: Q) -> QuerySet[HandResult]:
    """The row of another player in the same hand."""
    return HandResult.objects.filter(which, _SAME_HAND, player=player)


def _told(results: QuerySet[HandResult], about: About) -> tuple[WholeHand, ...]:
    """The hands of which these are rows, in their order."""
    asked = list(results.values_list("session_id", "entry", "role", "won", "parts"))
    keys = [(session, entry) for session, entry, *_ in asked]
    found: dict[tuple[int, int], list[HandResult]] = defaultdict(list)
    for first in range(0, len(keys), AT_ONCE):
        entries: dict[int, list[int]] = defaultdict(list)
        for session, entry in keys[first : first + AT_ONCE]:
            entries[session].append(entry)
        these = reduce(or_, [Q(session=session, entry__in=some) for session, some in entries.items()])
        rows = HandResult.objects.filter(these).select_related("session").order_by("seat")
        for row in rows:
            found[row.session_id, row.entry].append(row)
    return tuple(
        _whole(found[session, entry], is_one=_is_one(about, role, won=won, parts=parts))
        for session, entry, role, won, parts in asked
    )


def _is_one(about: About, role: str, *, won: bool | None, parts: int) -> bool:
    """Whether the hand of a row is one of the k, as `ledger.standings.group_questions` counts them."""
    if about is About.PLACE:
        return role in PICKING
    if about is About.AGAINST:
        return parts > 0
    if about in (About.LEASTERS, About.SCHNEIDER):
        return True
    return not won if about is About.CRACKS else bool(won)


def _whole(rows: list[HandResult], *, is_one: bool) -> WholeHand:
    first = rows[0]
    return WholeHand(
        night=first.session.number,
        entry=first.entry,
        day=timezone.localdate(first.session.started_at),
        side_points=first.side_points,
        parts=tuple(Part(player=row.player_id, role=row.role, won=row.won, parts=row.parts) for row in rows),
        is_one=is_one,
    )
