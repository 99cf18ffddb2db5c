"""Access to a group: links made, renamed, replaced and turned off; phones let in, removed, let in again.

Each write holds the group's row. `key` is the guard against the same form sent twice, `after` how often
the teller had seen the link, or the phone, changed: if it was changed since, nothing is written.
"""

import uuid
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TypeVar

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from ledger import limits
from ledger.models import AccessLink, Group, Membership, Player, Role, SharedYear
from ledger.models.group import LONGEST_NAME
from ledger.recording.writing import Refused, WriteContext, check_room, clean_text, held, keys_are_used_once

# The time that a link for tonight is good: from before the first hand until the next noon, so
# that the last hand of a long night is put right after breakfast. It does not end with the night, which may
# be opened again.
TONIGHT = timedelta(hours=18)

# A phone that comes again within this time is not noted down again.
SEEN = timedelta(minutes=5)

RANK = (Role.WATCHER, Role.SCORER, Role.OWNER)

Changed = TypeVar("Changed", AccessLink, Membership)


@dataclass(frozen=True, kw_only=True)
class Secret:
    """The secret of a link as it is stored: a nonce by which it can be said again, and its digest."""

    nonce: uuid.UUID
    digest: str


@dataclass(frozen=True, kw_only=True)
class NewLink:
    """A link as somebody wants it: what it lets do, its name, until when it is good, and if only `once`."""

    role: Role
    name: str = ""
    expires_at: datetime | None = None
    once: bool = False


def digest_of(secret: str) -> str:
    """Return the digest of a link's secret that is stored: SHA-256, in hexadecimal."""
    return sha256(secret.encode()).hexdigest()


def make_link(group: Group, new: NewLink, secret: Secret, context: WriteContext) -> AccessLink:
    """Make a link. Raises Refused for a name that will not do, or where there are too many."""
    name = _clean(new.name)
    with keys_are_used_once(), transaction.atomic():
        group = held(group.pk)
        before = AccessLink.objects.filter(key=context.key).first()
        if before is not None:
            return _the_same(before, group, new.role)
        return _make(group, replace(new, name=name), secret, context)


def rename_link(link: AccessLink, name: str, context: WriteContext) -> AccessLink:
    name = _clean(name)
    with transaction.atomic():
        link = _taken_up(link, context)
        if link.last_key != context.key:
            link.name = name
            _changed(link, context, "name")
    return link


def replace_link(link: AccessLink, secret: Secret, context: WriteContext) -> AccessLink:
    """Give a link another secret, and keep its name, role and end; the old one lets nobody in any more.

    Whoever came by it stays. A link for tonight begins anew. Raises Refused for one that is off already.
    """
    with keys_are_used_once(), transaction.atomic():
        group = held(link.group_id)
        if (before := AccessLink.objects.filter(key=context.key).first()) is not None:
            return _the_same(before, group, Role(link.role))
        old = _taken_up(link, context)
        if old.revoked_at is not None:
            raise Refused("access_moved_on")
        again = None if old.expires_at is None else timezone.now() + (old.expires_at - old.made_at)
        new = NewLink(role=Role(old.role), name=old.name, expires_at=again, once=old.once)
        _turn_off(old, context)
        return _make(group, new, secret, context)


def revoke_link(link: AccessLink, context: WriteContext, *, closes: bool = False) -> list[Membership]:
    """Turn a link off; with `closes`, the phones that came by it are removed as well.

    Of those the phones stay that may do more by now than the link gave, the one that asks, and the last
    owner. Returns the phones that were removed.
    """
    with transaction.atomic():
        link = _taken_up(link, context)
        if link.last_key == context.key:
            return []
        _turn_off(link, context)
        came = Membership.objects.filter(link=link, removed_at=None, role=link.role)
        came = came.select_for_update(no_key=True).order_by("pk")
        if context.by:
            came = came.exclude(pk=context.by.pk)
        gone: list[Membership] = []
        for member in came if closes else ():
            if member.role != Role.OWNER or _other_owners(member):
                _remove(member, context)
                gone.append(member)
        return gone


def let_in(link: AccessLink, guest: uuid.UUID) -> Membership:
    """Let a guest in by a link; who is in already keeps the higher role.

    Who was removed comes back by any link that is on, as what it lets do. Raises Refused for a link that is
    off, whose time is up or that was used, and where too many were let in.
    """
    with transaction.atomic():
        held(link.group_id)
        link = _locked(link)
        now = timezone.now()
        mine = Membership.objects.filter(group=link.group_id, guest=guest).first()
        if mine is not None and has_come(link, mine):
            return mine
        if not link.is_open_now:
            raise Refused("link_off")
        if mine is None:
            check_members(link.group)
            gone = Membership.objects.select_for_update(no_key=True).filter(guest_was=guest)
            mine = gone.filter(group=link.group_id).order_by("-pk").first() or Membership(group=link.group)
            mine.guest, mine.guest_was, mine.removed_at = guest, None, None
            mine.player_confirmed = False  # whoever removed the phone may have doubted whose it is
        role, until = Role(link.role), link.expires_at if link.role == Role.SCORER else None
        mine.role, mine.role_until, mine.link, mine.last_seen = role, until, link, now
        mine.changes += 1
        mine.save()
        AccessLink.objects.filter(pk=link.pk).update(came=F("came") + 1)
    return mine


