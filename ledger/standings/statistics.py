"""How much of what a group's nights brought is the players' own, and how much could be luck.

Of each game by itself. A night is one evening's points in that game, also where only its totals are known.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Q, QuerySet, Sum

from ledger.counting import Counts
from ledger.models import PARTS, Group, Tally, to_points
from ledger.seasons import Season
from ledger.sheet import NIGHT
from ledger.standings.after_nights import Brought
from ledger.standings.counted import Asked
from ledger.standings.nobody import is_nobody, people_in
from ledger.standings.placing import placed
from ledger.standings.players import GameStandings, PlayerStanding, standings_of
from ledger.standings.regulars import FEWEST_NIGHTS, floor_of
from ledger.standings.seasons import in_table
from ledger.standings.told_when import began_between
from ledger.statistics import (
    AgainstTheTable,
    NightSums,
    Skill,
    Spread,
    judged_nights,
    skill_of,
    split_halves,
    spread_of,
    sums_of,
)

TELLING = 10
"""Fewer nights of all together, besides everybody's first, say nothing of luck."""

HALVED = 4
"""Nights of which two halves have more than one night each."""

MANY_NIGHTS, FEWEST_HALVED = 60, 5
"""A half of fewer than 30 nights is mostly luck. Where fewer players have so many nights, all who count are
halved; of fewer players than that nothing is told, as any order of a few is like any other."""


