"""How the page of a year is drawn, for members and for whoever has its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from ledger.initials import initials
from ledger.models import Group, Player, SharedYear, to_points
from ledger.scoring import GAMES
from ledger.standings import names_of
from ledger.standings.badges import table_in
from ledger.standings.groups import Names
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.nobody import of_people
from ledger.standings.players import hands_in
from ledger.standings.years import Year, sharing_of, year_of, years_of
from scorekeeper.access import GroupAccess
from scorekeeper.components import Component, show_page, signed_average
from scorekeeper.http.htmx import show
from scorekeeper.pages.years import presenter
from scorekeeper.pages.years.forms import SwitchForm
from scorekeeper.presenters.qr import whole_address
from scorekeeper.text.durations import lasted
from scorekeeper.visitors.link_secrets import said_again

FIRST_YEAR, LAST_YEAR = 1, 9999


def checked(year: int) -> int:
    """A year out of an address; 404 for one that no calendar has."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Http404("There is no such year.")
    return year


def is_me(access: GroupAccess, player: Player) -> bool:
    """Whether this phone has said to be this player (“This is me”)."""
    mine = access.membership.player_id
    return mine is not None and access.group.who.of(mine) == player.pk


def speaks_for(access: GroupAccess, player: Player) -> bool:
    """Whether this phone is this player's, as an owner has confirmed."""
    return is_me(access, player) and access.membership.is_player_confirmed


def shared_row(access: GroupAccess, year: int, player: Player | None) -> SharedYear | None:
    """How the page is shared, if it ever was (one query)."""
    group = access.membership.group
    return sharing_of(group, year, {None} if player is None else {*group.who.ids_of(player.pk)})


def may_end(access: GroupAccess, player: Player | None, shared: SharedYear | None) -> bool:
    """Whether this phone may turn an address off: an owner, the player, or whoever turned it on."""
    if access.is_owner or (player is not None and speaks_for(access, player)):
        return True
    return player is not None and shared is not None and shared.by_id == access.membership.pk


def year_page(
    request: HttpRequest,
    access: GroupAccess,
    year: int,
    player: Player | None = None,
    *,
    form: SwitchForm | None = None,
) -> HttpResponse:
    """Return the page for members; with a `form` that was refused, it says why."""
    group, names, years = access.group, names_of(access.group), years_of(access.group)
    at_worst = player is not None and speaks_for(access, player)
    told = _year_in(request, group, year, names)
    context, parts = _told(told, player, names, group, at_worst=at_worst)
    this_year = timezone.localdate().year
    context |= {
        "access": access,
        "player": player,
        "group": group,
        "name": player.name if player else group.name,
        "year": year,
        "earlier": max((one for one in years if one < year), default=None),
        "later": min((one for one in years if one > year), default=None),
        "is_over": year < this_year,
        "is_now": year == this_year,
        "cents": told.money.get(player.pk) if player and group.currency else None,
        "sharing": _sharing(request, access, year, player),
        "trouble": form.all_wrong if form else "",
    }
    status = 200 if form is None else 409 if form.is_behind else 422
    named = [group.name, *([player.name] if player else []), str(year)]
    query = f"?game={told.game}" if len(told.games) > 1 else ""
    return show_page(request, "years/page.html", context, parts, *named, query=query, status=status)


def shown_to_others(request: HttpRequest, shared: SharedYear) -> HttpResponse:
    """Return the page for whoever has its address: it leads nowhere else in the group, and has no file."""
    group, player = shared.group, shared.player
    if player is not None and (person := group.who.of(player.pk)) != player.pk:
        player = Player.objects.get(pk=person)
    called = names_of(group)
    names = called if shared.shows_names else _initials(group)
    told = _year_in(request, group, shared.year, called)
    context, parts = _told(told, player, names)
    this_year = timezone.localdate().year
    context |= {
        "parts": {one.key: one for one in parts},
        "group": group,
        "name": names[player.pk] if player else group.name,
        "player": player,
        "year": shared.year,
        "is_over": shared.year < this_year,
        "is_now": shared.year == this_year,
    }
    return show(request, "years/shared.html", context)


def _year_in(request: HttpRequest, group: Group, year: int, names: Mapping[int, str]) -> Year:
    """Return the year of people in the game that the address asks for; `names` are those of the group."""
    told = year_of(group, year, game=request.GET.get("game", ""))
    return replace(told, played=of_people(told.played, names))


def _told(
    year: Year,
    player: Player | None,
    names: Mapping[int, str],
    group: Group | None = None,
    *,
    at_worst: bool = False,
) -> tuple[dict[str, Any], list[Component]]:
    """Return what the page says and its components; nothing of a year in which nothing was played."""
    played, who = year.played, player.pk if player else None
    table = table_in(played, fewest=1)
    games = [(GAMES[one].name, one, one == year.game) for one in year.games if one in GAMES]
    context: dict[str, Any] = {"games": games if len(games) > 1 else ()}
    own = next((one for one in table if one.player == who), None)
    if not table or (player and not own):
        return context, []
    context |= {"is_played": True, "partners": presenter.partners(played, who, names)}
    if own is None:
        timed = [one.seconds for one in played.nights if one.seconds]
        context |= {
            "nights": len(played.nights),
            "hands": hands_in(played),
            "time": lasted(sum(timed)) if timed else "",
            "timed": len(timed),
            "luck": presenter.luck(played, table, names),
        }
    else:
        context |= {
            "nights": own.nights,
            "hands": presenter.hands_of(own.player, played),
            "luck": presenter.own_luck(own.player, played),
            "won": nights_by_player(played)[own.player].won,
            "points": to_points(own.parts),
            "average": signed_average(to_points(own.parts) / own.nights),
            "place": own.place,
            "of": len(table),
        }
    lines: list[Component] = [] if own else [presenter.standing(table, year, names, group)]
    return context, [*lines, *presenter.stood_out(year, who, names, group, at_worst=at_worst)]


def _initials(group: Group) -> Mapping[int, str]:
    """Everybody's initials, as they are drawn elsewhere (one query)."""
    rows = list(group.players.values_list("pk", "name", "initials"))
    short = initials({pk: name for pk, name, _ in rows}, {pk: own for pk, _, own in rows})
    return Names(short, group.who)


def _sharing(request: HttpRequest, access: GroupAccess, year: int, player: Player | None) -> dict[str, Any]:
    """Return how a page is shared, and what this phone may change of that.

    `address` is "" where it is not shared, or where it was cut with a key that is gone.
    """
    shared = shared_row(access, year, player)
    is_on = shared is not None and shared.is_on
    mine = access.is_owner if player is None else speaks_for(access, player)
    secret = said_again(shared) if shared is not None and is_on and (mine or access.is_owner) else ""
    where = [access.group.code, year] if player is None else [access.group.code, player.pk, year]
    of = "" if player is None else "player_"
    return {
        "is_on": is_on,
        "address": whole_address(request, reverse("shared_year", args=[secret])) if secret else "",
        "shows_names": shared is not None and shared.shows_names,
        "changes": shared.changes if shared is not None else 0,
        "may_share": mine and not access.group.archived_at,
        "may_turn_off": may_end(access, player, shared),
        "waits_for_an_owner": player is not None and is_me(access, player) and not mine,
        "switch": reverse(f"share_{of}year", args=where),
        "off": reverse(f"unshare_{of}year", args=where),
    }
