"""How everybody stands over all nights, with how much it is based on, and the course of the points."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings import courses, player_standings
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import show
from scorekeeper.http.paging import NightsPageForm
from scorekeeper.pages.standings.chart import cumulative
from scorekeeper.pages.standings.presenter import ENOUGH, card_views

A_PAGE = 50
"""So many nights are told at once as a table, the latest first; the chart has all of them."""


@watcher
@require_safe
def standings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Everybody's numbers, best first, and the chart; beside it a page of its nights."""
    form = NightsPageForm({"page": request.GET.get("page", 1)})
    nights, lines = courses(access.group)
    pages = max(1, -(-len(nights) // A_PAGE))
    if not form.is_valid() or form.cleaned_data["page"] > pages:
        raise Http404("There is no such page.")
    page = form.cleaned_data["page"]
    until = len(nights) - (page - 1) * A_PAGE
    rows = tuple(zip(nights, zip(*(line.points for line in lines), strict=True), strict=False))
    context = {
        "access": access,
        "cards": card_views(player_standings(access.group)),
        "nights": nights,
        "courses": lines,
        "by_night": rows[max(0, until - A_PAGE) : until],
        "is_asked": "page" in request.GET,
        "page": page,
        "pages": pages,
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if page < pages else None,
        "chart": cumulative(nights, lines),
        "enough": ENOUGH,
    }
    return show(request, "standings/page.html", context)
