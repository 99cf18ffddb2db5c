"""The links that let phones into a group, and the phones that came by them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, Q, QuerySet
from django.utils import timezone

from ledger.models import AccessLink, Group, Role
from ledger.standings.groups import names_of

# The time for which a phone that was removed is shown, to be let in again.
LATELY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class GroupPhone:
    """A phone that may open the group, or that was removed lately.

    `name` is the player's it is, "" for nobody's; `link` the name of the link it came by, "" without one;
    `number` which phone it is of that link, else of all that came by none with a name, from the first ever.
    `came_by` is the link itself where it is still on. `role` is what it may do now, until `role_until` where
    that is not for good. `last_seen` is None where nobody ever came. `changes` is how often it was changed.
    `is_confirmed` says that an owner stands for its player, `is_contested` that another phone has the same
    player, and not both were confirmed.
    """

    pk: int
    role: Role
    role_until: datetime | None
    player: int | None
    name: str
    is_confirmed: bool
    is_contested: bool = False
    link: str
    number: int
    came_by: int | None
    since: datetime
    last_seen: datetime | None
    removed_at: datetime | None
    changes: int


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
    now = timezone.now()
    found: list[GroupPhone] = []
    numbers: Counter[int | None] = Counter()
    for one in group.memberships.select_related("player", "link").order_by("pk"):
        of = one.link_id if one.link and one.link.name else None
        numbers[of] += 1
        if one.removed_at is None or (one.guest_was is not None and now - one.removed_at < LATELY):
            link = one.link
            lasts = one.role_until is not None and one.role_until > timezone.now()
            phone = GroupPhone(
                pk=one.pk,
                role=one.role_now,
                role_until=one.role_until if lasts else None,
                player=one.player_id,
                name=one.player.shown_name if one.player else "",
                is_confirmed=one.is_player_confirmed,
                link=link.name if link else "",
                number=numbers[of],
                came_by=link.pk if link is not None and link.is_open_now else None,
                since=one.since,
                last_seen=one.last_seen,
                removed_at=one.removed_at,
                changes=one.changes,
            )
            if phone.player is not None and phone.player in who.now:
                phone = replace(phone, player=who.of(phone.player), name=names[phone.player])
            found.append(phone)
    claims = [(phone.player, phone.is_confirmed) for phone in found if phone.removed_at is None]
    contested = _contested(claims)
    return tuple(
        replace(phone, is_contested=phone.removed_at is None and phone.player in contested)
        for phone in sorted(found, key=lambda phone: phone.removed_at is not None)
    )


def contested_players(group: Group) -> frozenset[int]:
    """Return the players whom several phones say to be, not all of them confirmed (one query)."""
    rows = group.memberships.filter(removed_at=None).exclude(player=None)
    claims = [(group.who.of(one.player_id), one.is_player_confirmed) for one in rows if one.player_id]
    return _contested(claims)


def _contested(claims: Iterable[tuple[int | None, bool]]) -> frozenset[int]:
    by_player: dict[int, list[bool]] = defaultdict(list)
    for player, is_confirmed in claims:
        if player is not None:
            by_player[player].append(is_confirmed)
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
