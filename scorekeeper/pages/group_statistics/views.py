"""What there is to tell about a group, in one game and of the hands that the address asks for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings.groups import names_of
from ledger.standings.nobody import of_people
from ledger.standings.statistics import statistics_of_season
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.pages.group_statistics.presenter import group_view
from scorekeeper.presenters.asked_hands import asked_hands
from scorekeeper.presenters.courses import courses
from scorekeeper.presenters.table_files import table_addresses, table_file


@watcher
@require_safe
def group_statistics(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """How much is luck, averages, the course of everybody, who with whom, evenings, and questions."""
    group = access.group
    form = AskedHandsForm(request.GET, has_money=bool(group.currency))
    found = asked_hands(group, form, access.news)
    names = names_of(group)
    view = group_view(
        found,
        group,
        names,
        statistics=statistics_of_season(of_people(found.played, names), found.season),
        ran=courses(group, found),
    )
    if file := table_file(request, view, group.name):
        return file
    context = {
        "access": access,
        "found": found,
        "form": form,
        "view": view,
        "csv": table_addresses(view, found.query),
        "page_url": request.path,
    }
    return show(request, "group_statistics/page.html", context, status=200 if found.is_valid else 422)
