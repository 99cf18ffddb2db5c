"""The end of a night: the result, the fewest payments that settle it, and a text to share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    StaleWrite,
    Written,
    end_night,
    mark_paid,
    mark_unpaid,
    reopen_night,
    tell_hand,
)
from ledger.scoring import HandRefused, game_called
from ledger.sheet import Line, ScoreSheet
from ledger.standings import names_of
from ledger.standings.money import plan_of
from ledger.standings.payments import settled_by
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.http.forms import DAMAGED
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE
from scorekeeper.pad.state import fresh_pad
from scorekeeper.pages.ending.forms import DividePotForm, EndingForm, PaidForm, UnpaidForm
from scorekeeper.presenters.changes import meanwhile
from scorekeeper.presenters.payments import plays_for_money, settled, titled, to_share
from scorekeeper.presenters.plan import dues, within
from scorekeeper.text.dates import when
from scorekeeper.text.refusals import sentence

Write = Callable[..., Written]


@watcher
@require_safe
def ending(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """The result so far and the button that ends the night; afterwards, the payments."""
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    return _page(request, access, session, sheet_of(session))


@scorer
@require_POST
def end(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """The night is over."""
    return _written(request, access, number, EndingForm, end_night)


@scorer
@require_POST
def divide_pot(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """What lies on the table goes to everybody alike, so that the night can end."""
    return _written(request, access, number, DividePotForm, tell_hand)


@scorer
@require_POST
def reopen(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """It is not over after all."""
    return _written(request, access, number, EndingForm, reopen_night)


@scorer
@require_POST
def paid(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """A payment of the plan was made."""
    return _written(request, access, number, PaidForm, mark_paid)


@scorer
@require_POST
def unpaid(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """A payment was not made after all."""
    return _written(request, access, number, UnpaidForm, mark_unpaid)


def _written(
    request: HttpRequest, access: GroupAccess, number: int, form_class: type[EndingForm], write: Write
) -> HttpResponse:
    session = access.session(number)
    sheet = sheet_of(session)
    form = form_class(request.POST, newest=sheet.newest)
    if not form.is_valid():
        return _page(request, access, session, sheet, trouble=str(DAMAGED))
    try:
        write(session, context=form.context(access.membership), **form.said(sheet))
    except StaleWrite as moved:
        return _page(request, access, session, moved.sheet, since=moved.since)
    except HandRefused as refused:
        return _page(request, access, session, sheet, trouble=sentence(refused))
    return go_to(request, resolve_url("ending", code=access.group.code, number=number))


def _page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    sheet: ScoreSheet,
    *,
    trouble: str = "",
    since: Sequence[Line] | None = None,
) -> HttpResponse:
    names = names_of(access.group)
    context = {
        **_told(access.group, session, sheet, names),
        "access": access,
        "night": session,
        "sheet": sheet,
        "pot": _pot(sheet) if sheet.pot_points else None,
        "trouble": trouble,
        "meanwhile": None if since is None else meanwhile(since, sheet, names),
    }
    status = 422 if trouble else 200 if since is None else 409
    return show(request, "ending/page.html", context, status=status)


def _pot(sheet: ScoreSheet) -> dict[str, Any]:
    """What the game calls what lies on the table, and whether a showdown is how this table ends it."""
    showdown = fresh_pad(sheet).asks.mode("showdown")
    points = sheet.pot_points
    return {
        "word": _(game_called(sheet.rules.game).word("pot")),
        "number": int(points) if points == int(points) else 2,  # a fraction of a point is spoken as points
        "is_showdown": showdown is not None,
    }


def _told(group: Group, session: Session, sheet: ScoreSheet, names: Mapping[int, str]) -> dict[str, Any]:
    in_money = plays_for_money(group.currency, sheet)
    number = settled_by(session) if in_money and sheet.ending else None
    plan = plan_of(group, number) if number else None
    told = settled(sheet, names, in_money=in_money, within=within(plan))
    due = dues(plan, {}, names)[:A_PAGE] if plan and told.within else ()
    shown = {"in_money": in_money, "told": told, "plan": plan, "dues": due}
    if not sheet.ending:
        return shown
    day = when(session.started_at, "long")
    share = to_share(titled(group.name, day, sheet), told, currency=group.currency)
    return {**shown, "share": share, "share_rows": share.count("\n") + 1}
