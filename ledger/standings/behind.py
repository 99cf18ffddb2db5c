"""The hands behind a question about a player: a page of them, the latest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Mod
from django.utils import timezone

from ledger.counting import PICKING
from ledger.models import Group, HandResult, to_points
from ledger.standings.counted import Asked
from ledger.standings.questions import Subject, Topic

A_PAGE = 20

UNTOLD = frozenset({Topic.FORCED, Topic.CRACKS})
"""Of these topics no row of a hand says which hands they are: only how many there were is known."""

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
    Topic.CONTRACT: Q(role__in=PICKING),
}


@dataclass(frozen=True, kw_only=True)
class PlayedHand:
    """A hand of a player: in which night (its number), told first by which entry, and what came out.

    `day` is when the night began. `won` is None where nobody wins, `side_points` the card points of the
    picker's side, None where nobody counted them.
    """

    night: int
    entry: int
    day: date
    role: str
    won: bool | None
    side_points: int | None
    points: Fraction


def are_told(subject: Subject) -> bool:
    """Whether the hands behind a question can be listed one by one."""
    return subject.topic not in UNTOLD


def hands_behind(
    group: Group, game: str, player: int, subject: Subject, asked: Asked, *, page: int = 1
) -> tuple[PlayedHand, ...]:
    """A page of them, the latest first (one query); none where they cannot be told."""
    if not are_told(subject):
        return ()
    results = HandResult.objects.filter(
        OF_TOPICS[subject.topic], _when(asked), group=group, player=player, game=game, is_dealt=True
    ).exclude(role="out")
    if subject.topic is Topic.CONTRACT:
        results = results.filter(kind=subject.of)
    if subject.topic is Topic.PLACE:
        results = _at_place(results, int(subject.of))
    for name, value in _circumstances(asked):
        results = results.filter(**{name: value})
    first = (page - 1) * A_PAGE
    rows = results.order_by("-at", "-session", "-entry").values_list(
        "session__number", "entry", "session__started_at", "role", "won", "side_points", "parts"
    )
    return tuple(
        PlayedHand(
            night=night,
            entry=entry,
            day=timezone.localdate(began),
            role=role,
            won=won,
            side_points=side_points,
            points=to_points(parts),
        )
        for night, entry, began, role, won, side_points, parts in rows[first : first + A_PAGE]
    )


def _circumstances(asked: Asked) -> list[tuple[str, int]]:
    found = asked.circumstances
    named = (("version", found.version), ("active", found.active), ("stake", found.stake))
    return [(name, value) for name, value in named if value is not None]


def _when(asked: Asked) -> Q:
    """Of nights that began on the days that are asked for."""
    found = Q()
    # No time zone has hours before the first day, or after the last.
    if asked.since and asked.since > date.min:
        found &= Q(session__started_at__gte=_begins(asked.since))
    if asked.until and asked.until < date.max:
        found &= Q(session__started_at__lt=_begins(asked.until + timedelta(days=1)))
    return found


def _begins(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def _at_place(results: QuerySet[HandResult], place: int) -> QuerySet[HandResult]:
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
    return results.annotate(turn=turn, rested=Coalesce(Subquery(rested), 0)).filter(
        turn=F("rested") + place - 1
    )
