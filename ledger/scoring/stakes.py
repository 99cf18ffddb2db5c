"""What a stake would mean at a table: a common hand and a dear one, in points, from the engine's own chart.

A game without a chart, or whose table has none, is told by the dearest of its examples.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ledger.scoring.examples import examples, usual_players
from ledger.scoring.game import Game
from ledger.scoring.scored import Chart, HandRefused

# The row of a chart that people think of first when they ask what a hand can cost.
DEAR = "lost_schneider"


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A hand by its place on the chart (`row` and how many `partners`), and what it costs who pays for it.

    `is_dear` says which of the two it is; `row` is empty for an example.
    """

    is_dear: bool
    points: Fraction
    row: str = ""
    partners: int = 0


def samples(game: Game[Any], rules: Any) -> tuple[Sample, ...]:
    """Return a common hand and a dear one under these rules, at a table of the usual size; what is free is
    none."""
    players = usual_players(game)
    at_table = game.at(rules, players)
    try:
        chart = game.chart(at_table, players)
    except HandRefused:
        chart = Chart(rows=())
    dear = _dear(chart)
    if not dear and (shown := examples(game, at_table, players)):
        least = min(worth for one in shown for worth in one.scored.points)
        dear = (Sample(is_dear=True, points=-least),)
    found = (*_common(chart), *dear)
    return tuple(one for one in found if one.points > 0)


def dearest(game: Game[Any], rules: Any) -> Fraction:
    """Return the cost of a dear hand, in points."""
    return max((one.points for one in samples(game, rules)), default=Fraction(0))


def _common(chart: Chart) -> tuple[Sample, ...]:
    # The first row that is won, with a partner where there are any: what each of the others pays.
    won = next((row for row in chart.rows if row.side == "won"), None)
    for partners in (1, 0):
        if won and (cell := chart.cells.get((won.code, partners))):
            return (Sample(is_dear=False, points=-cell.opponent, row=won.code, partners=partners),)
    return ()


def _dear(chart: Chart) -> tuple[Sample, ...]:
    # A hand lost alone, and badly; else the dearest that is lost at all.
    lost = [row for row in chart.rows if row.side == "lost"]
    found = [
        Sample(is_dear=True, points=-cell.picker, row=row.code, partners=partners)
        for row in sorted(lost, key=lambda row: row.code != DEAR)
        for partners in (0, 1)
        if (cell := chart.cells.get((row.code, partners))) and cell.picker < 0
    ]
    if found and found[0].row == DEAR:
        return (found[0],)
    return (max(found, key=lambda one: one.points),) if found else ()
