"""How a group sat the last time, and which group a demo is about."""

import uuid

from django.db.models import F

from ledger.models import Group, HouseRules, Player
from ledger.models.book import sheet_of
from ledger.seating import Seating
from ledger.sheet import EntryKind


def last_table(group: Group) -> Seating | None:
    """Return how the group sat at the end of the last night it played here; None before the first (two
    queries).
    """
    played = group.sessions.filter(entries__number=1, entries__kind=EntryKind.OPENED)
    session = played.order_by("-started_at", "-number").first()
    return sheet_of(session).seating if session else None


def last_game(guest: uuid.UUID | None) -> str:
    """Return the key of the game of the night or group that a guest's groups began last, "" without any.

    One query, none without a guest.
    """
    if guest is None:
        return ""
    rules = HouseRules.objects.filter(group__memberships__guest=guest)
    last = rules.order_by(F("group__sessions__started_at").desc(nulls_last=True), "-group__pk", "-version")
    return last.values_list("game", flat=True).first() or ""


def first_player(group: Group) -> Player | None:
    """Return who was named first when the group was started: its founder (one query)."""
    return group.players.first()


def oldest_group() -> Group | None:
    """Return the group that was started first: in a demo, the one it is about (one query)."""
    return Group.objects.order_by("pk").first()
