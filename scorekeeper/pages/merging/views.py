"""“Mike is Michael”: what that would mean, then said; and on the page of the players undone again."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_http_methods, require_POST

from ledger.models import Merge, Player
from ledger.recording import Refused, WriteContext, merge_players, unmerge_players
from ledger.standings import names_of
from ledger.standings.merging import merge_sent, newest_merge
from scorekeeper.access import GroupAccess, owner
from scorekeeper.http.htmx import go_to, show
from scorekeeper.pages.merging.forms import MergeForm, OtherForm, UnmergeForm
from scorekeeper.pages.merging.presenter import merging_view


@owner
@require_http_methods(["GET", "HEAD", "POST"])
def merging(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Choose who else it is, see what that means, and say so."""
    found = access.player(player)
    form = MergeForm(request.POST if request.method == "POST" else None, newest=newest_merge(access.group))
    if not form.is_valid():
        return _page(request, access, found, form)
    into, group = form.cleaned_data["other"], access.group
    other = access.player(into)
    if merge_sent(group, form.cleaned_data["key"]) or form.is_of(found, other):
        context = form.context(access.membership)
        said: list[Merge] = []
        if form.wrote(lambda: said.append(merge_players(group, player, into, context))):
            return _to_line(request, access, said[0].number)
    return _page(request, access, found, form, other=other)


@owner
@require_POST
def unmerge(request: HttpRequest, access: GroupAccess, *, line: int) -> HttpResponse:
    """They are two people after all; undone already, it is as it should be."""
    form, group = UnmergeForm(request.POST), access.group
    if form.is_valid():
        context = WriteContext(key=form.cleaned_data["key"], after=0, by=access.membership)
        try:
            unmerge_players(group, line, context)
        except Refused as refused:
            if refused.code == "no_such_merge":
                raise Http404("There is no such line.") from None
        else:
            return _to_line(request, access, line)
    return go_to(request, resolve_url("players", code=group.code))


def _to_line(request: HttpRequest, access: GroupAccess, line: int) -> HttpResponse:
    """To the line of who is who that was said, or undone, just now."""
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
    return show(request, "merging/page.html", context, status=status)
