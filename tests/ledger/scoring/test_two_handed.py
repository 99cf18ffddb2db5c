"""Two at the table without a picker: told by who won and how, it is worth what the counted hand is."""

from typing import Any

import pytest

from ledger.scoring import GAMES, Scored
from ledger.scoring.option import read_rules

SHEEPSHEAD = GAMES["sheepshead"]


def score(rules: dict[str, Any], **told: Any) -> Scored:
    return SHEEPSHEAD.score(2, read_rules(SHEEPSHEAD.rules, rules), {"kind": "two_handed", **told})


@pytest.mark.parametrize("rules", [{}, {"two_handed_safe": 31}, {"trick_rows": False}, {"trick_level": 4}])
@pytest.mark.parametrize(
    ("counts", "result"),
    [
        (([29, 91], [3, 13]), "won_schneider"),
        (([0, 120], [0, 16]), "won_all_tricks"),
        (([59, 61], [8, 8]), "won"),
    ],
)
def test_who_won_and_how_is_worth_what_the_counted_hand_is(
    rules: dict[str, Any], counts: tuple[list[int], list[int]], result: str
) -> None:
    counted = score(rules, points=counts[0], tricks=counts[1])
    said = score(rules, winner=1, result=result)
    assert (said.points, said.won, said.row) == (counted.points, counted.won, counted.row)


@pytest.mark.parametrize("winner", [None, "even"])
def test_sixty_each_pays_nothing(winner: str | None) -> None:
    assert score({}, winner=winner) == score({}, points=[60, 60], tricks=[8, 8])


@pytest.mark.parametrize("rules", [{}, {"two_handed_safe": 31}, {"trick_rows": False}])
def test_chart_has_what_the_winner_gets(rules: dict[str, Any]) -> None:
    chart = SHEEPSHEAD.chart(read_rules(SHEEPSHEAD.rules, rules), 2)
    for row in chart.rows:
        assert chart.cells[row.code, 0].picker == score(rules, winner=0, result=row.code).points[0]
    brackets = ["61–89", "90–120"] if "two_handed_safe" in rules else ["61–90", "91–120"]
    assert [row.bracket for row in chart.rows][:2] == brackets