def has_come(link: AccessLink, mine: Membership) -> bool:
    """Return whether a link gives a phone nothing that it has not got: it came by it, or may do as much
    already.
    """
    rank, given = RANK.index(mine.role_now), RANK.index(Role(link.role))
    longer = mine.role_until is None or (link.expires_at is not None and link.expires_at <= mine.role_until)
    return rank > given or (rank == given and (longer or rank == 0))


def remove_member(member: Membership, context: WriteContext, *, link_too: bool = False) -> Membership:
    """Remove a phone from its next request on; the lines that it wrote keep their writer.

    With `link_too` the link it came by is turned off. A phone leaves in the same way. Raises Refused for the
    last owner.
    """
    with transaction.atomic():
        member = _taken_up(member, context)
        if member.last_key == context.key:
            return member
        if member.removed_at is None:
            _check_not_last(member)
            _remove(member, context)
        if link_too and (link := member.link) is not None and link.revoked_at is None:
            _turn_off(link, context)
    return member


def bring_member_back(member: Membership, context: WriteContext) -> Membership:
    """Let a phone that was removed open the group again; nothing if it came back by itself."""
    with transaction.atomic():
        member = _taken_up(member, context)
        if member.last_key == context.key or member.removed_at is None or member.guest_was is None:
            return member
        if Membership.objects.filter(group=member.group_id, guest=member.guest_was).exists():
            raise Refused("came_back")
        check_members(member.group)
        member.guest, member.guest_was, member.removed_at = member.guest_was, None, None
        _changed(member, context, "guest", "guest_was", "removed_at")
    return member


def change_role(member: Membership, role: Role, context: WriteContext) -> Membership:
    """Let a phone do more, or less, for good. Raises Refused for the last owner."""
    with transaction.atomic():
        member = _taken_up(member, context)
        if member.last_key == context.key:
            return member
        if member.removed_at is not None:
            raise Refused("access_moved_on")
        if role != Role.OWNER:
            _check_not_last(member)
        member.role, member.role_until = role, None
        _changed(member, context, "role", "role_until")
    return member


def claim_player(member: Membership, player: Player | None, context: WriteContext) -> Membership:
    """Say which player a phone belongs to, None for nobody. Several phones may be one player's.

    What the phone wrote says so, before as well. Another player than before is unconfirmed, unless an owner
    said so of somebody else's phone. Raises Refused for a player of another group.
    """
    with transaction.atomic():
        member = _taken_up(member, context)
        if member.last_key == context.key:
            return member
        if member.removed_at is not None:
            raise Refused("access_moved_on")
        if player is not None and player.group_id != member.group_id:
            raise Refused("no_such_player")
        is_by_an_owner = context.by is not None and context.by.pk != member.pk
        if player is None or player.pk != member.player_id or is_by_an_owner:
            member.player_confirmed = player is not None and is_by_an_owner
        member.player, member.has_said_who = player, True
        _changed(member, context, "player", "player_confirmed", "has_said_who")
    return member


def confirm_player(member: Membership, context: WriteContext) -> Membership:
    """Confirm that a phone belongs to its player. Raises Refused where it says nothing any more."""
    with transaction.atomic():
        member = _taken_up(member, context)
        if member.last_key == context.key:
            return member
        if member.removed_at is not None or member.player_id is None:
            raise Refused("access_moved_on")
        member.player_confirmed = True
        _changed(member, context, "player_confirmed")
    return member


def be_content_with_one_owner(group: Group) -> None:
    """Note that an owner wants to hear no more that a second one would be safer."""
    Group.objects.filter(pk=group.pk).update(one_owner_is_fine=True)


def seen(member: Membership) -> None:
    """Note down that a phone was here just now, if that was not noted within the last minutes."""
    now = timezone.now()
    if member.last_seen is None or now - member.last_seen > SEEN:
        Membership.objects.filter(pk=member.pk).update(last_seen=now)


def forget_unused_links(*, most: int) -> int:
    """Delete links that are off, or whose time is up, and by which nobody came; says how many (`most`)."""
    now = timezone.now()
    over = Q(revoked_at__isnull=False) | Q(expires_at__lte=now)
    found = list(AccessLink.objects.filter(over, came=0).values_list("pk", flat=True)[:most])
    with transaction.atomic():
        AccessLink.objects.filter(over, pk__in=found, came=0).delete()
    return len(found)


