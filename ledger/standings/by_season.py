"""What each season of a group brought a player, from the legs of a course that was read already.

A leg is a night, or in long histories a month: only of months in which a season begins or ends are the nights
looked at, of all seasons in one go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q

from ledger.counting import Course
from ledger.models import Group, NightCounts
from ledger.seasons import Season
from ledger.standings.counted import LAST_DAY, nights_with_any
from ledger.standings.courses import Leg
from ledger.standings.seasons import seasons_of

TOLD = 5
"""So many seasons are told, the latest in which the player was there."""


class Brought(NamedTuple):
    """On how many nights a player was there, and what they brought: parts of a game, or cents."""

    nights: int = 0
    sum: int = 0


@dataclass(frozen=True, kw_only=True)
class SeasonOfPlayer:
    """A season, and what it brought in each game that was asked about."""

    season: Season
    games: Mapping[str, Brought]


def seasons_of_player(
    group: Group, player: int, legs: Mapping[str, Sequence[Leg]], *, game: str
) -> tuple[SeasonOfPlayer, ...]:
    """The latest seasons in which a player was there in a game, the latest first.

    No query, or one; one more where some of the latest turn out to have begun or ended in a month, but
    without the player.

    `legs` are the player's in this game, and others (`ALL_GAMES`) beside it, of all nights.
    """
    left = [one for one in seasons_of(group) if any(_meets(leg, one, player) for leg in legs[game])]
    found: list[SeasonOfPlayer] = []
    while left and len(found) < TOLD:
        some, left = left[:TOLD], left[TOLD:]
        nights = _nights_of(group, player, [*legs], {*_broken(some, player, legs)})
        for one in some:
            games = {name: _in(one, legs[name], nights[name], player) for name in legs}
            found += [SeasonOfPlayer(season=one, games=games)] if games[game].nights else []
    return tuple(found[:TOLD])


def _last(season: Season) -> date:
    return season.last or LAST_DAY


def _meets(leg: Leg, season: Season, player: int) -> bool:
    return player in leg.pieces and leg.since <= _last(season) and season.first <= leg.until


def _lies_in(leg: Leg, season: Season) -> bool:
    return season.first <= leg.since and leg.until <= _last(season)


def _broken(
    seasons: Sequence[Season], player: int, legs: Mapping[str, Sequence[Leg]]
) -> Iterator[tuple[date, date]]:
    """The days of legs that lie in a season in part."""
    for season in seasons:
        for leg in (one for its in legs.values() for one in its):
            if _meets(leg, season, player) and not _lies_in(leg, season):
                yield max(leg.since, season.first), min(leg.until, _last(season))


def _nights_of(
    group: Group, player: int, games: Sequence[str], days: Collection[tuple[date, date]]
) -> dict[str, list[tuple[date, int]]]:
    """By game what each night of these days brought the player who was there, in the ids of its ink."""
    found: dict[str, list[tuple[date, int]]] = {game: [] for game in games}
    if not days:
        return found
    nights = NightCounts.objects.filter(reduce(or_, [Q(day__range=some) for some in days]), group=group)
    ids = set(group.who.ids_of(player))
    for kept, day in nights_with_any(games, nights, "courses", "day"):
        for game, courses in kept.items():
            found[game] += [(day, Course(*course).parts) for who, *course in courses if who in ids]
    return found


def _in(season: Season, legs: Sequence[Leg], nights: Sequence[tuple[date, int]], player: int) -> Brought:
    whole = [one for one in legs if _meets(one, season, player)]
    broken = [one for one in whole if not _lies_in(one, season)]
    told = [Brought(one.there[player], one.pieces[player].last) for one in whole if one not in broken]
    told += [
        Brought(1, parts)
        for day, parts in nights
        if season.first <= day <= _last(season) and any(one.since <= day <= one.until for one in broken)
    ]
    return Brought(sum(one.nights for one in told), sum(one.sum for one in told))
