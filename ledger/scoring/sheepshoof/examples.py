"""Hands that show what the house rules of Sheepshoof do."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.messages import message
from ledger.scoring.game import Telling
from ledger.scoring.sheepshoof.rules import SheepshoofRules


def tellings(rules: SheepshoofRules, players: int) -> Iterator[Telling]:
    """What the example hands say; the first that is not refused counts where two have the same title."""
    yield message("title", case="picks", points=15), 0, {"kind": "picked", "picker": 0, "side_points": 15}
    tied = {"kind": "fewster", "points": [8, 8, 20], "tricks": [1, 2, 3], "running": ["4", "-4", "0"]}
    yield message("title", case="tied", points=8), 1, tied
    none = {"kind": "fewster", "points": [0, 10, 26], "tricks": [0, 2, 4], "running": ["0", "0", "0"]}
    yield message("title", case="no_trick", points=10), 1, none
    every = {"kind": "fewster", "points": [36, 0, 0], "tricks": [6, 0, 0], "running": ["0", "0", "0"]}
    yield message("title", case="all_tricks"), 0, every
    equal = tied | {"running": ["2", "2", "-4"]}
    yield message("title", case="tied_equal", points=8), 0, equal
    three = {"kind": "fewster", "points": [12, 12, 12], "tricks": [2, 2, 2], "running": ["4", "0", "-4"]}
    yield message("title", case="three_way", points=12), 2, three
