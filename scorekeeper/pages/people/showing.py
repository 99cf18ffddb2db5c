"""How the page is drawn, for whoever looks: links to keep score and to own the group only for owners."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from ledger.models import AccessLink, Membership, Role
from ledger.standings import names_of, open_links, phones_of
from ledger.standings.years import shared_years
from scorekeeper.access import GroupAccess
from scorekeeper.http.forms import Guarded
from scorekeeper.http.htmx import show
from scorekeeper.pages.people.presenter import MAY, LinkView, Place, link_drawn, phone_views, role_views
from scorekeeper.presenters.qr import whole_address
from scorekeeper.text.numbers import number
from scorekeeper.visitors.links import said_again

LARGEST = 2**31 - 1


def row_number(said: int) -> int:
    """A number out of an address; 404 for one that no row can have."""
    if said > LARGEST:
        raise Http404("There is no such thing.")
    return said


def the_link(access: GroupAccess, pk: int) -> AccessLink:
    """The group's link with this id, on or off (one query); 404 when there is none."""
    found = AccessLink.objects.filter(group=access.membership.group, pk=row_number(pk)).first()
    if found is None:
        raise Http404("There is no such link.")
    return found


def the_phone(access: GroupAccess, pk: int) -> Membership:
    """The group's phone with this id, removed or not (one query); 404 when there is none."""
    phones = Membership.objects.select_related("group")
    found = phones.filter(group=access.membership.group, pk=row_number(pk)).first()
    if found is None:
        raise Http404("There is no such phone.")
    return found


def links_for(access: GroupAccess) -> list[AccessLink]:
    """The links that this phone may show to others: an owner's all, anybody's those to watch."""
    links = open_links(access.membership.group)
    return links if access.is_owner else [one for one in links if one.role == Role.WATCHER]


def link_view(request: HttpRequest, link: AccessLink, *, on_paper: bool = False) -> LinkView:
    """A link with its address and its QR code; without where it was made with a key that is gone."""
    secret = said_again(link)
    address = whole_address(request, reverse("invited", args=[secret]), lasts=on_paper) if secret else ""
    return link_drawn(link, address)


def names_by_letter(access: GroupAccess) -> list[tuple[int, str]]:
    """Return id and name of the group's players, by name (one query)."""
    return sorted(names_of(access.membership.group).items(), key=lambda one: one[1].casefold())


def people_page(
    request: HttpRequest, access: GroupAccess, *, form: Guarded | None = None, chosen: int = 0
) -> HttpResponse:
    """The page; with a `form` that was refused, it says why."""
    links = links_for(access)
    shown = _chosen(links, request.GET.get("link", ""), chosen)
    group = access.membership.group
    place = Place(mine=access.membership.pk, is_owner=access.is_owner)
    phones = phone_views(phones_of(group), place)
    context = {
        "access": access,
        "link": link_view(request, shown) if shown else None,
        "roles": role_views(links, shown),
        "phones": [one for one in phones if not one.is_removed],
        "removed": [one for one in phones if one.is_removed] if access.is_owner else [],
        "me": next((one for one in phones if one.is_mine), None),
        "names": names_by_letter(access),
        "shared": shared_years(group) if access.is_owner else [],
        "trouble": form.all_wrong if form else "",
        "tonight": number(request.GET.get("night", "")) or 0,
    }
    return show(request, "people/page.html", context, status=_status(form))


def code_shown(request: HttpRequest, access: GroupAccess, *, form: Guarded | None = None) -> HttpResponse:
    """The code of a link to watch, for the table, over which it is laid; or how there will be one."""
    to_watch = [one for one in links_for(access) if one.role == Role.WATCHER]
    views = [link_view(request, one) for one in to_watch]
    context = {
        "access": access,
        "link": next((one for one in views if one.address), views[0] if views else None),
        "may_watch": MAY[Role.WATCHER],
        "trouble": form.all_wrong if form else "",
        "tonight": number(request.GET.get("night", "")) or 0,
    }
    return show(request, "people/code.html", context, status=_status(form))


def _status(form: Guarded | None) -> int:
    if form is None:
        return 200
    return 409 if form.is_behind else 422


def _chosen(links: Sequence[AccessLink], asked: str, chosen: int) -> AccessLink | None:
    """The link that is asked for, else the first to watch, else the first of all."""
    wanted = chosen or number(asked)
    to_watch = [one for one in links if one.role == Role.WATCHER]
    return next((one for one in [*(one for one in links if one.pk == wanted), *to_watch, *links]), None)
