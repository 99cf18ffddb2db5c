"""Groups: those a guest can open, their people and names, their tables, their rules in force."""

import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Max, Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext

from ledger.book.seating import Seating
from ledger.book.sheet import EntryKind, ScoreSheet, Struck
from ledger.book.who import Who
from ledger.models import (
    Colour,
    Group,
    HouseRules,
    NightPlayer,
    PaymentHandle,
    Role,
    Service,
    Session,
    Transaction,
    open_sessions,
)
from ledger.models.book import sheet_of
from ledger.models.group import NOBODY, shown_name
from ledger.scoring import game_called
from ledger.scoring.option import read_rules
from ledger.words.initials import initials


@dataclass(frozen=True, kw_only=True)
class SettingChange:
    """A change of a group's settings: values before and after, time, membership, and the key of its form."""

    number: int
    what: str
    was: Mapping[str, Any]
    now: Mapping[str, Any]
    at: datetime | None
    by: int | None
    key: str


@dataclass(frozen=True, kw_only=True)
class Face:
    """Initials and colour of a player, for places without room for the name.

    `chose_*` say which of the two somebody chose; the other is computed.
    """

    name: str
    initials: str
    colour: str
    chose_initials: bool = False
    chose_colour: bool = False


NO_FACE = Face(name="", initials="", colour="")


def currency_is_kept(group: Group) -> str:
    """Return why the currency has to stay: money was "booked", or is played for "tonight"; "" where it need
    not.
    """
    if Transaction.objects.filter(group=group).exists():
        return "booked"
    for session in open_sessions(group):
        if any(row.stake_cents and row.scored for row in sheet_of(session).rows):
            return "tonight"
    return ""


def open_nights(group: Group) -> list[tuple[Session, ScoreSheet]]:
    """Return the nights that are going on, with their sheets (a query, and one for each of them)."""
    nights = sorted(open_sessions(group), key=lambda one: one.number)
    return [(night, sheet_of(night)) for night in nights]


def changes_of(group: Group) -> tuple[SettingChange, ...]:
    return tuple(
        SettingChange(
            number=one["number"],
            what=one["what"],
            was=one["was"],
            now=one["now"],
            at=parse_datetime(one["at"]),
            by=one["by"],
            key=one["key"],
        )
        for one in reversed(group.changes)
    )


def faces_of(group: Group) -> dict[int, Face]:
    """Return everybody's name, initials and colour, by player id (one query)."""
    return faces_from(_drawn(group))


def _drawn(group: Group) -> list[tuple[int, str, str, str]]:
    # In Python, as these are asked for on most pages: `shown_name` makes the query twice as dear.
    rows = group.players.order_by("pk").values_list("pk", "name", "initials", "colour", "is_placeholder")
    return [
        (pk, gettext(NOBODY) if is_placeholder else name, own, colour)
        for pk, name, own, colour, is_placeholder in rows
    ]


def faces_from(rows: Iterable[tuple[int, str, str, str]]) -> dict[int, Face]:
    """Return the faces as `faces_of` does, of (id, name, initials, colour) of everybody in their order."""
    found = list(rows)
    made = initials({pk: name for pk, name, _, _ in found}, {pk: own for pk, _, own, _ in found})
    palette = Colour.values
    return {
        pk: Face(
            name=name,
            initials=made[pk],
            colour=colour or palette[place % len(palette)],
            chose_initials=bool(own) and made[pk] == own,
            chose_colour=bool(colour),
        )
        for place, (pk, name, own, colour) in enumerate(found)
    }


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
    """Game that a group plays, the preset its rules came from ("" for its own), and a word of it.

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
    names = {player: name for player, name, _ in rows} | dict.fromkeys(placeholders, gettext(NOBODY))
    return Names(names, group.who, placeholders)


def names_in_ink(group: Group) -> dict[int, str]:
    """Return the names of all players of the group, also of those who are others by now, by id (one
    query).
    """
    return dict(group.players.values_list("pk", shown_name()))


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
    nights = Counter[int]()
    if with_nights:
        there = NightPlayer.objects.filter(group=group).order_by().values_list("player")
        nights.update(dict(there.annotate(nights=Count("session", distinct=True))))
    found = _drawn(group)
    faces = faces_from(found)
    return tuple(
        Person(player=player, name=name, nights=nights[player], face=faces[player])
        for player, name, _, _ in found
        if who.of(player) == player
    )


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


def handles_of(group: Group) -> Mapping[int, Mapping[Service, str]]:
    """Return what people are called at payment services, by player id (one query).

    Of players who are one it is what the name that was kept has, and else what the others had.
    """
    found: dict[int, dict[Service, str]] = defaultdict(dict)
    rows = PaymentHandle.objects.filter(player__group=group).exclude(handle="").order_by("service")
    for player, service, handle in rows.values_list("player", "service", "handle"):
        found[player][Service(service)] = handle
    for player, person in group.who.now.items():
        if player in found:
            found[person] = found.pop(player) | found[person]
    return dict(found)


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


# Keys of the demo's groups, by the language that their people speak.
DEMO_KEYS = {
    "en": uuid.UUID("7b1d5e0a-61c6-5b7e-9d0e-5a1ec0de0001"),
    "de": uuid.UUID("7b1d5e0a-61c6-5b7e-9d0e-5a1ec0de0002"),
}


def demo_group(language: str) -> Group | None:
    """Return the demo's group of a language, else the oldest group; None where there is none."""
    found = Group.objects.filter(key=DEMO_KEYS.get(language, DEMO_KEYS["en"])).first()
    return found or Group.objects.order_by("pk").first()


def rules_in_force(group: Group) -> HouseRules:
    return HouseRules.objects.filter(group=group).select_related("by__player").latest("version")


def words_version(group: Group) -> HouseRules | None:
    """Return since when the group's own words stand as they do; None where there are none (one query)."""
    found: HouseRules | None = None
    for one in rule_versions(group):
        if not one.words or (found and one.words != found.words):
            break
        found = one
    return found


def rule_versions(group: Group) -> tuple[HouseRules, ...]:
    """Return all versions of the house rules, the newest first (one query)."""
    found = HouseRules.objects.filter(group=group).select_related("by__player")
    return tuple(found.order_by("-version"))
