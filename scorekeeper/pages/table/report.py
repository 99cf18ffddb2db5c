"""A night on one sheet of paper: its hands, the result, and what was paid. Made to be printed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_safe

from ledger.models.book import sheet_of
from ledger.scoring import game_called
from ledger.standings import names_of
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import asked_page, paged
from scorekeeper.presenters.owed import on_paper, owed_in
from scorekeeper.presenters.paper import paper_list
from scorekeeper.presenters.payments import plays_for_money, settled
from scorekeeper.presenters.sheet import remark_lines

# More hands than a table plays in a night.
HANDS_A_PAGE = 500


@watcher
@require_safe
def report(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    sheet, names = sheet_of(session), names_of(access.group)
    in_money = plays_for_money(access.group.currency, sheet)
    owed = owed_in(access.group, on_paper(access.group), names, session=session) if in_money else None
    listed = game_called(sheet.rules.game).lists_games
    # A list adds up plus and minus, so it has also the stock that is divided between two hands.
    rows = [row for row in sheet.rows if row.number or (listed and not row.is_void)]
    pages = max(1, -(-len(rows) // HANDS_A_PAGE))
    page = asked_page(request.GET, pages)
    shown = rows[(page - 1) * HANDS_A_PAGE : page * HANDS_A_PAGE]
    # Remarks up to the last hand of a page: also of hands taken back and what has no number.
    first = sheet.rows.index(rows[(page - 1) * HANDS_A_PAGE - 1]) + 1 if page > 1 else 0
    last = sheet.rows.index(rows[page * HANDS_A_PAGE - 1]) + 1 if page < pages else len(sheet.rows)
    context = {
        "access": access,
        "night": session,
        "sheet": sheet,
        "names": names,
        "rows": shown,
        "list": paper_list(sheet, rows, shown, names) if listed else None,
        "remarks": remark_lines(sheet, sheet.rows[first:last]),
        **paged(page, pages),
        "in_money": in_money,
        "told": settled(
            sheet,
            names,
            in_money=in_money,
            currency=access.group.currency,
            rounding=access.group.rounding,
            session=session,
        ),
        "owed": owed,
    }
    return show(request, "table/report/page.html", context)
