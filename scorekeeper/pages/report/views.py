"""A night on one sheet of paper: the running totals, the result, and what was paid. Made to be printed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_safe

from ledger.models.book import sheet_of
from ledger.standings import names_of
from ledger.standings.money import plan_of, plans
from ledger.standings.payments import payments_made, settled_by
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import asked_page, paged
from scorekeeper.presenters.payments import plays_for_money, settled
from scorekeeper.presenters.plan import dues, title, within

HANDS_A_PAGE = 500
"""More hands than a table plays in a night."""


@watcher
@require_safe
def report(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """What was played and what it came to."""
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    sheet, names = sheet_of(session), names_of(access.group)
    in_money = plays_for_money(access.group.currency, sheet)
    covered = settled_by(session) if in_money and sheet.ending else None
    covers = plan_of(access.group, covered) if covered else None
    stored = plans(access.group, session=session) if in_money else ()
    made = payments_made(access.group, [one.pk for plan in stored for one in plan.payments]) if stored else {}
    rows = [row for row in sheet.rows if row.number]
    pages = max(1, -(-len(rows) // HANDS_A_PAGE))
    page = asked_page(request.GET, pages)
    context = {
        "access": access,
        "night": session,
        "sheet": sheet,
        "names": names,
        "rows": rows[(page - 1) * HANDS_A_PAGE : page * HANDS_A_PAGE],
        **paged(page, pages),
        "in_money": in_money,
        "told": settled(sheet, names, in_money=in_money, within=within(covers)),
        "plans": [(title(plan), dues(plan, made, names)) for plan in stored],
    }
    return show(request, "report/page.html", context)
