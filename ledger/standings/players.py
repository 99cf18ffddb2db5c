"""How everybody stands in each game: counts and shares, read from what nights add up to.

Games are never mixed: a point of Sheepshead is no point of Schafkopf. Shares are always said as "k of n", so
that nobody takes three hands for the truth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ledger.counting import ALL_GAMES, PICKING, Counts
from ledger.counting.adding import summed
from ledger.counting.kinds import Sums
from ledger.models import Group, to_points
from ledger.scoring import GAMES
from ledger.sheet import NIGHT
from ledger.standings.counted import EVERYTHING, Asked, counted
from ledger.standings.groups import names_of
from ledger.standings.placing import placed


@dataclass(frozen=True, kw_only=True)
class Share:
    """`k` of `n`."""

    k: int
    n: int

    @property
    def percent(self) -> int | None:
        """Rounded per cent, None of nothing."""
        return (200 * self.k + self.n) // (2 * self.n) if self.n else None

    @property
    def exact(self) -> Fraction:
        """0 to 1; raises ZeroDivisionError of nothing."""
        return Fraction(self.k, self.n)


@dataclass(frozen=True, kw_only=True)
class PlayerStanding:
    """One player's numbers in one game. `points` are exact; the shares are of hands played.

    `sessions` are the nights on which the player played a hand, or won or lost something.

    `races` are those won in a game that has a race, None in any other.

    `by_night` is what of the points came from nights of which only the totals are known, `nights_only` on
    how many of the `sessions` that was: such nights have no hands.
    """

    player: int
    name: str
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
    races: int | None = None

    @property
    def per_hand(self) -> Fraction | None:
        """Points per hand, of the hands that are known one by one; None before the first."""
        return (self.points - self.by_night) / self.hands if self.hands else None


@dataclass(frozen=True, kw_only=True)
class GameStandings:
    """How everybody stands in one game, by its key: the players best first, and on how many nights it was
    played.
    """

    game: str
    players: tuple[PlayerStanding, ...]
    nights: int


def standings_of(group: Group, asked: Asked = EVERYTHING) -> tuple[GameStandings, ...]:
    """A table for each game that was played, the one of most nights first.

    Four queries, and two for each night that goes on; the same after any number of nights.
    """
    return standings_in(counted(group, asked), names_of(group))


def standings_in(found: Mapping[str, Counts], names: Mapping[int, str]) -> tuple[GameStandings, ...]:
    """The same of what nights add up to, by game (`ledger.counting.chosen`)."""
    games = [_of_game(game, counts, names) for game, counts in found.items() if game != ALL_GAMES]
    return tuple(sorted(games, key=lambda one: (-one.nights, one.game)))


def places_of(players: Iterable[PlayerStanding]) -> tuple[tuple[int, PlayerStanding], ...]:
    """These with their places by points, best first."""
    return placed(players, lambda one: (one.points, one.sessions, one.player))


def _of_game(game: str, counts: Counts, names: Mapping[int, str]) -> GameStandings:
    roles: dict[int, dict[str, Sums]] = defaultdict(lambda: defaultdict(Sums))
    for role, sums in counts.roles.items():
        had = roles[role.player]
        had[role.role] = summed(had[role.role], sums)
    standings = [
        _standing(night.player, names[night.player], nights.nights, roles[night.player], game)
        for night, nights in counts.by_night.items()
    ]
    return GameStandings(
        game=game,
        players=tuple(one for _, one in places_of(standings)),
        nights=counts.nights,
    )


def _standing(player: int, name: str, nights: int, roles: Mapping[str, Sums], game: str) -> PlayerStanding:
    has_race = game in GAMES and GAMES[game].has_race
    hands = sum(sums.hands for role, sums in roles.items() if role not in ("out", NIGHT))
    return PlayerStanding(
        player=player,
        name=name,
        sessions=nights,
        hands=hands,
        points=to_points(sum(sums.parts for sums in roles.values())),
        nights_only=roles[NIGHT].hands,
        by_night=to_points(roles[NIGHT].parts),
        picked=Share(k=sum(roles[role].hands for role in PICKING), n=hands),
        won_picking=_won(roles[role] for role in PICKING),
        won_partner=_won([roles["partner"]]),
        won_opponent=_won([roles["opponent"]]),
        won_alone=_won([roles["alone"]]),
        won_leaster=_won([roles["leaster"]]),
        races=roles[""].won if has_race else None,
    )


def _won(sums: Iterable[Sums]) -> Share:
    counted = list(sums)
    return Share(k=sum(one.won for one in counted), n=sum(one.hands for one in counted))
