"""Players who are one person: what it would mean if two were, and what was said of it."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Max
from django.utils import timezone

from ledger.models import Group, Merge, NightPlayer, Player
from ledger.models.book import sheet_of
from ledger.standings.groups import names_in_ink, tellers_of
from ledger.standings.money import balances


@dataclass(frozen=True, kw_only=True)
class MeetingNight:
    """A night that both sat at: its number, and when it began."""

    number: int
    began: datetime


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """How two players came together, if ever: who did cannot be one person.

    `nights` are those that name both, the latest first. `tables` are the numbers of two nights that are going
    on, where they sit now; None where they do not.
    """

    nights: tuple[MeetingNight, ...]
    tables: tuple[int, int] | None
    # On how many days both played, each in another night: one person can, and rarely does.
    days: int


@dataclass(frozen=True, kw_only=True)
class Half:
    """One of two players who may be one: on how many nights they played, what they are owed (+) or owe."""

    player: int
    name: str
    nights: int
    cents: int


@dataclass(frozen=True, kw_only=True)
class Merging:
    """What it means that `one` is `other`: from then on there is `other` alone, with what both have."""

    one: Half
    other: Half
    meeting: Meeting

    @property
    def nights(self) -> int:
        return self.one.nights + self.other.nights

    @property
    def cents(self) -> int:
        return self.one.cents + self.other.cents


@dataclass(frozen=True, kw_only=True)
class MergeSaid:
    """That a player is another one, by the names of both; `by` is who said so, "" where nobody knows.

    `undone_at` and `undone_by` of one that was taken back.
    """

    number: int
    player: int
    name: str
    into: str
    by: str
    at: datetime
    undone_at: datetime | None
    undone_by: str


def merging(group: Group, one: Player, other: Player) -> Merging:
    """Return what it means that one is the other, both being people of the group (a handful of queries)."""
    cents = {each.player: each.cents for each in balances(group).players} if group.currency else {}
    there = NightPlayer.objects.filter(player__in=[one.pk, other.pk]).order_by().values_list("player")
    nights = dict(there.annotate(nights=Count("session", distinct=True)))
    return Merging(
        one=_half(one, nights, cents),
        other=_half(other, nights, cents),
        meeting=meeting(group, one.pk, other.pk),
    )


def _half(player: Player, nights: Mapping[int, int], cents: Mapping[int, int]) -> Half:
    own = cents.get(player.pk, 0)
    return Half(player=player.pk, name=player.name, nights=nights.get(player.pk, 0), cents=own)


def meeting(group: Group, one: int, other: int) -> Meeting:
    """Return how two people of the group met (one query, and three for each night of theirs that is going
    on).
    """
    ones, others = set(group.who.ids_of(one)), set(group.who.ids_of(other))
    both: list[MeetingNight] = []
    tables: dict[int, int] = {}
    days: tuple[set[date], set[date]] = (set(), set())
    rows = group.sessions.order_by("-started_at", "-number")
    for number, began, ended, people in rows.values_list("number", "started_at", "ended_at", "people"):
        has_one, has_other = not ones.isdisjoint(people), not others.isdisjoint(people)
        if not (has_one or has_other):
            continue
        if has_one and has_other:
            both.append(MeetingNight(number=number, began=began))
        for has, dates in zip((has_one, has_other), days, strict=True):
            if has:
                dates.add(timezone.localdate(began))
        if ended is None:
            seats = sheet_of(group.sessions.get(number=number)).seating.seats
            tables |= {player: number for player in (one, other) if player in seats}
    sit = (tables[one], tables[other]) if len(tables) == 2 else None
    return Meeting(nights=tuple(both), tables=sit, days=len(days[0] & days[1]))


def newest_merge(group: Group) -> int:
    """Return the number of what was said last of who is who, 0 before the first (one query)."""
    return group.merges.aggregate(newest=Max("number"))["newest"] or 0


def merge_sent(group: Group, key: uuid.UUID) -> bool:
    return group.merges.filter(key=key).exists()


def merges_of(group: Group) -> tuple[MergeSaid, ...]:
    """Return what was said of who is who, the newest first (four queries; one where nothing was)."""
    rows = list(
        Merge.objects.filter(group=group, undoes=None).select_related("undone_by").order_by("-number")
    )
    if not rows:
        return ()
    names, tellers = names_in_ink(group), tellers_of(group)
    return tuple(_said(one, names, tellers) for one in rows)


def _said(one: Merge, names: Mapping[int, str], tellers: Mapping[int, str]) -> MergeSaid:
    undone = getattr(one, "undone_by", None)
    return MergeSaid(
        number=one.number,
        player=one.player_id,
        name=names[one.player_id],
        into=names[one.into_id],
        by=tellers.get(one.by_id or 0, ""),
        at=one.at,
        undone_at=undone.at if undone else None,
        undone_by=tellers.get(undone.by_id or 0, "") if undone else "",
    )
