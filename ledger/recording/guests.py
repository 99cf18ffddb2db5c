"""Which guest a membership is of: a phone that gets another id takes what it may open along."""

import uuid

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ledger.models import Group, Membership, Role

HIGHEST_FIRST = (Role.OWNER, Role.SCORER, Role.WATCHER)


def change_guest(old: uuid.UUID, new: uuid.UUID) -> None:
    """Hand everything that a guest may open over to another id of the same phone; the old one opens nothing.

    Where both are members, the one that stays gets the higher role of the two, and the player if it has none.
    The other is nobody's from then on: what it wrote keeps its writer. Who was removed as the old one comes
    back as the new one.
    """
    if old == new:
        return
    with transaction.atomic():
        opened = Membership.objects.filter(Q(guest__in=(old, new)) | Q(guest_was=old))
        groups = Group.every.filter(pk__in=opened.values("group")).order_by("pk")
        list(groups.select_for_update(no_key=True).values_list("pk"))
        mine = Membership.objects.filter(guest=new).order_by("pk").select_for_update(no_key=True)
        there = {one.group_id: one for one in mine}
        Membership.objects.filter(guest=old).exclude(group__in=there).update(guest=new)
        Membership.objects.filter(guest_was=old).update(guest_was=new)
        for left in Membership.objects.filter(guest=old):
            stays = there[left.group_id]
            # The higher role stays, and of equal ones that for good.
            of_left, of_stays = HIGHEST_FIRST.index(left.role_now), HIGHEST_FIRST.index(stays.role_now)
            if of_left < of_stays or (of_left == of_stays and left.role_until is None):
                stays.role, stays.role_until = left.role, left.role_until
            if stays.player_id is None:
                stays.player_id, stays.player_confirmed = left.player_id, left.player_confirmed
            elif stays.player_id == left.player_id:
                stays.player_confirmed |= left.player_confirmed
            stays.has_said_who |= left.has_said_who
            stays.save(update_fields=["role", "role_until", "player", "player_confirmed", "has_said_who"])
            left.guest, left.role, left.removed_at = uuid.uuid4(), Role.WATCHER, timezone.now()
            left.save(update_fields=["guest", "role", "removed_at"])
