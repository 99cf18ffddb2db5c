"""The people of a group: who they are, one more of them, and what they are called."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from ledger.recording import Refused, add_player, rename_player
from ledger.recording.group import delete_player
from ledger.standings import people_of
from ledger.standings.merging import merges_of
from scorekeeper.access import GroupAccess, owner, scorer, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE, asked_page, of_page, paged, pages_of
from scorekeeper.pages.players.forms import NameForm, is_another
from scorekeeper.text.numbers import number
from scorekeeper.text.refusals import sentence


@watcher
@require_safe
def players(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Everybody in the group."""
    return _page(request, access)


@scorer
@require_POST
def add(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """One more player."""
    form = NameForm(request.POST)
    if not form.is_valid():
        return _page(request, access, form=form, trouble=form.sentence())
    try:
        add_player(access.group, form.cleaned_data["name"])
    except Refused as refused:
        return _page(request, access, form=form, trouble=sentence(refused))
    pages = pages_of(access.group.players.count() - len(access.group.same_people))
    last = f"?page={pages}" if pages > 1 else ""
    return go_to(request, f"{resolve_url('players', code=access.group.code)}{last}")


@owner
@require_POST
def rename(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Another name for the same player."""
    found = access.player(player)
    form = NameForm(request.POST)
    if found.pk != player:
        return _page(request, access, form=form, trouble=is_another(found), renaming=found.pk)
    if not form.is_valid():
        return _page(request, access, form=form, trouble=form.sentence(), renaming=player)
    try:
        rename_player(found, form.cleaned_data["name"])
    except Refused as refused:
        return _page(request, access, form=form, trouble=sentence(refused), renaming=player)
    return go_to(request, resolve_url("players", code=access.group.code))


@owner
@require_POST
def delete(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Somebody without a hand or a cent is deleted."""
    found = access.player(player)
    try:
        delete_player(found)
    except Refused as refused:
        return _page(request, access, trouble=sentence(refused), renaming=found.pk)
    return go_to(request, resolve_url("players", code=access.group.code))


def _page(
    request: HttpRequest,
    access: GroupAccess,
    *,
    form: NameForm | None = None,
    trouble: str = "",
    renaming: int | None = None,
) -> HttpResponse:
    people = people_of(access.group)
    place = next((place for place, one in enumerate(people) if one.player == renaming), None)
    pages = pages_of(len(people))
    page = asked_page(request.GET, pages) if place is None else place // A_PAGE + 1
    context = {
        "access": access,
        "people": of_page(people, page),
        "count": len(people),
        **paged(page, pages),
        "typed": form["name"].value() or "" if form else "",
        "trouble": trouble,
        "renaming": renaming,
        "merges": merges_of(access.group),
        "done": number(request.GET.get("done", "")),
    }
    return show(request, "players/page.html", context, status=422 if trouble else 200)
