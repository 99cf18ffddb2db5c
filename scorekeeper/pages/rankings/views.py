"""The same players ranked in several ways, in one game and of the hands that the address asks for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledger.standings import names_of, standings_in
from ledger.standings.nobody import people_in
from ledger.standings.rankings import rankings as ranked
from ledger.standings.seasons import divided
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.pages.rankings.presenter import rankings_view
from scorekeeper.presenters.asked_hands import asked_hands
from scorekeeper.presenters.seasons import season_view
from scorekeeper.presenters.table_files import table_addresses, table_file


@watcher
@require_safe
def rankings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Who wins by which way, the places side by side, and each ranking with how it counts."""
    form = AskedHandsForm(request.GET, has_money=bool(access.group.currency))
    found = asked_hands(access.group, form, access.news)
    standings = standings_in({found.game: found.played}, names_of(access.group)) if found.game else ()
    players = people_in(standings[0].players) if standings else ()
    inside, below = divided(players, found.season)
    ways = ranked(inside, found.played, found.season)
    view = (
        rankings_view(
            ways,
            inside,
            below,
            found,
            lambda player: reverse("player", args=[access.group.code, player]) + found.query,
        )
        if inside
        else None
    )
    if file := table_file(request, view, access.group.name):
        return file
    context = {
        "access": access,
        "found": found,
        "form": form,
        "page_url": request.path,
        "season": season_view(found.season) if found.season else None,
        "view": view,
        "csv": table_addresses(view, found.query),
    }
    return show(request, "rankings/page.html", context, status=200 if found.is_valid else 422)
