"""Results of a player's roles, against what such hands usually bring here. Pure.

Who has good cards in a role brings more in it as well: this takes away whose turn it was to be what, and
nothing else. It is no measure of luck, and is never called one.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from ledger.book.sheet import NIGHT
from ledger.models import PARTS, to_points
from ledger.scoring.scored import PICKERS_SIDE
from ledger.standings.played import Played, Sums, summed
from ledger.standings.questions import compared_in
from ledger.statistics import Judgement, judged_average


@dataclass(frozen=True, kw_only=True)
class RolePart:
    """A player's hands in one role: what they brought, and what everybody has in it a hand, in points."""

    role: str
    hands: int
    brought: Fraction
    usual: Fraction

    @property
    def expected(self) -> Fraction:
        return self.hands * self.usual


@dataclass(frozen=True, kw_only=True)
class RoleBalance:
    """The points of a player's `hands`, role by role, against the points `expected` of such hands here.

    In points. `answer` is about `above`, when `compared` answers of this group could be called clear.
    """

    roles: tuple[RolePart, ...]
    hands: int
    brought: Fraction
    expected: Fraction
    answer: Judgement
    compared: int

    @property
    def above(self) -> Fraction:
        """Return how much more each of these hands brought than is usual, less if negative."""
        return (self.brought - self.expected) / self.hands


def balance_of(player: int, played: Played) -> RoleBalance | None:
    """Return what a player's roles brought; None for a player who had no role with a name."""
    parts, hands, brought, expected, luck = [], 0, Fraction(0), Fraction(0), Fraction(0)
    for role, found in sums_of_roles(played).items():
        if (mine := found.get(player)) is None:
            continue
        every = summed(*found.values())
        usual = to_points(every.parts) / every.hands
        part = RolePart(role=role, hands=mine.hands, brought=to_points(mine.parts), usual=usual)
        parts.append(part)
        hands += part.hands
        brought += part.brought
        expected += part.expected
        # The variance of one hand in a role. What the player adds to everybody's average, and that hands of
        # one deal are not alone, is left out: together they make it a little larger than it is.
        luck += mine.hands * (Fraction(every.squares, every.hands * PARTS * PARTS) - usual * usual)
    if not parts:
        return None
    compared = compared_in(played)
    return RoleBalance(
        roles=tuple(parts),
        hands=hands,
        brought=brought,
        expected=expected,
        answer=judged_average((brought - expected) / hands, luck / hands, hands, compared=compared),
        compared=compared,
    )


def has_sides(played: Played) -> bool:
    """Return whether some play against others here; not where everybody only types points."""
    roles = {one.role for one in played.roles}
    return "player" not in roles or bool(roles & {*PICKERS_SIDE, "opponent"})


def sums_of_roles(played: Played) -> dict[str, dict[int, Sums]]:
    """Return what hands brought in each role that has a name, by player."""
    found: dict[str, dict[int, Sums]] = defaultdict(dict)
    for one in played.roles:
        if one.role not in ("", "out", NIGHT) and one.hands:
            had = found[one.role].get(one.player, Sums())
            more = Sums(one.hands, one.won, one.parts, one.squares)
            found[one.role][one.player] = summed(had, more)
    return found


def played_for_pots(player: int, played: Played) -> Sums:
    """Return a player's hands for a pot that lay there, how many were won, and what came out of it."""
    mine = [one for one in played.roles if one.player == player]
    return Sums(
        sum(one.pots for one in mine), sum(one.pots_won for one in mine), sum(one.pot_parts for one in mine)
    )


def sat_out(player: int, played: Played) -> int:
    """Return how many hands went on without the player, who was at the table."""
    return sum(one.hands for one in played.roles if one.role == "out" and one.player == player)
