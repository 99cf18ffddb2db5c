"""Where people can be paid: their names at payment services, which a group may switch on."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from ledger.recording import Refused
from ledger.recording.group import write_handles
from ledger.standings import names_of
from ledger.standings.groups import handles_of
from scorekeeper.access import GroupAccess, owner
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE, asked_page, of_page, paged, pages_of
from scorekeeper.pages.settle.handle_forms import HandlesForm
from scorekeeper.text.refusals import sentence


@owner
@require_safe
def handles(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Everybody, and where he can be paid."""
    access.check_money()
    return _page(request, access)


@owner
@require_POST
def write(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Write down where somebody can be paid."""
    access.check_money()
    found, form = access.player(player), HandlesForm(request.POST, auto_id=f"{player}-%s")
    if found.pk != player:
        raise Http404("This is another player by now.")
    if form.is_valid():
        try:
            write_handles(found, form.said())
        except Refused as refused:
            form.add_error(refused.fact, sentence(refused))
        else:
            return go_to(request, resolve_url("handles", code=access.group.code))
    return _page(request, access, sent={player: form})


def _page(
    request: HttpRequest, access: GroupAccess, *, sent: dict[int, HandlesForm] | None = None
) -> HttpResponse:
    there, names, people = handles_of(access.group), tuple(names_of(access.group).items()), []
    place = next((place for place, (player, _) in enumerate(names) if player in (sent or {})), None)
    pages = pages_of(len(names))
    page = asked_page(request.GET, pages) if place is None else place // A_PAGE + 1
    for player, name in of_page(names, page):
        known = {service.value: handle for service, handle in there.get(player, {}).items()}
        form = (sent or {}).get(player) or HandlesForm(initial=known, auto_id=f"{player}-%s")
        people.append((player, name, [service.label for service in there.get(player, {})], form))
    context = {"access": access, "people": people, **paged(page, pages)}
    return show(request, "settle/handles.html", context, status=422 if sent else 200)
