"""How everybody stands over all nights, with how much it is based on, and the course of the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings import PlayerStanding, Share, courses, player_standings
from scorekeeper.access import Door, watcher
from scorekeeper.charts import cumulative
from scorekeeper.fragments import show

ENOUGH = 20
"""Below so many of the thing counted a share is shown in grey: it could be luck."""


@dataclass(frozen=True, kw_only=True)
class SaidShare:
    """A share as the page says it."""

    label: str
    share: Share

    @property
    def enough(self) -> bool:
        """Whether enough was counted to take the percentage seriously."""
        return self.share.n >= ENOUGH


@dataclass(frozen=True, kw_only=True)
class Card:
    """A player's standing and its shares, in the order they are read."""

    place: int
    standing: PlayerStanding
    shares: tuple[SaidShare, ...]


@watcher
@require_safe
def standings(request: HttpRequest, door: Door) -> HttpResponse:
    """Everybody's numbers, best first, and the chart."""
    nights, lines = courses(door.group)
    context = {
        "door": door,
        "cards": _cards(player_standings(door.group)),
        "nights": nights,
        "courses": lines,
        "by_night": tuple(zip(nights, zip(*(line.points for line in lines), strict=True), strict=False)),
        "chart": cumulative(nights, lines),
        "enough": ENOUGH,
    }
    return show(request, "standings/page.html", context)


def _cards(found: Sequence[PlayerStanding]) -> tuple[Card, ...]:
    return tuple(
        Card(
            place=1 + sum(other.points > one.points for other in found),
            standing=one,
            shares=(
                SaidShare(label="picked", share=one.picked),
                SaidShare(label="won as picker", share=one.won_picking),
                SaidShare(label="won as partner", share=one.won_partner),
                SaidShare(label="won as opponent", share=one.won_opponent),
                SaidShare(label="won alone", share=one.won_alone),
                SaidShare(label="leasters won", share=one.won_leaster),
            ),
        )
        for one in found
    )
