"""Rounds of doublers overlap from hand to hand, and a correction moves them."""

from tests.paper import Paper

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
