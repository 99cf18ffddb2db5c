"""The first page: this browser's groups, or what this is and where to start."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ledger.models import Role
from ledger.recording import admit
from ledger.standings import groups_of
from ledger.standings.tables import first_player, oldest_group
from scorekeeper.access import anyone, become_guest, guest_of
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, limited
from scorekeeper.pages.home.forms import LinkForm
from scorekeeper.tasks import tasks_of
from scorekeeper.visitors.guests import holder_of, phone_guest_of


@anyone
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The groups this browser can open, and what it asked for."""
    return _page(request, LinkForm())


@anyone
@require_POST
def open_link(request: HttpRequest) -> HttpResponse:
    """Go to the page of a link that was pasted; if it is no good, show it again with the reason."""
    form = LinkForm(request.POST)
    if form.is_valid():
        return go_to(request, form.cleaned_data["link"])
    return _page(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _page(request: HttpRequest, link: LinkForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
    guest = guest_of(request)
    groups = groups_of(guest)
    context = {
        "groups": [group for group in groups if not group.is_put_away],
        "put_away": [group for group in groups if group.is_put_away],
        "link": link,
        "tasks": tasks_of(guest),
        "demo": settings.DEMO,
        "accounts": settings.ACCOUNTS,
        "holder": holder_of(request),
        "left_on_phone": holder_of(request) and groups_of(phone_guest_of(request)),
    }
    return show(request, "home/page.html", context, status=status)


@anyone
@limited(Limit.DEMO)
@require_POST
def open_demo(request: HttpRequest) -> HttpResponse:
    """Sit down at the demo table as its founder, of whom the book can say it; only where there is a demo."""
    group = oldest_group() if settings.DEMO else None
    if group is None:
        raise Http404("There is no demo here.")
    admit(group, become_guest(request), Role.OWNER, first_player(group))
    return go_to(request, reverse("group", args=[group.code]))
