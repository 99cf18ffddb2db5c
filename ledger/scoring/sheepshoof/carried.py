"""What a Sheepshoof hand has to know of the hands before: the score, as a tie goes to the lower one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ledger.scoring.carried import Carried


@dataclass(frozen=True, kw_only=True)
class SheepshoofCarried(Carried):
    """Nothing of its own: the totals of the sheet are enough (HF-006)."""

    def standings(self, seats: Sequence[int], totals: Mapping[int, Fraction]) -> dict[str, Any]:
        """Everybody's score before the hand (points)."""
        return {"running": [str(totals.get(player, 0)) for player in seats]}
