"""A change of the table taken back (seats, who came or went, rules, stake changed meanwhile), or put back."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from ledger import recording
from ledger.models import Session
from ledger.recording import StaleWrite, WriteContext, Written
from ledger.scoring import HandRefused
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.forms import read_write_context
from scorekeeper.http.htmx import go_to, wants_fragment
from scorekeeper.pad.evening import OWNERS, Evening, confirmation_of, evening_of, show_table, table_url


@scorer
@require_POST
def undo_change(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    """Take back the latest change, told by this entry; rules and stake are for an owner to change back."""
    session = access.session(number)
    evening = evening_of(session)
    if _is_an_owners(evening, entry) and not access.owns:
        raise PermissionDenied
    return _changed(request, access, session, lambda pen: recording.undo_change(session, entry, pen))


@scorer
@require_POST
def redo_change(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    """Put back a change of the seats that this entry has just taken back."""
    session = access.session(number)
    return _changed(request, access, session, lambda pen: recording.redo_change(session, entry, pen))


def _changed(
    request: HttpRequest, access: GroupAccess, session: Session, write: Callable[[WriteContext], Written]
) -> HttpResponse:
    try:
        written = write(read_write_context(request.POST, access.membership))
    except (StaleWrite, HandRefused) as trouble:
        return show_table(request, access, evening_of(session), trouble=trouble)
    if not wants_fragment(request):
        return go_to(request, f"{table_url(session)}?told={written.entry.number}")
    evening = evening_of(session)
    return show_table(request, access, evening, said=confirmation_of(evening, written.entry.number))


def _is_an_owners(evening: Evening, entry: int) -> bool:
    return any(line.number == entry and line.kind in OWNERS for line in evening.lines)
