"""What a player's roles usually bring here, against what they brought. Pure, from what nights add up to.

Who has good cards in a role brings more in it as well: this takes away whose turn it was to be what, and
nothing else. It is no measure of luck, and is never called one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ledger.models import PARTS, to_points
from ledger.scoring.scored import PICKERS_SIDE
from ledger.sheet import NIGHT
from ledger.standings.played import Played
from ledger.standings.questions import compared_in
from ledger.statistics import Judgement, judged_average


class Sums(NamedTuple):
    """How many hands, how many of them were won, and what they brought (parts, and these squared)."""

    hands: int = 0
    won: int = 0
    parts: int = 0
    squares: int = 0


NOBODY = Sums()


@dataclass(frozen=True, kw_only=True)
class RolePart:
    """A player's hands in one role: what they brought, and what everybody has in it a hand, in points."""

    role: str
    hands: int
    brought: Fraction
    usual: Fraction

    @property
    def expected(self) -> Fraction:
        """What so many hands in this role usually bring here."""
        return self.hands * self.usual


@dataclass(frozen=True, kw_only=True)
class Balance:
    """What a player's roles brought against what is usual, in points.

    `answer` is about `above`, when `compared` answers of this group could be called clear.
    """

    player: int
    roles: tuple[RolePart, ...]
    answer: Judgement
    compared: int

    @property
    def hands(self) -> int:
        """How many hands it is about."""
        return sum(one.hands for one in self.roles)

    @property
    def brought(self) -> Fraction:
        """What they brought."""
        return sum((one.brought for one in self.roles), Fraction(0))

    @property
    def expected(self) -> Fraction:
        """What such hands usually bring here."""
        return sum((one.expected for one in self.roles), Fraction(0))

    @property
    def above(self) -> Fraction:
        """How much more each of these hands brought than is usual, less if negative."""
        return (self.brought - self.expected) / self.hands


def balance_of(player: int, played: Played) -> Balance | None:
    """Return what a player's roles brought; None for a player who had no role with a name."""
    roles = sums_of_roles(played)
    mine = {role: (found[player], _together(found)) for role, found in roles.items() if player in found}
    if not mine:
        return None
    parts = tuple(_part(role, own, everybody) for role, (own, everybody) in mine.items())
    hands = sum(one.hands for one in parts)
    above = sum((one.brought - one.expected for one in parts), Fraction(0)) / hands
    # What the player adds to everybody's average, and that hands of one deal are not alone, is left out of
    # this: together they make it a little larger than it is.
    luck = sum((own.hands * _variance(everybody) for own, everybody in mine.values()), Fraction(0)) / hands
    compared = compared_in(played)
    return Balance(
        player=player,
        roles=parts,
        answer=judged_average(above, luck, hands, compared=compared),
        compared=compared,
    )


def _part(role: str, mine: Sums, everybody: Sums) -> RolePart:
    return RolePart(
        role=role,
        hands=mine.hands,
        brought=to_points(mine.parts),
        usual=to_points(everybody.parts) / everybody.hands,
    )


def _together(found: Mapping[int, Sums]) -> Sums:
    total = NOBODY
    for one in found.values():
        total = summed(total, one)
    return total


def _variance(everybody: Sums) -> Fraction:
    """Of one hand in a role, in points squared."""
    mean = Fraction(everybody.parts, everybody.hands)
    return (Fraction(everybody.squares, everybody.hands) - mean * mean) / (PARTS * PARTS)


def has_sides(played: Played) -> bool:
    """Return whether some play against others here; not where everybody only types points."""
    roles = {one.role for one in played.roles}
    return "player" not in roles or bool(roles & {*PICKERS_SIDE, "opponent"})


def sums_of_roles(played: Played) -> dict[str, dict[int, Sums]]:
    """Return what hands brought in each role that has a name, by player."""
    found: dict[str, dict[int, Sums]] = defaultdict(dict)
    for one in played.roles:
        if one.role not in ("", "out", NIGHT) and one.hands:
            had = found[one.role].get(one.player, NOBODY)
            more = Sums(one.hands, one.won, one.parts, one.squares)
            found[one.role][one.player] = summed(had, more)
    return found


def summed(one: Sums, other: Sums) -> Sums:
    """Return both together."""
    return Sums(*map(sum, zip(one, other, strict=True)))


def played_for_pots(player: int, played: Played) -> Sums:
    """Return a player's hands for a pot that lay there, how many were won, and what came out of it."""
    mine = [one for one in played.roles if one.player == player]
    return Sums(
        sum(one.pots for one in mine), sum(one.pots_won for one in mine), sum(one.pot_parts for one in mine)
    )


def sat_out(player: int, played: Played) -> int:
    """Return how many hands went on without the player, who was at the table."""
    return sum(one.hands for one in played.roles if one.role == "out" and one.player == player)
