"""One player's money: every line that moved his balance, and what it was after each."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings.money import balances, statement_pages
from ledger.standings.money import statement as statement_of
from ledger.standings.payments import counterparts
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import show
from scorekeeper.pages.money.forms import PageForm
from scorekeeper.pages.money.presenter import stated


@watcher
@require_safe
def statement(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """A player's statement, the latest first."""
    access.check_money()
    found = access.player(player)
    form, pages = PageForm({"page": request.GET.get("page", 1)}), statement_pages(access.group, found.pk)
    if not form.is_valid() or form.cleaned_data["page"] > pages:
        raise Http404("There is no such page.")
    page = form.cleaned_data["page"]
    lines = statement_of(access.group, found.pk, page=page)
    cents = {one.player: one.cents for one in balances(access.group).players}
    context = {
        "access": access,
        "player": found,
        "cents": cents[found.pk],
        "lines": stated(lines, counterparts(access.group, found.pk, [line.number for line in lines])),
        "page": page,
        "pages": pages,
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if page < pages else None,
    }
    return show(request, "money/statement.html", context)
