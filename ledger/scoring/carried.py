"""Values that a game carries from hand to hand of a night: none, unless the game has a class of its own.

A game's own value is a frozen dataclass in the game's room that names what it carries in its own words. The
engine reads it from the facts of a hand and answers what the hand leaves (`Scored.carried_after`); whoever
keeps a night hands the one to the other and need not know what is in it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

Number = int | Fraction
# Values by their names, as JSON has them.
Plain = dict[str, Any]

MOST_POTS = 1_000_000_000

# From so many single pots, or points in them, on nobody pays them again: a night goes on all the same.
FULL = 10**6, 10**10


@dataclass(frozen=True)
class PotState:
    """Points on the table: `amount` in all, lying as `pots` single pots (SH-110)."""

    amount: Number = 0
    pots: int = 0

    @property
    def is_full(self) -> bool:
        """Return whether so much lies there, missed some twenty times in a row, that it is not doubled
        again."""
        pots, amount = FULL
        return self.pots >= pots or self.amount >= amount


EMPTY = PotState()


@dataclass(frozen=True, kw_only=True)
class CarriedView:
    """A carried thing as a page shows it; the words of a `code` stand in the pages' catalogue.

    `number` is how much of it there is, of the `of` that it takes until something comes of it (None where the
    next hand is played for it already). `player` is whose it is, None where it is the table's.
    """

    code: str
    number: Number = 0
    of: int | None = None
    player: int | None = None


@dataclass(frozen=True, kw_only=True)
class Carried:
    """Nothing carried: the value of a game without any, and the base of every other.

    Of a night it is what lies on the table, by player id where it is anybody's. Of one hand
    (`Scored.carried_after`) it is what the hand changes, by seat; what is None there stays as it was.
    """

    # Whether a teller may say how many doublers waited, where the book has it otherwise.
    has_doublers: ClassVar[bool] = False

    def facts(self, *, doublers: int | None = None) -> Plain:
        """Return the facts that the next hand is told, whoever sits where.

        `doublers` is how many the teller says there are, None where the book is right.
        """
        return {"doublers": doublers} if doublers else {}

    def counts(self) -> Plain:
        """Return what it counts, for a book to keep: everything but the points that lie on the table."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in vars(self).items()
            if name != "pot" and value is not None
        }

    def counting(self, counts: Mapping[str, object]) -> Self:
        """Return the same with the `counts` that a hand keeps; points on the table are where they are."""
        kept = {name: counts.get(name) for name in vars(self) if name != "pot"}
        read = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
        return dataclasses.replace(self, **read)

    def ruled(self, rules: Any) -> Any:
        """Return the rules of the next hand, where the carried value decides between them."""
        return rules

    def standings(self, seats: Sequence[int], totals: Mapping[int, Fraction]) -> Plain:
        """Return the facts that the next hand is told of the players at these seats; `totals` are points by
        player id."""
        return {}

    def of_players(self, players: Sequence[int]) -> Self:
        """Return the value by these players, where it was by their seats."""
        return self

    def then(self, after: Carried) -> Self:
        """Return the value after a hand that left `after`."""
        here = vars(self)
        left = {
            name: value
            for name, value in vars(after).items()
            if value is not None and value != here.get(name)
        }
        return type(self)(**{**here, **left}) if left else self

    def answer(self, players: int) -> Plain:
        """Return the changes of a hand of so many players, as the engine's contract names them in JSON."""
        return {
            f"{name}_after": list(value) if isinstance(value, tuple) else value
            for name, value in vars(self).items()
            if value is not None
        }

    def shown(self, rules: Any) -> tuple[CarriedView, ...]:
        """Return the things that a page shows, under the game's rules."""
        return ()

    def gained(self) -> dict[int, CarriedView]:
        """Return the gains of a hand beside points, by seat; seats without any are left out."""
        return {}

    def winners(self, rules: Any) -> tuple[int, ...]:
        """Return the players who have won what is to be settled now."""
        return ()

    @property
    def pending_doublers(self) -> int:
        """Return the number of doublers that wait for the next hand."""
        return 0

    @property
    def on_table(self) -> PotState:
        return EMPTY


NOTHING = Carried()


@dataclass(frozen=True, kw_only=True)
class CarriedPot(Carried):
    """A pot; None where the game is played without one, or nothing was said of it."""

    pot: PotState | None = None

    def facts(self, *, doublers: int | None = None) -> Plain:
        # The pot, if points lie in it.
        found = super().facts(doublers=doublers)
        if self.pot and self.pot.pots:
            found["pot"] = {"amount": str(self.pot.amount), "pots": self.pot.pots}
        return found

    def answer(self, players: int) -> Plain:
        # The number of single pots left, as the contract has it.
        found = super().answer(players)
        pot = found.pop("pot_after", None)
        return {"pots_after": pot.pots, **found} if pot else found

    def shown(self, rules: Any) -> tuple[CarriedView, ...]:
        # The points in the pot, if there are any.
        return (CarriedView(code="pot", number=self.on_table.amount),) if self.on_table.pots else ()

    @property
    def on_table(self) -> PotState:
        return self.pot or EMPTY


def pot_after(pot: PotState | None, pots: int | None, gained: Fraction) -> PotState | None:
    """Return the pot after a hand that leaves `pots` single ones (None: without a pot); `gained` are
    points."""
    if pots is None:
        return None
    pot = pot or EMPTY
    if not gained.numerator and pot.pots == pots:
        return pot
    amount = pot.amount + (gained.numerator if gained.denominator == 1 else gained)
    return PotState(amount.numerator if amount.denominator == 1 else amount, pots)
