"""Somebody comes or goes, and who sits where, deals and sits out from the next hand on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import resolve_url
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ledger import recording
from ledger.folding import fold
from ledger.models import Group, Session
from ledger.models.book import lines_of, sheet_of
from ledger.recording import StaleWrite, WriteContext, Written
from ledger.scoring import HandRefused, game_called
from ledger.sheet import Line, Note, ScoreSheet
from ledger.standings import Person
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.forms import Guarded
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.people import people_for
from scorekeeper.pad.evening import OWNERS, table_url
from scorekeeper.pad.seating import ArrangeForm
from scorekeeper.pages.seats.arrivals import JoinForm, LeaveForm, in_order
from scorekeeper.pages.seats.going import has_open
from scorekeeper.presenters.changes import Changes, meanwhile
from scorekeeper.presenters.sheet import note_words

Write = Callable[[Any, Session, WriteContext], Written]


@scorer
@require_safe
def seats(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """The table as it stands, and what can change in it."""
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    return _page(request, access, session, people_for(access.group), sheet_of(session))


@scorer
@require_POST
def arrange(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Other seats, another dealer, others who sit out, from the next hand on."""
    return _write(request, access, number, "arrange", _arrange)


@scorer
@require_POST
def join(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Somebody sits down."""
    return _write(request, access, number, "join", _join)


@scorer
@require_POST
def leave(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Somebody goes."""
    return _write(request, access, number, "leave", _leave)


def _write(request: HttpRequest, access: GroupAccess, number: int, name: str, write: Write) -> HttpResponse:
    session, people = access.session(number), people_for(access.group)
    lines = lines_of(session)
    sheet = fold(lines)
    form = _forms(people, sheet, request.POST)[name]
    if form.is_valid():
        try:
            written = write(form, session, form.context(access.membership))
        except StaleWrite as moved:
            return _moved_on(request, access, session, moved.sheet, {name: form}, moved.since)
        except HandRefused as refused:
            form.refuse(refused)
        else:
            return go_to(request, _next(session, written, _who_goes(name, form)))
    elif since := form.unseen(lines):
        return _moved_on(request, access, session, sheet, {name: form}, since)
    return _page(request, access, session, people, sheet, **{name: form}, status=422)


def _told(written: Written) -> int:
    """The entry that says it: an arrival may have told more, as a share of the pot."""
    last = written.sheet.last_change
    return last.entry if last else written.entry.number


def _who_goes(name: str, form: Guarded) -> int | None:
    """Who goes home, if anybody does."""
    goes: int | None = form.cleaned_data.get({"leave": "player", "join": "instead_of"}.get(name, ""))
    return goes


def _next(session: Session, written: Written, goes: int | None) -> str:
    """The table; where there is money, who goes home is first shown what there is to pay or to get."""
    said = f"?told={_told(written)}"
    if goes is not None and session.group.currency and has_open(session, written.sheet, goes):
        return reverse("going", args=[session.group.code, session.number, goes]) + said
    return f"{table_url(session)}{said}#table"


def _arrange(form: ArrangeForm, session: Session, context: WriteContext) -> Written:
    return recording.arrange(session, form.seating(), context)


def _join(form: JoinForm, session: Session, context: WriteContext) -> Written:
    after, goes = form.cleaned_data["left_of"], form.cleaned_data["instead_of"]
    if name := form.cleaned_data["newcomer"]:
        return recording.join_newcomer(session, name, context, after=after, goes=goes)
    return recording.join(session, int(form.cleaned_data["player"]), context, after=after, goes=goes)


def _leave(form: LeaveForm, session: Session, context: WriteContext) -> Written:
    return recording.leave(session, form.cleaned_data["player"], context)


def _forms(people: Sequence[Person], sheet: ScoreSheet, said: QueryDict | None = None) -> dict[str, Any]:
    table, newest = sheet.seating, sheet.newest
    seated = in_order(people, table.seats)
    game = game_called(sheet.rules.game)
    counts = {"usually": game.usually, "least": game.least_active, "most": game.most_active}
    return {
        "arrange": ArrangeForm(said, people=seated, table=table, newest=newest, **counts),
        "join": JoinForm(said, people=people, seats=table.seats, newest=newest),
        "leave": LeaveForm(said, people=people, seats=table.seats, newest=newest),
    }


def _moved_on(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    sheet: ScoreSheet,
    told: Mapping[str, Guarded],
    since: Sequence[Line],
) -> HttpResponse:
    """The table as it stands now, with what was typed still in its place, under guards that are fresh."""
    people = people_for(session.group)
    forms = _forms(people, sheet)
    for name, form in told.items():
        forms[name].initial |= form.kept
    names = {person.player: person.name for person in people}
    return _page(
        request, access, session, people, sheet, since=meanwhile(since, sheet, names), status=409, **forms
    )


def _page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    people: Sequence[Person],
    sheet: ScoreSheet,
    *,
    since: Changes | None = None,
    status: int = 200,
    **said: Guarded,
) -> HttpResponse:
    last = sheet.last_change
    may_undo = last is not None and (access.owns or last.kind not in OWNERS)
    context = {
        "group": session.group,
        "last": last if may_undo else None,
        "last_words": _words(last, people, access.group) if last else "",
        "session": session,
        "sheet": sheet,
        "hand": sheet.hands + 1,
        "meanwhile": since,
        "gone": _gone(people, sheet) if session.group.currency else (),
        **_forms(people, sheet),
        **said,
    }
    return show(request, "seats/page.html", context, status=status)


def _gone(people: Sequence[Person], sheet: ScoreSheet) -> list[Person]:
    """Who has gone home already."""
    left = set(sheet.players) - set(sheet.seating.seats)
    return [one for one in people if one.player in left]


def _words(change: Note, people: Sequence[Person], group: Group) -> str:
    return note_words(change, {one.player: one.name for one in people}, group.currency)
