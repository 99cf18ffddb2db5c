"""A phone's key that cannot be read just now: it is kept, and its owner decides whether to go on without."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_POST

from scorekeeper.access import anyone
from scorekeeper.http.htmx import go_to, show
from scorekeeper.visitors.guests import begin, guest_of


@anyone
def key_unreadable(request: HttpRequest) -> HttpResponse:
    """409, in the place of any page that would have made this phone a new guest."""
    return show(request, "kept_key/page.html", {"next": request.path}, status=409)


@anyone
def key_changed(request: HttpRequest) -> HttpResponse:
    """409: a form that was on its way while the phone got another key."""
    return show(request, "kept_key/changed.html", {}, status=409)


@anyone
@require_POST
def go_on(request: HttpRequest) -> HttpResponse:
    """Become a new guest; what cannot be read is kept beside it."""
    if guest_of(request) is None:
        begin(request)
    return go_to(request, _where(request.POST.get("next", "")))


def _where(path: str) -> str:
    """A page of this site that can be opened, else the first one."""
    try:
        name = resolve(path).url_name
    except Resolver404:
        name = None
    return path if name in ("start_group", "from_file", "spare_key") else reverse("home")
