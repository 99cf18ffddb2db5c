"""Hands that show what the house rules of southern Indiana do."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.messages import message
from ledger.scoring.game import Telling
from ledger.scoring.southern_indiana.rules import SouthernIndianaRules


def tellings(rules: SouthernIndianaRules, players: int) -> Iterator[Telling]:
    """What the example hands say; the first that is not refused counts where two have the same title."""
    call = {"kind": "call", "caller": 0, "partner": 2, "level": 4}
    yield message("title", case="call_made", level=4), 0, call | {"won": True}
    yield message("title", case="call_missed", level=4), 0, call | {"won": False}
    yield message("title", case="solo_lost"), 0, {"kind": "solo", "soloist": 0, "won": False}
    yield message("title", case="settled"), 0, {"kind": "settle", "race": [24, 6, 12, 9]}
    yield message("title", case="best_won"), 0, {"kind": "best", "soloist": 0, "won": True}
    yield message("title", case="best_lost"), 0, {"kind": "best", "soloist": 0, "won": False}
    ended = {"kind": "settle", "race": ["game", 6, 12, 9]}
    yield message("title", case="settled_by_a_best"), 0, ended
