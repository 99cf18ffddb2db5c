"""Start tonight: who is here, in which order they sit, and who deals first."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledger import recording
from ledger.recording import Pen
from ledger.scoring import HandRefused
from ledger.seating import Seating
from ledger.standings import Person, nights_in_progress, people_of, playing
from ledger.standings.tables import last_table
from scorekeeper.access import Door, scorer
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.people import near
from scorekeeper.pad.seating import SeatsTonightForm, known_as, seat_of


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def tonight(request: HttpRequest, door: Door) -> HttpResponse:
    """Ask for the table, add who was never here before, or open the night's book."""
    if request.method != "POST":
        return _page(request, door, _form(door, table=last_table(door.group)))
    form = _form(door, request.POST)
    if form.has_newcomer():
        return _add_newcomer(request, door, form)
    if form.is_valid():
        pen = Pen(key=form.cleaned_data["key"], after=0, by=door.membership)
        try:
            session = recording.start_session(door.group, form.seating(), pen)
        except HandRefused as refused:
            form.refuse(refused)
        else:
            return go_to(request, reverse("table", args=[door.group.code, session.number]))
    return _page(request, door, form, status=422)


def _form(door: Door, *said: QueryDict, table: Seating | None = None) -> SeatsTonightForm:
    game = playing(door.group)
    return SeatsTonightForm(
        *said,
        people=_near(people_of(door.group), said, table),
        table=table,
        usually=game.usually,
        least=game.least,
        most=game.most,
    )


def _near(people: Sequence[Person], said: Sequence[QueryDict], table: Seating | None) -> list[Person]:
    """Whom the form shows: in a very large group who plays most, sat here last, or was given a seat."""
    seats = table.seats if table else ()
    return near(people, lambda one: one in seats or any(sent.get(seat_of(one)) for sent in said))


def _add_newcomer(request: HttpRequest, door: Door, form: SeatsTonightForm) -> HttpResponse:
    """Somebody new sits down; the rest of the page stays as it was typed.

    He is the group's player from this tap on, also if the night is never started: his seat has to be shown.
    """
    name = form.data["newcomer"]
    try:
        people = people_of(door.group)
        player = known_as(people, name) or recording.add_player(door.group, name).pk
    except HandRefused as refused:
        return _page(request, door, form.with_newcomer(form.people, None), refused.message, status=422)
    shown = near(people_of(door.group), lambda one: one == player or request.POST.get(seat_of(one)))
    return _page(request, door, form.with_newcomer(shown, player))


def _page(
    request: HttpRequest, door: Door, form: SeatsTonightForm, wrong_newcomer: str = "", *, status: int = 200
) -> HttpResponse:
    context = {
        "group": door.group,
        "open_nights": nights_in_progress(door.group),
        "form": form,
        "wrong_newcomer": wrong_newcomer,
    }
    return show(request, "tonight/page.html", context, fragment="tonight/form.html", status=status)
