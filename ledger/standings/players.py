"""How everybody stands in each game: counts and shares over all nights, and the course of the points.

Games are never mixed: a point of Sheepshead is no point of Schafkopf. Shares are always said as "k of n", so
that nobody takes three hands for the truth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, Sum
from django.utils import timezone

from ledger.models import Group, Tally, to_points
from ledger.scoring import GAMES
from ledger.sheet import NIGHT
from ledger.standings.groups import names_of

PICKING = ("picker", "alone")


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
class Course:
    """One player's running points after each night, in parts (PARTS to a point); None before the first."""

    player: int
    name: str
    parts: tuple[int | None, ...]

    @property
    def points(self) -> tuple[Fraction | None, ...]:
        """The same as exact points."""
        return self.points_after(slice(None))

    def points_after(self, nights: slice) -> tuple[Fraction | None, ...]:
        """The exact points after some of the nights."""
        return tuple(None if parts is None else to_points(parts) for parts in self.parts[nights])


@dataclass(frozen=True, kw_only=True)
class GameStandings:
    """How everybody stands in one game, by its key: the players best first, and the course of their points.

    `nights` are the numbers of the nights on which it was played, in that order, and `days` their dates.
    """

    game: str
    players: tuple[PlayerStanding, ...]
    nights: tuple[int, ...]
    days: tuple[date, ...]
    courses: tuple[Course, ...]


class _Night(NamedTuple):
    """A night by its number, and when it began."""

    number: int
    began: datetime


@dataclass(kw_only=True)
class _Sums:
    nights: int = 0
    hands: int = 0
    won: int = 0
    parts: int = 0


@dataclass(kw_only=True)
class _Played:
    """What a player did in one game: in each role over all nights, and what each night brought (parts).

    Nights are told apart by the ids of their sessions.
    """

    roles: dict[str, _Sums] = field(default_factory=lambda: defaultdict(_Sums))
    nights: dict[int, int] = field(default_factory=dict)


_Game = dict[int, _Played]
"""What everybody did in a game, by player id."""


def standings_of(group: Group) -> tuple[GameStandings, ...]:
    """A table for each game that was played, the one of most nights first (four queries)."""
    names = names_of(group)
    games, nights = _games(group), _nights(group)
    found = []
    for game, players in games.items():
        # A night on which nobody won or lost anything has no tally that says what was played.
        played = {session for one in players.values() for session in one.nights}
        own = nights if len(games) == 1 else {pk: nights[pk] for pk in nights if pk in played}
        found.append(_of_game(game, players, own, names))
    return tuple(sorted(found, key=lambda one: (-len(one.nights), one.game)))


def _of_game(
    game: str, players: _Game, nights: Mapping[int, _Night], names: Mapping[int, str]
) -> GameStandings:
    standings = [_standing(player, names[player], one, game) for player, one in players.items()]
    return GameStandings(
        game=game,
        players=tuple(sorted(standings, key=lambda one: (-one.points, one.name))),
        nights=tuple(one.number for one in nights.values()),
        days=tuple(timezone.localdate(one.began) for one in nights.values()),
        courses=tuple(
            Course(player=player, name=names[player], parts=_running(nights, one.nights))
            for player, one in sorted(players.items())
        ),
    )


def _games(group: Group) -> dict[str, _Game]:
    """What everybody did, by game (two queries)."""
    found: dict[str, _Game] = defaultdict(lambda: defaultdict(_Played))
    tallies = Tally.objects.filter(session__group=group)
    # A night has one tally of a player, game and role.
    sums = (Count("pk"), Sum("hands"), Sum("won"), Sum("parts"))
    roles = tallies.values_list("player", "role", "game").annotate(*sums)
    for player, role, game, nights, hands, won, parts in roles:
        found[game][player].roles[role] = _Sums(nights=nights, hands=hands, won=won, parts=parts)
    by_night = tallies.values_list("player", "session", "game").annotate(Sum("parts"))
    for player, session, game, parts in by_night:
        found[game][player].nights[session] = parts
    return found


def _nights(group: Group) -> dict[int, _Night]:
    """The nights on which something was played, as they were played, by id (one query)."""
    counted = group.sessions.filter(Q(hands__gt=0) | Exists(Tally.objects.filter(session=OuterRef("pk"))))
    rows = counted.order_by("started_at", "number").values_list("pk", "number", "started_at")
    return {pk: _Night(number, began) for pk, number, began in rows}


def _standing(player: int, name: str, played: _Played, game: str) -> PlayerStanding:
    roles = played.roles
    has_race = game in GAMES and GAMES[game].has_race
    hands = sum(sums.hands for role, sums in roles.items() if role not in ("out", NIGHT))
    return PlayerStanding(
        player=player,
        name=name,
        sessions=len(played.nights),
        hands=hands,
        points=to_points(sum(sums.parts for sums in roles.values())),
        nights_only=roles[NIGHT].nights,
        by_night=to_points(roles[NIGHT].parts),
        picked=Share(k=sum(roles[role].hands for role in PICKING), n=hands),
        won_picking=_won(roles[role] for role in PICKING),
        won_partner=_won([roles["partner"]]),
        won_opponent=_won([roles["opponent"]]),
        won_alone=_won([roles["alone"]]),
        won_leaster=_won([roles["leaster"]]),
        races=roles[""].won if has_race else None,
    )


def _won(sums: Iterable[_Sums]) -> Share:
    counted = list(sums)
    return Share(k=sum(one.won for one in counted), n=sum(one.hands for one in counted))


def _running(nights: Iterable[int], won: Mapping[int, int]) -> tuple[int | None, ...]:
    """The sums after each night, None before the first on which somebody won or lost."""
    sums = accumulate(won.get(night, 0) for night in nights)
    begun = accumulate((night in won for night in nights), or_)
    return tuple(parts if has_begun else None for parts, has_begun in zip(sums, begun, strict=True))
