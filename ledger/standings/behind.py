"""The hands behind a question: a page of them, the latest first, with all who played them."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet

from ledger.models import Hand, HandResult, to_points
from ledger.models.night_rows import flows
from ledger.scoring.scored import PICKING
from ledger.standings.played import Played
from ledger.standings.questions import AGAINST, PLAYED, TOGETHER, Answer

A_PAGE = 20
# The number of hands that are written into a file, the latest.
IN_A_FILE = 1_000

# Columns of `Hand` that questions name as if they were columns of `HandResult`.
OF_THE_HAND = (
    "version", "active", "stake", "is_dealt", "kind", "row", "side_points", "doublers", "cracks",
)  # fmt: skip


class HandPlace(NamedTuple):
    """The place of a hand: the number of its night, and the entry that recorded it first."""

    night: int
    entry: int


class HandPart(NamedTuple):
    """A player's part in a hand, in parts of a point; `won` is None if nobody wins."""

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
    parts: tuple[HandPart, ...]
    is_one: bool

    @property
    def place(self) -> HandPlace:
        return HandPlace(self.night, self.entry)

    def flow(self, one: int, other: int) -> Fraction:
        """Return the points that `one` won of `other` in this hand, with their sign."""
        found = flows({part.player: part.parts for part in self.parts})
        return to_points(found.get((one, other), 0) - found.get((other, one), 0))

    def points_of(self, *players: int) -> Fraction:
        return to_points(sum(part.parts for part in self.parts if part.player in players))


@dataclass(frozen=True, kw_only=True)
class HandsPage:
    """Some hands, the latest first, and beside which of them the pages with older and newer ones begin.

    None where there are none.
    """

    hands: tuple[PlayedHand, ...] = ()
    older: HandPlace | None = None
    newer: HandPlace | None = None


def hands_behind(
    played: Played,
    answer: Answer,
    *,
    older: HandPlace | None = None,
    newer: HandPlace | None = None,
    many: int = A_PAGE,
) -> HandsPage:
    """Return a page of the hands behind an answer (two queries, three beside a hand).

    The latest `many`, or those before `older`, or after `newer`; none where other answers list them. Raise
    LookupError where there is no such hand.
    """
    if answer.everybody:
        return HandsPage()
    question, hands = answer.question, Hand.objects.filter(played.asked.of_hands, group=played.group)
    if question in (TOGETHER, AGAINST):
        about, counts = _of_two(*answer.players, is_together=question is TOGETHER)
    else:
        whose = Q(player=answer.players[0]) if answer.players else Q()
        every = _results().filter(PLAYED, question.of, whose)
        counts = Exists(every.filter(question.counts))
        about = Q(counts if question.is_rare else Exists(every))
    hands = hands.filter(about)
    # Pages before or after a hand cost no more than the first page.
    if newer and not older:
        found = _told(hands.filter(_beyond(played, hands, newer, "gt")), counts, many, "")
        if len(found) > many:
            page = tuple(found[many - 1 :: -1])
            return HandsPage(hands=page, older=page[-1].place, newer=page[0].place)
        # Fewer hands than a page has are shown with the latest ones.
    found = _told(hands.filter(_beyond(played, hands, older, "lt")) if older else hands, counts, many, "-")
    page = tuple(found[:many])
    return HandsPage(
        hands=page,
        older=page[-1].place if len(found) > many else None,
        newer=page[0].place if older and page else None,
    )


def listed(found: Answer) -> int:
    """Return how many hands are listed behind an answer; 0 where others list them."""
    if found.everybody:
        return 0
    return found.share.k if found.question.is_rare else found.share.n


def _results() -> QuerySet[HandResult]:
    named: dict[str, Any] = {name: F(f"hand__{name}") for name in OF_THE_HAND}
    return HandResult.objects.filter(hand=OuterRef("pk")).alias(**named)


def _of_two(one: int, other: int, *, is_together: bool) -> tuple[Q, Exists]:

    def both(mine: Q, theirs: Q) -> Q:
        return Q(Exists(_results().filter(mine, player=one))) & Q(
            Exists(_results().filter(theirs, player=other))
        )

    if is_together:
        picks, helps = Q(role__in=PICKING, is_dealt=True), Q(role="partner", is_dealt=True)
        return both(picks, helps) | both(helps, picks), Exists(_results().filter(won=True, player=one))
    won, lost = Q(parts__gt=0), Q(parts__lt=0)
    return both(won, lost) | both(lost, won), Exists(_results().filter(won, player=one))


def _beyond(played: Played, hands: QuerySet[Hand], beside: HandPlace, way: str) -> Q:
    # The condition on hands that were played after this one ("gt"), or before it ("lt").
    there = hands.filter(session__group=played.group, session__number=beside.night, entry=beside.entry)
    found = there.values_list("day", "session", "position").first()
    if found is None:
        raise LookupError("There is no such hand.")
    day, session, position = found
    same = Q(day=day, session=session, **{f"position__{way}": position})
    return Q(**{f"day__{way}": day}) | Q(day=day, **{f"session__{way}": session}) | same


def _told(hands: QuerySet[Hand], counts: Exists, many: int, way: str) -> list[PlayedHand]:
    is_one = ExpressionWrapper(counts, output_field=BooleanField())
    # `session` alone would be in the order in which sessions are told.
    rows = hands.annotate(is_one=is_one).order_by(f"{way}day", f"{way}session_id", f"{way}position")
    found = list(
        rows.values_list("pk", "session__number", "entry", "day", "side_points", "is_one")[: many + 1]
    )
    parts: dict[int, list[HandPart]] = {}
    results = HandResult.objects.filter(hand__in=[pk for pk, *_ in found]).order_by("hand", "seat")
    for hand, player, role, won, brought in results.values_list("hand", "player", "role", "won", "parts"):
        parts.setdefault(hand, []).append(HandPart(player, role, won, brought))
    return [
        PlayedHand(
            night=night, entry=entry, day=day, side_points=points, parts=tuple(parts[pk]), is_one=bool(one)
        )
        for pk, night, entry, day, points, one in found
    ]
