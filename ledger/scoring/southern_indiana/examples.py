"""Hands that show what the house rules of southern Indiana do."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.scoring.game import Telling
from ledger.scoring.southern_indiana.rules import SouthernIndianaRules


def tellings(rules: SouthernIndianaRules, players: int) -> Iterator[Telling]:
    """What the example hands say; the first that is not refused counts where two have the same title."""
    call = {"kind": "call", "caller": 0, "partner": 2, "level": 4}
    yield "{0} calls 4 with {2} and makes it", 0, call | {"won": True}
    yield "{0} calls 4 with {2} and misses it", 0, call | {"won": False}
    yield "{0} loses a solo", 0, {"kind": "solo", "soloist": 0, "won": False}
    yield "The race is settled at 24, 6, 12 and 9", 0, {"kind": "settle", "race": [24, 6, 12, 9]}
    yield "{0} wins a best", 0, {"kind": "best", "soloist": 0, "won": True}
    yield "{0} loses a best", 0, {"kind": "best", "soloist": 0, "won": False}
    ended = {"kind": "settle", "race": ["game", 6, 12, 9]}
    yield "{0} has won the game by a best, the others are at 6, 12 and 9", 0, ended
