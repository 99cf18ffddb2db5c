"""Let the others in: the page, a link on paper, and the question to whoever joins."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from ledger.models import AccessLink, Membership, Role
from ledger.models.group import LONGEST_NAME
from ledger.recording import (
    TONIGHT,
    NewLink,
    be_content_with_one_owner,
    bring_member_back,
    change_role,
    claim_player,
    confirm_player,
    make_link,
    remove_member,
    rename_link,
    replace_link,
    revoke_link,
)
from ledger.standings import GroupPhone, names_of, open_links, phones_of
from ledger.standings.years import shared_years
from scorekeeper.access import GroupAccess, PutAway, also_put_away, owner, watcher
from scorekeeper.http.forms import DAMAGED, Guarded, at_most
from scorekeeper.http.htmx import go_to, show, wants_fragment
from scorekeeper.presenters.qr import qr_svg, whole_address
from scorekeeper.text.dates import ago
from scorekeeper.text.numbers import number
from scorekeeper.visitors.links import cut, first_page, said_again

IN_ORDER = (Role.WATCHER, Role.SCORER, Role.OWNER)
CALLED: dict[Role, str | Promise] = {
    Role.WATCHER: gettext_lazy("Watch"),
    Role.SCORER: gettext_lazy("Score"),
    Role.OWNER: gettext_lazy("Own"),
}
MAY: dict[Role, str | Promise] = {
    Role.WATCHER: gettext_lazy("sees every hand, records nothing"),
    Role.SCORER: gettext_lazy("may record hands"),
    Role.OWNER: gettext_lazy("may do everything, like you"),
}
SCANNED: dict[Role, str | Promise] = {
    Role.WATCHER: gettext_lazy("Who scans this sees every hand, records nothing."),
    Role.SCORER: gettext_lazy("Who scans this may record hands."),
    Role.OWNER: gettext_lazy("Who scans this may do everything, like you."),
}
IS: dict[Role, str | Promise] = {
    Role.WATCHER: gettext_lazy("watches"),
    Role.SCORER: gettext_lazy("scores"),
    Role.OWNER: gettext_lazy("owner"),
}

ROLES = [(role.value, role.label) for role in Role]
WRONG_ROLE = dict.fromkeys(("required", "invalid_choice"), DAMAGED)


class NewLinkForm(Guarded):
    role = forms.ChoiceField(choices=ROLES, error_messages=WRONG_ROLE)
    tonight = forms.BooleanField(required=False)

    @property
    def new_link(self) -> NewLink:
        """Return the link that is asked for; only of a valid form."""
        role = Role(self.cleaned_data["role"])
        for_tonight = self.cleaned_data["tonight"] and role == Role.SCORER
        return NewLink(role=role, expires_at=timezone.now() + TONIGHT if for_tonight else None)


class LinkNameForm(Guarded):
    name = forms.CharField(
        required=False, max_length=10 * LONGEST_NAME, error_messages={"max_length": at_most(LONGEST_NAME)}
    )


class RoleForm(Guarded):
    role = forms.ChoiceField(choices=ROLES, error_messages=WRONG_ROLE)


class PlayerForm(Guarded):
    """The player whose phone it is, or nobody. `joins` is sent by the page that asks who joins."""

    joins = forms.BooleanField(required=False)

    player = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), DAMAGED),
    )


@owner
@require_POST
def make(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Make a link; a table that asked for it shows its code."""
    form = NewLinkForm(request.POST)
    is_written = form.wrote(
        lambda: make_link(access.group, form.new_link, cut()[0], form.context(access.membership))
    )
    if wants_fragment(request):
        return code_shown(request, access, form=None if is_written else form)
    if not is_written:
        return people_page(request, access, form=form)
    return go_to(request, _page_of(access, form.written))


@owner
@require_POST
def rename(request: HttpRequest, access: GroupAccess, *, link: int) -> HttpResponse:
    found, form = the_link(access, link), LinkNameForm(request.POST)
    return _written(
        request,
        access,
        form,
        lambda: rename_link(found, form.cleaned_data["name"], form.context(access.membership)),
        to=_page_of(access, found),
        chosen=link,
    )


@owner
@require_POST
@also_put_away
def renew(request: HttpRequest, access: GroupAccess, *, link: int) -> HttpResponse:
    found, form = the_link(access, link), Guarded(request.POST)
    if form.wrote(lambda: replace_link(found, cut()[0], form.context(access.membership))):
        return go_to(request, _page_of(access, form.written))
    return people_page(request, access, form=form, chosen=link)


@owner
@require_POST
@also_put_away
def turn_off(request: HttpRequest, access: GroupAccess, *, link: int) -> HttpResponse:
    """Turn a link off and, if that was ticked, remove the phones that came by it."""
    found, form = the_link(access, link), Guarded(request.POST)
    return _written(
        request,
        access,
        form,
        lambda: revoke_link(found, form.context(access.membership), closes="closes" in request.POST),
        chosen=link,
    )


