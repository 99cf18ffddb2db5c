"""A group: started, people added, renamed and forgotten, guests admitted, names at payment services."""

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, F, ProtectedError, Q

from ledger import limits
from ledger.models import (
    Group,
    HouseRules,
    Membership,
    PaymentHandle,
    Player,
    Role,
    Service,
    SharedYear,
    name_key,
)
from ledger.models.group import LONGEST_NAME
from ledger.money.rounding import Rounding
from ledger.recording.access import check_members
from ledger.recording.writing import Refused, check_room, clean_text, held
from ledger.scoring import game_called
from ledger.scoring.option import read_rules


@dataclass(frozen=True, kw_only=True)
class NewGroup:
    """The form of a new group. `stake_cents` is worth nothing without a `currency`."""

    name: str
    names: Sequence[str]
    currency: str = ""
    stake_cents: int = 0
    game: str = "sheepshead"
    preset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


def start_group(new: NewGroup, guest: uuid.UUID, key: uuid.UUID) -> Group:
    """Start a group; its guest owns it and is its first player. The same key twice starts one.

    Raises Refused for names that will not do or are too many, HandRefused for rules that nobody can play.
    """
    check_room(len(new.names), limits.MOST_NAMES_AT_START, case="names", fact="names")
    read_rules(game_called(new.game).rules, new.options)
    try:
        with transaction.atomic():
            if (before := _started_before(guest, key)) is not None:
                return before
            group = Group.objects.create(
                key=key,
                name=clean_name(new.name, fact="name"),
                currency=new.currency,
                stake_cents=new.stake_cents if new.currency else 0,
            )
            HouseRules.objects.create(
                group=group, version=1, game=new.game, preset=new.preset, options=dict(new.options)
            )
            players = [add_player(group, name) for name in new.names]
            owner = players[0] if players else None
            Membership.objects.create(group=group, guest=guest, role=Role.OWNER, player=owner)
            return group
    except IntegrityError:  # the same key twice in the same moment
        if (before := _started_before(guest, key)) is None:
            raise
        return before


def group_started(guest: uuid.UUID, key: uuid.UUID) -> Group | None:
    """Return the group that this guest started with this key, if he did and still owns it."""
    mine = Group.objects.filter(key=key, memberships__guest=guest, memberships__role=Role.OWNER)
    return mine.first()


def _started_before(guest: uuid.UUID, key: uuid.UUID) -> Group | None:
    # To another guest a used key is a stranger's key.
    before = group_started(guest, key)
    if before is None and Group.objects.filter(key=key).exists():
        raise Refused("key_used", case="elsewhere")
    return before


def add_player(group: Group, name: str) -> Player:
    """Add a player; raises Refused when the group has somebody of that name, or too many players."""
    name = clean_name(name, fact="names")
    _check_free(group, name, more=1)
    try:
        with transaction.atomic():
            return Player.objects.create(group=group, name=name, name_key=name_key(name))
    except IntegrityError:
        raise _taken(group, name) from None


def rename_player(player: Player, name: str) -> Player:
    """Give a player another name, on every sheet; a placeholder that gets one is a person from then on.

    Raises Refused as `add_player`.
    """
    name = clean_name(name, fact="name")
    if name == player.shown_name:
        return player
    if name_key(name) != player.name_key:
        _check_free(player.group, name)
        player.is_placeholder = False
    player.name, player.name_key = name, name_key(name)
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "name_key", "is_placeholder"])
    except IntegrityError:
        raise _taken(player.group, name) from None
    return player


def delete_player(player: Player) -> None:
    """Delete somebody who has no hand and no cent here: a name that was typed by mistake.

    Raises Refused for everybody of whom anything is written, and for whoever a phone says it belongs to.
    """
    with transaction.atomic():
        group = held(player.group_id)
        played = any(player.pk in people for people in group.sessions.values_list("people", flat=True))
        try:
            if played or str(player.pk) in group.purses or player.pk in group.purses.values():
                raise Refused("has_played")
            player.handles.all().delete()
            player.delete()
        except ProtectedError:
            raise Refused("has_played") from None


def pay_together(player: Player, other: Player | None) -> None:
    """Make two players one payer in the list of who pays whom; without another each pays alone again.

    No money moves: it only changes how the list is drawn. Raises Refused for one person, and for players of
    two groups.
    """
    if other is not None and (player.group_id != other.group_id or player.pk == other.pk):
        raise Refused("same_person", fact="other")
    with transaction.atomic():
        group = held(player.group_id)
        people = {str(player.pk), str(other.pk if other else player.pk)}
        kept = {
            one: with_whom
            for one, with_whom in group.purses.items()
            if one not in people and str(with_whom) not in people
        }
        group.purses = kept if other is None else {**kept, str(player.pk): other.pk}
        group.save(update_fields=["purses"])


def admit(group: Group, guest: uuid.UUID, role: Role, player: Player | None = None) -> Membership:
    """Let a guest in, or give another role; raises Refused when the group has let in too many."""
    if not group.memberships.filter(guest=guest).exists():
        check_members(group)
    membership, _ = Membership.objects.update_or_create(
        group=group, guest=guest, defaults={"role": role, "player": player, "player_confirmed": False}
    )
    return membership


