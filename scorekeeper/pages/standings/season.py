"""A season: asked for, written down, removed, and put back as it was."""

from datetime import date
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from ledger import recording
from ledger.book.seasons import Floor, Season
from ledger.models import Group
from ledger.standings.players import season_of
from scorekeeper.access import GroupAccess, owner
from scorekeeper.http.forms import SettingForm
from scorekeeper.http.htmx import go_to, show
from scorekeeper.presenters.seasons import season_view

NO_DAY = gettext_lazy("Write a day as 2026-03-31.")
NO_FLOOR = gettext_lazy("Write a whole number, or leave it empty.")


def _day(*, required: bool) -> forms.DateField:
    return forms.DateField(
        required=required,
        input_formats=("%Y-%m-%d",),
        error_messages={"invalid": NO_DAY, "required": gettext_lazy("On which day does it begin?")},
    )


class SeasonForm(SettingForm):
    name = forms.CharField(
        max_length=10_000, error_messages={"required": gettext_lazy("What is the season called?")}
    )
    first = _day(required=True)
    last = _day(required=False)
    floor = forms.IntegerField(required=False, error_messages={"invalid": NO_FLOOR})
    floor_of = forms.ChoiceField(
        choices=[(one.value, one.value) for one in Floor],
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Hands or nights?")},
    )

    def __init__(self, *args: Any, group: Group, season: Season | None = None, **kwargs: Any) -> None:
        now = {"floor_of": Floor.NIGHTS.value}
        if season is not None:
            now = {
                "name": season.name,
                "first": season.first.isoformat(),
                "last": season.last.isoformat() if season.last else "",
                "floor": str(season.floor or ""),
                "floor_of": season.floor_of.value,
            }
        super().__init__(*args, group=group, initial=now, **kwargs)

    @property
    def said(self) -> Season:
        told = self.cleaned_data
        first: date = told["first"]
        return Season(
            name=told["name"],
            first=first,
            last=told["last"],
            floor=told["floor"] or 0,
            floor_of=Floor(told["floor_of"] or Floor.NIGHTS),
        )


class PutBackForm(SettingForm):
    season = forms.IntegerField(min_value=1, max_value=2**31 - 1)


@owner
@require_safe
def new_season(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    return _page(request, access, SeasonForm(group=access.group))


@owner
@require_POST
def add_season(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form = SeasonForm(request.POST, group=access.group)
    if form.wrote(lambda: recording.add_season(access.group, form.said, form.context(access.membership))):
        return _back(request, access, form)
    return _page(request, access, form)


@owner
@require_safe
def season(request: HttpRequest, access: GroupAccess, *, season: int) -> HttpResponse:
    found = _season(access, season)
    return _page(request, access, SeasonForm(group=access.group, season=found), found)


@owner
@require_POST
def change_season(request: HttpRequest, access: GroupAccess, *, season: int) -> HttpResponse:
    found = _season(access, season)
    form = SeasonForm(request.POST, group=access.group, season=found)
    if form.wrote(
        lambda: recording.change_season(access.group, season, form.said, form.context(access.membership))
    ):
        return _back(request, access, form)
    return _page(request, access, form, found)


@owner
@require_POST
def remove_season(request: HttpRequest, access: GroupAccess, *, season: int) -> HttpResponse:
    """Remove a season; what was played stays."""
    return _removed(request, access, season)


@owner
@require_POST
def put_back_season(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Put a season back as it was before a change: removed, there again, or with its old days."""
    asked = PutBackForm(request.POST, group=access.group)
    if not asked.is_valid():
        raise Http404("There is no such season.")
    number, group = asked.cleaned_data["season"], access.group
    if not request.POST.get("name"):
        return _removed(request, access, number)
    form = SeasonForm(request.POST, group=group)
    if form.wrote(lambda: recording.change_season(group, number, form.said, form.context(access.membership))):
        return _back(request, access, form)
    return _page(request, access, form, season_of(group, number))


def _removed(request: HttpRequest, access: GroupAccess, number: int) -> HttpResponse:
    form = SettingForm(request.POST, group=access.group)
    if form.wrote(lambda: recording.remove_season(access.group, number, form.context(access.membership))):
        return _back(request, access, form)
    found = _season(access, number)
    return _page(request, access, SeasonForm(group=access.group, season=found), found, removing=form)


def _season(access: GroupAccess, number: int) -> Season:
    found = season_of(access.group, number)
    if found is None:
        raise Http404("There is no such season.")
    return found


def _back(request: HttpRequest, access: GroupAccess, form: SettingForm) -> HttpResponse:
    # Redirect to the seasons among the settings, which say what was done.
    settings = resolve_url("settings", code=access.group.code)
    return go_to(request, f"{settings}?done={form.cleaned_data['key']}#seasons")


def _page(
    request: HttpRequest,
    access: GroupAccess,
    form: SeasonForm,
    found: Season | None = None,
    *,
    removing: SettingForm | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "access": access,
        "form": form,
        "season": season_view(found) if found else None,
        "removing": removing or SettingForm(group=access.group),
    }
    sent = removing or form
    status = 200 if not sent.is_bound else 409 if sent.is_behind else 422
    return show(request, "standings/season/page.html", context, status=status)
