"""How a phone gains a group by a link, and where it goes then."""

from __future__ import annotations

import uuid

from django.shortcuts import resolve_url

from ledger.models import AccessLink, Group, Membership
from ledger.recording import has_come, let_in
from ledger.standings import nights_in_progress
from scorekeeper.visitors.guests import Gain


def way_in(link: AccessLink) -> Gain[Membership]:
    """What a link gives; nothing to who may do as much already."""

    def before(guest: uuid.UUID) -> Membership | None:
        mine = Membership.objects.filter(group=link.group_id, guest=guest).first()
        return mine if mine is not None and has_come(link, mine) else None

    return Gain(write=lambda guest: let_in(link, guest), before=before)


def first_page(group: Group) -> str:
    """Return the address of tonight's table, or of the group where nobody plays (one query)."""
    night = next(iter(nights_in_progress(group)), None)
    if night is None:
        return resolve_url("group", code=group.code)
    return resolve_url("table", code=group.code, number=night.number)
