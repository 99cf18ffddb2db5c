"""A group's two doors of its own: its nights, and everything about the group."""

from datetime import timedelta

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from ledger.money.payments import owed_by
from ledger.recording import choose_points_first
from ledger.scoring import TYPED
from ledger.standings import contested_players, has_one_owner, nights_in_progress, nights_page, playing
from ledger.standings.money import WhatIsOpen, open_list
from scorekeeper.access import GroupAccess, owner, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import asked_turn
from scorekeeper.presenters.owed import headline
from scorekeeper.text.figures import money


class PointsFirstForm(forms.Form):
    points_first = forms.TypedChoiceField(
        choices=(("1", "Card points"), ("0", "Result")), coerce=lambda said: said == "1", empty_value=None
    )


FIRST_WEEK = timedelta(days=7)
NEITHER = gettext_lazy("Say which comes first: the card points or the result.")

# The number of nights on the first page, which fits one screen of a phone.
LAST = 4


@watcher
@require_safe
def group(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show what goes on tonight, what is still to settle, and the last nights."""
    contested = frozenset() if access.group.archived_at else contested_players(access.group)
    context = {
        "access": access,
        "is_contested": access.membership.player_id in contested,
        "has_contested": access.owns and bool(contested),
        "tonight": nights_in_progress(access.group),
        "nights": nights_page(access.group).nights[:LAST],
        "playing": playing(access.group),
        "to_settle": _to_settle(access) if access.group.currency else "",
    }
    return show(request, "nights/group/page.html", context)


@watcher
@require_safe
def nights(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    try:
        page = nights_page(access.group, asked_turn(request.GET))
    except LookupError:
        raise Http404("There is no such page.") from None
    context = {
        "access": access,
        "nights": page.nights,
        "newer": "" if page.newer is None else f"?after={page.newer}",
        "older": "" if page.older is None else f"?before={page.older}",
    }
    return show(request, "nights/group/nights_page.html", context)


@watcher
@require_safe
def about(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show the ways to everything about the group: people, players, rules, settings, files."""
    return _about(request, access)


@owner
@require_POST
def points_first(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Let the pad ask for card points before it shows the score chart, or not."""
    form = PointsFirstForm(request.POST)
    if not form.is_valid():
        return _about(request, access, status=422, trouble=str(NEITHER))
    choose_points_first(access.group, points_first=form.cleaned_data["points_first"])
    return go_to(request, resolve_url("about", code=access.group.code))


def _to_settle(access: GroupAccess) -> str:
    # A line of what this phone's player gets or owes, else of all that is open; "" of nothing.
    group, player = access.group, access.membership.player_id
    lines = open_list(group)
    if player is None:
        return headline(WhatIsOpen(lines=lines), group.currency, group.rounding.paid_in) if lines else ""
    cents = owed_by(lines).get(group.payers.of(group.who.of(player)), 0)
    if not cents:
        return ""
    return (_("You get {sum}") if cents > 0 else _("You owe {sum}")).format(
        sum=money(abs(cents), group.currency)
    )


def _about(
    request: HttpRequest, access: GroupAccess, *, status: int = 200, trouble: str = ""
) -> HttpResponse:
    group, played = access.group, playing(access.group)
    context = {
        "access": access,
        "playing": played,
        "is_typed": played.key == TYPED,
        "trouble": trouble,
        # In the group's first week an owner is told that a second one would be safer.
        "asks_for_an_owner": access.owns
        and not group.one_owner_is_fine
        and timezone.now() - group.started_at <= FIRST_WEEK
        and has_one_owner(group),
    }
    return show(request, "nights/group/about.html", context, status=status)
