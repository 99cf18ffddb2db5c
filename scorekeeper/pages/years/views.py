"""A year of a group and of a player, as members see it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.views.decorators.http import require_safe

from ledger.standings.years import years_of
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import go_to
from scorekeeper.pages.years.showing import checked, year_page


@watcher
@require_safe
def years(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """The latest year in which there was a night."""
    latest = next(iter(years_of(access.group)), timezone.localdate().year)
    return go_to(request, resolve_url("year", code=access.group.code, year=latest))


@watcher
@require_safe
def player_years(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """The same of a player."""
    who = access.player(player)
    latest = next(iter(years_of(access.group)), timezone.localdate().year)
    return go_to(request, resolve_url("player_year", code=access.group.code, player=who.pk, year=latest))


@watcher
@require_safe
def year(request: HttpRequest, access: GroupAccess, *, year: int) -> HttpResponse:
    """The group's year."""
    return year_page(request, access, checked(year))


@watcher
@require_safe
def player_year(request: HttpRequest, access: GroupAccess, *, player: int, year: int) -> HttpResponse:
    """A player's year."""
    return year_page(request, access, checked(year), access.player(player))
