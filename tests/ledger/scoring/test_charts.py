"""The chart of a game: its results, their brackets, and what each pays or would pay."""

from typing import Any

import pytest

from ledger.scoring import GAMES, HandRefused, read_rules, score
from ledger.scoring.scored import Chart
from scorekeeper.pad.prices import scored_by_count
from tests.words import why_not

Row = tuple[str, str, str, int | None, int | None]


def chart_of(game: str, active: int, **options: Any) -> Chart:
    return GAMES[game].chart(read_rules(GAMES[game].rules, options), active)


def rows(game: str, active: int, **options: Any) -> list[Row]:
    return [
        (row.code, row.side, row.bracket, row.low, row.high) for row in chart_of(game, active, **options).rows
    ]


def cells(game: str, active: int, **options: Any) -> list[tuple[str, int, int, int, int]]:
    """Return code and partners of each cell, and what it pays the picker, a partner and an opponent."""
    return [
        (code, partners, int(cell.picker), int(cell.partner), int(cell.opponent))
        for (code, partners), cell in chart_of(game, active, **options).cells.items()
    ]


TRICK, STICH = ("all tricks", "no trick"), ("every Stich", "no Stich")


# SH-003, SH-004, SH-006, SH-007; MK-002, MK-003, MK-004, MK-015; SI-002, SI-003
@pytest.mark.parametrize(
    ("game", "active", "codes", "trick"),
    [
        ("sheepshead", 5, "won won_schneider won_all_tricks lost lost_schneider lost_no_trick", TRICK),
        ("mehrkopf", 4, "won won_schneider won_schwarz lost lost_schneider lost_schwarz", STICH),
        ("southern_indiana", 4, "won_2 won_4 won_6 lost_2 lost_4 lost_6", TRICK),
    ],
)
def test_results_have_their_brackets(game: str, active: int, codes: str, trick: tuple[str, str]) -> None:
    every, none = trick
    brackets = [
        ("won", "61–90", 61, 90),
        ("won", "91–120", 91, 120),
        ("won", every, None, None),
        ("lost", "31–60", 31, 60),
        ("lost", "0–30", 0, 30),
        ("lost", none, None, None),
    ]
    assert rows(game, active) == [
        (code, *bracket) for code, bracket in zip(codes.split(), brackets, strict=True)
    ]


def test_house_may_draw_the_line_of_schneider_elsewhere() -> None:
    usual = rows("sheepshead", 5)
    safe = rows("sheepshead", 5, schneider_line="thirty_is_safe")
    assert safe[3:5] == [("lost", "lost", "30–60", 30, 60), ("lost_schneider", "lost", "0–29", 0, 29)]
    assert safe[:3] == usual[:3]
    ninety = rows("sheepshead", 5, schneider_line="ninety_wins_double")
    assert ninety[:2] == [("won", "won", "61–89", 61, 89), ("won_schneider", "won", "90–120", 90, 120)]
    assert ninety[2:] == usual[2:]


def test_chart_of_two_without_a_picker_says_who_won_by_how_much() -> None:
    assert rows("sheepshead", 2, two_handed="symmetric") == [
        ("won", "won", "61–90", 61, 90),
        ("won_schneider", "won", "91–120", 91, 120),
        ("won_all_tricks", "won", "all tricks", None, None),
    ]
    assert cells("sheepshead", 2, two_handed="symmetric") == [
        ("won", 0, 1, 1, -1),
        ("won_schneider", 0, 2, 2, -2),
        ("won_all_tricks", 0, 3, 3, -3),
    ]
    chart = chart_of("sheepshead", 2, two_handed="symmetric", trick_rows=False)
    assert [row.label for row in chart.rows] == ["Won", "Won, no schneider"]


def test_chart_of_sheepshoof_has_nobody_beside_the_picker() -> None:
    assert cells("sheepshoof", 3) == [("won", 0, 2, 0, -1), ("lost", 0, -2, 0, 1)]
    assert cells("sheepshoof", 3, bump=True)[1] == ("lost", 0, -4, 0, 2)


def test_chart_of_southern_indiana_is_paid_after_each_hand_or_at_the_end() -> None:
    found = cells("southern_indiana", 4)
    assert (found[0], found[-1]) == (("won_2", 1, 2, 2, -2), ("lost_6", 1, -6, -6, 6))
    assert {cell[2:] for cell in cells("southern_indiana", 4, ledger="at_end")} == {(0, 0, 0)}


def test_game_for_three_has_no_chart_for_four() -> None:
    with pytest.raises(HandRefused) as refused:
        chart_of("sheepshoof", 4)
    assert why_not(refused.value) == "Three play this game, not 4."


def test_refusal_names_a_result_by_its_row() -> None:
    told = {"kind": "picked", "picker": 0, "partners": [1], "result": "won", "side_points": 60}
    with pytest.raises(HandRefused) as refused:
        score("sheepshead", 5, {}, told)
    row: Any = refused.value.params["result"]
    assert (row.code, row.case, row.params) == ("row", "won", {"low": 61, "high": 90})


GAME = GAMES["sheepshead"]
RULES = read_rules(GAME.rules, {})


def won_or_lost(code: str, partners: int) -> dict[str, Any]:
    if code == "untold":
        raise HandRefused("result_missing")
    return {"kind": "picked", "picker": 0, "partners": list(range(1, 1 + partners)), "result": code}


def test_every_result_has_its_price_for_every_number_of_partners() -> None:
    for code, points in (("won", {0: 4, 1: 2}), ("lost", {0: -8, 1: -4})):
        found = scored_by_count(GAME, RULES, 5, code, range(2), won_or_lost)
        assert {count: scored.points[0] for count, scored in found.items() if scored} == points


def test_what_cannot_be_has_no_price() -> None:
    # Five have no second partner.
    for code, counts in (("won", [0, 1]), ("untold", []), ("draw", [])):
        found = scored_by_count(GAME, RULES, 5, code, range(3), won_or_lost)
        assert [count for count, scored in found.items() if scored] == counts


def shared_leaster(code: str, winners: int) -> dict[str, Any]:
    return {"kind": code, "winners": list(range(winners))}


def test_a_tie_has_its_price_by_how_many_share_it() -> None:
    found = scored_by_count(GAME, RULES, 5, "leaster", (0, 1, 2), shared_leaster)
    assert list(found) == [0, 1, 2]
    assert found[0] is None
    assert [scored.points[0] for scored in (found[1], found[2]) if scored] == [4, 1.5]
