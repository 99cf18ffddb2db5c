"""The nights of a group as components: the courses of points and of money, and the calendar."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.counting import ALL_GAMES
from ledger.models import Group
from ledger.standings.after_nights import brought_every_night
from ledger.standings.evenings import every_evening
from scorekeeper.components import POINTS, Calendar, Course, Night, money_in
from scorekeeper.presenters.asked_hands import AskedHands


def points_course(
    group: Group,
    found: AskedHands,
    names: Mapping[int, str],
    key: str,
    *,
    of: int | None = None,
    has_numbers: bool = False,
) -> Course | None:
    """Return the course of everybody's points, or of the player `of`; None of only some hands."""
    if not found.game or not found.asked.circumstances.are_any:
        return None
    nights = brought_every_night(group, found.game, found.asked)
    title = _("Points, night after night")
    return Course(
        key=key, title=title, nights=nights, names=names, measure=POINTS, of=of, has_numbers=has_numbers
    )


def money_course(
    group: Group, found: AskedHands, names: Mapping[int, str], key: str, *, of: int | None = None
) -> Course | None:
    """Return the course of the money of all games; None where there is none, or of only some hands."""
    if not group.currency or not found.is_valid or not found.asked.circumstances.are_any:
        return None
    return Course(
        key=key,
        title=_("Money won at cards, night after night"),
        nights=brought_every_night(group, ALL_GAMES, found.asked),
        names=names,
        measure=money_in(group.currency),
        of=of,
        note=_("Only what the cards brought, of all games together, once a night is over: no payments."),
    )


def calendar(group: Group, found: AskedHands, key: str) -> Calendar | None:
    """Return the calendar of the nights of a game; None where there is none, or of only some hands."""
    if not found.game or not found.asked.circumstances.are_any:
        return None
    evenings = every_evening(group, found.game, found.asked)
    nights = [Night(one.day, one.number, one.hands) for one in evenings]

    def page(night: Night) -> str:
        return reverse("copied" if night.hands is None else "ending", args=[group.code, night.number])

    return Calendar(key=key, title=_("Nights"), nights=nights, url=page) if nights else None
