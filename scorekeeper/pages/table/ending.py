"""The end of a night: the result, who pays whom now, and a text to share."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from ledger.book.sheet import THE_NIGHT, EntryKind, Line, ScoreSheet
from ledger.models import Session
from ledger.models.book import lines_of, sheet_of
from ledger.recording import (
    NewHand,
    StaleWrite,
    WriteContext,
    Written,
    end_night,
    mark_unpaid,
    remark_on_hand,
    reopen_night,
    tell_hand,
)
from ledger.scoring import HandRefused
from ledger.standings import names_of
from ledger.standings.money import paid_from
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.http.forms import DAMAGED, Guarded
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paying import PayLineForm, line_paid, line_unpaid
from scorekeeper.pad.state import fresh_pad
from scorekeeper.presenters.changes import meanwhile
from scorekeeper.presenters.owed import drawn_on, owed_in, owed_list, shared, who_is_who
from scorekeeper.presenters.payments import plays_for_money, settled, titled, to_share
from scorekeeper.presenters.sheet import remark_done, remark_lines
from scorekeeper.text.dates import when
from scorekeeper.text.numbers import number as small
from scorekeeper.text.receipts import role_words
from scorekeeper.text.refusals import sentence


class NoteForm(Guarded):
    text = forms.CharField(required=False)


class UnpaidForm(Guarded):
    of = forms.IntegerField(error_messages=dict.fromkeys(("required", "invalid"), DAMAGED))


# Writes into a night, of which this is the sheet, what a form says.
Write = Callable[[Session, ScoreSheet, dict[str, Any], WriteContext], Written]

# Remarks that are listed, the latest; the report of the night has all.
MOST_REMARKS = 100


@watcher
@require_safe
def ending(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Show the result so far and the button that ends the night; afterwards, the payments."""
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    return _page(request, access, session, sheet_of(session))


@scorer
@require_POST
def end(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    return _written(
        request, access, number, Guarded, lambda night, sheet, said, context: end_night(night, context)
    )


@scorer
@require_POST
def divide_pot(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Divide the pot among everybody at the table, so that the night can end."""
    return _written(
        request,
        access,
        number,
        Guarded,
        lambda night, sheet, said, context: tell_hand(
            night, NewHand(seats=sheet.seating.seats, told={"kind": "pot_divide"}), context
        ),
    )


@scorer
@require_POST
def reopen(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    return _written(
        request, access, number, Guarded, lambda night, sheet, said, context: reopen_night(night, context)
    )


@scorer
@require_POST
def note(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    return _written(
        request,
        access,
        number,
        NoteForm,
        lambda night, sheet, said, context: remark_on_hand(night, THE_NIGHT, said["text"], context),
    )


@scorer
@require_POST
def pay(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Book a payment of the group's open list; it names this night."""
    session = access.session(number)

    def again(form: PayLineForm) -> HttpResponse:
        sheet = sheet_of(session)
        # While the night goes on there is no list of who pays whom, on which the line would say it.
        trouble = "" if sheet.ending else form.all_wrong
        return _page(request, access, session, sheet, paying=form, trouble=trouble)

    return line_paid(
        request,
        access,
        PayLineForm(request.POST, group=access.group),
        back=_list(access, number),
        again=again,
        session=session,
    )


@scorer
@require_POST
def unpay(request: HttpRequest, access: GroupAccess, *, number: int, line: int) -> HttpResponse:
    session = access.session(number)
    return line_unpaid(
        request,
        access,
        line,
        back=_list(access, number),
        again=lambda form: _page(request, access, session, sheet_of(session), trouble=form.all_wrong),
    )


def _list(access: GroupAccess, number: int) -> str:
    return f"{resolve_url('ending', code=access.group.code, number=number)}#owed"


@scorer
@require_POST
def unpaid(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Take back a payment that stands in the night's own book."""
    return _written(
        request,
        access,
        number,
        UnpaidForm,
        lambda night, sheet, said, context: mark_unpaid(night, said["of"], context),
    )


def _written(
    request: HttpRequest, access: GroupAccess, number: int, form_class: type[Guarded], write: Write
) -> HttpResponse:
    session = access.session(number)
    sheet = sheet_of(session)
    form = form_class(request.POST, newest=sheet.newest)
    if not form.is_valid():
        return _page(request, access, session, sheet, trouble=str(DAMAGED))
    try:
        written = write(session, sheet, form.cleaned_data, form.context(access.membership))
    except StaleWrite as moved:
        return _page(request, access, session, moved.sheet, since=moved.since)
    except HandRefused as refused:
        return _page(request, access, session, sheet, trouble=sentence(refused))
    remarked = f"?remarked={written.entry.number}" if written.entry.kind == EntryKind.REMARKED else ""
    return go_to(request, f"{resolve_url('ending', code=access.group.code, number=number)}{remarked}")


def _page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    sheet: ScoreSheet,
    *,
    trouble: str = "",
    since: Sequence[Line] | None = None,
    paying: PayLineForm | None = None,
) -> HttpResponse:
    group, names, remarked = access.group, names_of(access.group), small(request.GET.get("remarked", ""))
    in_money = plays_for_money(group.currency, sheet)
    told = settled(
        sheet,
        names,
        in_money=in_money,
        currency=group.currency,
        rounding=group.rounding,
        session=session,
    )
    day, owed = when(session.started_at, "long"), None
    page = drawn_on(group, "night", session.number, note=f"{group.name} · {day}")
    if in_money and sheet.ending:
        owed = owed_in(group, page, names, session=session, form=paying)
    elif in_money:
        # A night that goes on has only the payments that were made.
        owed = owed_list(paid_from(session), page, who_is_who(group, names))
    share = ""
    if sheet.ending:
        payments = shared(owed, group.currency) if owed else []
        share = to_share(titled(group.name, day, sheet), told, payments, currency=group.currency)
    context = {
        "in_money": in_money,
        "told": told,
        "owed": owed,
        "share": share,
        "share_rows": share.count("\n") + 1,
        "access": access,
        "night": session,
        "sheet": sheet,
        "done": remark_done(lines_of(session), THE_NIGHT, remarked) if remarked else None,
        "remarks": remark_lines(sheet, sheet.rows)[-MOST_REMARKS:],
        "pot": _pot(sheet) if sheet.pot_points else None,
        "trouble": trouble,
        "meanwhile": None if since is None else meanwhile(since, sheet, names),
    }
    status = 422 if trouble or paying else 200 if since is None else 409
    return show(request, "table/ending/page.html", context, status=status)


def _pot(sheet: ScoreSheet) -> dict[str, Any]:
    # The game's word for the points on the table, and whether this table ends them by a showdown.
    points = sheet.pot_points
    return {
        "word": role_words(sheet.rules.game, sheet.rules.read)["pot"],
        "number": int(points) if points == int(points) else 2,  # a fraction of a point is spoken as points
        "is_showdown": fresh_pad(sheet).asks.mode("showdown") is not None,
    }
