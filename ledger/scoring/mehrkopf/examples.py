"""Hands that show what the house rules of Schafkopf and Mehrkopf do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledger.scoring.game import Telling


def tellings(rules: Any, players: int) -> Iterator[Telling]:
    """What the example hands say; the first that is not refused counts where two have the same title."""
    normal = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": [1]}
    counted = {"declarer_points": 28, "declarer_tricks": "some"}
    run = {"laufende": 4, "laufende_side": "opponents"}
    yield "{0} and {1} lose a Rufspiel with 28 against four Laufende", 0, normal | counted | run
    if rules.count == "tricks":
        yield "{0} and {1} lose a Rufspiel", 0, normal | {"declarer_tricks": "some"}
    solo = {"kind": "played", "contract": "solo", "declarer": 0, "partners": []}
    won = {"declarer_points": 95, "declarer_tricks": "some"}
    run = {"laufende": 3, "laufende_side": "declarers"}
    yield "{0} wins a solo with 95, three Laufende", 0, solo | won | run
    tout = solo | {"declarer_points": 120, "declarer_tricks": "all", "tout": True}
    yield "{0} wins a Tout", 0, tout
    yield "{0} wins a Tout", 0, tout | {"declarer_points": 148}
