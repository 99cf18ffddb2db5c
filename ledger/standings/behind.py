"""The hands behind a question: a page of them, the latest first, with all who played them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet

from ledger.models import Hand, HandResult, to_points
from ledger.models.night_rows import flows
from ledger.scoring.scored import PICKING
from ledger.standings.played import Played
from ledger.standings.questions import AGAINST, PLAYED, TOGETHER, GroupAnswer, Question

A_PAGE = 20
IN_A_FILE = 1_000
"""So many hands are written into a file, the latest."""

OF_THE_HAND = (
    "version", "active", "stake", "is_dealt", "kind", "row", "side_points", "doublers", "cracks",
)  # fmt: skip
"""Columns of `Hand` that questions name as if they were columns of `HandResult`."""


class HandPlace(NamedTuple):
    """Where a hand stands: the number of its night, and the entry that told it first."""

    night: int
    entry: int


class Part(NamedTuple):
    """What a player had of a hand, in parts; `won` is None where nobody wins."""

    player: int
    role: str
    won: bool | None
    parts: int


@dataclass(frozen=True, kw_only=True)
class PlayedHand:
    """A hand with all who sat at the table: its night by number, and the entry that told it first.

    `side_points` are the card points of the picker's side, None where nobody counted them. `is_one` says
    whether it is one of the k that are asked for, of n hands that are told.
    """

    night: int
    entry: int
    day: date
    side_points: int | None
    parts: tuple[Part, ...]
    is_one: bool

    def flow(self, one: int, other: int) -> Fraction:
        """Return the points that `one` won of `other` in this hand, with their sign."""
        found = flows({part.player: part.parts for part in self.parts})
        return to_points(found.get((one, other), 0) - found.get((other, one), 0))

    def points_of(self, *players: int) -> Fraction:
        """Return the points that these won together."""
        return to_points(sum(part.parts for part in self.parts if part.player in players))

    def of(self, player: int) -> Part:
        """Return the part of a player who sat at the table."""
        return next(part for part in self.parts if part.player == player)


@dataclass(frozen=True, kw_only=True)
class HandsPage:
    """Some hands, the latest first, and beside which of them the pages with older and newer ones begin.

    None where there are none.
    """

    hands: tuple[PlayedHand, ...] = ()
    older: HandPlace | None = None
    newer: HandPlace | None = None


def hands_of_player(
    played: Played,
    question: Question,
    player: int,
    *,
    older: HandPlace | None = None,
    newer: HandPlace | None = None,
    many: int = A_PAGE,
) -> HandsPage:
    """Return a page of the hands that a question about a player is about (two queries, three beside a hand).

    The latest `many`, or those before `older`, or after `newer`. Raise LookupError where there is no such
    hand.
    """
    mine = _results().filter(PLAYED, question.of, player=player)
    counts = mine.filter(question.counts)
    return _page(played, _hands(played).filter(Exists(mine)), Exists(counts), older, newer, many)


def hands_of_group(
    played: Played,
    found: GroupAnswer,
    *,
    older: HandPlace | None = None,
    newer: HandPlace | None = None,
    many: int = A_PAGE,
) -> HandsPage:
    """Return a page of the hands behind an answer about a group; none where others list them."""
    question = found.question
    if found.everybody:
        return HandsPage()
    if question in (TOGETHER, AGAINST):
        one, other = found.players
        hands, counts = _of_two(one, other, is_together=question is TOGETHER)
        return _page(played, _hands(played).filter(hands), counts, older, newer, many)
    every = _results().filter(PLAYED, question.of)
    counts = Exists(every.filter(question.counts))
    about = counts if question.is_rare else Exists(every)
    return _page(played, _hands(played).filter(about), counts, older, newer, many)


def listed(found: GroupAnswer) -> int:
    """Return how many hands are listed behind an answer; 0 where others list them."""
    if found.everybody:
        return 0
    return found.share.k if found.question.is_rare else found.share.n


def _hands(played: Played) -> QuerySet[Hand]:
    return Hand.objects.filter(played.asked.of_hands, group=played.group)


def _results() -> QuerySet[HandResult]:
    """The parts of everybody in the hand of an outer query, with the hand's columns beside their own."""
    named: dict[str, Any] = {name: F(f"hand__{name}") for name in OF_THE_HAND}
    return HandResult.objects.filter(hand=OuterRef("pk")).alias(**named)


