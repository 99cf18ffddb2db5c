"""How a phone gains a group by a link."""

from __future__ import annotations

import uuid

from ledger.models import AccessLink, Membership
from ledger.recording import has_come, let_in
from scorekeeper.visitors.guests import Gain


def way_in(link: AccessLink) -> Gain[Membership]:
    """What a link gives; nothing to who may do as much already."""

    def before(guest: uuid.UUID) -> Membership | None:
        mine = Membership.objects.filter(group=link.group_id, guest=guest).first()
        return mine if mine is not None and has_come(link, mine) else None

    return Gain(write=lambda guest: let_in(link, guest), before=before)
