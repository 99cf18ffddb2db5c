"""How everybody stands in each game: counts and shares over all nights, and the course of the points.

Games are never mixed: a point of Sheepshead is no point of Schafkopf. Shares are always said as "k of n", so
that nobody takes three hands for the truth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from ledger.models import Group, Session, Tally, to_points
from ledger.sheet import NIGHT

PICKING = ("picker", "alone")

_Courses = dict[tuple[int, str], dict[int, int]]
"""What somebody (player id, name) won on each night, by its number, in parts."""


@dataclass(frozen=True, kw_only=True)
class Share:
    """`k` of `n`."""

    k: int
    n: int

    @property
    def percent(self) -> int | None:
        """Rounded per cent, None of nothing."""
        return (200 * self.k + self.n) // (2 * self.n) if self.n else None


@dataclass(frozen=True, kw_only=True)
class PlayerStanding:
    """One player's numbers in one game. `points` are exact; the shares are of hands played.

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

    @property
    def per_hand(self) -> Fraction | None:
        """Points per hand, of the hands that are known one by one; None before the first."""
        return (self.points - self.by_night) / self.hands if self.hands else None


@dataclass(frozen=True, kw_only=True)
class Course:
    """One player's running points after each night (by the night's number); None before his first."""

    player: int
    name: str
    points: tuple[Fraction | None, ...]


@dataclass(frozen=True, kw_only=True)
class GameStandings:
    """How everybody stands in one game, by its key: the players best first, and the course of their points.

    `nights` are the numbers of the nights on which it was played, in that order.
    """

    game: str
    players: tuple[PlayerStanding, ...]
    nights: tuple[int, ...]
    courses: tuple[Course, ...]


@dataclass(kw_only=True)
class _Sums:
    hands: int = 0
    won: int = 0
    parts: int = 0


def standings_of(group: Group) -> tuple[GameStandings, ...]:
    """A table for each game that was played, the one of most nights first (five queries)."""
    players, courses = _players(group), _courses(group)
    nights = tuple(_counted(group).order_by("started_at", "number").values_list("number", flat=True))
    found = []
    for game, standings in players.items():
        # A night on which nobody won or lost anything has no tally that says what was played.
        played = {number for course in courses[game].values() for number in course}
        own = nights if len(players) == 1 else tuple(number for number in nights if number in played)
        found.append(_of_game(game, standings, own, courses[game]))
    return tuple(sorted(found, key=lambda one: (-len(one.nights), one.game)))


def _of_game(
    game: str, standings: Iterable[PlayerStanding], nights: tuple[int, ...], courses: _Courses
) -> GameStandings:
    return GameStandings(
        game=game,
        players=tuple(sorted(standings, key=lambda one: (-one.points, one.name))),
        nights=nights,
        courses=tuple(
            Course(player=player, name=name, points=_running(nights, won))
            for (player, name), won in courses.items()
        ),
    )


def _players(group: Group) -> dict[str, list[PlayerStanding]]:
    """Everybody's numbers by game (three queries)."""
    names = dict(group.players.values_list("pk", "name"))
    tallies = Tally.objects.filter(session__group=group)
    counted = tallies.values_list("game", "player").annotate(
        nights=Count("session", distinct=True),
        nights_only=Count("session", distinct=True, filter=Q(role=NIGHT)),
    )
    sessions = {(game, player): (nights, nights_only) for game, player, nights, nights_only in counted}
    sums: dict[tuple[str, int], dict[str, _Sums]] = defaultdict(lambda: defaultdict(_Sums))
    rows = tallies.values_list("game", "player", "role").annotate(Sum("hands"), Sum("won"), Sum("parts"))
    for game, player, role, hands, won, parts in rows:
        sums[game, player][role] = _Sums(hands=hands, won=won, parts=parts)
    found: dict[str, list[PlayerStanding]] = defaultdict(list)
    for (game, player), roles in sums.items():
        found[game].append(_standing(player, names[player], sessions[game, player], roles))
    return found


def _standing(player: int, name: str, sessions: tuple[int, int], roles: dict[str, _Sums]) -> PlayerStanding:
    played = [sums for role, sums in roles.items() if role not in ("out", NIGHT)]
    hands = sum(sums.hands for sums in played)
    return PlayerStanding(
        player=player,
        name=name,
        sessions=sessions[0],
        hands=hands,
        points=to_points(sum(sums.parts for sums in roles.values())),
        nights_only=sessions[1],
        by_night=to_points(roles[NIGHT].parts),
        picked=Share(k=sum(roles[role].hands for role in PICKING), n=hands),
        won_picking=_won(roles[role] for role in PICKING),
        won_partner=_won([roles["partner"]]),
        won_opponent=_won([roles["opponent"]]),
        won_alone=_won([roles["alone"]]),
        won_leaster=_won([roles["leaster"]]),
    )


def _won(sums: Iterable[_Sums]) -> Share:
    counted = list(sums)
    return Share(k=sum(one.won for one in counted), n=sum(one.hands for one in counted))


def _counted(group: Group) -> QuerySet[Session]:
    """The nights on which something was played."""
    return group.sessions.filter(Q(hands__gt=0) | Exists(Tally.objects.filter(session=OuterRef("pk"))))


def _courses(group: Group) -> dict[str, _Courses]:
    """By game, in parts (one query)."""
    found: dict[str, _Courses] = defaultdict(lambda: defaultdict(dict))
    rows = Tally.objects.filter(session__group=group).values_list(
        "game", "player", "player__name", "session__number"
    )
    for game, player, name, number, parts in rows.annotate(sum=Sum("parts")).order_by("player"):
        found[game][player, name][number] = parts
    return found


def _running(numbers: tuple[int, ...], nights: dict[int, int]) -> tuple[Fraction | None, ...]:
    points: list[Fraction | None] = []
    parts, begun = 0, False
    for number in numbers:
        begun = begun or number in nights
        parts += nights.get(number, 0)
        points.append(to_points(parts) if begun else None)
    return tuple(points)
