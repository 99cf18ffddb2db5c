"""The end of a night: the result, the fewest payments that settle it, and a text to share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_POST, require_safe

from ledger.models import Session
from ledger.models.book import sheet_of
from ledger.recording import (
    BookMovedOn,
    Pen,
    Written,
    end_night,
    mark_paid,
    mark_unpaid,
    reopen_night,
)
from ledger.scoring import HandRefused
from ledger.sheet import ScoreSheet
from ledger.standings import names_of
from scorekeeper.access import Door, scorer, watcher
from scorekeeper.forms.ending import EndingForm, PaidForm, UnpaidForm
from scorekeeper.forms.guards import DAMAGED
from scorekeeper.fragments import go_to, show
from scorekeeper.settled import settled, to_share, written_since

Write = Callable[[Session, Pen, dict[str, Any]], Written]


@watcher
@require_safe
def ending(request: HttpRequest, door: Door, *, number: int) -> HttpResponse:
    """The result so far and the button that ends the night; afterwards, the payments."""
    session = door.session(number)
    return _page(request, door, session, sheet_of(session))


@scorer
@require_POST
def end(request: HttpRequest, door: Door, *, number: int) -> HttpResponse:
    """The night is over."""
    return _written(request, door, number, EndingForm, lambda night, pen, said: end_night(night, pen))


@scorer
@require_POST
def reopen(request: HttpRequest, door: Door, *, number: int) -> HttpResponse:
    """It is not over after all."""
    return _written(request, door, number, EndingForm, lambda night, pen, said: reopen_night(night, pen))


@scorer
@require_POST
def paid(request: HttpRequest, door: Door, *, number: int) -> HttpResponse:
    """A payment of the plan was made."""
    return _written(
        request,
        door,
        number,
        PaidForm,
        lambda night, pen, said: mark_paid(night, said["payer"], said["payee"], pen),
    )


@scorer
@require_POST
def unpaid(request: HttpRequest, door: Door, *, number: int) -> HttpResponse:
    """A payment was not made after all."""
    return _written(
        request, door, number, UnpaidForm, lambda night, pen, said: mark_unpaid(night, said["of"], pen)
    )


def _written(
    request: HttpRequest, door: Door, number: int, form_class: type[EndingForm], write: Write
) -> HttpResponse:
    session = door.session(number)
    form = form_class(request.POST, newest=0)
    if not form.is_valid():
        return _page(request, door, session, sheet_of(session), status=422, trouble=DAMAGED)
    try:
        write(session, form.pen(door.membership), form.cleaned_data)
    except BookMovedOn as moved:
        since = written_since(moved.since) or "this phone saw another book"
        return _page(request, door, session, moved.sheet, status=409, since=since)
    except HandRefused as refused:
        return _page(request, door, session, sheet_of(session), status=422, trouble=refused.message)
    return go_to(request, resolve_url("ending", code=door.group.code, number=number))


def _page(
    request: HttpRequest,
    door: Door,
    session: Session,
    sheet: ScoreSheet,
    *,
    status: int = 200,
    trouble: str = "",
    since: str = "",
) -> HttpResponse:
    in_money = bool(door.group.currency and sheet.stake_cents)
    told = settled(sheet, names_of(door.group), in_money=in_money)
    share = to_share(_title(door, session, sheet), told, currency=door.group.currency)
    context = {
        "door": door,
        "night": session,
        "sheet": sheet,
        "told": told,
        "in_money": in_money,
        "share": share,
        "share_rows": share.count("\n") + 1,
        "trouble": trouble,
        "since": since,
    }
    return show(request, "ending/page.html", context, status=status)


def _title(door: Door, session: Session, sheet: ScoreSheet) -> str:
    day = date_format(timezone.localtime(session.started_at), "j F Y")
    hands = "1 hand" if sheet.hands == 1 else f"{sheet.hands} hands"
    return f"{door.group.name}, {day} · {hands}"
