"""Somebody comes or goes, and who sits where, deals and sits out from the next hand on."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledger import recording
from ledger.folding import fold
from ledger.models import Group, Session
from ledger.models.book import lines_of
from ledger.recording import StaleWrite, Written
from ledger.scoring import HandRefused, game_called
from ledger.sheet import Line, Note, ScoreSheet
from ledger.standings import Person
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.people import people_for
from scorekeeper.pad.evening import OWNERS, table_url
from scorekeeper.pad.seating import TableForm
from scorekeeper.pages.seats.going import has_open
from scorekeeper.presenters.changes import Changes, meanwhile
from scorekeeper.presenters.sheet import note_words


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Show the table as it stands; posted, everybody sits, comes and goes as the list says from then on."""
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    people, lines = people_for(access.group), lines_of(session)
    sheet = fold(lines)
    if request.method != "POST":
        return _page(request, access, session, people, sheet, _form(people, sheet))
    form = _form(people, sheet, data=request.POST)
    if "step" in request.POST and "newcomer" not in form.errors:
        stepped = _form(people, sheet, initial=form.stepped())
        stepped.newest = form.after_shown
        return _page(request, access, session, people, sheet, stepped)
    is_valid = form.is_valid()
    since: Sequence[Line] = form.unseen(lines)
    if is_valid:
        try:
            written = recording.change_table(session, form.seating, form.context(access.membership))
        except StaleWrite as moved:
            since, sheet = moved.since, moved.sheet
        except HandRefused as refused:
            form.refuse(refused)
            since = ()
        else:
            return go_to(request, _next(session, written, sheet))
    if not since:
        return _page(request, access, session, people, sheet, form, status=422)
    names = {person.player: person.name for person in people}
    seen = fold([line for line in lines if line.number <= form.after_shown] or lines)
    again = _form(people, sheet, initial=form.merged(seen.seating, sheet.seating))
    changes = meanwhile(since, sheet, names)
    return _page(request, access, session, people, sheet, again, since=changes, status=409)


def _told(written: Written) -> int:
    """The entry that says it: an arrival may have told more, as a share of the pot."""
    last = written.sheet.last_change
    return last.entry if last else written.entry.number


def _next(session: Session, written: Written, before: ScoreSheet) -> str:
    """Return the table; where there is money, who goes home is first shown what there is to pay or to get."""
    said = f"?told={_told(written)}"
    gone = [one for one in before.seating.seats if one not in written.sheet.seating.seats]
    goes = next(
        (one for one in gone if session.group.currency and has_open(session, written.sheet, one)), None
    )
    if goes is not None:
        return reverse("going", args=[session.group.code, session.number, goes]) + said
    return f"{table_url(session)}{said}#table"


def _form(people: Sequence[Person], sheet: ScoreSheet, **said: Any) -> TableForm:
    game = game_called(sheet.rules.game)
    counts = {"usually": game.usually, "least": game.least_active, "most": game.most_active}
    return TableForm(people=people, table=sheet.seating, newest=sheet.newest, **counts, **said)


def _page(
    request: HttpRequest,
    access: GroupAccess,
    session: Session,
    people: Sequence[Person],
    sheet: ScoreSheet,
    form: TableForm,
    *,
    since: Changes | None = None,
    status: int = 200,
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
        "form": form,
    }
    return show(request, "seats/page.html", context, status=status)


def _gone(people: Sequence[Person], sheet: ScoreSheet) -> list[Person]:
    """Who has gone home already."""
    left = set(sheet.players) - set(sheet.seating.seats)
    return [one for one in people if one.player in left]


def _words(change: Note, people: Sequence[Person], group: Group) -> str:
    return note_words(change, {one.player: one.name for one in people}, group.currency)
