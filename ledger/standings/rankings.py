"""Other ways to rank the same players: by points, a hand, a night, and as leagues of skat do.

Pure: from their standings and from what their hands add up to. Points are exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ledger.counting import PICKING, Circumstances, Counts
from ledger.models import to_points
from ledger.sheet import NIGHT
from ledger.standings.players import PlayerStanding

A_POINT = 10
"""What a point counts in the list of skat leagues: so a usual hand counts as much as a usual game of skat."""

PICKED = 50
"""What whoever picks gets for a hand that is won, and loses for one that is lost (Seeger)."""

BEATEN = 120
"""What the others share for a picker who lost: 40 each where three play, 30 where four do (Fabian)."""


class Way(StrEnum):
    """By what players are ranked."""

    POINTS = "points"
    PER_HAND = "per-hand"
    PER_NIGHT = "per-night"
    LEAGUE = "league"


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A player's value in a ranking and the place it brings; both None where the ranking cannot tell."""

    player: int
    name: str
    value: Fraction | None
    place: int | None


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """Everybody ranked in one way, those without a place last."""

    way: Way
    players: tuple[Placed, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has the first place: several where they are level in everything that is asked."""
        return tuple(one.name for one in self.players if one.place == 1)


def rankings(
    players: Sequence[PlayerStanding], counts: Counts, circumstances: Circumstances
) -> tuple[Ranking, ...]:
    """The same players ranked in all ways.

    `counts` is what their nights add up to, whatever the circumstances; only hands under these count in the
    list of skat leagues. Nights of which only the totals are known have no hands: they count in points and
    in points a night. Of two who are level the one with more points a night stands first, then the one with
    more points; who is level in all three shares a place.
    """
    league = league_points(counts, circumstances)
    values: Mapping[Way, Callable[[PlayerStanding], Fraction | None]] = {
        Way.POINTS: lambda one: one.points,
        Way.PER_HAND: lambda one: one.per_hand,
        Way.PER_NIGHT: per_night,
        Way.LEAGUE: lambda one: league.get(one.player, Fraction(0)) if one.hands else None,
    }
    return tuple(Ranking(way=way, players=_placed(players, value)) for way, value in values.items())


def per_night(one: PlayerStanding) -> Fraction | None:
    """Points a night; None before the first."""
    return one.points / one.sessions if one.sessions else None


def league_points(counts: Counts, circumstances: Circumstances) -> dict[int, Fraction]:
    """The list of skat leagues (extended Seeger-Fabian), made to fit hands with a partner: by player.

    Ten for each point; fifty more for a picked hand that was won, and fifty less for one that was lost; and
    for everybody who played against a picker who lost, 120 divided by how many played the hand.
    """
    found: dict[int, Fraction] = defaultdict(Fraction)
    for role, sums in counts.roles.items():
        if role.role == NIGHT or not circumstances.fit(role.case):
            continue
        found[role.player] += A_POINT * to_points(sums.parts)
        if role.role in PICKING:
            found[role.player] += PICKED * (2 * sums.won - sums.hands)
        elif role.role == "opponent":
            found[role.player] += Fraction(BEATEN, role.case.active) * sums.won
    return dict(found)


def _placed(
    players: Sequence[PlayerStanding], value: Callable[[PlayerStanding], Fraction | None]
) -> tuple[Placed, ...]:
    told = {one.player: found for one in players if (found := value(one)) is not None}

    def worth(one: PlayerStanding) -> tuple[Fraction, Fraction, Fraction]:
        return told[one.player], per_night(one) or Fraction(0), one.points

    ranked = sorted((one for one in players if one.player in told), key=lambda one: one.name)
    ranked.sort(key=worth, reverse=True)
    placed = [
        Placed(
            player=one.player,
            name=one.name,
            value=told[one.player],
            place=1 + sum(worth(other) > worth(one) for other in ranked),
        )
        for one in ranked
    ]
    rest = [one for one in players if one.player not in told]
    return (*placed, *(Placed(player=one.player, name=one.name, value=None, place=None) for one in rest))
