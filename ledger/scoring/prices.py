"""What every result would bring at a table as it stands: the score chart with tonight's doublings in it.

The engine itself is asked for every cell, so that the numbers on the buttons cannot contradict the score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ledger.scoring.game import Game
from ledger.scoring.scored import Cell, HandRefused, Row, Scored, Told


@dataclass(frozen=True, kw_only=True)
class Prices:
    """`cells` by (row code, number of partners), and by number of winners what a leaster pays (points).

    `leaster` maps the number who tie for it to what a winner and a loser get.
    """

    rows: tuple[Row, ...]
    most_partners: int
    cells: Mapping[tuple[str, int], Cell]
    leaster: Mapping[int, Cell]


def prices(game: Game, rules: Any, active: int, carried: Told) -> Prices:
    """The prices for `active` players; `carried` is what the book adds: pending doublers, the pot."""
    most_partners = game.most_partners(active)
    rows = game.chart(rules, active).rows
    cells = {
        (row.code, partners): _cell(
            game.score(active, rules, _picked(row.code, partners) | dict(carried)), partners
        )
        for row in rows
        for partners in range(most_partners + 1)
    }
    return Prices(
        rows=rows, most_partners=most_partners, cells=cells, leaster=_leaster(game, rules, active, carried)
    )


def _picked(result: str, partners: int) -> dict[str, Any]:
    return {"kind": "picked", "picker": 0, "partners": list(range(1, partners + 1)), "result": result}


def _cell(scored: Scored, partners: int) -> Cell:
    points = scored.points
    return Cell(picker=points[0], partner=points[min(partners, 1)], opponent=points[-1])


def _leaster(game: Game, rules: Any, active: int, carried: Told) -> dict[int, Cell]:
    found = {}
    for winners in range(1, active):
        told = {"kind": "leaster", "winners": list(range(winners)), **carried}
        try:
            points = game.score(active, rules, told).points
        except HandRefused:
            break
        found[winners] = Cell(picker=points[0], partner=points[0], opponent=points[-1])
    return found
