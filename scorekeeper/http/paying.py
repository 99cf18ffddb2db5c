"""A line of what is open is paid, and a payment undone, alike on every page that has the list."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from ledger.models import Session
from ledger.standings.money import is_payment
from scorekeeper.access import GroupAccess
from scorekeeper.http.htmx import go_to
from scorekeeper.http.journal_forms import PayLineForm, UndoForm


def line_paid(
    request: HttpRequest,
    access: GroupAccess,
    form: PayLineForm,
    *,
    back: str,
    again: Callable[[PayLineForm], HttpResponse],
    session: Session | None = None,
) -> HttpResponse:
    """Books what the form says, with the night it names, and goes `back`; if it is refused, `again` shows it.

    Raises Http404 in a group that plays for points only.
    """
    access.check_money()
    if form.wrote(lambda: form.write(access.membership, session=session)):
        return go_to(request, back)
    return again(form)


def line_unpaid(
    request: HttpRequest,
    access: GroupAccess,
    line: int,
    *,
    back: str,
    again: Callable[[UndoForm], HttpResponse],
) -> HttpResponse:
    """Undoes the payment that is this line of the journal and goes `back`; if refused, `again` shows it.

    Raises Http404 where there is no such payment, and in a group that plays for points only.
    """
    access.check_money()
    if not is_payment(access.group, line):
        raise Http404("There is no such payment.")
    form = UndoForm(request.POST)
    if form.wrote(lambda: form.write(access.group, line, access.membership)):
        return go_to(request, back)
    return again(form)
