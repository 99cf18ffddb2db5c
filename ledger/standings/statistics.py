"""How much of what a group's nights brought is the players' own, and how much could be luck.

Of each game by itself. A night is one evening's points in that game, also where only its totals are known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Sum

from ledger.counting import Counts
from ledger.models import PARTS, Group, Tally, to_points
from ledger.standings.players import GameStandings, PlayerStanding, standings_of
from ledger.statistics import NightSums, Spread, chances_of_being_best, split_halves, spread_of, sums_of

FEWEST_NIGHTS = 10
"""Who came less often says too little about how much players differ."""

HALVED = 4
"""Nights of which two halves have more than one night each."""


@dataclass(frozen=True, kw_only=True)
class Average:
    """A player's points a night: as they were, and drawn towards everybody's mean by as much as is luck.

    `signal` (0 to 1) is how much of `mean` is the player's own, `middle` the mean of all nights of all who
    are counted, and `expected` is `middle + signal * (mean - middle)`. `best` is the chance (0 to 1) that
    nobody who is counted is truly better. Points are exact.
    """

    mean: Fraction
    signal: Fraction
    expected: Fraction
    best: float


@dataclass(frozen=True, kw_only=True)
class PlayerStatistics:
    """A player's standing in a game, and what it is worth; `average` is None before enough nights."""

    standing: PlayerStanding
    nights: int
    average: Average | None


@dataclass(frozen=True, kw_only=True)
class GameStatistics:
    """Of one game, by its key: the players as in the standings, and what is told by those of enough nights.

    `spread` and `halves` (see `ledger.statistics`) are None where there is too little to tell.
    """

    game: str
    fewest: int
    spread: Spread | None
    halves: float | None
    players: tuple[PlayerStatistics, ...]


@dataclass(frozen=True, kw_only=True)
class NightStatistics:
    """What nights tell of one game: `spread` as in `GameStatistics`, and averages by player id.

    `middle` is the mean of all nights of all who are counted, 0 of none.
    """

    fewest: int
    spread: Spread | None
    middle: Fraction
    players: Mapping[int, Average]


def statistics_of(group: Group, *, fewest: int = FEWEST_NIGHTS) -> tuple[GameStatistics, ...]:
    """Of each game that was played, the one of most nights first (five queries).

    Players of fewer than `fewest` nights have no average and tell nothing about the others.
    """
    won = _nights(group)
    return tuple(_of_game(standings, won[standings.game], fewest) for standings in standings_of(group))


def statistics_in(counts: Counts, *, fewest: int = FEWEST_NIGHTS) -> NightStatistics:
    """The same of what nights add up to (`ledger.counting.chosen`), at the same cost after any number."""
    sums = {
        night.player: NightSums(
            nights=one.nights, points=to_points(one.parts), squares=Fraction(one.squares, PARTS * PARTS)
        )
        for night, one in counts.by_night.items()
        if one.nights >= max(fewest, 1)
    }
    spread = spread_of(sums.values())
    return NightStatistics(
        fewest=fewest,
        spread=spread,
        middle=_middle(sums),
        players=_averages(sums, spread) if spread else {},
    )


def _nights(group: Group) -> dict[str, dict[int, list[Fraction]]]:
    """What each night brought, as they were played: by game and player id (one query).

    Who neither won nor lost was not there: a notebook has a 0 for many who were not, and nobody knows
    which. Nobody who played a whole evening ends at 0 often enough to matter.
    """
    found: dict[str, dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    rows = Tally.objects.filter(session__group=group).values_list("game", "player").annotate(sum=Sum("parts"))
    in_order = rows.order_by("session__started_at", "session__number", "player")
    for game, player, parts in in_order.exclude(sum=0).values_list("game", "player", "sum"):
        found[game][player].append(to_points(parts))
    return found


def _of_game(standings: GameStandings, won: Mapping[int, Sequence[Fraction]], fewest: int) -> GameStatistics:
    sums = {player: sums_of(points) for player, points in won.items() if len(points) >= max(fewest, 1)}
    spread = spread_of(sums.values())
    averages = _averages(sums, spread) if spread else {}
    halved = [points for points in won.values() if len(points) >= max(fewest, HALVED)]
    return GameStatistics(
        game=standings.game,
        fewest=fewest,
        spread=spread,
        halves=split_halves(halved),
        players=tuple(
            PlayerStatistics(
                standing=one, nights=len(won.get(one.player, ())), average=averages.get(one.player)
            )
            for one in standings.players
        ),
    )


def _averages(sums: Mapping[int, NightSums], spread: Spread) -> dict[int, Average]:
    middle = _middle(sums)
    chances = chances_of_being_best(sums, spread.luck)
    found = {}
    for player, one in sums.items():
        signal = spread.signal(one.nights)
        expected = middle + signal * (one.mean - middle)
        found[player] = Average(mean=one.mean, signal=signal, expected=expected, best=chances[player])
    return found


def _middle(sums: Mapping[int, NightSums]) -> Fraction:
    """The mean of all nights of all of them, 0 of none."""
    nights = sum(one.nights for one in sums.values())
    return sum((one.points for one in sums.values()), Fraction(0)) / nights if nights else Fraction(0)
