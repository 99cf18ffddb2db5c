"""The points and cents of every night, and where everybody stood after it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Sum

from ledger.models import Group, Kind, NightGame, Posting, to_points
from ledger.standings.filtering import EVERYTHING, Filter
from ledger.standings.played import Played, kept, newest


class Brought(NamedTuple):
    """What a night brought whom, in parts (of money in cents); whoever was there has some, or 0."""

    number: int
    day: date
    parts: Mapping[int, int]


@dataclass(frozen=True, kw_only=True)
class AfterNight:
    """Everybody's points after a night, by player; of those who had come by then. `night` is its number."""

    night: int
    day: date
    points: Mapping[int, Fraction]


def brought_every_night(played: Played) -> list[Brought]:
    """Return what every night brought everybody, the earliest first."""

    def compute() -> list[tuple[int, date, dict[int, int]]]:
        parts: dict[int, dict[int, int]] = {night.number: {} for night in played.nights}
        for one in played.all_nights:
            parts[one.number][one.player] = one.parts
        return [(night.number, night.day, parts[night.number]) for night in played.nights]

    nights = played.kept("brought every night", compute)
    return [
        Brought(number, day, {who: parts for who, parts in brought.items() if who not in played.without})
        for number, day, brought in nights
    ]


def money_nights(
    group: Group, asked: Filter = EVERYTHING, *, news: int | None = None, of: int | None = None
) -> list[Brought]:
    """Return the cents that each night brought everybody (or the player `of`) in all games, in order.

    Payments are not in it. A night that was opened again brings what it brought before, until it is over.
    """
    days = Filter(since=asked.since, until=asked.until)

    def read() -> list[tuple[int, date, dict[int, int]]]:
        nights = NightGame.objects.filter(days.of_nights, group=group)
        booked = Posting.objects.filter(transaction__group=group, transaction__kind=Kind.NIGHT)
        if not days.are_all_nights:
            booked = booked.filter(transaction__session__in=nights.order_by().values("session"))
        whose = booked.exclude(player=None) if of is None else booked.filter(player__in=group.who.ids_of(of))
        sums = whose.order_by().values_list("transaction__session", "player")
        found: dict[int, dict[int, int]] = {}
        for session, player, cents in sums.annotate(all=Sum("cents")):
            found.setdefault(session, {})[player] = int(cents)
        rows = nights.order_by("session__started_at", "session__number")
        told = rows.values_list("session", "session__number", "day")
        return [(number, day, found.pop(session)) for session, number, day in told if session in found]

    nights = kept(group, newest(group) if news is None else news, f"money of {of}", days, read)
    return [Brought(number, day, group.who.sums(cents)) for number, day, cents in nights]


def won_at_cards(nights: Iterable[Brought]) -> dict[int, int]:
    """Return the cents that everybody won in these nights, by player."""
    found = Counter[int]()
    for night in nights:
        found.update(night.parts)
    return dict(found)


def after_every_night(played: Played) -> Iterator[AfterNight]:
    """Yield where everybody stood after every night, the earliest first."""
    sums: dict[int, int] = {}
    stood: dict[int, Fraction] = {}
    for night in brought_every_night(played):
        for player, parts in night.parts.items():
            sums[player] = sums.get(player, 0) + parts
            stood[player] = to_points(sums[player])
        yield AfterNight(night=night.number, day=night.day, points=dict(stood))
