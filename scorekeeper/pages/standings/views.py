"""How everybody stands, of all nights or those that are asked for, and the course of the points."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledger.standings import names_of, standings_in
from ledger.standings.nobody import people_in
from ledger.standings.played import money_nights, won_at_cards
from ledger.standings.rankings import Way, rankings
from ledger.standings.seasons import divided, seasons_of
from ledger.standings.statistics import leaders_chance
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.pages.standings.presenter import (
    how_it_is_counted,
    money_of_all_games,
    player_by_player,
    ranking,
)
from scorekeeper.presenters.asked_hands import asked_hands, show_asked
from scorekeeper.presenters.leaders import first_by_average, how_likely, percent_of
from scorekeeper.presenters.nights import points_course
from scorekeeper.presenters.seasons import season_view


@watcher
@require_safe
def standings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show everybody's places in one game, ordered as the address asks, the course, and the players."""
    group = access.group
    found, names = asked_hands(group, request.GET, access.news), names_of(group)
    played, season = found.played, found.season
    players = standings_in({found.game: played}, names)[0].players
    inside, below = divided(players, season)
    people = people_in(inside)
    # Players without a place come last: the one for what is not accounted for, and those below a floor.
    everybody = [*people, *(one for one in inside if one not in people), *below]
    ways = rankings(people, played, season)
    way = next((one for one in Way if one == request.GET.get("by")), Way.POINTS)
    cents: dict[int, int] = {}
    if group.currency and found.has_whole_nights:
        cents = won_at_cards(money_nights(group, found.asked, news=access.news))
    chance = leaders_chance(inside, played, is_season=season is not None) if inside else None
    parts = [
        ranking(everybody, ways, way, found, group, {} if found.games else cents) if players else None,
        points_course(found, names, "by_night", has_numbers=True),
        player_by_player(everybody, found, group),
        money_of_all_games(cents, names, group) if found.games and cents else None,
    ]
    context = {
        "season": season_view(season) if season else None,
        "seasons": seasons_of(group),
        "nights": len(played.nights),
        "players": players,
        "has_money": bool(cents),
        "are_few": bool(below) or not people,
        "first": first_by_average(chance) if chance else "",
        "chance": percent_of(chance.chance) if chance else "",
        "how_likely": how_likely(chance) if chance else "",
        "counted": how_it_is_counted(ways, players, found.game),
    }
    return show_asked(request, access, found, "standings/page.html", context, parts)


@watcher
@require_safe
def rankings_moved(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Redirect an address of the former page of rankings, with all that it asks for."""
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return HttpResponseRedirect(f"{reverse('standings', args=[access.group.code])}{query}#ranking")
