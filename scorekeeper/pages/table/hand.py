"""A hand: why each number is what it is, what it said before, and putting it right."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.book.sheet import LONGEST_REMARK, HandRow, ScoreSheet
from ledger.recording import (
    StaleWrite,
    Written,
    correct_hand,
    remark_on_hand,
    restore_hand,
    take_back_hand,
)
from ledger.scoring import HandRefused
from ledger.words.texts import clean
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.http import outbox
from scorekeeper.http.forms import Guarded, read_write_context
from scorekeeper.http.htmx import go_to, show, wants_fragment
from scorekeeper.http.outbox import wants_data
from scorekeeper.pad.evening import (
    Evening,
    confirmation_of,
    correcting,
    evening_of,
    hand_told,
    in_trouble,
    pad_after,
    show_table,
    status_of,
    table_url,
)
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.side_by_side import not_written
from scorekeeper.pad.state import Pad, pad_of
from scorekeeper.presenters.sheet import remark_done, remark_of
from scorekeeper.text.numbers import number as small


class RemarkForm(Guarded):
    text = forms.CharField(required=False)
    most = LONGEST_REMARK

    def again(self, *, newest: int) -> RemarkForm:
        """Return the same with what was typed, for somebody who sees now what was written meanwhile."""
        return RemarkForm(newest=newest, initial={"text": self.data.get("text", "")})


@scorer
@require_POST
def remark(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    """Write a remark on a hand; the same remark again writes nothing."""
    session = access.session(number)
    evening = evening_of(session)
    row = row_of(evening.sheet, entry)
    form = RemarkForm(request.POST, newest=evening.sheet.newest)
    if form.is_valid() and clean(form.cleaned_data["text"]) == remark_of(evening.sheet, entry):
        return _to(request, access, number, entry, evening.sheet.newest)
    try:
        if form.wrote(
            lambda: remark_on_hand(session, entry, form.cleaned_data["text"], form.context(access.membership))
        ):
            return _to(request, access, number, entry, form.written.entry.number)
    except StaleWrite as moved:
        evening = evening_of(session)
        again = form.again(newest=evening.sheet.newest)
        return show_hand(request, access, evening, row_of(evening.sheet, entry), form=again, moved=moved)
    return show_hand(request, access, evening, row, form=form)


def _to(request: HttpRequest, access: GroupAccess, number: int, entry: int, remarked: int) -> HttpResponse:
    # Back to the hand, where entry `remarked` is confirmed, if that was the remark.
    address = reverse("hand", args=[access.group.code, number, entry])
    return go_to(request, f"{address}?remarked={remarked}#remark")


@watcher
@require_safe
def hand(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    """Show the hand's receipt for one player (`?for=ID`), and its history."""
    evening = evening_of(access.session(number))
    return show_hand(request, access, evening, row_of(evening.sheet, entry))


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    session = access.session(number)
    evening = evening_of(session)
    row = row_of(evening.sheet, entry)
    if request.method != "POST":
        again = "again" in request.GET and row.slip
        told = evening.sheet_seen(row.slip).row(entry) if again and row.slip else None
        said = _("Taken back onto the pad") if told else ""
        return _show_pad(request, access, evening, row, pad_of(told or row), said=said)
    if "tap" in request.POST:
        pad = read_pad(request.POST, pad_of(row)).tapped(request.POST["tap"])
        return _show_pad(request, access, evening, row, pad)
    try:
        context = read_write_context(request.POST, access.membership)
        seen = evening.sheet_seen(context.after).row(entry) or row
        pad = read_pad(request.POST, pad_of(seen))
        written = correct_hand(session, entry, pad.hand(), context, keep_later="keep" in request.POST)
    except (StaleWrite, HandRefused) as trouble:
        evening = evening_of(session)
        if wants_data(request):
            return not_written(evening, trouble, request.POST, corrects=row_of(evening.sheet, entry))
        row = row_of(evening.sheet, entry)
        return _show_pad(request, access, evening, row, read_pad(request.POST, pad_of(row)), trouble)
    if wants_data(request):
        return outbox.written(written)
    return go_to(request, f"{table_url(session)}?told={entry}")


@scorer
@require_POST
def take_back(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    return _write(request, access, number, entry, take_back_hand)


@scorer
@require_POST
def restore(request: HttpRequest, access: GroupAccess, *, number: int, entry: int) -> HttpResponse:
    """Let a hand say again what it said before (`version`); a correction undone at once is tapped again."""
    version = small(request.POST.get("version", "")) or 0
    return _write(request, access, number, entry, partial(restore_hand, version=version))


def show_hand(
    request: HttpRequest,
    access: GroupAccess,
    evening: Evening,
    row: HandRow,
    *,
    form: RemarkForm | None = None,
    moved: StaleWrite | None = None,
) -> HttpResponse:
    """Return the page of a hand; `form` is a refused remark, `moved` what was written meanwhile."""
    begun = RemarkForm(newest=evening.sheet.newest, initial={"text": remark_of(evening.sheet, row.entry)})
    context = {
        "access": access,
        **hand_told(evening, row, small(request.GET.get("for", "")) or 0),
        "remark_form": form or begun,
        "is_remarking": form is not None,
        "done": remark_done(evening.lines, row.entry, small(request.GET.get("remarked", "")) or 0),
        **in_trouble(evening, moved),
    }
    status = status_of(moved) if moved else 422 if form else 200
    return show(request, "table/hand/page.html", context, status=status)


def _write(
    request: HttpRequest,
    access: GroupAccess,
    number: int,
    entry: int,
    write: Callable[..., Written],
) -> HttpResponse:
    session = access.session(number)
    try:
        context = read_write_context(request.POST, access.membership)
        written = write(session, entry, context, keep_later="keep" in request.POST)
    except (StaleWrite, HandRefused) as trouble:
        again = {"url": request.path, "version": request.POST.get("version", "")}
        return show_table(request, access, evening_of(session), trouble=trouble, again=again)
    if row_of(written.sheet, entry).slip:
        return go_to(request, reverse("correct", args=[access.group.code, number, entry]) + "?again")
    if not wants_fragment(request):
        return go_to(request, f"{table_url(session)}?told={entry}")
    evening = evening_of(session)
    pad, said = pad_after(evening, entry), confirmation_of(evening, entry)
    return show_table(request, access, evening, pad=pad, said=said)


def _show_pad(
    request: HttpRequest,
    access: GroupAccess,
    evening: Evening,
    row: HandRow,
    pad: Pad,
    trouble: HandRefused | StaleWrite | None = None,
    *,
    said: str = "",
) -> HttpResponse:
    action = reverse("correct", args=[access.group.code, evening.session.number, row.entry])
    context = {"access": access, "key": uuid.uuid4(), "action": action, "tap_url": action, "back": said}
    context |= correcting(evening, row, pad, trouble)
    return show(request, "table/hand/correct.html", context, status=status_of(trouble))


def row_of(sheet: ScoreSheet, entry: int) -> HandRow:
    """Return the row of the hand that this entry told first; raises Http404 where there is none."""
    row = sheet.row(entry)
    if row is None:
        raise Http404("There is no such hand.")
    return row
