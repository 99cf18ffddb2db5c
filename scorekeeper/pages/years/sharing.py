"""The page of a year switched on for whoever has its address, and off; and that page."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from ledger.models import Player
from ledger.recording import YearPage, is_gone, share_year, unshare_year
from scorekeeper.access import GroupAccess, PutAway, also_put_away, anyone, owner, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, misses_limited
from scorekeeper.pages.years.forms import ShareForm, SwitchForm
from scorekeeper.pages.years.showing import (
    checked,
    may_end,
    shared_row,
    shown_to_others,
    speaks_for,
    year_page,
)
from scorekeeper.visitors.link_secrets import cut, year_with


@anyone
@misses_limited(Limit.LINKS)
@require_safe
def shared_year(request: HttpRequest, *, secret: str) -> HttpResponse:
    """The page of a year for whoever has its address: the same 404 for one that is off and that never was."""
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
    """Others may see the group's year."""
    return _shared(request, access, checked(year))


@owner
@require_POST
@also_put_away
def unshare(request: HttpRequest, access: GroupAccess, *, year: int) -> HttpResponse:
    """Nobody else sees the group's year any more."""
    return _unshared(request, access, checked(year))


@watcher
@require_POST
def share_player(request: HttpRequest, access: GroupAccess, *, player: int, year: int) -> HttpResponse:
    """Others may see a player's year: only that player may say so, on a phone that an owner has confirmed."""
    who = access.player(player)
    if not speaks_for(access, who):
        raise PermissionDenied
    if access.group.archived_at:
        raise PutAway
    return _shared(request, access, checked(year), who)


@watcher
@require_POST
def unshare_player(request: HttpRequest, access: GroupAccess, *, player: int, year: int) -> HttpResponse:
    """Nobody else sees a player's year any more: that player says so, an owner, or whoever showed it."""
    who = access.player(player)
    if not may_end(access, who, shared_row(access, checked(year), who)):
        raise PermissionDenied
    return _unshared(request, access, year, who)


def _shared(
    request: HttpRequest, access: GroupAccess, year: int, player: Player | None = None
) -> HttpResponse:
    form = ShareForm(request.POST)

    def write() -> None:
        share_year(
            access.membership.group,
            _page(access, year, player),
            cut()[0],
            form.context(access.membership),
            shows_names=form.cleaned_data["names"],
        )

    return _answered(request, access, year, player, form, is_written=form.wrote(write))


def _unshared(
    request: HttpRequest, access: GroupAccess, year: int, player: Player | None = None
) -> HttpResponse:
    form = SwitchForm(request.POST)
    page = _page(access, year, player)
    is_written = form.wrote(
        lambda: unshare_year(access.membership.group, page, form.context(access.membership))
    )
    return _answered(request, access, year, player, form, is_written=is_written)


def _page(access: GroupAccess, year: int, player: Player | None) -> YearPage:
    """The page as its row has it: who was two players may have shared it as either."""
    shared = shared_row(access, year, player)
    if shared is not None:
        return YearPage(year=year, player=shared.player_id)
    return YearPage(year=year, player=player.pk if player else None)


def _answered(
    request: HttpRequest,
    access: GroupAccess,
    year: int,
    player: Player | None,
    form: SwitchForm,
    *,
    is_written: bool,
) -> HttpResponse:
    if not is_written:
        return year_page(request, access, year, player, form=form)
    code = access.group.code
    if player is None:
        return go_to(request, f"{resolve_url('year', code=code, year=year)}#share")
    return go_to(request, f"{resolve_url('player_year', code=code, player=player.pk, year=year)}#share")
