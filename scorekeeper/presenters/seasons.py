"""Seasons as people read them. Frozen dataclasses out."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.seasons import Floor, Season
from scorekeeper.text.counts import fewer_hands, fewer_nights
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count


@dataclass(frozen=True, kw_only=True)
class SeasonView:
    """A season: its days in words, and its floor, "" without one.

    `too_little` is how little it is with which somebody is not in its table, `is_over` whether that is so for
    good.
    """

    number: int
    name: str
    days: str
    floor: str
    too_little: str
    is_over: bool


def season_view(season: Season) -> SeasonView:
    """The words of a season."""
    return SeasonView(
        number=season.number,
        name=season.name,
        days=days_of(season),
        floor=floor_of(season),
        too_little=_too_little(season),
        is_over=season.last is not None and season.last < timezone.localdate(),
    )


def days_of(season: Season) -> str:
    """From which day until which."""
    first = when(season.first, "day")
    if season.last is None:
        return _("from {first} on").format(first=first)
    if season.last == season.first:
        return first
    return _("{first} to {last}").format(first=first, last=when(season.last, "day"))


def floor_of(season: Season) -> str:
    """How much one has to play to stand in its table."""
    if not season.floor:
        return ""
    if season.floor_of is Floor.HANDS:
        words = ngettext("from {number} hand on", "from {number} hands on", season.floor)
    else:
        words = ngettext("from {number} night on", "from {number} nights on", season.floor)
    return words.format(number=count(season.floor))


def _too_little(season: Season) -> str:
    if not season.floor:
        return ""
    return (fewer_hands if season.floor_of is Floor.HANDS else fewer_nights)(season.floor)
