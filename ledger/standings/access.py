"""The links that let phones into a group, and the phones that came by them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Exists, F, Q, QuerySet
from django.utils import timezone

from ledger.models import AccessLink, Group, Membership, Role
from ledger.standings.groups import names_of

# The time for which a phone that was removed is shown, to be let in again.
LATELY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class GroupPhone:
    """A phone that may open the group, or that was removed lately: its membership, read with its link.

    `player` is whose it is by now, with the `name`, "" for nobody's; `number` which phone it is of its link,
    else of all that came by none with a name, from the first ever. `is_contested` says that another phone has
    the same player, and not both were confirmed by an owner.
    """

    membership: Membership
    player: int | None
    name: str
    number: int
    is_contested: bool


def open_links(group: Group) -> list[AccessLink]:
    """Return the links that let somebody in now, the first made first; `phones` is how many came by each and
    may still come (one query).
    """
    stay = Q(members__removed_at=None, members__role=F("role"))
    return list(_open(group).annotate(phones=Count("members", filter=stay)).order_by("pk"))


def phones_of(group: Group) -> tuple[GroupPhone, ...]:
    """Return the phones that may open the group, and after them those removed lately (a query, two where
    players were merged).
    """
    who = group.who
    names = names_of(group) if who else {}
    phones = list(group.memberships.select_related("player", "link").order_by("pk"))
    contested = _contested(group, phones)
    found = list[GroupPhone]()
    numbers = Counter[int | None]()
    for one in phones:
        of = one.link_id if one.link and one.link.name else None
        numbers[of] += 1
        if one.removed_at is not None and (
            one.guest_was is None or timezone.now() - one.removed_at >= LATELY
        ):
            continue
        player, name = one.player_id, one.player.shown_name if one.player else ""
        if player is not None and player in who.now:
            player = who.of(player)
            name = names[player]
        found.append(
            GroupPhone(
                membership=one,
                player=player,
                name=name,
                number=numbers[of],
                is_contested=one.removed_at is None and player in contested,
            )
        )
    return tuple(sorted(found, key=lambda phone: phone.membership.removed_at is not None))


def contested_players(group: Group) -> frozenset[int]:
    """Return the players whom several phones say to be, not all of them confirmed (one query)."""
    return _contested(group, group.memberships.filter(removed_at=None).exclude(player=None))


def _contested(group: Group, phones: Iterable[Membership]) -> frozenset[int]:
    by_player: dict[int, list[bool]] = defaultdict(list)
    for one in phones:
        if one.player_id is not None and one.removed_at is None:
            by_player[group.who.of(one.player_id)].append(one.is_player_confirmed)
    return frozenset(player for player, said in by_player.items() if len(said) > 1 and not all(said))


def has_one_owner(group: Group) -> bool:
    """Return whether all would be lost with one phone: of no second owner's it is known that somebody has it,
    and no link that is on makes one (one query).
    """
    owners = Q(memberships__role=Role.OWNER, memberships__removed_at=None)
    seen = Count("memberships", filter=owners & Q(memberships__last_seen__isnull=False))
    to_own = _open(group).filter(role=Role.OWNER)
    here = Group.objects.filter(pk=group.pk).annotate(seen=seen)
    return bool(here.filter(~Exists(to_own), seen__lt=2).exists())


def has_phone_that_writes(group: Group, player: int) -> bool:
    """Return whether somebody who may keep the score has said to be this player (one query)."""
    lasts = Q(role_until=None) | Q(role_until__gt=timezone.now())
    phones = group.memberships.filter(lasts, player__in=group.who.ids_of(player), removed_at=None)
    return bool(phones.exclude(role=Role.WATCHER).exists())


def _open(group: Group) -> QuerySet[AccessLink]:
    here = AccessLink.objects.filter(group=group, revoked_at=None, once=False)
    return here.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))
