"""The nights of a group as components: the courses of points and of money, and the calendar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import Group
from ledger.standings.after_nights import Brought, brought_every_night, money_nights
from ledger.standings.played import NightSum
from scorekeeper.components import POINTS, Calendar, Course, money_in
from scorekeeper.presenters.asked_hands import AskedHands


def points_course(
    found: AskedHands,
    names: Mapping[int, str],
    key: str,
    *,
    of: int | None = None,
    has_numbers: bool = False,
) -> Course | None:
    """Return the course of everybody's points, or of the player `of`; None of only some hands."""
    if not found.has_whole_nights:
        return None
    return Course(
        key=key,
        title=_("Points, night after night"),
        nights=_from_first_to_last(brought_every_night(found.played), of),
        names=names,
        measure=POINTS,
        of=of,
        has_numbers=has_numbers,
    )


def _from_first_to_last(nights: Sequence[Brought], of: int | None) -> Sequence[Brought]:
    """Return the nights from the first to the last one of a player, or all."""
    there = [place for place, night in enumerate(nights) if of is None or of in night.parts]
    return nights[there[0] : there[-1] + 1] if there else []


def money_course(
    group: Group, found: AskedHands, names: Mapping[int, str], key: str, *, of: int | None = None
) -> Course | None:
    """Return the course of the money of all games; None where there is none, or of only some hands."""
    if not group.currency or not found.has_whole_nights:
        return None
    nights = money_nights(group, found.asked, news=found.played.news, of=of)
    return Course(
        key=key,
        title=_("Money won at cards, night after night"),
        nights=_from_first_to_last(nights, of),
        names=names,
        measure=money_in(group.currency),
        of=of,
        note=_("Only what the cards brought, of all games together, once a night is over: no payments."),
    )


def calendar(group: Group, found: AskedHands, key: str) -> Calendar | None:
    """Return the calendar of the nights of a game; None where there is none, or of only some hands."""
    if not found.has_whole_nights or not found.played.nights:
        return None

    def page(night: NightSum) -> str:
        name = "table" if night.goes_on else "copied" if night.hands is None else "ending"
        return reverse(name, args=[group.code, night.number])

    return Calendar(key=key, title=_("Nights"), nights=found.played.nights, url=page)
