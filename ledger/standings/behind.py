"""The hands behind a question about a player: a page of them, the latest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import BooleanField, Case, Count, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, Mod
from django.utils import timezone

from ledger.counting import PICKING
from ledger.models import Group, HandResult, to_points
from ledger.standings.counted import Asked, GoesOn
from ledger.standings.leafing import HandPlace, HandsPage, page_of, read_from
from ledger.standings.questions import MADE, SUFFERED, Subject, Topic
from ledger.standings.told_when import began_between, told_when

A_PAGE = 20
IN_A_FILE = 1_000
"""So many hands are written into a file, the latest."""

OF_TOPICS: Mapping[Topic, Q] = {
    Topic.PICKING: Q(),
    Topic.PLACE: Q(),
    Topic.WON_PICKING: Q(role__in=PICKING),
    Topic.PARTNER: Q(role="partner"),
    Topic.OPPONENT: Q(role="opponent"),
    Topic.ALONE: Q(role="alone"),
    Topic.LEASTER: Q(role="leaster"),
    Topic.SCHNEIDER_MADE: Q(role__in=PICKING) & ~Q(row=""),
    Topic.SCHNEIDER_SUFFERED: Q(role__in=PICKING) & ~Q(row=""),
    Topic.CRACKED: Q(role__in=PICKING, cracks__gt=0),
    Topic.DOUBLED: Q(doublers__gt=0),
    Topic.CONTRACT: Q(role__in=PICKING),
    Topic.MAUER: Q(),
    Topic.FORCED: Q(is_forced=True),
    Topic.CRACKS: Q(has_cracked=True),
    Topic.POT: Q(is_for_pot=True),
    Topic.LEFT: ~Q(role__in=("", *PICKING)),
}


ROWS = {Topic.SCHNEIDER_MADE: MADE, Topic.SCHNEIDER_SUFFERED: SUFFERED}


@dataclass(frozen=True, kw_only=True)
class PlayedHand:
    """A hand of a player: in which night (its number), told first by which entry, and what came out.

    `day` is when the night began. `won` is None where nobody wins, `side_points` the card points of the
    picker's side, None where nobody counted them. `is_one` says whether it is one of the k that are asked
    for, of n hands that are told.
    """

    night: int
    entry: int
    day: date
    role: str
    won: bool | None
    side_points: int | None
    points: Fraction
    is_one: bool


def hands_behind(
    group: Group,
    game: str,
    player: int,
    subject: Subject,
    asked: Asked,
    *,
    on: Iterable[GoesOn] | None = None,
    older: HandPlace | None = None,
    newer: HandPlace | None = None,
    many: int = A_PAGE,
) -> HandsPage[PlayedHand]:
    """A page of them, with so `many`.

    One query, two where it begins beside a hand, up to three more where not all hands are asked for. `on` are
    the nights that go on, where they were read.

    The latest, or those before `older`, or those after `newer`. Raises LookupError where the player has no
    such hand.
    """
    results = _behind(results_asked(group, game, asked, on, player), subject)
    return page_of(
        lambda start: _played(read_from(results, group, start, player)[: many + 1], subject.topic),
        older,
        newer,
        many,
    )


def _behind(results: QuerySet[HandResult], subject: Subject) -> QuerySet[HandResult]:
    found = results.filter(OF_TOPICS[subject.topic], is_dealt=True).exclude(role="out")
    if subject.topic is Topic.CONTRACT:
        return found.filter(kind=subject.of)
    if subject.topic is Topic.PLACE:
        return at_place(found, int(subject.of))
    return found


def _played(results: QuerySet[HandResult], topic: Topic) -> tuple[PlayedHand, ...]:
    where, what = ("session__number", "entry", "session__started_at"), ("role", "won", "row", "is_forced")
    rows = results.values_list(*where, "side_points", "parts", *what)
    return tuple(
        PlayedHand(
            night=night,
            entry=entry,
            day=timezone.localdate(began),
            role=role,
            won=won,
            side_points=side_points,
            points=to_points(parts),
            is_one=_is_one(topic, role, row, won=won, is_forced=is_forced),
        )
        for night, entry, began, side_points, parts, role, won, row, is_forced in rows
    )


def _is_one(topic: Topic, role: str, row: str, *, won: bool | None, is_forced: bool) -> bool:
    """Whether a hand is one of the k of a question, as `ledger.standings.questions` counts them."""
    if topic in (Topic.PICKING, Topic.PLACE, Topic.MAUER):
        return role in PICKING and not (is_forced and topic is Topic.MAUER)
    if topic is Topic.LEFT:
        return role == "leaster"
    if topic in ROWS:
        return row in ROWS[topic]
    return bool(won)


def results_asked(
    group: Group, game: str, asked: Asked, on: Iterable[GoesOn] | None, player: int | None = None
) -> QuerySet[HandResult]:
    """What every hand of a game that is asked for brought everybody, or one of the group's players (up to
    three queries)."""
    when = told_when(group, game, asked, on=on)
    if when is None:
        return HandResult.objects.none()
    results = HandResult.objects.filter(when, game=game)
    if began := began_between(asked, "session__started_at"):
        # What matters at both ends only: when hands were told says nearly as much.
        results = results.filter(_taken_for_common(began))
    # Not both: PostgreSQL would at times read everybody's by the index of the group.
    results = results.filter(group=group) if player is None else results.filter(player=player)
    for name, value in _circumstances(asked):
        results = results.filter(**{name: value})
    return results


def _circumstances(asked: Asked) -> list[tuple[str, int]]:
    found = asked.circumstances
    named = (("version", found.version), ("active", found.active), ("stake", found.stake))
    return [(name, value) for name, value in named if value is not None]


def at_place(results: QuerySet[HandResult], place: int) -> QuerySet[HandResult]:
    """Hands in which the player spoke at this place: so many sat between the dealer and them, and played."""
    turn: Any = Mod(F("seat") - F("dealer") - 1 + F("seats"), F("seats"))
    rested = (
        HandResult.objects.filter(session=OuterRef("session"), entry=OuterRef("entry"), role="out")
        .annotate(turn=turn)
        .filter(turn__lt=OuterRef("turn"))
        .order_by()
        .values("entry")
        .annotate(many=Count("pk"))
        .values("many")
    )
    there = results.annotate(turn=turn, rested=Coalesce(Subquery(rested), 0))
    return there.filter(_taken_for_common(Q(turn=F("rested") + place - 1)))


def _taken_for_common(which: Q) -> Case:
    """The same as a case, of which PostgreSQL takes it that it is so of every other row.

    Of a sum that has to be right it takes it for one in 200, and of a night that began between two moments
    for one in 20: then it would sort all hands there are instead of reading the latest until it has enough.
    """
    return Case(When(which, then=Value(True)), default=Value(False), output_field=BooleanField())
