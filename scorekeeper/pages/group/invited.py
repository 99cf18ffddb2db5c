"""A link into a group. Opening it changes nothing, as chats open links first; its button lets in."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_http_methods

from ledger.models import AccessLink
from ledger.recording import Refused, is_gone
from scorekeeper.access import anyone
from scorekeeper.http.forms import Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, misses_limited
from scorekeeper.http.middleware import untold
from scorekeeper.visitors.guests import KeyChanged, guest_of, only_once
from scorekeeper.visitors.links import came_by, come_in, first_page, link_with


@anyone
@misses_limited(Limit.LINKS)
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest, *, secret: str) -> HttpResponse:
    return untold(_answer(request, link_with(secret)))


def _answer(request: HttpRequest, link: AccessLink | None) -> HttpResponse:
    if link is None or is_gone(link.group):
        return _no_such_link(request)
    if request.method != "POST":
        # A guest who came by this link before stays a member, also when the link was closed since.
        guest = guest_of(request)
        mine = came_by(link, guest) if guest else None
        if mine is None and not link.is_open_now:
            return _no_such_link(request)
        context = {
            "group": link.group,
            "role": link.role,
            "until": link.expires_at,
            "mine": mine,
            "form": Keyed(),
        }
        return show(request, "group/invited/page.html", context)
    form = Keyed(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else uuid.uuid4()
    try:
        with only_once(request, f"{link.pk} {key}"):
            mine = come_in(request, link)
    except (Refused, KeyChanged):
        return _no_such_link(request)
    if mine.player_id is None and not mine.has_said_who:
        return go_to(request, resolve_url("who_are_you", code=link.group.code))
    return go_to(request, first_page(link.group))


def _no_such_link(request: HttpRequest) -> HttpResponse:
    # The same for a link that is off, whose time is up, and that there never was.
    return show(request, "group/invited/page.html", {"group": None}, status=404)
