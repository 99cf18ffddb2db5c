"""Phones: what they may do, removed, let in again; whose they are."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST

from ledger.models import Membership, Role
from ledger.recording import (
    be_content_with_one_owner,
    bring_member_back,
    change_role,
    claim_player,
    confirm_player,
    remove_member,
)
from scorekeeper.access import GroupAccess, PutAway, also_put_away, owner, watcher
from scorekeeper.http.htmx import go_to
from scorekeeper.pages.people.forms import PlayerForm, RemoveForm, RoleForm, RowForm
from scorekeeper.pages.people.showing import people_page, the_phone
from scorekeeper.visitors.links import first_page


@owner
@require_POST
@also_put_away
def role(request: HttpRequest, access: GroupAccess, *, phone: int) -> HttpResponse:
    """A phone may do more, or less."""
    found, form = the_phone(access, phone), RoleForm(request.POST)
    return _written(
        request,
        access,
        form,
        lambda: change_role(found, Role(form.cleaned_data["role"]), form.context(access.membership)),
    )


@owner
@require_POST
@also_put_away
def remove(request: HttpRequest, access: GroupAccess, *, phone: int) -> HttpResponse:
    """A phone opens the group no more; if that was tapped, the link it came by lets nobody in any more."""
    found, form = the_phone(access, phone), RemoveForm(request.POST)

    def write() -> None:
        remove_member(found, form.context(access.membership), link_too=form.cleaned_data["link_too"])

    to = resolve_url("home") if found.pk == access.membership.pk else ""
    return _written(request, access, form, write, to=to)


@owner
@require_POST
@also_put_away
def bring_back(request: HttpRequest, access: GroupAccess, *, phone: int) -> HttpResponse:
    """A phone that was removed by mistake opens the group again."""
    found, form = the_phone(access, phone), RowForm(request.POST)
    return _written(request, access, form, lambda: bring_member_back(found, form.context(access.membership)))


@watcher
@require_POST
def leave(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """This phone opens the group no more."""
    form = RowForm(request.POST)
    mine = access.membership
    to = resolve_url("home")
    return _written(request, access, form, lambda: remove_member(mine, form.context(mine)), to=to)


@watcher
@require_POST
def this_is_me(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """This phone is a player's, or nobody's; whoever joins goes on to the table."""
    if access.group.archived_at:
        raise PutAway
    return _claimed(request, access, access.membership)


@owner
@require_POST
def confirm(request: HttpRequest, access: GroupAccess, *, phone: int) -> HttpResponse:
    """An owner confirms that another phone is whose it says."""
    found, form = the_phone(access, phone), RowForm(request.POST)
    return _written(request, access, form, lambda: confirm_player(found, form.context(access.membership)))


@owner
@require_POST
def whose(request: HttpRequest, access: GroupAccess, *, phone: int) -> HttpResponse:
    """An owner says whose another phone is, or that it is not whose it said."""
    return _claimed(request, access, the_phone(access, phone))


@owner
@require_POST
def one_is_fine(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """An owner does not want to be told of a second one any more."""
    be_content_with_one_owner(access.group)
    return go_to(request, resolve_url("about", code=access.group.code))


def _claimed(request: HttpRequest, access: GroupAccess, phone: Membership) -> HttpResponse:
    form = PlayerForm(request.POST)
    player = (
        access.player(form.cleaned_data["player"])
        if form.is_valid() and form.cleaned_data["player"]
        else None
    )
    to = first_page(access.group) if form.is_valid() and form.cleaned_data["joins"] else ""
    return _written(
        request, access, form, lambda: claim_player(phone, player, form.context(access.membership)), to=to
    )


def _written(
    request: HttpRequest,
    access: GroupAccess,
    form: RowForm,
    write: Callable[[], object],
    *,
    to: str = "",
) -> HttpResponse:
    """Write, and go to the address `to`, or back to the page."""
    if not form.wrote(write):
        return people_page(request, access, form=form)
    return go_to(request, to or resolve_url("people", code=access.group.code))
