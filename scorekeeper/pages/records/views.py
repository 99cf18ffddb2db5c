"""The records and badges of a game, of the hands that the address asks for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings import names_of
from ledger.standings.badges import FEWEST_NIGHTS, badges_in, table_in
from ledger.standings.nights import began_in
from ledger.standings.nobody import of_people
from ledger.standings.records import records_in
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.pages.records.presenter import records_view
from scorekeeper.presenters.asked_hands import asked_hands
from scorekeeper.presenters.records import Place
from scorekeeper.presenters.table_files import table_addresses, table_file


@watcher
@require_safe
def records(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """What there are records of, who has which badge, and the table that the badges for fun are read from."""
    form = AskedHandsForm(request.GET, has_money=bool(access.group.currency))
    found = asked_hands(access.group, form, access.news)
    names = names_of(access.group)
    played = of_people(found.played, names)
    best, awards = records_in(played), badges_in(played, found.game)
    place = Place(
        game=found.game,
        names=names,
        began=began_in(played),
        code=access.group.code,
        query=found.query,
    )
    view = records_view(best, awards, table_in(played), len(played.nights), place)
    if file := table_file(request, view, access.group.name):
        return file
    context = {
        "access": access,
        "found": found,
        "form": form,
        "page_url": request.path,
        "fewest": FEWEST_NIGHTS,
        "view": view,
        "csv": table_addresses(view, found.query),
    }
    return show(request, "records/page.html", context, status=200 if found.is_valid else 422)
