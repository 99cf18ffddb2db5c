"""The courses of points and of money, night after night, as components."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ledger.standings.nights_by_player import NightResult, brought_every_night, money_nights
from scorekeeper.components import POINTS, Course, money_in
from scorekeeper.presenters.asked_hands import AskedHands


def points_course(
    found: AskedHands, key: str, *, of: int | None = None, has_numbers: bool = False
) -> Course | None:
    """Return the course of everybody's points, or of the player `of`; None of only some hands.

    There is none of points as typed, which nobody wins or loses.
    """
    if not found.has_whole_nights or found.played.uneven:
        return None
    return Course(
        key=key,
        title=_("Points, night after night"),
        nights=_from_first_to_last(brought_every_night(found.played), of),
        names=found.names,
        measure=POINTS,
        of=of,
        has_numbers=has_numbers,
    )


def money_course(found: AskedHands, key: str, *, of: int | None = None) -> Course | None:
    """Return the course of the money of all games; None where there is none, or of only some hands."""
    group = found.group
    if not group.currency or not found.has_whole_nights:
        return None
    nights = money_nights(group, found.asked, news=found.played.news, of=of)
    return Course(
        key=key,
        title=_("Money won at cards, night after night"),
        nights=_from_first_to_last(nights, of),
        names=found.names,
        measure=money_in(group.currency),
        of=of,
        note=_("Only what the cards brought, of all games together, once a night is over: no payments."),
    )


def _from_first_to_last(nights: Sequence[NightResult], of: int | None) -> Sequence[NightResult]:
    # The nights from the first to the last one of a player, or all.
    there = [place for place, night in enumerate(nights) if of is None or of in night.parts]
    return nights[there[0] : there[-1] + 1] if there else []
