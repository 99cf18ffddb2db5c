"""How everybody stands: counts and shares over any number of nights, and the course of the points.

Shares are always said as "k of n", so that nobody takes three hands for the truth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, Q, Sum

from ledger.models import Group, Tally, to_points

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


@dataclass(frozen=True, kw_only=True)
class PlayerStanding:
    """One player's numbers. `points` are exact; the shares are of hands played."""

    player: int
    name: str
    sessions: int
    hands: int
    points: Fraction
    picked: Share
    won_picking: Share
    won_partner: Share
    won_opponent: Share
    won_alone: Share
    won_leaster: Share

    @property
    def per_hand(self) -> Fraction | None:
        """Points per hand, None before the first."""
        return self.points / self.hands if self.hands else None


@dataclass(frozen=True, kw_only=True)
class Course:
    """One player's running points after each night (by the night's number); None before his first."""

    player: int
    name: str
    points: tuple[Fraction | None, ...]


@dataclass(kw_only=True)
class _Sums:
    hands: int = 0
    won: int = 0
    parts: int = 0


def player_standings(group: Group) -> tuple[PlayerStanding, ...]:
    """Everybody who ever played, by points, best first (three queries)."""
    names = dict(group.players.values_list("pk", "name"))
    sessions = dict(
        Tally.objects.filter(session__group=group)
        .values_list("player")
        .annotate(sessions=Count("session", distinct=True))
    )
    sums: dict[int, dict[str, _Sums]] = defaultdict(lambda: defaultdict(_Sums))
    rows = Tally.objects.filter(session__group=group).values_list("player", "role")
    for player, role, hands, won, parts in rows.annotate(Sum("hands"), Sum("won"), Sum("parts")):
        sums[player][role] = _Sums(hands=hands, won=won, parts=parts)
    found = [_standing(player, names[player], sessions[player], sums[player]) for player in sums]
    return tuple(sorted(found, key=lambda standing: (-standing.points, standing.name)))


def _standing(player: int, name: str, sessions: int, roles: dict[str, _Sums]) -> PlayerStanding:
    played = [sums for role, sums in roles.items() if role != "out"]
    hands = sum(sums.hands for sums in played)
    return PlayerStanding(
        player=player,
        name=name,
        sessions=sessions,
        hands=hands,
        points=to_points(sum(sums.parts for sums in roles.values())),
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


def courses(group: Group) -> tuple[tuple[int, ...], tuple[Course, ...]]:
    """The numbers of the nights as they were played, everybody's running points after each (2 queries)."""
    counted = group.sessions.filter(Q(hands__gt=0) | Exists(Tally.objects.filter(session=OuterRef("pk"))))
    numbers = tuple(counted.order_by("started_at", "number").values_list("number", flat=True))
    won: dict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    rows = Tally.objects.filter(session__group=group).values_list("player", "player__name", "session__number")
    for player, name, number, parts in rows.annotate(sum=Sum("parts")).order_by("player"):
        won[player, name][number] = parts
    return numbers, tuple(
        Course(player=player, name=name, points=_running(numbers, nights))
        for (player, name), nights in won.items()
    )


def _running(numbers: tuple[int, ...], nights: dict[int, int]) -> tuple[Fraction | None, ...]:
    points: list[Fraction | None] = []
    parts, begun = 0, False
    for number in numbers:
        begun = begun or number in nights
        parts += nights.get(number, 0)
        points.append(to_points(parts) if begun else None)
    return tuple(points)
