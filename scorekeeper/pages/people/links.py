"""Links made, named, replaced and turned off."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST

from ledger.models import AccessLink
from ledger.recording import make_link, rename_link, replace_link, revoke_link
from scorekeeper.access import GroupAccess, also_put_away, owner
from scorekeeper.http.htmx import go_to, wants_fragment
from scorekeeper.pages.people.forms import LinkForm, NameForm, OffForm, RowForm
from scorekeeper.pages.people.showing import code_shown, people_page, the_link
from scorekeeper.visitors.links import cut


@owner
@require_POST
def make(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """A new link; a table that asked for it shows its code."""
    form = LinkForm(request.POST)
    made: list[AccessLink] = []

    def write() -> None:
        made.append(make_link(access.group, form.new_link, cut()[0], form.context(access.membership)))

    is_written = form.wrote(write)
    if wants_fragment(request):
        return code_shown(request, access, form=None if is_written else form)
    return _shown(request, access, made[0]) if is_written else people_page(request, access, form=form)


@owner
@require_POST
def rename(request: HttpRequest, access: GroupAccess, *, link: int) -> HttpResponse:
    """Another name for a link."""
    found, form = the_link(access, link), NameForm(request.POST)
    if form.wrote(lambda: rename_link(found, form.cleaned_data["name"], form.context(access.membership))):
        return _shown(request, access, found)
    return people_page(request, access, form=form, chosen=link)


@owner
@require_POST
@also_put_away
def renew(request: HttpRequest, access: GroupAccess, *, link: int) -> HttpResponse:
    """A new code: the old one lets nobody in any more."""
    found, form = the_link(access, link), RowForm(request.POST)
    made: list[AccessLink] = []

    def write() -> None:
        made.append(replace_link(found, cut()[0], form.context(access.membership)))

    if form.wrote(write):
        return _shown(request, access, made[0])
    return people_page(request, access, form=form, chosen=link)


@owner
@require_POST
@also_put_away
def turn_off(request: HttpRequest, access: GroupAccess, *, link: int) -> HttpResponse:
    """A link lets nobody in any more; if that was tapped, those who came by it are out as well."""
    found, form = the_link(access, link), OffForm(request.POST)

    def write() -> None:
        revoke_link(found, form.context(access.membership), closes=form.cleaned_data["closes"])

    if form.wrote(write):
        return go_to(request, resolve_url("people", code=access.group.code))
    return people_page(request, access, form=form, chosen=link)


def _shown(request: HttpRequest, access: GroupAccess, link: AccessLink) -> HttpResponse:
    return go_to(request, f"{resolve_url('people', code=access.group.code)}?link={link.pk}")
