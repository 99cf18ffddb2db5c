"""Links and phones in words. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.models import AccessLink, Role
from ledger.standings import GroupPhone
from scorekeeper.presenters.qr import qr_svg
from scorekeeper.text.dates import ago

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


@dataclass(frozen=True, kw_only=True)
class LinkView:
    """A link: what it lets do, its address ("" where it can be shown no more) and its code; `phones` came by
    it and would be closed with it."""

    pk: int
    role: Role
    called: str
    scanned: str
    name: str
    address: str
    code: SafeString
    until: datetime | None
    changes: int
    phones: int

    @property
    def closing(self) -> str:
        return ngettext(
            "Turn off and close {count} phone", "Turn off and close {count} phones", self.phones
        ).format(count=self.phones)


@dataclass(frozen=True, kw_only=True)
class RoleView:
    role: Role
    called: str
    may: str
    links: tuple[dict[str, Any], ...]

    @property
    def may_be_for_tonight(self) -> bool:
        return self.role == Role.SCORER


@dataclass(frozen=True, kw_only=True)
class Viewer:
    mine: int
    is_owner: bool


def link_drawn(link: AccessLink, address: str) -> LinkView:
    role = Role(link.role)
    return LinkView(
        pk=link.pk,
        role=role,
        called=str(CALLED[role]),
        scanned=str(SCANNED[role]),
        name=link.name,
        address=address,
        code=qr_svg(address) if address else SafeString(),
        until=link.expires_at,
        changes=link.changes,
        phones=getattr(link, "phones", 0),
    )


def role_views(links: Iterable[AccessLink], shown: AccessLink | None) -> tuple[RoleView, ...]:
    there = list(links)
    return tuple(
        RoleView(
            role=role,
            called=str(CALLED[role]),
            may=str(MAY[role]),
            links=tuple(
                {
                    "pk": one.pk,
                    "name": one.name or (_("for tonight") if one.expires_at else _("Show it")),
                    "is_chosen": one == shown,
                }
                for one in there
                if one.role == role
            ),
        )
        for role in IN_ORDER
    )


def phone_views(phones: Sequence[GroupPhone], place: Viewer) -> tuple[dict[str, Any], ...]:
    drawn = (_phone_view(one, place) for one in phones)
    return tuple(sorted(drawn, key=lambda one: not one["is_mine"]))


def _phone_view(one: GroupPhone, place: Viewer) -> dict[str, Any]:
    phone = one.membership
    role, until = phone.role_now, phone.role_until
    return {
        "pk": phone.pk,
        "name": one.name or _came(one),
        "came": _came(one),
        "player": one.player,
        # No owner stands for the phone's player; contested: another phone has the same player.
        "is_unconfirmed": one.player is not None and not phone.is_player_confirmed,
        "is_contested": one.is_contested,
        "role": role,
        "may": str(IS[role]),
        "roles": tuple((each.value, str(CALLED[each])) for each in IN_ORDER),
        "since": phone.since,
        "until": until if until and until > timezone.now() else None,
        "seen": ago(timezone.now() - phone.last_seen) if phone.last_seen else _("not seen yet"),
        "is_mine": phone.pk == place.mine,
        "is_removed": phone.removed_at is not None,
        "has_link": phone.link is not None and phone.link.is_open_now,
        "changes": phone.changes,
    }


def _came(one: GroupPhone) -> str:
    # The link that the phone came by, and which phone of those it is.
    if one.membership.link and one.membership.link.name:
        return _("{link}, phone {number}").format(link=one.membership.link.name, number=one.number)
    return _("Phone {number}").format(number=one.number)
