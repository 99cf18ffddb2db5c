"""Start tonight: who is here, in which order they sit, and who deals first."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledger import recording
from ledger.standings import nights_in_progress, playing
from ledger.standings.groups import last_table
from scorekeeper.access import GroupAccess, scorer
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.people import people_for
from scorekeeper.pad.seating import SeatingForm


@scorer
@require_http_methods(["GET", "HEAD", "POST"])
def tonight(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Ask for the table, move somebody in the list, or open the night's book."""
    if request.method != "POST":
        return _page(request, access, _form(access, table=last_table(access.group)))
    form = _form(access, data=request.POST)
    if "step" in request.POST and "newcomer" not in form.errors:
        return _page(request, access, _form(access, initial=form.stepped()))
    if form.wrote(lambda: recording.start_table(access.group, form.seating, form.context(access.membership))):
        return go_to(request, reverse("table", args=[access.group.code, form.written.number]))
    return _page(request, access, form, status=422)


def _form(access: GroupAccess, **said: Any) -> SeatingForm:
    # The list: as it was sent, as the group sat last, or on a first night everybody if they fit.
    game, people = playing(access.group), people_for(access.group)
    if not said.get("data") and not said.get("table") and len(people) <= game.usually + 1:
        said.setdefault("initial", {"sits": [str(one.player) for one in people]})
    return SeatingForm(people=people, usually=game.usually, least=game.least, most=game.most, **said)


def _page(request: HttpRequest, access: GroupAccess, form: SeatingForm, *, status: int = 200) -> HttpResponse:
    context = {"group": access.group, "open_nights": nights_in_progress(access.group), "form": form}
    return show(request, "table/tonight/page.html", context, status=status)
