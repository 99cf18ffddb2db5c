"""What every night of a game brought whom, and where everybody stood after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from ledger.models import Group, to_points
from ledger.standings.filtering import EVERYTHING, Filter
from ledger.standings.played import Played, money_nights


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
    """Return what every night brought everybody, the the earliest first."""

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


def money_of_every_night(
    group: Group, asked: Filter = EVERYTHING, *, news: int | None = None, of: int | None = None
) -> list[Brought]:
    """Return the cents of all games that every night brought everybody (or `of`), the earliest first."""
    return [Brought(*night) for night in money_nights(group, asked, news=news, of=of)]


def after_every_night(played: Played) -> Iterator[AfterNight]:
    """Yield where everybody stood after every night, the the earliest first."""
    sums: dict[int, int] = {}
    stood: dict[int, Fraction] = {}
    for night in brought_every_night(played):
        for player, parts in night.parts.items():
            sums[player] = sums.get(player, 0) + parts
            stood[player] = to_points(sums[player])
        yield AfterNight(night=night.number, day=night.day, points=dict(stood))
