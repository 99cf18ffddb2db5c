"""How everybody stands over all nights, with how much it is based on, and the course of the points."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings import courses, player_standings
from scorekeeper.access import Door, watcher
from scorekeeper.cards import ENOUGH, drawn_cards
from scorekeeper.charts import cumulative
from scorekeeper.fragments import show

LAST = 50
"""So many of the latest nights are told as a table too; the chart has all of them."""


@watcher
@require_safe
def standings(request: HttpRequest, door: Door) -> HttpResponse:
    """Everybody's numbers, best first, and the chart."""
    nights, lines = courses(door.group)
    context = {
        "door": door,
        "cards": drawn_cards(player_standings(door.group)),
        "nights": nights,
        "courses": lines,
        "by_night": tuple(zip(nights, zip(*(line.points for line in lines), strict=True), strict=False))[
            -LAST:
        ],
        "last": LAST,
        "chart": cumulative(nights, lines),
        "enough": ENOUGH,
    }
    return show(request, "standings/page.html", context)
