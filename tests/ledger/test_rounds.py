"""Rounds of doublers overlap from hand to hand, and a correction moves them."""

from typing import Any

import pytest

from tests.paper import Paper, picked

ROUNDS = {"no_picker": "doubler", "doubler_stack": "round"}


def test_two_rounds_overlap_and_run_out_one_after_the_other() -> None:
    paper = Paper(5, options=ROUNDS)
    paper.passed()
    paper.hand(1, 2)
    passed = paper.passed()
    for _ in range(6):
        paper.hand(1, 2)
    worth = [int(row.points[1]) for row in paper.sheet.rows]
    assert worth == [0, 4, 0, 8, 8, 8, 8, 4, 2]
    paper.void(passed)
    worth = [int(row.points.get(1, 0)) for row in paper.sheet.rows if not row.is_void]
    assert worth == [0, 4, 4, 4, 4, 4, 2, 2]


def played(paper: Paper, hands: int) -> list[int]:
    """Return what the picker won with the next hands, told at the seats of those who do not sit out."""
    for _ in range(hands):
        seating = paper.sheet.seating
        picker, partner = [player for player in seating.seats if player in seating.active][:2]
        paper.hand(picker, partner)
    return [int(max(row.points.values())) for row in paper.sheet.rows[-hands:]]


@pytest.mark.parametrize(
    ("options", "told", "hands"),
    [
        ({"no_picker": "doubler"}, {"kind": "all_pass"}, 1),
        ({"sixty_doubles": True}, {"kind": "picked", "picker": 1, "partners": [2], "side_points": 60}, 1),
        ({"mauer": 1, "mauer_double": 2}, {"kind": "leaster", "winners": [4], "mauer": 3}, 2),
    ],
)
def test_round_has_a_hand_for_everybody_at_the_table_who_sits_out_included(
    options: dict[str, Any], told: dict[str, Any], hands: int
) -> None:
    paper = Paper(6, options=options | {"doubler_stack": "round"})
    for _ in range(hands):
        paper.tell(told)
    assert paper.sheet.carried.pending_doublers == 6
    assert played(paper, 7) == [4, 4, 4, 4, 4, 4, 2]


def test_doublers_set_by_hand_are_one_round_and_the_rounds_before_are_gone() -> None:
    for by_hand, worth in ((0, [2, 2, 2]), (1, [4, 2, 2]), (2, [4, 4, 2]), (5, [4, 4, 4])):
        paper = Paper(5, options=ROUNDS)
        paper.passed()
        paper.hand(1, 2)
        paper.passed()
        first = len(paper.sheet.rows)
        paper.hand(1, 2, doublers=by_hand)
        paper.hand(1, 2)
        paper.hand(1, 2)
        assert [int(row.points[1]) for row in paper.sheet.rows[first:]] == worth, by_hand


def test_a_round_is_gone_once_another_rule_has_left_doublers_of_no_round() -> None:
    paper = Paper(5, options=ROUNDS)
    paper.passed()
    paper.write("rules", rules=paper.rules | {"version": 2, "options": {"no_picker": "doubler"}})
    for _ in range(4):
        paper.tell(picked(paper.seats, 1, 2, "won"), rules=2)
    paper.tell({"kind": "all_pass"}, rules=2)
    paper.write("rules", rules=paper.rules | {"version": 3})
    assert paper.sheet.carried.facts() == {"doublers": 2}
    for _ in range(3):
        paper.tell(picked(paper.seats, 1, 2, "won"), rules=3)
    assert [int(row.points[1]) for row in paper.sheet.rows[-3:]] == [4, 4, 2]
