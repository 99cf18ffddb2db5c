"""On which evenings a game was played, for a calendar: the latest, few enough to be drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from ledger.models import Group, NightCounts
from ledger.standings.counted import FIRST_DAY, LAST_DAY, Asked, GoesOn, nights_with
from ledger.standings.nights_of_game import nights_of_game

MOST = 160
"""So many evenings are told at most: two years of a table that meets every week."""

YEARS = 2


@dataclass(frozen=True, kw_only=True)
class Evening:
    """A night: its number, the day on which it began, and how many hands of the game it had.

    `hands` is None where only the totals are known; `goes_on` says that it is not over.
    """

    number: int
    day: date
    hands: int | None
    goes_on: bool = False


@dataclass(frozen=True, kw_only=True)
class Evenings:
    """Evenings of whole years, the latest first. `is_cut` where even the latest year had more."""

    told: tuple[Evening, ...] = ()
    is_cut: bool = False


def evenings_of(group: Group, game: str, asked: Asked, on: Iterable[GoesOn] = ()) -> Evenings:
    """The latest evenings of a game in the time that is asked for, at the cost of `nights_of_game`.

    Those of the last `YEARS` years that had one, and at most `MOST` of them. Circumstances do not matter.
    `on` are the nights in that time that go on.
    """
    found = _latest_first(group, game, asked, on, MOST + 1)[: MOST + 1]
    if not found:
        return Evenings()
    latest = found[0].day.year
    earliest = latest - YEARS + 1
    if len(found) > MOST:
        # What is cut off begins in the year of the last one, of which only a part is known.
        earliest = max(earliest, found.pop().day.year + 1)
    told = tuple(one for one in found if one.day.year >= min(earliest, latest))
    return Evenings(told=told, is_cut=earliest > latest)


def every_evening(group: Group, game: str, asked: Asked, on: Iterable[GoesOn] = ()) -> list[Evening]:
    """All of them, the latest first (one query, or three)."""
    return _latest_first(group, game, asked, on)


def _latest_first(
    group: Group, game: str, asked: Asked, on: Iterable[GoesOn], most: int | None = None
) -> list[Evening]:
    found = [*_going(game, on), *_over(group, game, asked, most)]
    return sorted(found, key=lambda one: (one.day, one.number), reverse=True)


def _going(game: str, on: Iterable[GoesOn]) -> list[Evening]:
    return [
        Evening(
            number=session.number,
            day=timezone.localdate(session.started_at),
            hands=sum(games[game].hands.values()),
            goes_on=True,
        )
        for session, games in on
        if game in games
    ]


def _over(group: Group, game: str, asked: Asked, most: int | None) -> list[Evening]:
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    told, order = ("hands", "session__number", "day"), ("-day", "-session__number")
    if most is None:
        nights = NightCounts.objects.filter(group=group, day__range=(first, last)).order_by(*order)
        rows = nights_with(game, nights, *told)
    else:
        rows = nights_of_game(group, game, (first, last), *told, order=order, most=most)
    return [
        Evening(number=number, day=day, hands=sum(one[-1] for one in hands) if hands else None)
        for hands, number, day in rows
    ]
