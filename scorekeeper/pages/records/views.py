"""The records and badges of a game, of the hands that the address asks for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.standings import names_of
from ledger.standings.badges import badges_in
from ledger.standings.nights import began_in
from ledger.standings.nobody import of_people
from ledger.standings.records import records_in
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import Component, show_page
from scorekeeper.presenters.asked_hands import asked_page
from scorekeeper.presenters.feats import badge_table, record_table


@watcher
@require_safe
def records(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show the records, the badges that luck does not explain, and those for fun."""
    group = access.group
    found, context = asked_page(request, access)
    names = names_of(group)
    played = of_people(found.played, names)
    best, awards, began = records_in(played), badges_in(played, found.game), began_in(played)
    about = {"code": group.code, "query": found.query}
    parts: list[Component] = [record_table(best, names, began, **about)]
    for key, title, is_fun in (("claim", _("More than luck"), False), ("badge", _("Just for fun"), True)):
        shown = [one for one in awards if one.is_fun is is_fun]
        table = badge_table(
            key, title, shown, awards, found.game, names, began, nights_of_all=len(played.nights), **about
        )
        parts.append(table)
    context |= {
        "nights": len(played.nights),
    }
    status = 200 if found.is_valid else 422
    return show_page(
        request, "records/page.html", context, parts, group.name, query=found.query, status=status
    )
