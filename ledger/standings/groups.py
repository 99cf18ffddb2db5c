"""Which groups a guest can open."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.db.models import Count, Q

from ledger.models import Group


@dataclass(frozen=True, kw_only=True)
class GroupCard:
    """A group as its guests find it on the first page."""

    code: str
    name: str
    players: int
    nights: int
    open_night: int | None


def groups_of(guest: uuid.UUID | None) -> tuple[GroupCard, ...]:
    """The groups a guest has a membership of, the one last started first; none for a stranger."""
    if guest is None:
        return ()
    groups = Group.objects.filter(memberships__guest=guest).annotate(
        people=Count("players", distinct=True),
        nights=Count("sessions", distinct=True),
        latest_open=Count("sessions", filter=Q(sessions__ended_at=None), distinct=True),
    )
    return tuple(
        GroupCard(
            code=group.code,
            name=group.name,
            players=group.people,
            nights=group.nights,
            open_night=group.latest_open or None,
        )
        for group in groups.order_by("-started_at")
    )