def choose_points_first(group: Group, *, points_first: bool) -> None:
    """Choose whether the pad asks for card points before it shows the score chart."""
    group.points_first = points_first
    group.save(update_fields=["points_first"])


def choose_coin(group: Group, rounding: Rounding) -> None:
    """Choose the coin to which nights are rounded that end from now on.

    Raises Refused for a coin that is none.
    """
    if not 0 <= rounding.coin <= limits.LARGEST_COIN:
        raise Refused("no_coin", fact="coin")
    group.coin_cents, group.rest_goes = rounding.coin, rounding.rest.value
    group.save(update_fields=["coin_cents", "rest_goes"])


def clean_name(name: str, *, fact: str) -> str:
    """Return a name with its white space folded, without what would break the line it stands in.

    Raises Refused when there is none, or too much of it, or a character that cannot be written down.
    """
    name = " ".join(clean_text(name, case="name", fact=fact).split())
    if not name_key(name):
        raise Refused("no_name", fact=fact)
    if len(name) > LONGEST_NAME:
        raise Refused("long_name", fact=fact, begins=name[:12], most=LONGEST_NAME)
    return name


def _check_free(group: Group, name: str, *, more: int = 0) -> None:
    alike = Count("pk", filter=Q(name_key=name_key(name)))
    found = group.players.aggregate(players=Count("pk"), alike=alike)
    if found["alike"]:
        raise _taken(group, name)
    check_players(found["players"], more=more)


def check_players(there: int, *, more: int) -> None:
    if more:
        check_room(there + more, limits.MOST_PLAYERS, case="players", fact="names")


def _taken(group: Group, name: str) -> Refused:
    # The name may be one that a player had before a merge.
    player = group.players.filter(name_key=name_key(name)).first()
    if player is not None and (person := group.who.of(player.pk)) != player.pk:
        is_now = group.players.get(pk=person).name
        return Refused("name_taken", case="merged", fact="names", name=player.name, person=is_now)
    return Refused("name_taken", fact="names", name=name)


NUMBERED = re.compile(r"Player [1-9][0-9]*")


def forget_name(player: Player) -> Player:
    """Call a player by a number, as “Player 4”, and forget where they can be paid, which phone is theirs,
    and what was shared of their years.

    The number is that of their place in the group, or else the next that nobody is called by. Of a person
    that several players are, all names are forgotten. Once more changes nothing. What people typed into
    notes, remarks and their own words of the rules stays.
    """
    with transaction.atomic():
        group = held(player.group_id)
        player.refresh_from_db(fields=["name", "name_key"])
        ids = group.who.ids_of(player.pk)
        for one in (player, *Player.objects.filter(pk__in=ids).exclude(pk=player.pk).order_by("pk")):
            if not is_forgotten(one):
                others = Player.objects.filter(group=group).exclude(pk=one.pk)
                keys = dict(others.values_list("pk", "name_key"))
                place = 1 + sum(pk < one.pk for pk in keys)
                names = (f"Player {number}" for number in chain((place,), count(len(keys) + 1)))
                one.name = next(name for name in names if name_key(name) not in keys.values())
                one.name_key = name_key(one.name)
                one.initials = ""
                one.save(update_fields=["name", "name_key", "initials"])
        PaymentHandle.objects.filter(player__in=ids).delete()
        Membership.objects.filter(player__in=ids).update(player=None, player_confirmed=False)
        SharedYear.objects.filter(player__in=ids, is_on=True).update(is_on=False, changes=F("changes") + 1)
    return player


def is_forgotten(player: Player) -> bool:
    return NUMBERED.fullmatch(player.name) is not None


LOOKS_LIKE = {
    Service.VENMO: (re.compile(r"@?([A-Za-z0-9_-]{2,30})"), "@Ann-Smith"),
    Service.PAYPAL: (re.compile(r"(?:(?:https://)?(?:www\.)?paypal\.me/)?([A-Za-z0-9]{1,20})"), "AnnSmith"),
    Service.CASH_APP: (re.compile(r"\$?([A-Za-z0-9_-]{1,20})"), "$AnnSmith"),
}


def write_handles(player: Player, said: Mapping[Service, str]) -> None:
    """Write a player's names at services; an empty one is taken away. Raises Refused, writing none."""
    handles = {service: read_handle(service, text.strip()) for service, text in said.items()}
    with transaction.atomic():
        for service, handle in handles.items():
            PaymentHandle.objects.update_or_create(
                player=player, service=service, defaults={"handle": handle}
            )


def read_handle(service: Service, text: str) -> str:
    """Return a handle as it is kept; raises Refused for what cannot be one."""
    pattern, example = LOOKS_LIKE[service]
    if not text:
        return ""
    if (found := pattern.fullmatch(text)) is None:
        raise Refused("handle", fact=service.value, service=str(service.label), example=example)
    return found[1]
