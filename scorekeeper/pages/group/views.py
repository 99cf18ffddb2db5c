"""A group's own page: tonight, the nights before, and what it plays."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from ledger.recording import choose_points_first
from ledger.standings import night_pages, nights, nights_in_progress, playing
from scorekeeper.access import GroupAccess, owner, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import NightsPageForm
from scorekeeper.pages.group.forms import PointsFirstForm

NEITHER = gettext_lazy("Say which comes first: the card points or the result.")


@watcher
@require_safe
def group(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Tonight, the nights before, and what it plays."""
    form = NightsPageForm({"page": request.GET.get("page", 1)})
    if not form.is_valid():
        raise Http404("There is no such page.")
    return _page(request, access, page=form.cleaned_data["page"])


@owner
@require_POST
def points_first(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Whether the pad asks for card points before it shows the score chart."""
    form = PointsFirstForm(request.POST)
    if not form.is_valid():
        return _page(request, access, status=422, trouble=str(NEITHER))
    choose_points_first(access.group, points_first=form.cleaned_data["points_first"])
    return go_to(request, resolve_url("group", code=access.group.code))


def _page(
    request: HttpRequest, access: GroupAccess, *, page: int = 1, status: int = 200, trouble: str = ""
) -> HttpResponse:
    pages = night_pages(access.group)
    if page > pages:
        raise Http404("There is no such page.")
    context = {
        "access": access,
        "tonight": nights_in_progress(access.group),
        "nights": nights(access.group, page=page),
        "page": page,
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if page < pages else None,
        "pages": pages,
        "playing": playing(access.group),
        "trouble": trouble,
    }
    return show(request, "group/page.html", context, status=status)
