"""A player's name forgotten: the seat and the sums stay, who it was is said by a number."""

import re
from itertools import chain, count

from django.db import transaction
from django.db.models import F

from ledger.models import Group, Membership, PaymentHandle, Player, SharedYear, name_key

NUMBERED = re.compile(r"Player [1-9][0-9]*")


def forget_name(player: Player) -> Player:
    """Call a player by a number, as “Player 4”, and forget where they can be paid, which phone is theirs,
    and what was shared of their years.

    The number is that of their place in the group, or else the next that nobody is called by. Of a person
    that several players are, all names are forgotten. Once more changes nothing. What people typed into
    notes, remarks and their own words of the rules stays.
    """
    with transaction.atomic():
        group = Group.objects.select_for_update(no_key=True).get(pk=player.group_id)
        player.refresh_from_db(fields=["name", "name_key"])
        ids = group.who.ids_of(player.pk)
        for one in (player, *Player.objects.filter(pk__in=ids).exclude(pk=player.pk).order_by("pk")):
            if not is_forgotten(one):
                one.name = _number(one)
                one.name_key = name_key(one.name)
                one.initials = ""
                one.save(update_fields=["name", "name_key", "initials"])
        PaymentHandle.objects.filter(player__in=ids).delete()
        Membership.objects.filter(player__in=ids).update(player=None, player_confirmed=False)
        SharedYear.objects.filter(player__in=ids, is_on=True).update(is_on=False, changes=F("changes") + 1)
    return player


def is_forgotten(player: Player) -> bool:
    return NUMBERED.fullmatch(player.name) is not None


def _number(player: Player) -> str:
    others = list(
        Player.objects.filter(group=player.group_id).exclude(pk=player.pk).values_list("pk", "name_key")
    )
    place = 1 + sum(pk < player.pk for pk, _ in others)
    taken = {key for _, key in others}
    names = (f"Player {number}" for number in chain((place,), count(len(others) + 1)))
    return next(name for name in names if name_key(name) not in taken)
