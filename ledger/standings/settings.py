"""Settings of a group and their changes: read for the page of its settings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from ledger.initials import initials
from ledger.models import Colour, Group, Transaction, open_sessions
from ledger.models.book import sheet_of


@dataclass(frozen=True, kw_only=True)
class SettingChange:
    """One change of a group's settings: what it was, what it is since, when, by which membership, and the key
    that it was sent with.
    """

    number: int
    what: str
    was: Mapping[str, Any]
    now: Mapping[str, Any]
    at: datetime | None
    by: int | None
    key: str


@dataclass(frozen=True, kw_only=True)
class Face:
    """How a player is drawn where there is no room for the name; `chose_*` say what was not computed."""

    name: str
    initials: str
    colour: str
    chose_initials: bool = False
    chose_colour: bool = False


NO_FACE = Face(name="", initials="", colour="")


@dataclass(frozen=True, kw_only=True)
class OpenNight:
    """A night that is going on: its number, what a point is worth in it, and what lies on its table."""

    number: int
    stake_cents: int
    hands: int
    has_pot: bool


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


def open_nights(group: Group) -> tuple[OpenNight, ...]:
    """Return the nights that are going on (a query, and one for each of them)."""
    found = []
    for session in sorted(open_sessions(group), key=lambda one: one.number):
        sheet = sheet_of(session)
        found.append(
            OpenNight(
                number=session.number,
                stake_cents=sheet.stake_cents,
                hands=sheet.hands,
                has_pot=bool(sheet.pot_points),
            )
        )
    return tuple(found)


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
    return faces_from(group.players.order_by("pk").values_list("pk", "name", "initials", "colour"))


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
