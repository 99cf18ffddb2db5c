"""What a Schafkopf table carries from game to game: the stock."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.carried import CarriedPot


@dataclass(frozen=True, kw_only=True)
class MehrkopfCarried(CarriedPot):
    """The units in the stock, which is this game's pot."""
