"""How everybody stands over all nights, with how much it is based on, and the course of the points."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings import standings_of
from ledger.standings.money import won_at_cards
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import show
from scorekeeper.http.paging import NightsPageForm
from scorekeeper.pages.standings.presenter import ENOUGH, game_tables, money_lines


@watcher
@require_safe
def standings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """For each game everybody's numbers, best first, and the chart; beside it a page of its nights."""
    form = NightsPageForm({"page": request.GET.get("page", 1)})
    found = standings_of(access.group)
    if not form.is_valid():
        raise Http404("There is no such page.")
    page = form.cleaned_data["page"] if "page" in request.GET else None
    cents = won_at_cards(access.group) if access.group.currency else {}
    tables = game_tables(found, page=page, game=request.GET.get("game"), cents=cents or None)
    if tables is None:
        raise Http404("There is no such page.")
    nights = {number for one in found for number in one.nights}
    context = {
        "access": access,
        "games": tables,
        "nights": len(nights),
        "enough": ENOUGH,
        "money": money_lines(found, cents) if cents and len(found) > 1 else (),
    }
    return show(request, "standings/page.html", context)
