"""Pages of hands, the latest first. One begins beside a hand and not after so many: so the last page costs no
more than the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from django.db.models import Q, QuerySet, Subquery

from ledger.models import Group, HandResult


class HandPlace(NamedTuple):
    """Where a hand stands: the number of its night, and the entry that told it first."""

    night: int
    entry: int


class Start(NamedTuple):
    """Hands are read from the latest down, or from a hand, but without it: down or `upwards`."""

    beside: HandPlace | None = None
    upwards: bool = False


FROM_THE_LATEST = Start()


class Told(Protocol):
    """A hand that says where it stands."""

    @property
    def night(self) -> int:
        """The number of its night."""

    @property
    def entry(self) -> int:
        """The entry that told it first."""


Hand = TypeVar("Hand", bound=Told)


@dataclass(frozen=True, kw_only=True)
class HandsPage(Generic[Hand]):
    """Some hands, the latest first, and beside which of them the pages with older and newer ones begin; None
    where there are none."""

    hands: tuple[Hand, ...] = ()
    older: HandPlace | None = None
    newer: HandPlace | None = None


def page_of(
    read: Callable[[Start], Sequence[Hand]], older: HandPlace | None, newer: HandPlace | None, many: int
) -> HandsPage[Hand]:
    """The page of so `many` before `older`, or after `newer`, or of the latest; `read` answers one more."""
    if newer and not older:
        found = read(Start(newer, upwards=True))
        if len(found) > many:
            hands = tuple(found[many - 1 :: -1])
            return HandsPage(hands=hands, older=_place(hands[-1]), newer=_place(hands[0]))
        # What is left is shown with the latest.
    found = read(Start(older))
    hands = tuple(found[:many])
    return HandsPage(
        hands=hands,
        older=_place(hands[-1]) if len(found) > many else None,
        newer=_place(hands[0]) if older and hands else None,
    )


def _place(hand: Told) -> HandPlace:
    return HandPlace(hand.night, hand.entry)


def read_from(
    results: QuerySet[HandResult], group: Group, start: Start, player: int | None = None
) -> QuerySet[HandResult]:
    """Those of these results in their order (one query where it begins beside a hand).

    Raises LookupError where there is no such hand, or this player has none there.
    """
    # `session` alone would be in the order in which sessions are told.
    order = ("at", "session_id", "entry") if start.upwards else ("-at", "-session_id", "-entry")
    return results.filter(_beyond(group, start, player)).order_by(*order)


def _beyond(group: Group, start: Start, player: int | None) -> Q:
    """Hands that came after this one, or before it."""
    if start.beside is None:
        return Q()
    # Night, entry and player are an index; to be asked by the number of the night it would not be used.
    night = group.sessions.filter(number=start.beside.night).order_by().values("pk")[:1]
    there = HandResult.objects.filter(session=Subquery(night), entry=start.beside.entry)
    if player is not None:
        there = there.filter(player=player)
    found = there.values_list("at", "session").first()
    if found is None:
        raise LookupError("There is no such hand.")
    at, session = found
    side = "gt" if start.upwards else "lt"
    later = Q(**{f"session__{side}": session}) | Q(**{f"entry__{side}": start.beside.entry}, session=session)
    # The first of these is what an index is read by.
    return Q(**{f"at__{side}e": at}) & (Q(**{f"at__{side}": at}) | Q(later, at=at))
