"""Skill and luck: how much of what a group's nights brought is the players' own.

Of each game by itself. A night is one evening's points in that game, also where only its totals are known.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ledger.book.seasons import Season
from ledger.models import PARTS, to_points
from ledger.standings.nights_by_player import brought_every_night, nights_by_player
from ledger.standings.placing import FEWEST_NIGHTS, floor_of, placed
from ledger.standings.played import Played
from ledger.standings.players import PlayerStanding, in_table, people_in
from ledger.statistics import (
    AgainstTheTable,
    NightSums,
    Skill,
    Spread,
    judged_nights,
    skill_of,
    split_halves,
    spread_of,
)

# Fewer nights of all together, besides everybody's first, say nothing of luck.
TELLING = 10

# Nights of which two halves have more than one night each.
HALVED = 4

# A half of fewer than 30 nights is mostly luck. Where fewer players have so many nights, all who count are
# halved; of fewer players than that nothing is told, as any order of a few is like any other.
MANY_NIGHTS, FEWEST_HALVED = 60, 5


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
class NightStatistics:
    """Statistics of the nights of a game: spread of nights and players, and averages by player id.

    `middle` is the mean of all nights of all who are counted, 0 of none. `skill` tells how much of an average
    is a player's own; it and `spread` are None where there are too few nights.
    """

    spread: Spread | None
    skill: Skill | None
    middle: Fraction
    players: Mapping[int, Average]


@dataclass(frozen=True, kw_only=True)
class LeadersChance:
    """The probability (0 to 1) that one of the `leaders` is truly the best of `players` players.

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


def statistics_in(
    played: Played, *, fewest: int = FEWEST_NIGHTS, among: Collection[int] | None = None
) -> NightStatistics:
    """Return the spread of nights and players, and everybody's average, of those who came to `fewest` nights.

    `among` are the players who are counted, if not everybody.
    """
    sums = {
        player: NightSums(
            nights=one.nights, points=to_points(one.parts), squares=Fraction(one.squares, PARTS * PARTS)
        )
        for player, one in nights_by_player(played).items()
        if one.nights >= max(fewest, 1) and (among is None or player in among)
    }
    nights, points = sum(one.nights for one in sums.values()), sum(one.points for one in sums.values())
    middle, spread = Fraction(points) / max(nights, 1), spread_of(sums.values())
    skill = skill_of(sums, spread.luck) if spread else None
    players = {}
    if skill is not None:
        for player, one in sums.items():
            signal = skill.own_share(one.nights)
            drawn = middle + Fraction(signal) * (one.mean - middle)
            players[player] = Average(mean=one.mean, signal=signal, expected=drawn, best=skill.best[player])
    return NightStatistics(spread=spread, skill=skill, middle=middle, players=players)


def statistics_of_season(
    played: Played,
    season: Season | None,
    *,
    fewest: int | None = None,
    among: Collection[int] | None = None,
) -> NightStatistics:
    """Return the same of a season, in which everybody in its table is counted; of all nights without one.

    There is no `spread`, and nobody has an average, where its nights say nothing of luck. `among` are those
    in its table, where `played` is a part of its days; only who came to `fewest` of these is counted.
    """
    if season is None:
        return statistics_in(played, fewest=FEWEST_NIGHTS if fewest is None else fewest, among=among)
    among = in_table(played, season) if among is None else among
    found = statistics_in(played, fewest=fewest or 1, among=among)
    if found.spread is None or _tells_nothing(found.spread):
        return replace(found, spread=None, skill=None, players={})
    return found


def judged_by_night(played: Played, *, among: Collection[int] | None = None) -> dict[int, AgainstTheTable]:
    """Return by player id whether the points a night of the regulars are more than luck explains.

    `among` are the players who may be told of, if not everybody; all who are compared (`nobody.of_people`)
    are held against them. Nobody where only some hands are asked for: luck is told by whole nights.
    """
    if not played.asked.has_whole_nights:
        return {}
    came = {
        player: one.nights
        for player, one in nights_by_player(played).items()
        if among is None or player in among
    }
    floor = floor_of(came.values(), least=FEWEST_NIGHTS)
    regulars = {player for player, many in came.items() if many >= floor}
    return played.kept(
        f"judged nights of {sorted(regulars)} without {sorted(played.without)}",
        lambda: judged_nights([night.parts for night in brought_every_night(played)], regulars, unit=PARTS),
    )


def halves_in(
    played: Played,
    *,
    fewest: int | None = None,
    usual: int = FEWEST_NIGHTS,
    among: Collection[int] | None = None,
) -> tuple[int, float | None] | None:
    """Return how many nights were enough to be halved, and how like each other the halves are.

    The likeness (`split_halves`) is None where too few players have so many nights, or say nothing. Where
    `fewest` is None, they are `MANY_NIGHTS`, or `usual` if too few players have these. `among` are the
    players who are counted, if not everybody.

    None where only hands under some circumstances are asked for: halves have whole nights.
    """
    if not played.asked.has_whole_nights:
        return None
    won: dict[int, list[int]] = defaultdict(list)
    for night in brought_every_night(played):
        for player, parts in night.parts.items():
            if among is None or player in among:
                won[player].append(parts)
    if fewest is None:
        many = sum(len(points) >= MANY_NIGHTS for points in won.values())
        fewest = MANY_NIGHTS if many >= FEWEST_HALVED else usual
    enough = max(fewest, HALVED)
    often = [points for points in won.values() if len(points) >= enough]
    return enough, split_halves(often) if len(often) >= FEWEST_HALVED else None


def leaders_chance(
    players: Sequence[PlayerStanding], played: Played, *, is_season: bool
) -> LeadersChance | None:
    """Return the chance of those who lead a table by points; None where there is too little to tell.

    Of a season everybody in its table is counted, of all nights those who came often enough: somebody who
    came once has a chance as well, but tells nothing. Nobody leads no table.
    """
    players = people_in(players)
    top = [one for one in players if one.points == players[0].points]
    fewest = 1 if is_season else FEWEST_NIGHTS
    found = statistics_in(played, fewest=fewest, among={one.player for one in players})
    leaders = [one for one in top if one.player in found.players]
    if not leaders or len(leaders) < len(top) or not found.spread or not found.skill:
        return None
    if _tells_nothing(found.spread):
        return None
    nights = max(one.sessions for one in leaders)
    # First by points a night are regulars; anybody where nobody is one.
    floor = floor_of([one.sessions for one in players], least=fewest)
    came = [one for one in players if one.sessions]
    often = [one for one in came if one.sessions >= floor] or came
    ranked = placed(often, lambda one: (one.points / one.sessions, one.sessions, one.player))
    by_average = tuple(one.name for place, one in ranked if place == 1)
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


def _tells_nothing(spread: Spread) -> bool:
    return spread.nights - spread.players < TELLING or not spread.luck
