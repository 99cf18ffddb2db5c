"""How a group sat the last time, and which group a demo is about."""

from __future__ import annotations

from ledger.models import Group
from ledger.models.book import sheet_of
from ledger.seating import Seating


def last_table(group: Group) -> Seating | None:
    """How the group sat at the end of its last night; None before the first (two queries)."""
    session = group.sessions.order_by("-number").first()
    return sheet_of(session).seating if session else None


def oldest_group() -> Group | None:
    """The group that was started first: in a demo, the one it is about (one query)."""
    return Group.objects.order_by("pk").first()
