"""Standings of everybody in each game: counts and shares, read from what nights add up to.

Games are never mixed: a point of Sheepshead is no point of Schafkopf. Shares are always said as "k of n", so
that nobody takes three hands for the truth.

A placeholder player, to whom old notebooks book what the others' totals lack, has points and money as
everybody has, so that a night adds up; but is nobody's opponent, leads nothing, holds no record, and tells
nothing of how far players differ. The column `is_placeholder` marks it, so that a person of that name stays a
person.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ledger.book.seasons import Season, seasons_said
from ledger.book.sheet import NIGHT
from ledger.models import Group, to_points
from ledger.models.group import NOBODY
from ledger.scoring import GAMES
from ledger.scoring.scored import PICKING
from ledger.standings.groups import Names, names_of
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.placing import Share, placed
from ledger.standings.played import Played, RoleSum, played_in


@dataclass(frozen=True, kw_only=True)
class PlayerStanding:
    """A player's numbers in one game. `points` are exact; the shares are of hands played.

    `sessions` are the nights on which the player played a hand, or won or lost something.

    `races` are those won in a game that has a race, None in any other.

    Points as typed are more by `uneven` than what they are ahead of the others at the table; `won_typed` are
    the hands in which a player had the best number.

    `by_night` is what of the points came from nights of which only the totals are known, `nights_only` on
    how many of the `sessions` that was: such nights have no hands.
    """

    player: int
    name: str
    is_placeholder: bool = False
    sessions: int
    hands: int
    points: Fraction
    nights_only: int
    by_night: Fraction
    picked: Share
    won_picking: Share
    won_partner: Share
    won_opponent: Share
    won_alone: Share
    won_leaster: Share
    won_typed: Share
    races: int | None = None
    uneven: Fraction = Fraction(0)

    @property
    def even(self) -> PlayerStanding:
        """Return the same with points that add up to zero among all players, by which they are ranked."""
        return replace(self, points=self.points - self.uneven) if self.uneven else self

    @property
    def per_hand(self) -> Fraction | None:
        """Return points per hand, of the hands that are known one by one; None before the first."""
        return (self.points - self.by_night) / self.hands if self.hands else None


def standings_of(group: Group) -> dict[str, tuple[PlayerStanding, ...]]:
    """Return the players of each game that was played, by its key, the one of most nights first."""
    names = names_of(group)
    return {game: standings_in(played, names) for game, played in played_in(group).items()}


def standings_in(played: Played, names: Names) -> tuple[PlayerStanding, ...]:
    """Return the players of a game, the best first."""
    roles: dict[int, list[RoleSum]] = defaultdict(list)
    for role in played.roles:
        roles[role.player].append(role)
    standings = [
        _standing(player, names, nights.nights, roles[player], played.game)
        for player, nights in nights_by_player(played).items()
    ]
    players = placed(standings, lambda one: (one.even.points, one.sessions, one.player))
    return tuple(one for _, one in players)


def hands_in(played: Played) -> int:
    """Return how many hands were dealt: each counts for all who played it."""
    by_active = Counter[int]()
    for one in played.roles:
        if one.role not in ("out", NIGHT):
            by_active[one.active] += one.hands
    return sum(hands // active for active, hands in by_active.items() if active)


def _standing(player: int, names: Names, nights: int, roles: Sequence[RoleSum], game: str) -> PlayerStanding:
    def won(*named: str) -> Share:
        its = [one for one in roles if one.role in named]
        return Share(k=sum(one.won for one in its), n=sum(one.hands for one in its))

    has_race = game in GAMES and GAMES[game].has_race
    hands = sum(one.hands for one in roles if one.role not in ("out", NIGHT))
    totals = [one for one in roles if one.role == NIGHT]
    return PlayerStanding(
        player=player,
        name=names[player],
        is_placeholder=player in names.placeholders,
        sessions=nights,
        hands=hands,
        points=to_points(sum(one.parts + one.moved + one.uneven for one in roles)),
        nights_only=sum(one.hands for one in totals),
        by_night=to_points(sum(one.parts for one in totals)),
        picked=Share(k=sum(one.hands for one in roles if one.role in PICKING), n=hands),
        won_picking=won(*PICKING),
        won_partner=won("partner"),
        won_opponent=won("opponent"),
        won_alone=won("alone"),
        won_leaster=won("leaster"),
        won_typed=won("player"),
        races=sum(one.won for one in roles if not one.role) if has_race else None,
        uneven=to_points(sum(one.uneven for one in roles)),
    )


def seasons_of(group: Group) -> tuple[Season, ...]:
    """Return all seasons of the group, the latest first (no query)."""
    return seasons_said(group.seasons)


def season_of(group: Group, number: int) -> Season | None:
    return next((one for one in seasons_of(group) if one.number == number), None)


def divided(
    players: Sequence[PlayerStanding], season: Season | None
) -> tuple[tuple[PlayerStanding, ...], tuple[PlayerStanding, ...]]:
    """Return those who stand in the table, and those below its floor, each in the order they came in."""
    if season is None:
        return tuple(players), ()
    inside = [one for one in players if season.is_enough(hands=one.hands, nights=one.sessions)]
    return tuple(inside), tuple(one for one in players if one not in inside)


def in_table(played: Played, season: Season) -> frozenset[int]:
    """Return the players who stand in the table of a season in which this was played."""
    hands = Counter[int]()
    for one in played.roles:
        if one.role not in ("out", NIGHT):
            hands[one.player] += one.hands
    return frozenset(
        player
        for player, nights in nights_by_player(played).items()
        if season.is_enough(hands=hands[player], nights=nights.nights)
    )


def is_nobody(name: str) -> bool:
    """Check whether a notebook or the file of a group means the placeholder by this name."""
    return name.casefold() == NOBODY.casefold()


def people_in(players: Iterable[PlayerStanding]) -> tuple[PlayerStanding, ...]:
    return tuple(one for one in players if not one.is_placeholder)


def of_people(played: Played, names: Names) -> Played:
    """Return the same without what placeholders won or lost: for all that compares players."""
    return played.leaving_out(names.placeholders) if names.placeholders else played
