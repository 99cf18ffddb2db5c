"""Which groups a guest can open."""

import uuid
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Max, Q
from django.utils import timezone

from ledger.models import Group, HouseRules, NightPlayer, Role
from ledger.scoring import game_called
from ledger.scoring.option import read_rules
from ledger.sheet import Struck
from ledger.standings.settings import NO_FACE, Face, faces_from
from ledger.who import Who


@dataclass(frozen=True, kw_only=True)
class GroupCard:
    """A group as its guests find it on the first page; `leaves_at` where its removal was asked for.

    `is_own` for its owners; `changes` is how many there were of its settings, as its forms have it.
    """

    code: str
    name: str
    players: int
    nights: int
    open_night: int | None
    leaves_at: datetime | None
    is_put_away: bool
    is_own: bool
    changes: int


@dataclass(frozen=True, kw_only=True)
class Person:
    """A player of a group, how they are drawn, and on how many nights they have sat at the table.

    `nights` are 0 where they were not asked for.
    """

    player: int
    name: str
    nights: int
    face: Face = NO_FACE


@dataclass(frozen=True, kw_only=True)
class Playing:
    """What a group plays: the game, the preset its rules came from ("" for its own), and a word of it.

    `key` is the game's key, `options` are the rules that are not as usual. `usually` is how many play a hand
    of it, `least` how many it needs, `most` how many can.
    """

    key: str
    game: str
    preset: str
    options: Mapping[str, Any]
    help: str
    usually: int
    least: int
    most: int


class Names(dict[int, str]):
    """The names of the people of a group by player id; an id of somebody who is another one by now is known,
    too, and not counted. `placeholders` are the ids of those who are no people (`nobody.of_people`).
    """

    def __init__(self, names: Mapping[int, str], who: Who, placeholders: Collection[int] = ()) -> None:
        super().__init__({player: name for player, name in names.items() if who.of(player) == player})
        self._who = who
        self.placeholders = self.keys() & set(placeholders)
        self.also = {names[one]: names[person] for one, person in who.now.items() if one in names}
        """Names that are not shown any more, and what those people are called now."""

    def __missing__(self, player: int) -> str:
        if (person := self._who.of(player)) == player:
            raise KeyError(player)
        return self[person]


def names_of(group: Group) -> Names:
    """Return the names of all the people of the group, by player id (one query)."""
    rows = list(group.players.values_list("pk", "name", "is_placeholder"))
    placeholders = [player for player, _, is_placeholder in rows if is_placeholder]
    return Names({player: name for player, name, _ in rows}, group.who, placeholders)


def names_in_ink(group: Group) -> dict[int, str]:
    """Return the names of all players of the group, also of those who are others by now, by id (one
    query).
    """
    return dict(group.players.values_list("pk", "name"))


def tellers_of(group: Group, names: Mapping[int, str] | None = None) -> dict[int, str]:
    """Return who tells: the name of the player behind each membership that is somebody's (one query; two
    where players were merged and their `names` are not known yet)."""
    phones = group.memberships.exclude(player=None)
    if not group.who:
        return dict(phones.values_list("pk", "player__name"))
    names = names or names_of(group)
    return {phone: names[player] for phone, player in phones.values_list("pk", "player") if player}


def people_of(group: Group, *, with_nights: bool = True) -> tuple[Person, ...]:
    """Return everybody in the group, in the order they came, with their nights or without (one query; a few
    more for the nights, at the same cost after any number of them).
    """
    who = group.who
    nights = _nights_at_the_table(group) if with_nights else Counter[int]()
    found = list(group.players.order_by("pk").values_list("pk", "name", "initials", "colour"))
    faces = faces_from(found)
    return tuple(
        Person(player=player, name=name, nights=nights[player], face=faces[player])
        for player, name, _, _ in found
        if who.of(player) == player
    )


def _nights_at_the_table(group: Group) -> Counter[int]:
    # Whether or not they played a hand.
    there = NightPlayer.objects.filter(group=group).order_by().values_list("player")
    return Counter(dict(there.annotate(nights=Count("session", distinct=True))))


def playing(group: Group) -> Playing:
    """Return the house rules in force, as the game calls and explains them; the pages translate that (one
    query).

    Of what a preset said formerly only the game is explained.
    """
    rules = HouseRules.objects.filter(group=group).latest("version")
    game = game_called(rules.game)
    preset = next((preset for preset in game.presets if preset.key == rules.preset), None)
    read = read_rules(game.rules, rules.options)
    is_explained = preset is not None and read == read_rules(game.rules, preset.values)
    return Playing(
        key=game.key,
        options=rules.options,
        game=game.name,
        preset=preset.name if preset else "",
        help=preset.help if preset and is_explained else game.help,
        usually=game.usually,
        least=game.least_active,
        most=game.most_active,
    )


def groups_of(guest: uuid.UUID | None) -> tuple[GroupCard, ...]:
    """Return the groups a guest has a membership of, the one last started first; none for a stranger."""
    if guest is None:
        return ()
    stay = Q(leaves_at=None) | Q(leaves_at__gt=timezone.now())
    groups = Group.objects.filter(stay, memberships__guest=guest).annotate(
        people=Count("players", distinct=True),
        nights=Count("sessions", distinct=True, filter=Q(sessions__struck=Struck.NO)),
        latest_open=Max("sessions__number", filter=Q(sessions__ended_at=None)),
        role=F("memberships__role"),
    )
    return tuple(
        GroupCard(
            code=group.code,
            name=group.name,
            players=group.people - len(group.same_people),
            nights=group.nights,
            open_night=group.latest_open,
            leaves_at=group.leaves_at,
            is_put_away=group.archived_at is not None,
            is_own=group.role == Role.OWNER,
            changes=group.changes[-1]["number"] if group.changes else 0,
        )
        for group in groups.order_by("-started_at")
    )
