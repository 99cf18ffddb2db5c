"""Players who are one person: what it would mean if two were, and what was said of it."""

import uuid
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Max
from django.utils import timezone

from ledger.models import Group, Merge, NightPlayer, Player, Session
from ledger.models.book import sheet_of
from ledger.standings.groups import names_in_ink, tellers_of
from ledger.standings.money import balances


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """Nights at which two players sat together, if any: then they cannot be one person.

    `nights` are those that name both, the latest first. `tables` are the numbers of two nights that are going
    on, where they sit now; None where they do not.
    """

    nights: tuple[Session, ...]
    tables: tuple[int, int] | None
    # On how many days both played, each in another night: one person can, and rarely does.
    days: int


@dataclass(frozen=True, kw_only=True)
class Half:
    """Player who may be the same person as another: their nights, and what they are owed (+) or owe."""

    player: int
    name: str
    nights: int
    cents: int


@dataclass(frozen=True, kw_only=True)
class MergeSaid:
    """A merge of a player into another, by the names of both; `by` is who said so, "" where nobody knows.

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


def halves(group: Group, one: Player, other: Player) -> tuple[Half, Half]:
    """Return what each of two people of the group would bring into one (a handful of queries)."""
    cents = {each.player: each.cents for each in balances(group).players} if group.currency else {}
    there = NightPlayer.objects.filter(player__in=[one.pk, other.pk]).order_by().values_list("player")
    nights = dict(there.annotate(nights=Count("session", distinct=True)))

    def half(player: Player) -> Half:
        own = cents.get(player.pk, 0)
        return Half(player=player.pk, name=player.shown_name, nights=nights.get(player.pk, 0), cents=own)

    return half(one), half(other)


def meeting(group: Group, one: int, other: int) -> Meeting:
    """Return how two people of the group met (one query, and two for each night of theirs that is going
    on).
    """
    ones, others = set(group.who.ids_of(one)), set(group.who.ids_of(other))
    both: list[Session] = []
    tables: dict[int, int] = {}
    days: tuple[set[date], set[date]] = (set(), set())
    for night in group.sessions.order_by("-started_at", "-number"):
        has = not ones.isdisjoint(night.people), not others.isdisjoint(night.people)
        if all(has):
            both.append(night)
        for has_played, dates in zip(has, days, strict=True):
            if has_played:
                dates.add(timezone.localdate(night.started_at))
        if any(has) and night.ended_at is None:
            seats = sheet_of(night).seating.seats
            tables |= {player: night.number for player in (one, other) if player in seats}
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
    undone: list[Merge | None] = [getattr(one, "undone_by", None) for one in rows]
    return tuple(
        MergeSaid(
            number=one.number,
            player=one.player_id,
            name=names[one.player_id],
            into=names[one.into_id],
            by=tellers.get(one.by_id or 0, ""),
            at=one.at,
            undone_at=back.at if back else None,
            undone_by=tellers.get(back.by_id or 0, "") if back else "",
        )
        for one, back in zip(rows, undone, strict=True)
    )
