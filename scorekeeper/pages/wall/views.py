"""The sheet for a television or a tablet, made to be read from across the room."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledger.models import Role
from ledger.standings import nights_in_progress, open_links
from ledger.standings.nights import last_played
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import show
from scorekeeper.pad.evening import evening_of, next_deal
from scorekeeper.pages.wall.presenter import wall_view
from scorekeeper.presenters.qr import qr_svg, whole_address
from scorekeeper.text.numbers import number
from scorekeeper.visitors.links import said_again


@watcher
@require_safe
def wall(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """The night that is played now, else the last one; with `?night=N` that one as long as it is played.

    Of several nights that are played, the one that began last. The page renews itself with whatever is
    written of the group, so that a screen that hangs there shows the next night, too.
    """
    asked = number(request.GET.get("night", ""))
    played = [one.number for one in nights_in_progress(access.group)]
    shown = asked if asked in played else max(played) if played else last_played(access.group)
    # The link to watch, for whoever sits in the room; not every link can be said again.
    to_watch = [one for one in open_links(access.group) if one.role == Role.WATCHER]
    secrets = [secret for secret in map(said_again, to_watch) if secret]
    qr = qr_svg(whole_address(request, reverse("invited", args=[secrets[0]]))) if secrets else ""
    context = {"access": access, "qr": qr}
    if shown:
        evening = evening_of(access.session(shown))
        context |= {
            "evening": evening,
            "sheet": evening.sheet,
            "wall": wall_view(evening.sheet, evening.names),
            **next_deal(evening),
        }
    return show(request, "wall/page.html", context)
