"""One hand: why each number is what it is, what it said before, and putting it right."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ledger.models import Session
from ledger.recording import BookMovedOn, correct_hand, restore_hand, take_back_hand
from ledger.scoring import HandRefused
from ledger.sheet import HandRow
from scorekeeper.access import Door, scorer, watcher
from scorekeeper.forms.guards import read_pen
from scorekeeper.forms.pad import Pad, pad_of, read_pad
from scorekeeper.fragments import go_to, show, wants_fragment
from scorekeeper.showing import (
    Evening,
    correcting,
    evening_of,
    hand_told,
    said_of,
    show_table,
    table_url,
)


@watcher
@require_safe
def hand(request: HttpRequest, door: Door, *, number: int, entry: int) -> HttpResponse:
    """The hand's receipt for one player (`?for=ID`), and its history."""
    evening = evening_of(door.session(number))
    row = _row(evening, entry)
    asked = request.GET.get("for", "")
    context = hand_told(evening, row, int(asked) if asked.isascii() and asked.isdigit() else 0)
    return show(request, "hand/page.html", {"door": door, "key": uuid.uuid4(), **context})


@scorer
def correct(request: HttpRequest, door: Door, *, number: int, entry: int) -> HttpResponse:
    """The pad as the hand was told, to say it again."""
    session = door.session(number)
    evening = evening_of(session)
    row = _row(evening, entry)
    if request.method != "POST":
        return _show_pad(request, door, evening, row, pad_of(row))
    pad = read_pad(request.POST, pad_of(row))
    if "tap" in request.POST:
        return _show_pad(request, door, evening, row, pad.tapped(request.POST["tap"]))
    try:
        correct_hand(session, entry, pad.hand(), read_pen(request.POST, door.membership))
    except BookMovedOn as moved:
        evening = evening_of(session)
        return _show_pad(request, door, evening, _row(evening, entry), pad, moved=moved, status=409)
    except HandRefused as refused:
        return _show_pad(request, door, evening, row, pad, refused=refused, status=422)
    return go_to(request, f"{table_url(session)}?told={entry}")


@scorer
@require_POST
def take_back(request: HttpRequest, door: Door, *, number: int, entry: int) -> HttpResponse:
    """Take a hand back."""
    session = door.session(number)
    try:
        take_back_hand(session, entry, read_pen(request.POST, door.membership))
    except BookMovedOn as moved:
        return show_table(request, door, evening_of(session), moved=moved, status=409)
    except HandRefused as refused:
        return show_table(request, door, evening_of(session), refused=refused, status=422)
    return _done(request, door, session, entry)


@scorer
@require_POST
def restore(request: HttpRequest, door: Door, *, number: int, entry: int) -> HttpResponse:
    """Let a hand say again what it said before (`version`)."""
    session = door.session(number)
    asked = request.POST.get("version", "")
    version = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0
    try:
        restore_hand(session, entry, read_pen(request.POST, door.membership), version=version)
    except BookMovedOn as moved:
        return show_table(request, door, evening_of(session), moved=moved, status=409)
    except HandRefused as refused:
        return show_table(request, door, evening_of(session), refused=refused, status=422)
    return _done(request, door, session, entry)


def _done(request: HttpRequest, door: Door, session: Session, entry: int) -> HttpResponse:
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
    *,
    moved: BookMovedOn | None = None,
    refused: HandRefused | None = None,
    status: int = 200,
) -> HttpResponse:
    action = reverse("correct", args=[door.group.code, evening.session.number, row.entry])
    context = correcting(evening, row, pad, moved) | {
        "door": door,
        "key": uuid.uuid4(),
        "action": action,
        "tap_url": action,
        "refused": refused,
    }
    return show(request, "hand/correct.html", context, status=status)


def _row(evening: Evening, entry: int) -> HandRow:
    row = evening.sheet.row(entry)
    if row is None:
        raise Http404("There is no such hand.")
    return row
