"""Permissions. Every view wears one of these decorators; a house test finds the one that forgot.

A stranger is told 404, as if there were nothing; a member who may not do this is told 403. Every query of a
view starts from the group in its `GroupAccess`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, TypedDict, TypeVar

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from ledger.models import Group, Membership, News, Player, Role, Session
from ledger.recording import is_gone, seen
from scorekeeper.visitors.guests import become_guest, guest_of, renew

__all__ = [
    "GroupAccess",
    "PutAway",
    "also_put_away",
    "anyone",
    "become_guest",
    "guest_of",
    "owner",
    "scorer",
    "watcher",
]

RANK = {Role.WATCHER: 0, Role.SCORER: 1, Role.OWNER: 2}


class _News(TypedDict):
    news: int


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    WithNews = WithAnnotations[Membership, _News]


class PutAway(PermissionDenied):
    """The group is put away: it is only read."""


@dataclass(frozen=True, kw_only=True)
class GroupAccess:
    """The group that was opened, as this phone may see it, and its membership."""

    group: Group
    membership: Membership

    # The number that grows with whatever is written of the group: as it was before this page was made.
    news: int = 0

    @property
    def may_write(self) -> bool:
        """Whether this guest may write hands; nobody in a group that is put away."""
        if self.group.archived_at:
            return False
        return RANK[self.membership.role_now] >= RANK[Role.SCORER]

    @property
    def owns(self) -> bool:
        """Whether the group is this guest's own, and not put away."""
        return self.is_owner and not self.group.archived_at

    @property
    def is_owner(self) -> bool:
        return self.membership.role == Role.OWNER

    def check_money(self) -> None:
        """Raise Http404 in a group that plays for points only: it has no money anywhere."""
        if not self.group.currency:
            raise Http404("There is no money in this group.")

    def session(self, number: int) -> Session:
        """Return the group's session of this number (one query). Raises Http404."""
        session = get_object_or_404(Session, group=self.group, number=number)
        session.group = self.group
        return session

    def player(self, player: int) -> Player:
        """Return the person that the group's player with this id is by now (one query). Raises Http404."""
        found = get_object_or_404(Player, group=self.group, pk=self.group.who.of(player))
        found.group = self.group
        return found


# A view of a group: it is handed the request and the door.
GroupView = Callable[Concatenate[HttpRequest, GroupAccess, ...], HttpResponse]

OpenedView = Callable[..., HttpResponse]
View = TypeVar("View", bound=Callable[..., HttpResponse])


def anyone(view: OpenedView) -> OpenedView:
    """Mark a page without a group, for everyone."""

    @wraps(view)
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs)

    opened.may = "anyone"  # type: ignore[attr-defined]
    return opened


def watcher(view: GroupView) -> OpenedView:
    return _for(Role.WATCHER, view)


def scorer(view: GroupView) -> OpenedView:
    return _for(Role.SCORER, view)


def owner(view: GroupView) -> OpenedView:
    return _for(Role.OWNER, view)


def also_put_away(view: View) -> View:
    """Mark, below `owner`, what is done with a group that is put away, too: it is brought back, or saved."""
    view.also_put_away = True  # type: ignore[attr-defined]
    return view


def _for(role: Role, view: GroupView) -> OpenedView:
    @wraps(view)
    def opened(request: HttpRequest, *, code: str, **kwargs: Any) -> HttpResponse:
        membership = _membership(request, code)
        if RANK[membership.role_now] < RANK[role]:
            raise PermissionDenied
        if (
            membership.group.archived_at
            and role != Role.WATCHER
            and not getattr(view, "also_put_away", False)
        ):
            raise PutAway
        access = GroupAccess(group=_shown(membership), membership=membership, news=membership.news)
        return view(request, access, **kwargs)

    opened.may = role.value  # type: ignore[attr-defined]
    return opened


# Built once: every page asks this, and to put it together takes longer than to ask it.
_NEWS = News.objects.filter(group=OuterRef("group")).order_by().values("group").annotate(all=Sum("number"))
_MEMBERSHIPS: QuerySet[WithNews] = Membership.objects.select_related("group", "player").annotate(
    news=Coalesce(Subquery(_NEWS.values("all")), 0)
)


def _membership(request: HttpRequest, code: str) -> WithNews:
    guest = guest_of(request)
    if guest is None:
        raise Http404("There is no such group.")
    found = get_object_or_404(_MEMBERSHIPS, group__code=code, guest=guest)
    if is_gone(found.group):
        raise Http404("There is no such group.")
    if found.player_id is not None and (person := found.group.who.of(found.player_id)) != found.player_id:
        found.player = Player.objects.get(pk=person)
    renew(request)
    with suppress(DatabaseError):  # it cannot write just now; that is no reason to show nothing
        seen(found)
    return found


def _shown(membership: Membership) -> Group:
    # Return the group; for whoever only watches without its money, unless it shows its money to them.
    #
    # A group without a currency has no amounts and no pages of money, so no page needs to check this. The
    # group is changed in memory only: watchers write nothing.
    group = membership.group
    if membership.sees_money or not group.currency:
        return group
    without = copy(group)
    without.currency, without.stake_cents = "", 0
    return without
