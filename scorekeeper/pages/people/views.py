"""Let the others in: the page, and a link on paper."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper.access import GroupAccess, also_put_away, owner, watcher
from scorekeeper.http.htmx import show, wants_fragment
from scorekeeper.pages.people.showing import code_shown, link_view, links_for, people_page, row_number


@watcher
@require_safe
def people(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """The QR code of a link (`?link=`), what the others may do, who is in; for an open table a code alone."""
    return code_shown(request, access) if wants_fragment(request) else people_page(request, access)


@owner
@require_safe
@also_put_away
def on_paper(request: HttpRequest, access: GroupAccess, *, link: int) -> HttpResponse:
    """A link to be printed and put where the cards are: for the day when the phone is lost."""
    found = next((one for one in links_for(access) if one.pk == row_number(link)), None)
    if found is None:
        raise Http404("There is no such link.")
    drawn = link_view(request, found, on_paper=True)
    context = {"access": access, "link": drawn, "today": timezone.localdate()}
    return show(request, "people/on_paper.html", context)
