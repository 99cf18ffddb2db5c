"""Seasons as people read them."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.book.seasons import Floor, Season
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count, fewer_hands, fewer_nights


def season_view(season: Season) -> dict[str, Any]:
    """Return the words of a season by their names in templates: its days, and its floor ("" without one).

    `too_little` is how little it is with which somebody is not in its table, `is_over` whether that is so for
    good.
    """
    days, floor, is_of_hands = when(season.first, "day"), "", season.floor_of is Floor.HANDS
    if season.last is None:
        days = _("from {first} on").format(first=days)
    elif season.last != season.first:
        days = _("{first} to {last}").format(first=days, last=when(season.last, "day"))
    if season.floor and is_of_hands:
        floor = ngettext("from {number} hand on", "from {number} hands on", season.floor)
    elif season.floor:
        floor = ngettext("from {number} night on", "from {number} nights on", season.floor)
    return {
        "number": season.number,
        "name": season.name,
        "days": days,
        "floor": floor.format(number=count(season.floor)),
        "too_little": (fewer_hands if is_of_hands else fewer_nights)(season.floor) if season.floor else "",
        "is_over": season.last is not None and season.last < timezone.localdate(),
    }
