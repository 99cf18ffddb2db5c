"""Which guest a membership is of: a phone that gets another id takes what it may open along."""

from __future__ import annotations

import uuid

from django.db import transaction

from ledger.models import Membership, Role

HIGHEST_FIRST = (Role.OWNER, Role.SCORER, Role.WATCHER)


def change_guest(old: uuid.UUID, new: uuid.UUID) -> None:
    """Hand everything that a guest may open over to another id of the same phone; the old one opens nothing.

    Where both are members, the one that stays gets the higher role of the two, and the player if it has none.
    The other is nobody's from then on: what it wrote keeps its writer.
    """
    if old == new:
        return
    with transaction.atomic():
        there = {one.group_id: one for one in Membership.objects.select_for_update().filter(guest=new)}
        Membership.objects.filter(guest=old).exclude(group__in=there).update(guest=new)
        for left in Membership.objects.filter(guest=old):
            stays = there[left.group_id]
            stays.role = min(Role(stays.role), Role(left.role), key=HIGHEST_FIRST.index)
            stays.player_id = stays.player_id or left.player_id
            stays.save(update_fields=["role", "player"])
            left.guest, left.role = uuid.uuid4(), Role.WATCHER
            left.save(update_fields=["guest", "role"])
