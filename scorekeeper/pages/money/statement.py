"""One player's money: the receipt of their balance, and of every line of the list that they are in."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from ledger.recording import Refused, pay_together
from ledger.standings import names_of
from ledger.standings.open_list import open_list
from ledger.standings.statement import counterparts
from ledger.standings.statement import statement as statement_of
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.components import file_of
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE, TurnedForm
from scorekeeper.pages.money.files import statement_table
from scorekeeper.pages.money.presenter import stated
from scorekeeper.presenters.owed import who_is_who


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
    group = access.group
    payer, names = group.payers.of(found.pk), names_of(group)
    purse = [one for one in group.payers.ids_of(payer) if one != found.pk]
    called = who_is_who(group, names)
    own = [one for one in open_list(group) if payer in (one.payer, one.payee)]
    context = {
        "access": access,
        "player": found,
        "pays": [(called[one.payer], called[one.payee], one.cents) for one in own],
        "purse": [names[one] for one in purse],
        "others": [] if purse else [(pk, name) for pk, name in names.items() if pk != found.pk][:A_PAGE],
        "before": page.lines[-1].balance - page.lines[-1].cents if page.older else 0,
        "cents": page.cents,
        "waits": page.waits,
        "counted": -page.waits if page.newer is None else 0,
        "lines": stated(page.lines, others),
        "newer": f"?after={page.newer}" if page.newer else "",
        "older": f"?before={page.older}" if page.older else "",
    }
    return show(request, "money/statement.html", context)


@scorer
@require_POST
def together(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Two players pay together from now on, or each alone again."""
    access.check_money()
    found, said = access.player(player), request.POST.get("other", "")
    try:
        pay_together(found, access.player(int(said)) if said.isdecimal() else None)
    except Refused:
        raise Http404("There is no such player.") from None
    return go_to(request, resolve_url("statement", code=access.group.code, player=found.pk))
