"""What a Schafkopf table carries from game to game: the stock, and what is left of a round of Bock."""

from dataclasses import dataclass
from typing import Any

from ledger.scoring.carried import CarriedPot, Shown

# The most doubled deals that wait; causes of more are forgotten.
MOST_BOCK = 100


@dataclass(frozen=True, kw_only=True)
class MehrkopfCarried(CarriedPot):
    """The units in the stock, which is this game's pot, and the deals that still count double (`bock`).

    Each is None where the table does not play it, or nothing was said of it.
    """

    bock: int | None = None

    def facts(self, *, doublers: int | None = None) -> dict[str, Any]:
        """Return the stock and the doubled deals left, this one among them."""
        found = super().facts(doublers=doublers)
        return found | {"bock": self.bock} if self.bock else found

    def shown(self, rules: Any) -> tuple[Shown, ...]:
        """Return the stock, and the deals that still count double."""
        found = super().shown(rules)
        return (*found, Shown(code="bock", number=self.bock)) if self.bock and rules.bock_here else found
