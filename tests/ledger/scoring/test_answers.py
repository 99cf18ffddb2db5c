"""All that an answer says besides its points: every line of its receipt, who was what, and what it leaves."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ledger.scoring import GAMES, Scored, read_rules, score
from ledger.scoring.scored import Reason
from ledger.words.messages import Message
from tests.each import check_each

CASES = json.loads((Path(__file__).parent / "data" / "answers.json").read_text())
WON = {True: "yes", False: "no", None: "-"}


def named(code: str, case: str, params: Mapping[str, object]) -> str:
    said = f"{code}.{case}" if case else code
    return " ".join([said, *(f"{name}={value}" for name, value in sorted(params.items()))])


def worded(one: Message) -> str:
    return named(one.code, one.case, one.params)


def line(one: Reason) -> str:
    """A line of a receipt: code, points, why, seats, rule, source and factor."""
    parts = (
        named(one.code, one.case, one.params),
        " ".join(map(str, one.points)),
        "; ".join(map(worded, one.why)),
        "seats " + " ".join(map(str, one.seats)),
        f"rule {one.rule or ''}",
        f"source {one.source}",
        "" if one.factor is None else f"x {one.factor}",
    )
    return " | ".join(parts)


def said(scored: Scored) -> list[str]:
    money = " ".join(map(str, scored.money or ()))
    after = scored.carried_after.answer(len(scored.points))
    return [
        *map(line, scored.reasons),
        f"label {worded(scored.label)}",
        "roles " + " ".join(role or "-" for role in scored.roles),
        "won " + " ".join(WON[won] for won in scored.won),
        f"row {scored.row} dealer {scored.next_dealer} pot {scored.pot_delta} money {money}",
        "after " + json.dumps(after, default=str, sort_keys=True),
    ]


def check_answer(case: dict[str, Any]) -> None:
    assert said(score(case["game"], case["players"], case["rules"], case["hand"])) == case["says"]


def test_an_answer_says_why_and_who_was_what() -> None:
    check_each({case["id"]: case for case in CASES}, check_answer)


def chart(game: str, active: int, **options: Any) -> list[tuple[Any, ...]]:
    """Every row of a chart, with what it pays at its number of partners."""
    found = GAMES[game].chart(read_rules(GAMES[game].rules, options), active)
    rows = {row.code: row for row in found.rows}
    return [
        (
            *(code, rows[code].side, rows[code].label, rows[code].bracket, rows[code].low, rows[code].high),
            *(partners, *map(int, (cell.picker, cell.partner, cell.opponent))),
        )
        for (code, partners), cell in found.cells.items()
    ]


def test_the_chart_of_two_without_a_picker_says_who_won_by_how_much() -> None:
    assert chart("sheepshead", 2, two_handed="symmetric") == [
        ("won", "won", "Won", "61–90", 61, 90, 0, 1, 1, -1),
        ("won_schneider", "won", "Won, no schneider", "91–120", 91, 120, 0, 2, 2, -2),
        ("won_all_tricks", "won", "Won, all tricks", "all tricks", None, None, 0, 3, 3, -3),
    ]
    assert [row[0] for row in chart("sheepshead", 2, two_handed="symmetric", trick_rows=False)] == [
        "won",
        "won_schneider",
    ]


def test_the_chart_of_sheepshoof_has_nobody_beside_the_picker() -> None:
    cells = [(row[0], *row[6:]) for row in chart("sheepshoof", 3)]
    assert cells == [("won", 0, 2, 0, -1), ("lost", 0, -2, 0, 1)]
    assert [(row[0], *row[6:]) for row in chart("sheepshoof", 3, bump=True)][1] == ("lost", 0, -4, 0, 2)


def test_the_chart_of_southern_indiana_is_paid_after_each_hand_or_at_the_end() -> None:
    cells = [(row[0], *row[6:]) for row in chart("southern_indiana", 4)]
    assert cells[0] == ("won_2", 1, 2, 2, -2)
    assert ("lost_6", 1, -6, -6, 6) in cells
    assert {row[7:] for row in chart("southern_indiana", 4, ledger="at_end")} == {(0, 0, 0)}
