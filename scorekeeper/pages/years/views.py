"""A year of a group and of a player, as members see it and as whoever has its address does."""

from __future__ import annotations

from dataclasses import replace
from datetime import MAXYEAR, MINYEAR
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from ledger.initials import initials
from ledger.models import Group, Player, SharedYear
from ledger.recording import YearPage, is_gone, share_year, unshare_year
from ledger.standings import names_of
from ledger.standings.groups import Names
from ledger.standings.nobody import of_people
from ledger.standings.years import Year, sharing_of, year_of, years_of
from scorekeeper.access import GroupAccess, PutAway, also_put_away, anyone, owner, watcher
from scorekeeper.components import show_page
from scorekeeper.http.forms import Guarded
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, misses_limited
from scorekeeper.pages.years.presenter import told_of
from scorekeeper.presenters.qr import whole_address
from scorekeeper.visitors.links import cut, said_again, year_with


class ShareForm(Guarded):
    """A page switched on, with the names of the players or only their initials; or off."""

    names = forms.BooleanField(required=False)


@watcher
@require_safe
def years(request: HttpRequest, access: GroupAccess, *, player: int | None = None) -> HttpResponse:
    """Redirect to the latest year in which there was a night, the group's or a player's."""
    latest = next(iter(years_of(access.group)), timezone.localdate().year)
    return go_to(request, _address(access, latest, None if player is None else access.player(player)))


@watcher
@require_safe
def year(request: HttpRequest, access: GroupAccess, *, year: int, player: int | None = None) -> HttpResponse:
    """Show the group's year, or a player's."""
    return year_page(request, access, checked(year), None if player is None else access.player(player))


@anyone
@misses_limited(Limit.LINKS)
@require_safe
def shared_year(request: HttpRequest, *, secret: str) -> HttpResponse:
    """Show a year to whoever has its address; one that is off has the same 404 as one that never was."""
    shared = year_with(secret)
    if shared is None or is_gone(shared.group):
        answer = show(request, "years/shared.html", {"view": None, "is_off": True}, status=404)
    else:
        answer = shown_to_others(request, shared)
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


@owner
@require_POST
def share(request: HttpRequest, access: GroupAccess, *, year: int) -> HttpResponse:
    """Let others see the group's year."""
    return _switched(request, access, year, None, is_on=True)


@owner
@require_POST
@also_put_away
def unshare(request: HttpRequest, access: GroupAccess, *, year: int) -> HttpResponse:
    """Let nobody else see the group's year any more."""
    return _switched(request, access, year, None, is_on=False)


@watcher
@require_POST
def share_player(request: HttpRequest, access: GroupAccess, *, player: int, year: int) -> HttpResponse:
    """Let others see a player's year: only that player may, on a phone that an owner has confirmed."""
    who = access.player(player)
    if not speaks_for(access, who):
        raise PermissionDenied
    if access.group.archived_at:
        raise PutAway
    return _switched(request, access, year, who, is_on=True)


@watcher
@require_POST
def unshare_player(request: HttpRequest, access: GroupAccess, *, player: int, year: int) -> HttpResponse:
    """Let nobody else see a player's year any more: for that player, an owner, or whoever showed it."""
    who = access.player(player)
    if not may_end(access, who, shared_row(access, checked(year), who)):
        raise PermissionDenied
    return _switched(request, access, year, who, is_on=False)


def _switched(
    request: HttpRequest, access: GroupAccess, year: int, player: Player | None, *, is_on: bool
) -> HttpResponse:
    """Switch a page on or off for others, and lead back to it; show it with what was wrong."""
    form, group = ShareForm(request.POST, newest=0), access.membership.group
    shared = shared_row(access, checked(year), player)
    # Players merged into one may have shared the year under either id: the shared id is the one to undo.
    who = shared.player_id if shared else player.pk if player else None
    page = YearPage(year=year, player=who)

    def write() -> None:
        context = form.context(access.membership)
        if is_on:
            share_year(group, page, cut()[0], context, shows_names=form.cleaned_data["names"])
        else:
            unshare_year(group, page, context)

    if not form.wrote(write):
        return year_page(request, access, year, player, form=form)
    return go_to(request, f"{_address(access, year, player)}#share")


def _address(access: GroupAccess, year: int, player: Player | None) -> str:
    if player is None:
        return reverse("year", args=[access.group.code, year])
    return reverse("player_year", args=[access.group.code, player.pk, year])


def checked(year: int) -> int:
    """Return the year of an address; raise Http404 for one that no calendar has."""
    if not MINYEAR <= year <= MAXYEAR:
        raise Http404("There is no such year.")
    return year


def is_me(access: GroupAccess, player: Player) -> bool:
    """Check whether this phone has said to be this player (“This is me”)."""
    mine = access.membership.player_id
    return mine is not None and access.group.who.of(mine) == player.pk


def speaks_for(access: GroupAccess, player: Player) -> bool:
    """Check whether this phone is this player's, as an owner has confirmed."""
    return is_me(access, player) and access.membership.is_player_confirmed


def shared_row(access: GroupAccess, year: int, player: Player | None) -> SharedYear | None:
    """Return how the page is shared, if it ever was (one query)."""
    group = access.membership.group
    return sharing_of(group, year, {None} if player is None else {*group.who.ids_of(player.pk)})


def may_end(access: GroupAccess, player: Player | None, shared: SharedYear | None) -> bool:
    """Check whether this phone may turn an address off: an owner, the player, or whoever turned it on."""
    if access.is_owner or player is None:
        return access.is_owner
    return speaks_for(access, player) or (shared is not None and shared.by_id == access.membership.pk)


def year_page(
    request: HttpRequest,
    access: GroupAccess,
    year: int,
    player: Player | None = None,
    *,
    form: ShareForm | None = None,
) -> HttpResponse:
    """Return the page for members; with a `form` that was refused, it says why."""
    group, names = access.group, names_of(access.group)
    at_worst = player is not None and speaks_for(access, player)
    told = _year_in(request, group, year, names, news=access.news)
    context, parts = told_of(told, group, player, names, at_worst=at_worst)
    context |= {
        "access": access,
        "earlier": max((one for one in told.years if one < year), default=None),
        "later": min((one for one in told.years if one > year), default=None),
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
    names = names_of(group)
    told = _year_in(request, group, shared.year, names)
    if not shared.shows_names:
        rows = list(group.players.values_list("pk", "name", "initials"))
        short = initials({pk: name for pk, name, _ in rows}, {pk: own for pk, _, own in rows})
        names = Names(short, group.who, names.placeholders)
    context, parts = told_of(told, group, player, names, is_for_others=True)
    return show(request, "years/shared.html", {**context, "parts": {one.key: one for one in parts}})


def _year_in(request: HttpRequest, group: Group, year: int, names: Names, *, news: int | None = None) -> Year:
    """Return the year of people in the game that the address asks for; `names` are those of the group."""
    told = year_of(group, year, game=request.GET.get("game", ""), news=news)
    return replace(told, played=of_people(told.played, names))


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
