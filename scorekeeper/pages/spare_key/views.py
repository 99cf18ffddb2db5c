"""A spare key: the page behind an address that opens a group to one more phone, once."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.recording import Refused, is_gone
from scorekeeper.access import anyone, become_guest
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, misses_limited
from scorekeeper.pages.spare_key.keys import read_key
from scorekeeper.visitors.guests import gain
from scorekeeper.visitors.letting_in import way_in

OLD = gettext_lazy("This key is older than a day, or a part of it is missing.")
USED = gettext_lazy("Another phone has used this key.")


@anyone
@misses_limited(Limit.KEYS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def spare_key(request: HttpRequest, *, key: str) -> HttpResponse:
    """Ask before the group is opened to this phone, as a preview of the address must not use it up."""
    link = read_key(key)
    if link is None or is_gone(link.group):
        return show(request, "spare_key/page.html", {"trouble": OLD}, status=404)
    if request.method != "POST":
        become_guest(request)  # with the form: two quick taps are then two times the same guest
        return show(request, "spare_key/page.html", {"group": link.group})
    try:
        gain(request, way_in(link))
    except Refused:
        return show(request, "spare_key/page.html", {"trouble": USED}, status=409)
    return go_to(request, reverse("group", args=[link.group.code]))