@dataclass(frozen=True, kw_only=True)
class Average:
    """A player's points a night: as they were, and drawn towards everybody's mean by as much as is luck.

    `signal` (0 to 1) is how much of `mean` is the player's own (`Skill.own_share`), `middle` the mean of all
    nights of all who are counted, and `expected` is `middle + signal * (mean - middle)`. `best` is the chance
    (0 to 1) that nobody who is counted is truly better. The mean is exact.
    """

    mean: Fraction
    signal: float
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

    `middle` is the mean of all nights of all who are counted, 0 of none. `skill` tells how much of an average
    is a player's own, None where there is no `spread`.
    """

    fewest: int
    spread: Spread | None
    skill: Skill | None
    middle: Fraction
    players: Mapping[int, Average]


@dataclass(frozen=True, kw_only=True)
class Halves:
    """How like each other two halves of everybody's nights are: of those who have `fewest` nights at least.

    `likeness` is None where these are too few, or say nothing.
    """

    fewest: int
    likeness: float | None


@dataclass(frozen=True, kw_only=True)
class LeadersChance:
    """How likely it is (0 to 1) that one of the `leaders` is truly the best of `players` players.

    Of fewer than `floor` nights nobody is counted, and somebody in the table has fewer; 0 where all of it is.
    `nights` are those of the leader who came most often, `signal` (0 to 1) is how much of an average of so
    many nights is a player's own, and `spread` what that is told by. `by_average` are the regulars of most
    points a night, () where these are the `leaders`.
    """

    leaders: tuple[str, ...]
    players: int
    floor: int
    chance: float
    nights: int
    signal: float
    spread: Spread
    by_average: tuple[str, ...] = ()


def statistics_of(group: Group, *, fewest: int = FEWEST_NIGHTS) -> tuple[GameStatistics, ...]:
    """Of each game that was played, the one of most nights first.

    Five queries, and two for each night that goes on.

    Players of fewer than `fewest` nights have no average and tell nothing about the others, nor does nobody
    (`ledger.standings.nobody`).
    """
    won = _nights(Tally.objects.filter(session__group=group))
    return tuple(_of_game(standings, won[standings.game], fewest) for standings in standings_of(group))


def statistics_in(
    counts: Counts, *, fewest: int = FEWEST_NIGHTS, among: Collection[int] | None = None
) -> NightStatistics:
    """The same of what nights add up to (`ledger.counting.chosen`), at the same cost after any number.

    `among` are the players who are counted, if not everybody.
    """
    sums = _sums_in(counts, fewest, among)
    spread = spread_of(sums.values())
    skill = skill_of(sums, spread.luck) if spread else None
    return NightStatistics(
        fewest=fewest,
        spread=spread,
        skill=skill,
        middle=_middle(sums),
        players=_averages(sums, skill) if skill else {},
    )


def spread_in(counts: Counts, *, fewest: int, among: Collection[int] | None = None) -> Spread | None:
    """How far nights and players differ, by those of so many nights; None where there are too few."""
    return spread_of(_sums_in(counts, fewest, among).values())


def _sums_in(counts: Counts, fewest: int, among: Collection[int] | None) -> dict[int, NightSums]:
    return {
        night.player: NightSums(
            nights=one.nights, points=to_points(one.parts), squares=Fraction(one.squares, PARTS * PARTS)
        )
        for night, one in counts.by_night.items()
        if one.nights >= max(fewest, 1) and (among is None or night.player in among)
    }


def statistics_of_season(
    counts: Counts, season: Season | None, *, fewest: int = 1, among: Collection[int] | None = None
) -> NightStatistics:
    """The same of a season, in which everybody in its table is counted; of all nights where there is none.

    There is no `spread`, and nobody has an average, where its nights say nothing of luck. `among` are those
    in its table, where `counts` are of a part of its days; only who came to `fewest` of these is counted.
    """
    if season is None:
        return statistics_in(counts)
    there = in_table(counts, season) if among is None else among
    found = statistics_in(counts, fewest=fewest, among=there)
    if found.spread is None or _tells_nothing(found.spread):
        return replace(found, spread=None, skill=None, players={})
    return found


def judged_by_night(
    nights: Iterable[Brought], names: Mapping[int, str], *, among: Collection[int] | None = None
) -> dict[int, AgainstTheTable]:
    """Return by player id whether the points a night of the regulars are more than luck explains.

    `nights` are all that are asked for, `names` those of the group. `among` are the players who may be told
    of, if not everybody; all people who came are held against them.
    """
    people = {player for player, name in names.items() if not is_nobody(name)}
    results = [{who: parts for who, parts in night.parts.items() if who in people} for night in nights]
    came = Counter(who for there in results for who in there if among is None or who in among)
    floor = floor_of(came.values(), least=FEWEST_NIGHTS)
    regulars = {player for player, many in came.items() if many >= floor}
    return judged_nights(results, regulars, unit=PARTS)


def halves_in(
    group: Group,
    game: str,
    asked: Asked,
    *,
    fewest: int | None = None,
    usual: int = FEWEST_NIGHTS,
    among: Collection[int] | None = None,
) -> Halves | None:
    """How like each other two halves of everybody's nights are (`split_halves`; one query).

    Of those who have so many nights; where nobody says how many, of those who have `MANY_NIGHTS`, or if they
    are too few of those who have `usual`. `among` are the players who are counted, if not everybody.

    None where only hands under some circumstances are asked for: halves have whole nights.
    """
    if not asked.circumstances.are_any:
        return None
    tallies = Tally.objects.filter(
        began_between(asked, "session__started_at"), session__group=group, game=game
    )
    found = _nights(tallies).get(game, {})
    won = {player: points for player, points in found.items() if among is None or player in among}
    if fewest is None:
        many = sum(len(points) >= MANY_NIGHTS for points in won.values())
        fewest = MANY_NIGHTS if many >= FEWEST_HALVED else usual
    return _halves(won, fewest)


def _halves(won: Mapping[int, Sequence[Fraction]], fewest: int) -> Halves:
    enough = max(fewest, HALVED)
    often = [points for points in won.values() if len(points) >= enough]
    return Halves(fewest=enough, likeness=split_halves(often) if len(often) >= FEWEST_HALVED else None)


def leaders_chance(
    players: Sequence[PlayerStanding], counts: Counts, *, is_season: bool
) -> LeadersChance | None:
    """The chance of those who lead a table by points; None where there is too little to tell.

    Of a season everybody in its table is counted, of all nights those who came often enough: somebody who
    came once has a chance as well, but tells nothing. Nobody leads no table.
    """
    players = people_in(players)
    top = [one for one in players if one.points == players[0].points]
    fewest = 1 if is_season else FEWEST_NIGHTS
    found = statistics_in(counts, fewest=fewest, among={one.player for one in players})
    leaders = [one for one in top if one.player in found.players]
    if not leaders or len(leaders) < len(top) or not found.spread or not found.skill:
        return None
    if _tells_nothing(found.spread):
        return None
    nights = max(one.sessions for one in leaders)
    by_average = _first_by_average(players, 1 if is_season else FEWEST_NIGHTS)
    return LeadersChance(
        leaders=tuple(one.name for one in leaders),
        players=len(found.players),
        floor=fewest if len(found.players) < len(players) else 0,
        chance=sum(found.players[one.player].best for one in leaders),
        nights=nights,
        signal=found.skill.own_share(nights),
        spread=found.spread,
        by_average=() if set(by_average) == {one.name for one in leaders} else by_average,
    )


def _first_by_average(players: Sequence[PlayerStanding], least: int) -> tuple[str, ...]:
    """Return the names of the regulars of most points a night; of everybody where nobody is a regular."""
    came = [one for one in players if one.sessions]
    floor = floor_of([one.sessions for one in came], least=least)
    often = [one for one in came if one.sessions >= floor] or came
    ranked = placed(often, lambda one: (one.points / one.sessions, one.sessions, one.player))
    return tuple(one.name for place, one in ranked if place == 1)


def _tells_nothing(spread: Spread) -> bool:
    return spread.nights - spread.players < TELLING or not spread.luck


def _nights(tallies: QuerySet[Tally]) -> dict[str, dict[int, list[Fraction]]]:
    """What each night brought, as they were played: by game and player id (one query).

    Who neither won nor lost on a night of a notebook was not there: it has a 0 for many who were not, and
    nobody knows which. Of a night that was told hand by hand it is known who played.
    """
    found: dict[str, dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    rows = tallies.values_list("game", "player").annotate(
        sum=Sum("parts"), played=Sum("hands", filter=~Q(role__in=(NIGHT, "out")), default=0)
    )
    in_order = rows.order_by("session__started_at", "session__number", "player")
    for game, player, parts in in_order.exclude(sum=0, played=0).values_list("game", "player", "sum"):
        found[game][player].append(to_points(parts))
    return found


def _of_game(standings: GameStandings, won: Mapping[int, Sequence[Fraction]], fewest: int) -> GameStatistics:
    people = {one.player for one in people_in(standings.players)}
    theirs = {player: points for player, points in won.items() if player in people}
    sums = {player: sums_of(points) for player, points in theirs.items() if len(points) >= max(fewest, 1)}
    spread = spread_of(sums.values())
    averages = _averages(sums, skill_of(sums, spread.luck)) if spread else {}
    return GameStatistics(
        game=standings.game,
        fewest=fewest,
        spread=spread,
        halves=_halves(theirs, fewest).likeness,
        players=tuple(
            PlayerStatistics(
                standing=one, nights=len(won.get(one.player, ())), average=averages.get(one.player)
            )
            for one in standings.players
        ),
    )


def _averages(sums: Mapping[int, NightSums], skill: Skill) -> dict[int, Average]:
    middle = _middle(sums)
    found = {}
    for player, one in sums.items():
        signal = skill.own_share(one.nights)
        expected = middle + Fraction(signal) * (one.mean - middle)
        found[player] = Average(mean=one.mean, signal=signal, expected=expected, best=skill.best[player])
    return found


def _middle(sums: Mapping[int, NightSums]) -> Fraction:
    """The mean of all nights of all of them, 0 of none."""
    nights = sum(one.nights for one in sums.values())
    return sum((one.points for one in sums.values()), Fraction(0)) / nights if nights else Fraction(0)