def _of_two(one: int, other: int, *, is_together: bool) -> tuple[Q, Exists]:
    """The hands that two had with each other, and which of them `one` won."""

    def both(mine: Q, theirs: Q) -> Q:
        return Q(Exists(_results().filter(mine, player=one))) & Q(
            Exists(_results().filter(theirs, player=other))
        )

    if is_together:
        picks, helps = Q(role__in=PICKING, is_dealt=True), Q(role="partner", is_dealt=True)
        return both(picks, helps) | both(helps, picks), Exists(_results().filter(won=True, player=one))
    won, lost = Q(parts__gt=0), Q(parts__lt=0)
    return both(won, lost) | both(lost, won), Exists(_results().filter(won, player=one))


def _page(
    played: Played,
    hands: QuerySet[Hand],
    counts: Exists,
    older: HandPlace | None,
    newer: HandPlace | None,
    many: int,
) -> HandsPage:
    """A page of `many` of these hands; one that begins beside a hand costs no more than the first."""
    if newer and not older:
        found = _told(hands.filter(_beyond(played, hands, newer, "gt")), counts, many, "")
        if len(found) > many:
            page = tuple(found[many - 1 :: -1])
            return HandsPage(hands=page, older=_place(page[-1]), newer=_place(page[0]))
        # What is left is shown with the latest.
    found = _told(hands.filter(_beyond(played, hands, older, "lt")) if older else hands, counts, many, "-")
    page = tuple(found[:many])
    return HandsPage(
        hands=page,
        older=_place(page[-1]) if len(found) > many else None,
        newer=_place(page[0]) if older and page else None,
    )


def _place(hand: PlayedHand) -> HandPlace:
    return HandPlace(hand.night, hand.entry)


def _beyond(played: Played, hands: QuerySet[Hand], beside: HandPlace, way: str) -> Q:
    """Hands that were played after this one ("gt"), or before it ("lt")."""
    there = hands.filter(session__group=played.group, session__number=beside.night, entry=beside.entry)
    found = there.values_list("day", "session", "position").first()
    if found is None:
        raise LookupError("There is no such hand.")
    day, session, position = found
    same = Q(day=day, session=session, **{f"position__{way}": position})
    return Q(**{f"day__{way}": day}) | Q(day=day, **{f"session__{way}": session}) | same


def _told(hands: QuerySet[Hand], counts: Exists, many: int, way: str) -> list[PlayedHand]:
    """One more than `many` of these hands, in their order or (way "-") the latest first."""
    is_one = ExpressionWrapper(counts, output_field=BooleanField())
    # `session` alone would be in the order in which sessions are told.
    rows = hands.annotate(is_one=is_one).order_by(f"{way}day", f"{way}session_id", f"{way}position")
    found = list(
        rows.values_list("pk", "session__number", "entry", "day", "side_points", "is_one")[: many + 1]
    )
    parts: dict[int, list[Part]] = {}
    results = HandResult.objects.filter(hand__in=[pk for pk, *_ in found]).order_by("hand", "seat")
    for hand, player, role, won, brought in results.values_list("hand", "player", "role", "won", "parts"):
        parts.setdefault(hand, []).append(Part(player, role, won, brought))
    return [
        PlayedHand(
            night=night, entry=entry, day=day, side_points=points, parts=tuple(parts[pk]), is_one=bool(one)
        )
        for pk, night, entry, day, points, one in found
    ]
