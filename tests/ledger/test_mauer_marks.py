"""Mauer marks are counted from hand to hand, enough of them double one, and a correction counts anew."""

import pytest

from scorekeeper.text.wire import answer
from tests.paper import Paper
from tests.words import detail, text

MARKS = {"mauer": 1, "mauer_double": 3}
LEASTER = {"kind": "leaster", "winners": [0], "mauer": 1}


def waiting(paper: Paper) -> tuple[object, int]:
    carried = paper.sheet.carried
    return carried.facts().get("mauer_marks", 0), carried.pending_doublers


def test_third_mark_doubles_the_next_hand_and_the_count_begins_anew() -> None:
    paper = Paper(5, options=MARKS)
    seen = []
    for _ in range(3):
        paper.tell(LEASTER)
        seen.append(waiting(paper))
    for _ in range(2):
        paper.hand(1, 2)
    assert [*seen, waiting(paper)] == [(1, 0), (2, 0), (0, 1), (0, 0)]
    assert [int(row.points[1]) for row in paper.sheet.rows] == [5, 5, 5, 4, 2]
    scored = paper.sheet.rows[2].scored
    assert scored is not None
    line = scored.reasons[-1]
    assert text("sheepshead", line) == "Enough Mauer marks: a doubler for later"
    assert detail("sheepshead", line) == "3 of 3"


def test_mark_taken_back_or_corrected_doubles_nothing_later() -> None:
    paper = Paper(5, options=MARKS)
    first, second, third = (paper.tell(LEASTER) for _ in range(3))
    paper.hand(1, 2)
    seen = [paper.sheet.rows[3].points[1]]
    paper.void(second)
    assert waiting(paper) == (2, 0)
    seen.append(paper.sheet.rows[3].points[1])
    paper.restore(second)
    seen.append(paper.sheet.rows[3].points[1])
    paper.correct(first, {"kind": "leaster", "winners": [0]})
    seen.append(paper.sheet.rows[3].points[1])
    assert seen == [4, 2, 4, 2]
    paper.void(third)
    assert waiting(paper) == (1, 0)


def test_marks_are_not_counted_where_they_double_nothing() -> None:
    paper = Paper(5, options={"mauer": 1})
    for _ in range(3):
        paper.tell(LEASTER)
    assert waiting(paper) == (0, 0)


@pytest.mark.parametrize(
    ("stack", "doublers", "factors"),
    [("queue", 3, [2, 2, 2]), ("multiply", 3, [8, 1, 1]), ("flat", 1, [2, 1, 1]), ("round", 5, [8, 8, 8])],
)
def test_the_doubler_of_the_marks_is_stacked_like_any_other(
    stack: str, doublers: int, factors: list[int]
) -> None:
    paper = Paper(5, options={"mauer": 1, "mauer_double": 2, "no_picker": "doubler", "doubler_stack": stack})
    for _ in range(2):
        paper.tell({"kind": "all_pass", "mauer": 0})
    assert waiting(paper) == (0, doublers)
    for _ in range(3):
        paper.hand(1, 2)
    assert [int(row.scored.factor) for row in paper.sheet.rows[2:] if row.scored] == factors


def test_the_engine_answers_how_many_marks_lie_after_a_hand() -> None:
    hand = LEASTER | {"mauer_marks": 1}
    request = {"game": "sheepshead", "players": 5, "rules": MARKS, "hand": hand}
    assert answer(request)["mauer_marks_after"] == 2
    assert "mauer_marks_after" not in answer(request | {"hand": hand | {"mauer": None}})
    for marks in (-1, 101, "2", True):
        refused = answer(request | {"hand": hand | {"mauer_marks": marks}})["refused"]
        assert refused["fact"] == "mauer_marks"
