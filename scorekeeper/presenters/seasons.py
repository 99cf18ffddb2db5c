"""Seasons as people read them. Frozen dataclasses out."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.seasons import Floor, Season
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count


@dataclass(frozen=True, kw_only=True)
class SeasonView:
    """A season: its days in words, and its floor, "" without one."""

    number: int
    name: str
    days: str
    floor: str


def season_view(season: Season) -> SeasonView:
    """The words of a season."""
    return SeasonView(number=season.number, name=season.name, days=days_of(season), floor=floor_of(season))


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