def check_members(group: Group) -> None:
    """Raise Refused where no more phones may be let in; those that were removed do not count."""
    there = group.memberships.filter(removed_at=None).count()
    check_room(there + 1, limits.MOST_MEMBERS, case="members")


def _make(group: Group, new: NewLink, secret: Secret, context: WriteContext) -> AccessLink:
    here = AccessLink.objects.filter(group=group, revoked_at=None)
    there = here.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now())).count()
    check_room(there + 1, limits.MOST_LINKS, case="links")
    return AccessLink.objects.create(
        group=group,
        key=context.key,
        role=new.role,
        name=new.name,
        nonce=secret.nonce,
        digest=secret.digest,
        once=new.once,
        made_by=context.by,
        made_at=timezone.now(),
        expires_at=new.expires_at,
    )


def _the_same(before: AccessLink, group: Group, role: Role) -> AccessLink:
    if before.group_id != group.pk or before.role != role:
        raise Refused("key_used", case="settings")
    return before


def _turn_off(link: AccessLink, context: WriteContext) -> None:
    # A link by which nobody came leaves nothing behind but for the chores to find.
    if link.revoked_at is None:
        link.revoked_at = context.at or timezone.now()
    _changed(link, context, "revoked_at")


def _remove(member: Membership, context: WriteContext) -> None:
    member.removed_at = context.at or timezone.now()
    member.guest_was, member.guest = member.guest, uuid.uuid4()
    _changed(member, context, "removed_at", "guest_was", "guest")


def _check_not_last(member: Membership) -> None:
    # Owners count of whom it is known that somebody has that phone.
    if member.role == Role.OWNER and not _other_owners(member):
        raise Refused("last_owner")


def _other_owners(member: Membership) -> bool:
    owners = Membership.objects.filter(group=member.group_id, role=Role.OWNER, removed_at=None)
    return owners.exclude(pk=member.pk).exclude(last_seen=None).exists()


def _locked(row: Changed) -> Changed:
    rows = type(row)._default_manager.select_for_update(no_key=True, of=("self",))
    return rows.select_related("group").get(pk=row.pk)


def _taken_up(row: Changed, context: WriteContext) -> Changed:
    held(row.group_id)
    found = _locked(row)
    if found.last_key != context.key and found.changes != context.after:
        raise Refused("access_moved_on")
    return found


def _changed(row: AccessLink | Membership, context: WriteContext, *fields: str) -> None:
    row.changes += 1
    row.last_key = context.key
    row.save(update_fields=[*fields, "changes", "last_key"])


def _clean(name: str) -> str:
    name = " ".join(clean_text(name, case="name", fact="name").split())
    if len(name) > LONGEST_NAME:
        raise Refused("long_name", fact="name", begins=name[:12], most=LONGEST_NAME)
    return name


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
            of_left, of_stays = RANK.index(left.role_now), RANK.index(stays.role_now)
            if of_left > of_stays or (of_left == of_stays and left.role_until is None):
                stays.role, stays.role_until = left.role, left.role_until
            if stays.player_id is None:
                stays.player_id, stays.player_confirmed = left.player_id, left.player_confirmed
            elif stays.player_id == left.player_id:
                stays.player_confirmed |= left.player_confirmed
            stays.has_said_who |= left.has_said_who
            stays.save(update_fields=["role", "role_until", "player", "player_confirmed", "has_said_who"])
            left.guest, left.role, left.removed_at = uuid.uuid4(), Role.WATCHER, timezone.now()
            left.save(update_fields=["guest", "role", "removed_at"])


def share_year(
    group: Group,
    year: int,
    player: int | None,
    context: WriteContext,
    *,
    secret: Secret | None,
    shows_names: bool = False,
) -> SharedYear | None:
    """Let the page of a year, of the group or of a player, be opened by a new address, or by none any more.

    The former address opens nothing then. Returns None where no address ever opened it. Raises Refused where
    it was switched meanwhile, for a player of another group, and where too many are on.
    """
    with transaction.atomic():
        group = held(group.pk)
        if secret and player is not None and not Player.objects.filter(pk=player, group=group).exists():
            raise Refused("no_such_player")
        shared = SharedYear.objects.filter(group=group, year=year, player=player).first()
        if (shared is None and secret is None) or (shared and shared.last_key == context.key):
            return shared
        shared = shared or SharedYear(group=group, year=year, player_id=player)
        if context.after != shared.changes:
            raise Refused("access_moved_on")
        if secret:
            on = SharedYear.objects.filter(group=group, is_on=True)
            check_room(on.count() + 1, limits.MOST_SHARED_YEARS, case="links")
            shared.nonce, shared.digest, shared.shows_names = secret.nonce, secret.digest, shows_names
        shared.is_on = secret is not None
        shared.changes += 1
        shared.last_key, shared.by, shared.at = context.key, context.by, context.at or timezone.now()
        shared.save()
    return shared
