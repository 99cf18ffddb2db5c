"""Let the others in: the page, a link on paper, and the question to whoever joins."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from ledger.standings import phones_of
from scorekeeper.access import GroupAccess, also_put_away, owner, watcher
from scorekeeper.http.htmx import go_to, show, wants_fragment
from scorekeeper.pages.people.showing import (
    code_shown,
    link_view,
    links_for,
    names_by_letter,
    people_page,
    row_number,
)
from scorekeeper.visitors.links import first_page


@watcher
@require_safe
def people(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """The QR code of a link (`?link=`), what the others may do, who is in; for an open table a code alone."""
    return code_shown(request, access) if wants_fragment(request) else people_page(request, access)


@watcher
@require_safe
def who_are_you(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Ask a phone that was let in whose it is; it goes on where it has answered, or there is nobody to be."""
    mine, names = access.membership, names_by_letter(access)
    if mine.player_id or mine.has_said_who or access.group.archived_at or not names:
        return go_to(request, first_page(access.group))
    taken = {phone.player for phone in phones_of(mine.group) if phone.removed_at is None}
    context = {"access": access, "names": [(pk, name, pk in taken) for pk, name in names]}
    return show(request, "people/who_are_you.html", context)


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
