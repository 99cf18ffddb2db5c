"""How everybody stands, of all nights or those that are asked for, and the course of the points."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledger.standings import names_of, standings_in
from ledger.standings.after_nights import money_nights, won_at_cards
from ledger.standings.nobody import people_in
from ledger.standings.rankings import Way, rankings
from ledger.standings.seasons import divided, seasons_of
from ledger.standings.statistics import leaders_chance
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import show_page
from scorekeeper.pages.standings.presenter import (
    how_it_is_counted,
    money_of_all_games,
    player_by_player,
    ranking,
)
from scorekeeper.presenters.asked_hands import asked_page
from scorekeeper.presenters.leaders import chance_view
from scorekeeper.presenters.nights import points_course
from scorekeeper.presenters.seasons import season_view


@watcher
@require_safe
def standings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show everybody's places in one game, ordered as the address asks, the course, and the players."""
    group = access.group
    found, context = asked_page(request, access)
    names = names_of(group)
    players = standings_in({found.game: found.played}, names)[0].players
    inside, below = divided(players, found.season)
    people = people_in(inside)
    # Players without a place come last: the one for what is not accounted for, and those below a floor.
    everybody = [*people, *(one for one in inside if one not in people), *below]
    ways = rankings(people, found.played, found.season)
    way = next((one for one in Way if one == request.GET.get("by")), Way.POINTS)
    cents: dict[int, int] = {}
    if group.currency and found.has_whole_nights:
        cents = won_at_cards(money_nights(group, found.asked, news=access.news))
    chance = leaders_chance(inside, found.played, is_season=found.season is not None) if inside else None
    parts = [
        ranking(everybody, ways, way, found, group, {} if found.games else cents) if players else None,
        points_course(found, names, "by_night", has_numbers=True),
        player_by_player(everybody, found, group),
        money_of_all_games(cents, names, group) if found.games and cents else None,
    ]
    context |= {
        "season": season_view(found.season) if found.season else None,
        "seasons": seasons_of(group),
        "nights": len(found.played.nights),
        "players": players,
        "has_money": bool(cents),
        "are_few": bool(below) or not people,
        "chance": chance_view(chance) if chance else None,
        "counted": how_it_is_counted(ways, players, found.game),
    }
    status = 200 if found.is_valid else 422
    return show_page(
        request, "standings/page.html", context, parts, group.name, query=found.query, status=status
    )


@watcher
@require_safe
def rankings_moved(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Redirect an address of the former page of rankings, with all that it asks for."""
    page = reverse("standings", args=[access.group.code])
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return HttpResponseRedirect(f"{page}{query}#ranking")
