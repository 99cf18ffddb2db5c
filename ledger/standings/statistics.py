"""How much of what a group's nights brought is the players' own, and how much could be luck.

Of each game by itself. A night is one evening's points in that game, also where only its totals are known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import QuerySet, Sum

from ledger.counting import Counts
from ledger.models import PARTS, Group, Tally, to_points
from ledger.seasons import Season
from ledger.standings.counted import Asked
from ledger.standings.players import GameStandings, PlayerStanding, standings_of
from ledger.standings.seasons import in_table
from ledger.standings.told_when import began_between
from ledger.statistics import NightSums, Spread, chances_of_being_best, split_halves, spread_of, sums_of

FEWEST_NIGHTS = 10
"""Who came less often says too little about how much players differ."""

TELLING = 10
"""Fewer nights of all together, besides everybody's first, say nothing of luck."""

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


@dataclass(frozen=True, kw_only=True)
class LeadersChance:
    """How likely it is (0 to 1) that one of the `leaders` is truly the best of `players` players.

    Of fewer than `floor` nights nobody is counted, and somebody in the table has fewer; 0 where all of it is.
    `nights` are those of the leader who came most often, `signal` (0 to 1) is how much of an average of so
    many nights is a player's own, and `spread` what that is told by.
    """

    leaders: tuple[str, ...]
    players: int
    floor: int
    chance: float
    nights: int
    signal: Fraction
    spread: Spread


def statistics_of(group: Group, *, fewest: int = FEWEST_NIGHTS) -> tuple[GameStatistics, ...]:
    """Of each game that was played, the one of most nights first.

    Five queries, and two for each night that goes on.

    Players of fewer than `fewest` nights have no average and tell nothing about the others.
    """
    won = _nights(Tally.objects.filter(session__group=group))
    return tuple(_of_game(standings, won[standings.game], fewest) for standings in standings_of(group))


def statistics_in(
    counts: Counts, *, fewest: int = FEWEST_NIGHTS, among: Collection[int] | None = None
) -> NightStatistics:
    """The same of what nights add up to (`ledger.counting.chosen`), at the same cost after any number.

    `among` are the players who are counted, if not everybody.
    """
    sums = {
        night.player: NightSums(
            nights=one.nights, points=to_points(one.parts), squares=Fraction(one.squares, PARTS * PARTS)
        )
        for night, one in counts.by_night.items()
        if one.nights >= max(fewest, 1) and (among is None or night.player in among)
    }
    spread = spread_of(sums.values())
    return NightStatistics(
        fewest=fewest,
        spread=spread,
        middle=_middle(sums),
        players=_averages(sums, spread) if spread else {},
    )


def statistics_of_season(counts: Counts, season: Season | None) -> NightStatistics:
    """The same of a season, in which everybody in its table is counted; of all nights where there is none.

    There is no `spread`, and nobody has an average, where its nights say nothing of luck.
    """
    if season is None:
        return statistics_in(counts)
    found = statistics_in(counts, fewest=1, among=in_table(counts, season))
    if found.spread is None or _tells_nothing(found.spread):
        return replace(found, spread=None, players={})
    return found


def halves_in(group: Group, game: str, asked: Asked, *, fewest: int = FEWEST_NIGHTS) -> float | None:
    """How like each other two halves of everybody's nights are (`split_halves`; one query).

    None where only hands under some circumstances are asked for: halves have whole nights.
    """
    if not asked.circumstances.are_any:
        return None
    tallies = Tally.objects.filter(
        began_between(asked, "session__started_at"), session__group=group, game=game
    )
    return _halves(_nights(tallies).get(game, {}), fewest)


def _halves(won: Mapping[int, Sequence[Fraction]], fewest: int) -> float | None:
    return split_halves([points for points in won.values() if len(points) >= max(fewest, HALVED)])


def leaders_chance(
    players: Sequence[PlayerStanding], counts: Counts, *, is_season: bool
) -> LeadersChance | None:
    """The chance of those who lead a table by points; None where there is too little to tell.

    Of a season everybody in its table is counted, of all nights those who came often enough: somebody who
    came once has a chance as well, but tells nothing.
    """
    top = [one for one in players if one.points == players[0].points]
    fewest = 1 if is_season else FEWEST_NIGHTS
    found = statistics_in(counts, fewest=fewest, among={one.player for one in players})
    leaders = [one for one in top if one.player in found.players]
    if not leaders or len(leaders) < len(top) or found.spread is None or _tells_nothing(found.spread):
        return None
    nights = max(one.sessions for one in leaders)
    return LeadersChance(
        leaders=tuple(one.name for one in leaders),
        players=len(found.players),
        floor=fewest if len(found.players) < len(players) else 0,
        chance=sum(found.players[one.player].best for one in leaders),
        nights=nights,
        signal=found.spread.signal(nights),
        spread=found.spread,
    )


def _tells_nothing(spread: Spread) -> bool:
    return spread.nights - spread.players < TELLING or not spread.luck


def _nights(tallies: QuerySet[Tally]) -> dict[str, dict[int, list[Fraction]]]:
    """What each night brought, as they were played: by game and player id (one query).

    Who neither won nor lost was not there: a notebook has a 0 for many who were not, and nobody knows
    which. Nobody who played a whole evening ends at 0 often enough to matter.
    """
    found: dict[str, dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    rows = tallies.values_list("game", "player").annotate(sum=Sum("parts"))
    in_order = rows.order_by("session__started_at", "session__number", "player")
    for game, player, parts in in_order.exclude(sum=0).values_list("game", "player", "sum"):
        found[game][player].append(to_points(parts))
    return found


def _of_game(standings: GameStandings, won: Mapping[int, Sequence[Fraction]], fewest: int) -> GameStatistics:
    sums = {player: sums_of(points) for player, points in won.items() if len(points) >= max(fewest, 1)}
    spread = spread_of(sums.values())
    averages = _averages(sums, spread) if spread else {}
    return GameStatistics(
        game=standings.game,
        fewest=fewest,
        spread=spread,
        halves=_halves(won, fewest),
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
