"""The hands behind a question about a player: a page of them, the latest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from ledger.standings.occasions import Occasions, Occurred
from ledger.standings.questions import Subject, Topic
from ledger.standings.told_when import began_between, told_when

A_PAGE = 20
IN_A_FILE = 1_000
"""So many hands are written into a file, the latest."""

OCCASIONS: Mapping[Topic, str] = {
    Topic.FORCED: "forced",
    Topic.CRACKS: "cracked",
    Topic.POT: "pot",
}
"""Of these topics no row of a hand says which hands they are, but the book does (`Occasions`)."""

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
    Topic.LEFT: ~Q(role__in=("", *PICKING)),
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

    One query, two where it begins beside a hand, up to three more where not all hands are asked for; of
    occasions as `Occasions` says. `on` are the nights that go on, where they were read.

    The latest, or those before `older`, or those after `newer`. Raises LookupError where the player has no
    such hand.
    """
    if subject.topic in OCCASIONS:
        occasions = Occasions(group, game, OCCASIONS[subject.topic], asked, player)
        return page_of(
            lambda start: _occurred(occasions.some(many + 1, start), group, player), older, newer, many
        )
    results = _behind(results_asked(group, game, asked, on, player), subject)
    return page_of(
        lambda start: _played(read_from(results, group, start, player)[: many + 1]), older, newer, many
    )


def _behind(results: QuerySet[HandResult], subject: Subject) -> QuerySet[HandResult]:
    found = results.filter(OF_TOPICS[subject.topic], is_dealt=True).exclude(role="out")
    if subject.topic is Topic.CONTRACT:
        return found.filter(kind=subject.of)
    if subject.topic is Topic.PLACE:
        return at_place(found, int(subject.of))
    return found


def _occurred(found: Sequence[Occurred], group: Group, player: int) -> tuple[PlayedHand, ...]:
    told = []
    for place, row, _ in found:
        scored = row.scored
        if scored is not None:
            seat = next(seat for seat, who in enumerate(row.seats) if group.who.of(who) == player)
            told.append(
                PlayedHand(
                    night=place.night,
                    entry=place.entry,
                    day=timezone.localdate(place.at),
                    role=scored.roles[seat],
                    won=scored.won[seat],
                    side_points=scored.side_points,
                    points=scored.points[seat],
                )
            )
    return tuple(told)


def _played(results: QuerySet[HandResult]) -> tuple[PlayedHand, ...]:
    rows = results.values_list(
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
        for night, entry, began, role, won, side_points, parts in rows
    )


def results_asked(
    group: Group, game: str, asked: Asked, on: Iterable[GoesOn] | None, player: int | None = None
) -> QuerySet[HandResult]:
    """What every hand of a game that is asked for brought everybody, or one of the group's players (up to
    three queries)."""
    when = told_when(group, game, asked, on=on)
    if when is None:
        return HandResult.objects.none()
    began = began_between(asked, "session__started_at")
    results = HandResult.objects.filter(when, began, game=game)
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
    is_there = When(turn=F("rested") + place - 1, then=Value(True))
    # PostgreSQL takes it that a sum is right for one row in 200, and would sort all there are instead of
    # reading the latest until it has enough; of a case it takes it for every other.
    return results.annotate(turn=turn, rested=Coalesce(Subquery(rested), 0)).filter(
        Case(is_there, default=Value(False), output_field=BooleanField())
    )
