"""One hand: why each number is what it is, what it said before, and putting it right."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.models import Session
from ledger.recording import BookMovedOn, Pen, correct_hand, restore_hand, take_back_hand
from ledger.scoring import HandRefused
from ledger.sheet import HandRow, ScoreSheet
from scorekeeper.access import Door, scorer, watcher
from scorekeeper.http.forms import read_pen
from scorekeeper.http.htmx import go_to, show, wants_fragment
from scorekeeper.pad.evening import (
    Evening,
    correcting,
    evening_of,
    hand_told,
    said_of,
    show_table,
    status_of,
    table_url,
)
from scorekeeper.pad.questions import number as small
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.state import Pad, pad_of


@watcher
@require_safe
def hand(request: HttpRequest, door: Door, *, number: int, entry: int) -> HttpResponse:
    """The hand's receipt for one player (`?for=ID`), and its history."""
    evening = evening_of(door.session(number))
    context = hand_told(evening, _row(evening.sheet, entry), small(request.GET.get("for", "")) or 0)
    return show(request, "hand/page.html", {"door": door, **context})


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, door: Door, *, number: int, entry: int) -> HttpResponse:
    """The pad as the hand was told, to say it again."""
    session = door.session(number)
    evening = evening_of(session)
    row = _row(evening.sheet, entry)
    if request.method != "POST":
        return _show_pad(request, door, evening, row, pad_of(row))
    if "tap" in request.POST:
        pad = read_pad(request.POST, pad_of(row)).tapped(request.POST["tap"])
        return _show_pad(request, door, evening, row, pad)
    try:
        pen = read_pen(request.POST, door.membership)
        seen = evening.sheet_seen(pen.after).row(entry) or row
        correct_hand(session, entry, read_pad(request.POST, pad_of(seen)).hand(), pen)
    except (BookMovedOn, HandRefused) as trouble:
        evening = evening_of(session)
        row = _row(evening.sheet, entry)
        return _show_pad(request, door, evening, row, read_pad(request.POST, pad_of(row)), trouble)
    return go_to(request, f"{table_url(session)}?told={entry}")


@scorer
@require_POST
def take_back(request: HttpRequest, door: Door, *, number: int, entry: int) -> HttpResponse:
    """Take a hand back."""
    return _write(request, door, number, entry, take_back_hand)


@scorer
@require_POST
def restore(request: HttpRequest, door: Door, *, number: int, entry: int) -> HttpResponse:
    """Let a hand say again what it said before (`version`)."""
    version = small(request.POST.get("version", "")) or 0

    def say_again(session: Session, of: int, pen: Pen) -> object:
        return restore_hand(session, of, pen, version=version)

    return _write(request, door, number, entry, say_again)


def _write(
    request: HttpRequest, door: Door, number: int, entry: int, write: Callable[[Session, int, Pen], object]
) -> HttpResponse:
    session = door.session(number)
    try:
        write(session, entry, read_pen(request.POST, door.membership))
    except (BookMovedOn, HandRefused) as trouble:
        return show_table(request, door, evening_of(session), trouble=trouble)
    if not wants_fragment(request):
        return go_to(request, f"{table_url(session)}?told={entry}")
    evening = evening_of(session)
    return show_table(request, door, evening, said=said_of(evening, entry))


def _show_pad(
    request: HttpRequest,
    door: Door,
    evening: Evening,
    row: HandRow,
    pad: Pad,
    trouble: HandRefused | BookMovedOn | None = None,
) -> HttpResponse:
    action = reverse("correct", args=[door.group.code, evening.session.number, row.entry])
    context = {"door": door, "key": uuid.uuid4(), "action": action, "tap_url": action}
    context |= correcting(evening, row, pad, trouble)
    return show(request, "hand/correct.html", context, status=status_of(trouble))


def _row(sheet: ScoreSheet, entry: int) -> HandRow:
    row = sheet.row(entry)
    if row is None:
        raise Http404("There is no such hand.")
    return row
