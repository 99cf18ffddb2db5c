"""A spare key: the page behind an address that opens a group to one more phone, once."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.models import Group
from ledger.recording import Refused, has_taken, is_gone, take_the_place
from scorekeeper.access import anyone, become_guest
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, misses_limited
from scorekeeper.pages.spare_key.keys import read_key
from scorekeeper.text.refusals import sentence
from scorekeeper.visitors.guests import Gain, gain

OLD = gettext_lazy("This key is older than a day, or a part of it is missing.")


@anyone
@misses_limited(Limit.KEYS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def spare_key(request: HttpRequest, *, key: str) -> HttpResponse:
    """Ask before the group is opened to this phone, as a preview of the address must not use it up."""
    read = read_key(key)
    group = Group.objects.filter(code=read[0]).first() if read else None
    if read is None or group is None or is_gone(group):
        return show(request, "spare_key/page.html", {"trouble": OLD}, status=404)
    if request.method != "POST":
        become_guest(request)  # with the form: two quick taps are then two times the same guest
        return show(request, "spare_key/page.html", {"group": group})
    try:
        gain(request, _take(group, read[1]))
    except Refused as refused:
        return show(request, "spare_key/page.html", {"trouble": sentence(refused)}, status=409)
    return go_to(request, reverse("group", args=[group.code]))


def _take(group: Group, place: uuid.UUID) -> Gain[Group]:
    def take(guest: uuid.UUID) -> Group:
        take_the_place(group, place, guest)
        return group

    return Gain(write=take, before=lambda guest: group if has_taken(group, place, guest) else None)
