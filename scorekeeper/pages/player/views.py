"""What there is to tell about a player, in one game and of the hands that the address asks for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings.groups import names_of
from ledger.standings.nights import began_in
from ledger.standings.nobody import of_people
from ledger.standings.statistics import statistics_of_season
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.pages.player.presenter import player_view
from scorekeeper.presenters.asked_hands import asked_hands
from scorekeeper.presenters.courses import courses
from scorekeeper.presenters.table_files import table_addresses, table_file


@watcher
@require_safe
def player(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Facts, the course, an average night, what stands out, roles, company, and questions and answers."""
    who = access.player(player)
    form = AskedHandsForm(request.GET, has_money=bool(access.group.currency))
    found = asked_hands(access.group, form, access.news)
    ran = courses(access.group, found)
    names = names_of(access.group)
    view = player_view(
        who.pk,
        names,
        found,
        access.group,
        ran=ran,
        statistics=statistics_of_season(of_people(found.played, names), found.season),
        began=began_in(found.played),
    )
    if file := table_file(request, view, access.group.name, who.name):
        return file
    context = {
        "access": access,
        "player": who,
        "found": found,
        "form": form,
        "view": view,
        "csv": table_addresses(view, found.query),
        "cents": ran.money.totals.get(who.pk) if ran.money.nights else None,
        "page_url": request.path,
    }
    return show(request, "player/page.html", context, status=200 if found.is_valid else 422)
