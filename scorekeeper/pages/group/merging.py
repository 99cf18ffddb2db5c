"""“Mike is Michael”: what that would mean, then said; and on the page of the players undone again."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from ledger.models import Group, Player
from ledger.recording import Refused, merge_players, unmerge_players
from ledger.recording.merging import why_not
from ledger.standings import names_of
from ledger.standings.merging import halves, meeting, merge_sent, newest_merge
from scorekeeper.access import GroupAccess, owner
from scorekeeper.http.forms import DAMAGED, Guarded, Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.people import MOST_OFFERED, PersonField
from scorekeeper.text.refusals import sentence


class OtherForm(forms.Form):
    other = PersonField(
        coerce=int,
        error_messages={
            "required": gettext_lazy("Choose somebody first."),
            "invalid_choice": gettext_lazy("Choose one of the players of this group."),
        },
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, names: Mapping[int, str]) -> None:
        super().__init__(data)
        self.is_typed, self.everybody = len(names) > MOST_OFFERED, names.values()
        self.fields["other"].offer(names, first=_("Choose…"))  # type: ignore[attr-defined]


class MergeForm(Guarded):
    """The two are one: `name` and `other_name` are what they were called on the page."""

    other = forms.IntegerField(min_value=1, error_messages={"required": DAMAGED, "invalid": DAMAGED})
    name = forms.CharField(strip=False, max_length=200, error_messages={"required": DAMAGED})
    other_name = forms.CharField(strip=False, max_length=200, error_messages={"required": DAMAGED})
    facts = {"into": "other"}


# Nights at which both sat that are named, the latest first.
SHOWN = 5


def merging_view(group: Group, one: Player, other: Player) -> dict[str, Any]:
    both, met = halves(group, one, other), meeting(group, one.pk, other.pk)
    refused = why_not(one.shown_name, other.shown_name, met)
    return {
        "one": both[0],
        "other": both[1],
        "nights": sum(half.nights for half in both),
        "cents": sum(half.cents for half in both),
        # On how many days both played, each in another night.
        "days": met.days,
        "wrong": sentence(refused) if refused else "",
        "together": met.nights[:SHOWN],
        "more": max(0, len(met.nights) - SHOWN),
    }


@owner
@require_http_methods(["GET", "HEAD", "POST"])
def merging(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    found = access.player(player)
    form = MergeForm(request.POST if request.method == "POST" else None, newest=newest_merge(access.group))
    if not form.is_valid():
        return _page(request, access, found, form)
    into, group = form.cleaned_data["other"], access.group
    other = access.player(into)
    seen = (form.cleaned_data["name"], form.cleaned_data["other_name"])
    if seen != (found.shown_name, other.shown_name) and not merge_sent(group, form.cleaned_data["key"]):
        form.is_behind = True
        form.add_error(None, _("Somebody gave one of them another name meanwhile. Look at it again."))
    elif form.wrote(lambda: merge_players(group, player, into, form.context(access.membership))):
        return _to_line(request, access, form.written.number)
    return _page(request, access, found, form, other=other)


@owner
@require_POST
def unmerge(request: HttpRequest, access: GroupAccess, *, line: int) -> HttpResponse:
    """Undo a merge; undone already, nothing is written."""
    form, group = Keyed(request.POST), access.group
    if form.is_valid():
        try:
            unmerge_players(group, line, form.context(access.membership))
        except Refused as refused:
            if refused.code == "no_such_merge":
                raise Http404("There is no such line.") from None
        else:
            return _to_line(request, access, line)
    return go_to(request, resolve_url("players", code=group.code))


def _to_line(request: HttpRequest, access: GroupAccess, line: int) -> HttpResponse:
    # To the line of who is who that was said, or undone, just now.
    players = resolve_url("players", code=access.group.code)
    return go_to(request, f"{players}?done={line}#who-{line}")


def _page(
    request: HttpRequest,
    access: GroupAccess,
    player: Player,
    form: MergeForm,
    *,
    other: Player | None = None,
) -> HttpResponse:
    names = {pk: name for pk, name in names_of(access.group).items() if pk != player.pk}
    asked = OtherForm(request.GET if "other" in request.GET else None, names=names)
    if other is None and asked.is_valid():
        other = access.player(asked.cleaned_data["other"])
    both = other if other and other.pk != player.pk else None
    context = {
        "access": access,
        "player": player,
        "asked": asked,
        "form": form,
        "told": merging_view(access.group, player, both) if both else None,
    }
    status = 409 if form.is_behind else 422 if form.errors or asked.errors else 200
    return show(request, "group/merging/page.html", context, status=status)
