"""A remark on a hand: written, changed, taken away, and put back as it was."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from ledger.recording import StaleWrite, remark_on_hand
from ledger.scoring import HandRefused
from ledger.texts import clean
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.htmx import go_to
from scorekeeper.pad.evening import evening_of
from scorekeeper.pages.hand.forms import RemarkForm
from scorekeeper.pages.hand.views import row_of, show_hand
from scorekeeper.presenters.remarks import remark_of


@scorer
@require_POST
def remark(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    """A few words about a hand; as they stand already, nothing is written."""
    session = access.session(number)
    evening = evening_of(session)
    row = row_of(evening.sheet, entry)
    form = RemarkForm(request.POST, newest=evening.sheet.newest)
    if not form.is_valid():
        return show_hand(request, access, evening, row, form=form)
    if clean(text := form.cleaned_data["text"]) == remark_of(evening.sheet, entry):
        return _to(request, access, number, entry, evening.sheet.newest)
    try:
        written = remark_on_hand(session, entry, text, form.context(access.membership))
    except StaleWrite as moved:
        evening = evening_of(session)
        again = form.again(newest=evening.sheet.newest)
        return show_hand(request, access, evening, row_of(evening.sheet, entry), form=again, moved=moved)
    except HandRefused as refused:
        form.refuse(refused)
        return show_hand(request, access, evening, row, form=form)
    return _to(request, access, number, entry, written.entry.number)


def _to(request: HttpRequest, access: GroupAccess, number: int, entry: int, remarked: int) -> HttpResponse:
    """Back to the hand, where entry `remarked` is confirmed, if that was the remark."""
    address = reverse("hand", args=[access.group.code, number, entry])
    return go_to(request, f"{address}?remarked={remarked}#remark")
