"""A group's settings; each section is written by a view of its own."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from ledger import recording
from ledger.models import Group
from ledger.recording import WriteContext
from ledger.standings import changes_of, currency_is_kept, open_nights, rules_in_force, tellers_of
from ledger.standings.seasons import seasons_of
from scorekeeper.access import GroupAccess, also_put_away, owner
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.setting_forms import SettingForm
from scorekeeper.pages.settings.forms import KeepingForm, MoneyForm, NameForm, WatchingForm
from scorekeeper.pages.settings.presenter import change_views, season_done
from scorekeeper.presenters.seasons import season_view

Forms = dict[str, Any]


@owner
@require_safe
@also_put_away
def settings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """What can be said of the group, and what was changed of it."""
    return _page(request, access)


@owner
@require_POST
def call_group(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Another name for the group."""
    form = NameForm(request.POST, group=access.group)
    return _written(
        request,
        access,
        {"name_form": form},
        form,
        lambda: recording.call_group(
            access.group, form.cleaned_data["name"], form.context(access.membership)
        ),
    )


@owner
@require_POST
def play_for(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Another stake, another currency, or none."""
    form = _money_form(access, request.POST)
    return _written(
        request,
        access,
        {"money_form": form},
        form,
        lambda: recording.play_for(
            access.group,
            form.cleaned_data["currency"],
            form.cleaned_data["stake"],
            form.context(access.membership),
            tonight=form.is_tonight,
        ),
    )


@owner
@require_POST
def play_for_means(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """What the stake means that is being typed; nothing is written."""
    return show(request, "parts/stake_means.html", {"form": _money_form(access, request.POST)})


@owner
@require_POST
def show_money(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Whether who only watches is shown money."""
    form = WatchingForm(request.POST, group=access.group)
    return _written(
        request,
        access,
        {"watching_form": form},
        form,
        lambda: recording.show_money_to_watchers(
            access.group, form.context(access.membership), is_shown=form.cleaned_data["is_shown"]
        ),
    )


@owner
@require_POST
def keep_score(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Whether the score goes round with the deal."""
    form = KeepingForm(request.POST, group=access.group)
    return _written(
        request,
        access,
        {"keeping_form": form},
        form,
        lambda: recording.let_dealer_keep_score(
            access.group, form.context(access.membership), is_dealer=form.cleaned_data["is_dealer"]
        ),
    )


@owner
@require_POST
@also_put_away
def put_away(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """The group is only read from now on."""
    return _away(request, access, recording.put_away)


@owner
@require_POST
@also_put_away
def bring_back(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """It is played again."""
    return _away(request, access, recording.bring_back)


def _away(
    request: HttpRequest, access: GroupAccess, write: Callable[[Group, WriteContext], object]
) -> HttpResponse:
    form = SettingForm(request.POST, group=access.group)
    return _written(
        request,
        access,
        {"away_form": form},
        form,
        lambda: write(access.group, form.context(access.membership)),
        to="group",
    )


def _written(
    request: HttpRequest,
    access: GroupAccess,
    forms: Forms,
    form: SettingForm,
    write: Callable[[], object],
    *,
    to: str = "settings",
) -> HttpResponse:
    if form.wrote(write):
        return go_to(request, resolve_url(to, code=access.group.code))
    return _page(request, access, status=409 if form.is_behind else 422, **forms)


def _money_form(access: GroupAccess, said: Any = None) -> MoneyForm:
    group = access.group
    return MoneyForm(said, group=group, now=rules_in_force(group), kept=currency_is_kept(group))


def _page(request: HttpRequest, access: GroupAccess, *, status: int = 200, **forms: Any) -> HttpResponse:
    group = access.group
    money_form = forms.get("money_form") or _money_form(access)
    changes = changes_of(group)
    views = change_views(changes, tellers_of(group), currencies=money_form.currencies)
    context = {
        "access": access,
        "name_form": NameForm(group=group),
        "money_form": money_form,
        "away_form": SettingForm(group=group),
        "watching_form": WatchingForm(group=group),
        "keeping_form": KeepingForm(group=group),
        "nights": open_nights(group),
        "seasons": [season_view(one) for one in seasons_of(group)],
        "changes": views,
        "season_done": season_done(changes, views, request.GET.get("done", "")),
        **forms,
    }
    return show(request, "settings/page.html", context, status=status)
