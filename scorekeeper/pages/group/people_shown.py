"""Links and phones in words. Pure."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
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


def link_drawn(link: AccessLink, address: str) -> dict[str, Any]:
    """Return what a link lets do, its address ("" where it can be shown no more) and its code.

    `phones` came by it and would be closed with it.
    """
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
    drawn = [
        {
            "pk": one.pk,
            "name": one.name or _came(one),
            "came": _came(one),
            "player": one.player,
            # No owner stands for the phone's player; contested: another phone has the same player.
            "is_unconfirmed": one.player is not None and not one.is_confirmed,
            "is_contested": one.is_contested,
            "role": one.role,
            "may": IS[one.role],
            "roles": [(role.value, CALLED[role]) for role in IN_ORDER],
            "since": one.since,
            "until": one.role_until,
            "seen": ago(timezone.now() - one.last_seen) if one.last_seen else _("not seen yet"),
            "is_mine": one.pk == mine,
            "is_removed": one.removed_at is not None,
            "has_link": one.came_by is not None,
            "changes": one.changes,
        }
        for one in phones
    ]
    return sorted(drawn, key=lambda one: not one["is_mine"])


def _came(one: GroupPhone) -> str:
    # The link that the phone came by, and which phone of those it is.
    if one.link:
        return _("{link}, phone {number}").format(link=one.link, number=one.number)
    return _("Phone {number}").format(number=one.number)