def _page_of(access: GroupAccess, link: AccessLink) -> str:
    return f"{resolve_url('people', code=access.group.code)}?link={link.pk}"


@owner
@require_POST
@also_put_away
def role(request: HttpRequest, access: GroupAccess, *, phone: int) -> HttpResponse:
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
    """Remove a phone and, if that was ticked, turn off the link it came by."""
    found, form = the_phone(access, phone), Guarded(request.POST)
    return _written(
        request,
        access,
        form,
        lambda: remove_member(found, form.context(access.membership), link_too="link_too" in request.POST),
        to=resolve_url("home") if found.pk == access.membership.pk else "",
    )


@owner
@require_POST
@also_put_away
def bring_back(request: HttpRequest, access: GroupAccess, *, phone: int) -> HttpResponse:
    found, form = the_phone(access, phone), Guarded(request.POST)
    return _written(request, access, form, lambda: bring_member_back(found, form.context(access.membership)))


@watcher
@require_POST
def leave(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form, mine = Guarded(request.POST), access.membership
    return _written(
        request, access, form, lambda: remove_member(mine, form.context(mine)), to=resolve_url("home")
    )


@watcher
@require_POST
def this_is_me(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Say whose this phone is; whoever joins goes on to the table."""
    if access.group.archived_at:
        raise PutAway
    return _claimed(request, access, access.membership)


@owner
@require_POST
def confirm(request: HttpRequest, access: GroupAccess, *, phone: int) -> HttpResponse:
    found, form = the_phone(access, phone), Guarded(request.POST)
    return _written(request, access, form, lambda: confirm_player(found, form.context(access.membership)))


@owner
@require_POST
def whose(request: HttpRequest, access: GroupAccess, *, phone: int) -> HttpResponse:
    """Let an owner say whose another phone is, or that it is not whose it said."""
    return _claimed(request, access, the_phone(access, phone))


@owner
@require_POST
def one_is_fine(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Stop advising an owner to add a second one."""
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
    form: Guarded,
    write: Callable[[], object],
    *,
    to: str = "",
    chosen: int = 0,
) -> HttpResponse:
    if not form.wrote(write):
        return people_page(request, access, form=form, chosen=chosen)
    return go_to(request, to or resolve_url("people", code=access.group.code))


def the_link(access: GroupAccess, pk: int) -> AccessLink:
    """Return the group's link with this id, on or off (one query). Raises Http404."""
    return get_object_or_404(AccessLink, group=access.membership.group, pk=pk)


def the_phone(access: GroupAccess, pk: int) -> Membership:
    """Return the group's phone with this id, removed or not (one query). Raises Http404."""
    phones = Membership.objects.select_related("group")
    return get_object_or_404(phones, group=access.membership.group, pk=pk)


def links_for(access: GroupAccess) -> list[AccessLink]:
    """Return the links that this phone may show to others: an owner's all, anybody's those to watch."""
    links = open_links(access.membership.group)
    return links if access.is_owner else [one for one in links if one.role == Role.WATCHER]


def link_view(request: HttpRequest, link: AccessLink, *, on_paper: bool = False) -> dict[str, Any]:
    """Return what a link lets do, its address and its QR code; without where its key is gone by now.

    `phones` came by it and would be closed with it.
    """
    secret = said_again(link)
    address = whole_address(request, reverse("invited", args=[secret]), lasts=on_paper) if secret else ""
    role, phones = Role(link.role), getattr(link, "phones", 0)
    closing = ngettext("Turn off and close {count} phone", "Turn off and close {count} phones", phones)
    return {
        "pk": link.pk,
        "role": role,
        "called": CALLED[role],
        "scanned": SCANNED[role],
        "name": link.name,
        "address": address,
        "code": qr_svg(address) if address else "",
        "until": link.expires_at,
        "changes": link.changes,
        "phones": phones,
        "closing": closing.format(count=phones),
    }


def role_views(links: Sequence[AccessLink], shown: AccessLink | None) -> list[dict[str, Any]]:
    return [
        {
            "role": role,
            "called": CALLED[role],
            "may": MAY[role],
            "may_be_for_tonight": role == Role.SCORER,
            "links": [
                {
                    "pk": one.pk,
                    "name": one.name or (_("for tonight") if one.expires_at else _("Show it")),
                    "is_chosen": one == shown,
                }
                for one in links
                if one.role == role
            ],
        }
        for role in IN_ORDER
    ]


def phone_views(phones: Sequence[GroupPhone], mine: int) -> list[dict[str, Any]]:
    """Return the phones of a group in words, first the one whose membership is `mine`."""
    drawn = []
    for one in phones:
        phone = one.membership
        is_short = phone.role_until is not None and phone.role_until > timezone.now()
        drawn.append(
            {
                "pk": phone.pk,
                "name": one.name or _came(one),
                "came": _came(one),
                "player": one.player,
                # No owner stands for the phone's player; contested: another phone has the same player.
                "is_unconfirmed": one.player is not None and not phone.is_player_confirmed,
                "is_contested": one.is_contested,
                "role": phone.role_now,
                "may": IS[phone.role_now],
                "roles": [(role.value, CALLED[role]) for role in IN_ORDER],
                "since": phone.since,
                "until": phone.role_until if is_short else None,
                "seen": ago(timezone.now() - phone.last_seen) if phone.last_seen else _("not seen yet"),
                "is_mine": phone.pk == mine,
                "is_removed": phone.removed_at is not None,
                "has_link": phone.link is not None and phone.link.is_open_now,
                "changes": phone.changes,
            }
        )
    return sorted(drawn, key=lambda one: not one["is_mine"])


def _came(one: GroupPhone) -> str:
    # The link that the phone came by, and which phone of those it is.
    if one.membership.link and one.membership.link.name:
        return _("{link}, phone {number}").format(link=one.membership.link.name, number=one.number)
    return _("Phone {number}").format(number=one.number)


def names_by_letter(access: GroupAccess) -> list[tuple[int, str]]:
    """Return id and name of the group's players, by name (one query)."""
    return sorted(names_of(access.membership.group).items(), key=lambda one: one[1].casefold())


def people_page(
    request: HttpRequest, access: GroupAccess, *, form: Guarded | None = None, chosen: int = 0
) -> HttpResponse:
    links = links_for(access)
    # The link that is asked for, else the first to watch, else the first of all.
    wanted = chosen or number(request.GET.get("link", ""))
    to_watch = [one for one in links if one.role == Role.WATCHER]
    shown = next(iter([*(one for one in links if one.pk == wanted), *to_watch, *links]), None)
    group = access.membership.group
    phones = phone_views(phones_of(group), access.membership.pk)
    context = {
        "access": access,
        "link": link_view(request, shown) if shown else None,
        "roles": role_views(links, shown),
        "phones": [one for one in phones if not one["is_removed"]],
        "removed": [one for one in phones if one["is_removed"]] if access.is_owner else [],
        "me": next((one for one in phones if one["is_mine"]), None),
        "names": names_by_letter(access),
        "shared": shared_years(group) if access.is_owner else [],
        "trouble": form.all_wrong if form else "",
        "tonight": number(request.GET.get("night", "")) or 0,
    }
    return show(request, "group/people/page.html", context, status=_status(form))


def code_shown(request: HttpRequest, access: GroupAccess, *, form: Guarded | None = None) -> HttpResponse:
    """Return the code of a link to watch, laid over the table; or how there will be one."""
    to_watch = [one for one in links_for(access) if one.role == Role.WATCHER]
    views = [link_view(request, one) for one in to_watch]
    context = {
        "access": access,
        "link": next((one for one in views if one["address"]), views[0] if views else None),
        "scanned_to_watch": SCANNED[Role.WATCHER],
        "trouble": form.all_wrong if form else "",
        "tonight": number(request.GET.get("night", "")) or 0,
    }
    return show(request, "group/people/code.html", context, status=_status(form))


def _status(form: Guarded | None) -> int:
    if form is None:
        return 200
    return 409 if form.is_behind else 422


@watcher
@require_safe
def people(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show the QR code of a link (`?link=`), and who is in; for an open table a code alone."""
    return code_shown(request, access) if wants_fragment(request) else people_page(request, access)


@watcher
@require_safe
def who_are_you(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Ask a phone that was let in whose it is; it goes on where it has answered, or there is nobody to be."""
    mine, names = access.membership, names_by_letter(access)
    if mine.player_id or mine.has_said_who or access.group.archived_at or not names:
        return go_to(request, first_page(access.group))
    taken = {phone.player for phone in phones_of(mine.group) if phone.membership.removed_at is None}
    context = {"access": access, "names": [(pk, name, pk in taken) for pk, name in names]}
    return show(request, "group/people/who_are_you.html", context)


@owner
@require_safe
@also_put_away
def on_paper(request: HttpRequest, access: GroupAccess, *, link: int) -> HttpResponse:
    """Show a link to be printed and put where the cards are, for the day when the phone is lost."""
    found = next((one for one in links_for(access) if one.pk == link), None)
    if found is None:
        raise Http404("There is no such link.")
    context = {
        "access": access,
        "link": link_view(request, found, on_paper=True),
        "today": timezone.localdate(),
    }
    return show(request, "group/people/on_paper.html", context)
