"""Start tonight: who is here, in which order they sit, and who deals first."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledger import recording
from ledger.recording import WriteContext
from ledger.scoring import HandRefused
from ledger.seating import Seating
from ledger.standings import Person, nights_in_progress, playing
from ledger.standings.tables import last_table
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.people import near, people_for
from scorekeeper.pad.seating import SeatsTonightForm, known_as, seat_of
from scorekeeper.text.refusals import sentence


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def tonight(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Ask for the table, add who was never here before, or open the night's book."""
    if request.method != "POST":
        return _page(request, access, _form(access, table=last_table(access.group)))
    form = _form(access, request.POST)
    if form.has_newcomer():
        return _add_newcomer(request, access, form)
    if form.is_valid():
        context = WriteContext(key=form.cleaned_data["key"], after=0, by=access.membership)
        try:
            session = recording.start_session(access.group, form.seating(), context)
        except HandRefused as refused:
            form.refuse(refused)
        else:
            return go_to(request, reverse("table", args=[access.group.code, session.number]))
    return _page(request, access, form, status=422)


def _form(access: GroupAccess, *said: QueryDict, table: Seating | None = None) -> SeatsTonightForm:
    game = playing(access.group)
    return SeatsTonightForm(
        *said,
        people=_near(people_for(access.group), said, table),
        table=table,
        usually=game.usually,
        least=game.least,
        most=game.most,
    )


def _near(people: Sequence[Person], said: Sequence[QueryDict], table: Seating | None) -> list[Person]:
    """Whom the form shows: in a very large group who plays most, sat here last, or was given a seat."""
    seats = table.seats if table else ()
    return near(people, lambda one: one in seats or any(sent.get(seat_of(one)) for sent in said))


def _add_newcomer(request: HttpRequest, access: GroupAccess, form: SeatsTonightForm) -> HttpResponse:
    """Somebody new sits down; the rest of the page stays as it was typed.

    He is the group's player from this tap on, also if the night is never started: his seat has to be shown.
    """
    name = form.data["newcomer"]
    try:
        people = people_for(access.group)
        player = known_as(people, name) or recording.add_player(access.group, name).pk
    except HandRefused as refused:
        return _page(request, access, form.with_newcomer(form.people, None), sentence(refused), status=422)
    shown = near(people_for(access.group), lambda one: one == player or request.POST.get(seat_of(one)))
    return _page(request, access, form.with_newcomer(shown, player))


def _page(
    request: HttpRequest,
    access: GroupAccess,
    form: SeatsTonightForm,
    wrong_newcomer: str = "",
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "group": access.group,
        "open_nights": nights_in_progress(access.group),
        "form": form,
        "wrong_newcomer": wrong_newcomer,
    }
    return show(request, "tonight/page.html", context, fragment="tonight/form.html", status=status)
