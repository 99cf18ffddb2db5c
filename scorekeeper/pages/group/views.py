"""A group's own page: tonight, the nights before, and what it plays."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from ledger.models import Group
from ledger.recording import choose_points_first
from ledger.standings import contested_players, has_one_owner, nights_in_progress, nights_page, playing
from ledger.standings.seasons import seasons_of
from ledger.standings.turning import FIRST_PAGE, Turned
from scorekeeper.access import GroupAccess, owner, scorer, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.journal_forms import PayLineForm
from scorekeeper.http.paging import TurnedForm
from scorekeeper.http.paying import line_paid, line_unpaid
from scorekeeper.pages.group.forms import PointsFirstForm
from scorekeeper.presenters.owed import AT_ONCE, OwedList, drawn_on, owed_in

FIRST_WEEK = timedelta(days=7)
NEITHER = gettext_lazy("Say which comes first: the card points or the result.")


@watcher
@require_safe
def group(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Tonight, the nights before, and what it plays."""
    form = TurnedForm(request.GET)
    if not form.is_valid():
        raise Http404("There is no such page.")
    return _page(request, access, turned=form.turned)


@owner
@require_POST
def points_first(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Whether the pad asks for card points before it shows the score chart."""
    form = PointsFirstForm(request.POST)
    if not form.is_valid():
        return _page(request, access, status=422, trouble=str(NEITHER))
    choose_points_first(access.group, points_first=form.cleaned_data["points_first"])
    return go_to(request, resolve_url("group", code=access.group.code))


@scorer
@require_POST
def pay(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """A line of what is open was paid, or a part of it."""
    return line_paid(
        request,
        access,
        PayLineForm(request.POST, group=access.group),
        back=_list(access),
        again=lambda form: _page(request, access, status=422, paying=form),
    )


@scorer
@require_POST
def unpay(request: HttpRequest, access: GroupAccess, *, line: int) -> HttpResponse:
    """A payment was not made after all."""
    return line_unpaid(
        request,
        access,
        line,
        back=_list(access),
        again=lambda form: _page(request, access, status=422, trouble=form.all_wrong),
    )


def _list(access: GroupAccess) -> str:
    return f"{resolve_url('group', code=access.group.code)}#owed"


def _owed(group: Group, paying: PayLineForm | None) -> OwedList:
    return owed_in(group, drawn_on(group, "group"), form=paying, at_once=AT_ONCE)


def _asks_for_an_owner(access: GroupAccess) -> bool:
    """Whether an owner is told, in the group's first week, that a second one would be safer."""
    group = access.group
    if not access.owns or group.one_owner_is_fine or timezone.now() - group.started_at > FIRST_WEEK:
        return False
    return has_one_owner(group)


def _page(
    request: HttpRequest,
    access: GroupAccess,
    *,
    turned: Turned = FIRST_PAGE,
    status: int = 200,
    trouble: str = "",
    paying: PayLineForm | None = None,
) -> HttpResponse:
    try:
        page = nights_page(access.group, turned)
    except LookupError:
        raise Http404("There is no such page.") from None
    is_first = page.newer is None
    contested = contested_players(access.group) if is_first else frozenset()
    context = {
        "access": access,
        "tonight": nights_in_progress(access.group),
        "nights": page.nights,
        "is_first": is_first,
        "newer": "" if page.newer is None else f"?after={page.newer}",
        "older": "" if page.older is None else f"?before={page.older}",
        "playing": playing(access.group),
        "trouble": trouble,
        "asks_for_an_owner": is_first and _asks_for_an_owner(access),
        "is_contested": access.membership.player_id in contested,
        "has_contested": access.owns and bool(contested),
        "seasons": seasons_of(access.group),
        "owed": _owed(access.group, paying) if access.group.currency and is_first else None,
    }
    return show(request, "group/page.html", context, status=status)
