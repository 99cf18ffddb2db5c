"""A night out of an old notebook: what it brought, corrected, taken out of the count, and put back."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.models import Session
from ledger.models.book import lines_of, sheet_of
from ledger.recording import StaleWrite, Written, amend_night, restore_night, strike_night
from ledger.scoring import HandRefused
from ledger.sheet import Line, ScoreSheet
from ledger.standings import names_of, tellers_of
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.http.forms import read_write_context
from scorekeeper.http.htmx import go_to, show
from scorekeeper.pages.copied.forms import AmendForm
from scorekeeper.pages.copied.presenter import copied_view
from scorekeeper.presenters.changes import Changes, meanwhile
from scorekeeper.text.refusals import sentence

Write = Callable[..., Written]


@watcher
@require_safe
def copied(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """What everybody won and lost, where that came from, and what was said of it before."""
    return _page(request, access, _session(access, number))


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Another day, somebody else, or other points."""
    session, names = _session(access, number), names_of(access.group)
    sheet = sheet_of(session)
    if request.method != "POST":
        return _form(request, access, session, AmendForm(names=names, sheet=sheet))
    form = AmendForm(request.POST, names=names, sheet=sheet)
    if not form.is_valid():
        return _form(request, access, session, form, status=422)
    try:
        amend_night(session, form.cleaned_data["date"], form.totals, form.context(access.membership))
    except StaleWrite as moved:
        return _form(
            request,
            access,
            session,
            form.again(moved.sheet),
            since=meanwhile(moved.since, moved.sheet, names),
        )
    except HandRefused as refused:
        form.refuse(refused)
        return _form(request, access, session, form, status=422)
    return _to(request, access, number)


@scorer
@require_POST
def take_out(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """It counts no more."""
    return _written(request, access, number, strike_night)


@scorer
@require_POST
def put_back(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """It counts again, as it was said last."""
    return _written(request, access, number, restore_night)


def _session(access: GroupAccess, number: int) -> Session:
    session = access.session(number)
    if not session.is_copied:
        raise Http404("This night was played hand by hand.")
    return session


def _written(request: HttpRequest, access: GroupAccess, number: int, write: Write) -> HttpResponse:
    session = _session(access, number)
    try:
        write(session, read_write_context(request.POST, access.membership))
    except StaleWrite as moved:
        return _page(request, access, session, since=moved.since)
    except HandRefused as refused:
        return _page(request, access, session, trouble=sentence(refused))
    return _to(request, access, number)


def _to(request: HttpRequest, access: GroupAccess, number: int) -> HttpResponse:
    return go_to(request, resolve_url("copied", code=access.group.code, number=number))


def _page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    *,
    trouble: str = "",
    since: Sequence[Line] | None = None,
) -> HttpResponse:
    session.refresh_from_db(fields=["started_at"])
    lines, names = lines_of(session), names_of(access.group)
    sheet: ScoreSheet = sheet_of(session)
    context = {
        "access": access,
        "night": session,
        "sheet": sheet,
        "told": copied_view(sheet, lines, names, tellers_of(access.group), access.group.currency),
        "trouble": trouble,
        "meanwhile": None if since is None else meanwhile(since, sheet, names),
    }
    status = 422 if trouble else 200 if since is None else 409
    return show(request, "copied/page.html", context, status=status)


def _form(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    form: AmendForm,
    *,
    status: int = 200,
    since: Changes | None = None,
) -> HttpResponse:
    context = {"access": access, "night": session, "form": form, "meanwhile": since}
    status = status if since is None else 409
    return show(request, "copied/amend.html", context, status=status)
