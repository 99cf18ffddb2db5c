"""One player's money: every line that moved his balance, and what it was after each."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings.payments import counterparts
from ledger.standings.statement import statement as statement_of
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import file_of
from scorekeeper.http.htmx import show
from scorekeeper.http.paging import TurnedForm
from scorekeeper.pages.money.files import statement_table
from scorekeeper.pages.money.presenter import stated


@watcher
@require_safe
def statement(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """A page of a player's statement, the latest first."""
    access.check_money()
    found = access.player(player)
    table = statement_table(access.group, found.pk)
    if file := file_of(request, [table], access.group.name, found.name):
        return file
    form = TurnedForm(request.GET)
    page = statement_of(access.group, found.pk, form.turned) if form.is_valid() else None
    if page is None:
        raise Http404("There is no such page.")
    others = counterparts(access.group, found.pk, [line.number for line in page.lines])
    context = {
        "access": access,
        "player": found,
        "cents": page.cents,
        "waits": page.waits,
        "counted": -page.waits if page.newer is None else 0,
        "lines": stated(page.lines, others),
        "newer": f"?after={page.newer}" if page.newer else "",
        "older": f"?before={page.older}" if page.older else "",
    }
    return show(request, "money/statement.html", context)
