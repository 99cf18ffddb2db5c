"""Telling a hand of another game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_http_methods

from ledger.models import Session
from ledger.models.book import sheet_of
from ledger.recording import StaleWrite, tell_hand
from ledger.scoring import HandRefused
from ledger.sheet import ScoreSheet
from ledger.standings import names_of
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.htmx import go_to, show
from scorekeeper.pad.evening import table_url
from scorekeeper.pages.another.forms import AnotherForm
from scorekeeper.presenters.changes import meanwhile
from scorekeeper.serving.metrics import hand_written


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def another(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Everybody's points, typed; posted, they are in the book, between two hands of the table's game."""
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    sheet, names = sheet_of(session), names_of(access.group)
    if request.method != "POST":
        return _page(request, access, session, AnotherForm(sheet=sheet, names=names), sheet)
    form = AnotherForm(request.POST, sheet=sheet, names=names)
    if not form.is_valid():
        return _page(request, access, session, form, sheet, status=422)
    try:
        written = tell_hand(session, form.hand(), form.context(access.membership))
    except StaleWrite as moved:
        since = meanwhile(moved.since, moved.sheet, names)
        again = AnotherForm(initial=form.typed, sheet=moved.sheet, names=names)
        return _page(request, access, session, again, moved.sheet, status=409, since=since)
    except HandRefused as refused:
        form.refuse(refused)
        return _page(request, access, session, form, sheet, status=422)
    hand_written(was_before=written.was_before)
    return go_to(request, f"{table_url(session)}?told={written.entry.number}")


def _page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    form: AnotherForm,
    sheet: ScoreSheet,
    *,
    status: int = 200,
    since: object = None,
) -> HttpResponse:
    context = {
        "access": access,
        "group": access.group,
        "session": session,
        "sheet": sheet,
        "form": form,
        "meanwhile": since,
    }
    return show(request, "another/page.html", context, status=status)
