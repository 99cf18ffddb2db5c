"""How the page of a year is drawn, for members and for whoever has its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from ledger.initials import initials
from ledger.models import Group, Player, SharedYear
from ledger.standings import names_of
from ledger.standings.groups import Names
from ledger.standings.nights import began_in
from ledger.standings.nobody import of_people
from ledger.standings.years import sharing_of, year_of, years_of
from scorekeeper.access import GroupAccess
from scorekeeper.http.htmx import show
from scorekeeper.pages.years.forms import SwitchForm
from scorekeeper.pages.years.presenter import Found, YearView, found_in, year_view
from scorekeeper.presenters.qr import whole_address
from scorekeeper.presenters.table_files import table_addresses, table_file
from scorekeeper.visitors.link_secrets import said_again

FIRST_YEAR, LAST_YEAR = 1, 9999


@dataclass(frozen=True, kw_only=True)
class Sharing:
    """How a page is shared, and what whoever looks at it may change of that.

    `waits_for_an_owner` says that this phone claims the player, which no owner has confirmed.
    `address` is "" where it is not shared, or where it was cut with a key that is gone. `switch` and `off`
    are where the forms go.
    """

    is_on: bool
    address: str
    shows_names: bool
    changes: int
    may_share: bool
    may_turn_off: bool
    waits_for_an_owner: bool
    switch: str
    off: str


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
    """The page for members; with a `form` that was refused, it says why."""
    names = names_of(access.group)
    at_worst = player is not None and speaks_for(access, player)
    found = _found(request, access.group, year, player, names, at_worst=at_worst)
    years = years_of(access.group)
    page_url = _address(access, year, player)
    view = _view(found, names, code=access.group.code, address=page_url)
    named = [player.name] if player else []
    if form is None and (file := table_file(request, view, access.group.name, *named, str(year))):
        return file
    context = {
        "access": access,
        "player": player,
        "year": year,
        "earlier": max((one for one in years if one < year), default=None),
        "later": min((one for one in years if one > year), default=None),
        "is_over": year < timezone.localdate().year,
        "is_now": year == timezone.localdate().year,
        "view": view,
        "csv": table_addresses(view, _asked(found)),
        "cents": found.year.money.get(player.pk) if player and access.group.currency else None,
        "sharing": _sharing(request, access, year, player),
        "trouble": form.all_wrong if form else "",
    }
    status = 200 if form is None else 409 if form.is_behind else 422
    return show(request, "years/page.html", context, status=status)


def shown_to_others(request: HttpRequest, shared: SharedYear) -> HttpResponse:
    """The page for whoever has its address: nothing else of the group can be reached from it, and no file."""
    group = shared.group
    player = shared.player
    if player is not None and (person := group.who.of(player.pk)) != player.pk:
        player = Player.objects.get(pk=person)
    called = names_of(group)
    names = called if shared.shows_names else _initials(group)
    found = _found(request, group, shared.year, player, called)
    view = _view(found, names, address=request.path)
    context = {
        "group": group,
        "name": names[player.pk] if player else group.name,
        "player": player,
        "year": shared.year,
        "is_over": shared.year < timezone.localdate().year,
        "is_now": shared.year == timezone.localdate().year,
        "view": view,
    }
    return show(request, "years/shared.html", context)


def _found(
    request: HttpRequest,
    group: Group,
    year: int,
    player: Player | None,
    names: Mapping[int, str],
    *,
    at_worst: bool = False,
) -> Found:
    """What there is to tell of people; `names` are those of the group."""
    told = year_of(group, year, game=request.GET.get("game", ""))
    told = replace(told, played=of_people(told.played, names))
    return found_in(told, player.pk if player else None, at_worst=at_worst)


def _view(found: Found, names: Mapping[int, str], **more: Any) -> YearView | None:
    return year_view(found, names, began_in(found.year.played), **more)


def _asked(found: Found) -> str:
    """What the address says of the game, with "?" before it; "" where only one was played."""
    return f"?game={found.year.game}" if len(found.year.games) > 1 else ""


def _initials(group: Group) -> Mapping[int, str]:
    """Everybody's initials, as they are drawn elsewhere (one query)."""
    rows = list(group.players.values_list("pk", "name", "initials"))
    short = initials({pk: name for pk, name, _ in rows}, {pk: own for pk, _, own in rows})
    return Names(short, group.who)


def _sharing(request: HttpRequest, access: GroupAccess, year: int, player: Player | None) -> Sharing:
    shared = shared_row(access, year, player)
    is_on = shared is not None and shared.is_on
    mine = access.is_owner if player is None else speaks_for(access, player)
    secret = said_again(shared) if shared is not None and is_on and (mine or access.is_owner) else ""
    where = [access.group.code, year] if player is None else [access.group.code, player.pk, year]
    of = "" if player is None else "player_"
    return Sharing(
        is_on=is_on,
        address=whole_address(request, reverse("shared_year", args=[secret])) if secret else "",
        shows_names=shared is not None and shared.shows_names,
        changes=shared.changes if shared is not None else 0,
        may_share=mine and not access.group.archived_at,
        may_turn_off=may_end(access, player, shared),
        waits_for_an_owner=player is not None and is_me(access, player) and not mine,
        switch=reverse(f"share_{of}year", args=where),
        off=reverse(f"unshare_{of}year", args=where),
    )


def _address(access: GroupAccess, year: int, player: Player | None) -> str:
    if player is None:
        return reverse("year", args=[access.group.code, year])
    return reverse("player_year", args=[access.group.code, player.pk, year])
