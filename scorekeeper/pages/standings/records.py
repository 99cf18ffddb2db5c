"""The records and badges of a game, of the hands that the address asks for."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.standings.players import of_people
from ledger.standings.records import badges_in, records_in
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import Component
from scorekeeper.presenters.asked_hands import asked_hands, show_asked
from scorekeeper.presenters.feats import badge_table, record_table


@watcher
@require_safe
def records(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show the records, the badges that luck does not explain, and those for fun."""
    group = access.group
    found = asked_hands(group, request.GET, access.news)
    played = of_people(found.played, found.names)
    awards = badges_in(played, found.game)
    more_than_luck, fun = ([one for one in awards if one.is_fun is is_fun] for is_fun in (False, True))
    about = found.names, group.code, found.query
    parts: list[Component] = [
        record_table(records_in(played), played, *about),
        badge_table("claim", _("More than luck"), more_than_luck, awards, played, *about),
        badge_table("badge", _("Just for fun"), fun, awards, played, *about),
    ]
    context = {"nights": len(played.nights)}
    return show_asked(request, access, found, "standings/records/page.html", context, parts)
