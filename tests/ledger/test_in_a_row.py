"""What is played if nobody picks once more: counted from hand to hand, and anew after every correction."""

from typing import Any

import pytest

from ledger.scoring import HandRefused
from scorekeeper.text.refusals import sentence
from scorekeeper.text.wire import answer
from tests.paper import Paper

FORCED = {"no_picker": "leaster", "no_picker_then": "forced", "no_picker_after": 2}
REDEAL = {"no_picker": "redeal", "no_picker_then": "leaster"}
DOUBLER = {"no_picker": "doubler", "no_picker_then": "leaster"}
LEASTER = {"kind": "leaster", "winners": [0]}
PASSED = {"kind": "all_pass"}
BAD = {"kind": "bad_hand"}


def next_up(paper: Paper) -> str:
    sheet = paper.sheet
    return str(sheet.carried.ruled(sheet.rules.read).no_picker)


def refused(paper: Paper, told: dict[str, Any]) -> str:
    """Return the refusal of a hand that cannot be told next; it is taken out of the book again."""
    paper.tell(told)
    with pytest.raises(HandRefused) as found:
        _ = paper.sheet
    paper.lines.pop()
    return sentence(found.value)


def test_the_dealer_must_pick_after_two_leasters_in_a_row() -> None:
    paper = Paper(5, options=FORCED)
    forced = {"kind": "picked", "picker": 0, "partners": [1], "result": "won", "forced": True}
    assert refused(paper, forced).startswith("Nobody is forced to pick now")
    seen = [next_up(paper)]
    for _ in range(2):
        paper.tell(LEASTER)
        seen.append(next_up(paper))
    assert refused(paper, LEASTER) == "If nobody picks now, something else than a leaster is played."
    # The third hand is dealt by player 3, who sits at 2.
    paper.tell(forced | {"picker": 2})
    assert [*seen, next_up(paper)] == ["leaster", "leaster", "forced", "leaster"]
    # Two leasters bring 4 each; the forced picker wins 2, the partner at 1 one.
    assert paper.totals() == [4 + 4 - 1, -1 - 1 + 1, -1 - 1 + 2, -3, -3]
    # A picked hand begins the count anew.
    paper.tell(LEASTER)
    paper.hand(1, 2)
    paper.tell(LEASTER)
    assert next_up(paper) == "leaster"


def test_a_new_deal_once_then_a_leaster_and_then_a_new_deal_again() -> None:
    paper = Paper(5, options=REDEAL)
    seen = []
    # A bad hand is no hand that nobody picked.
    for told in (BAD, PASSED, BAD, LEASTER, PASSED, LEASTER):
        seen.append((next_up(paper), paper.sheet.seating.dealer))
        paper.tell(told)
    assert seen == [
        ("redeal", 1), ("redeal", 1), ("leaster", 1), ("leaster", 1), ("redeal", 2), ("leaster", 2),
    ]  # fmt: skip
    assert refused(paper, LEASTER) == "If nobody picks now, something else than a leaster is played."
    first = paper.tell(PASSED)
    assert refused(paper, PASSED) == "If nobody picks here, a leaster is played: record that."
    # A correction after which a later hand could not have been names it.
    paper.tell(LEASTER)
    paper.correct(first, {"kind": "picked", "picker": 0, "partners": [1], "result": "won"})
    with pytest.raises(HandRefused, match="later_hand") as found:
        _ = paper.sheet
    assert "something else than a leaster" in sentence(found.value)


def test_a_doubler_once_then_a_leaster_that_counts_double() -> None:
    paper = Paper(5, options=DOUBLER)
    paper.passed()
    assert (paper.sheet.carried.pending_doublers, next_up(paper)) == (1, "leaster")
    paper.tell(LEASTER)
    assert paper.totals() == [8, -2, -2, -2, -2]
    assert (paper.sheet.carried.pending_doublers, next_up(paper)) == (0, "doubler")


def test_a_renege_in_a_leaster_counts_as_one_and_in_a_picked_hand_as_none() -> None:
    paper = Paper(5, options=FORCED)
    paper.tell({"kind": "renege", "in_leaster": True, "offender": 0})
    paper.tell(LEASTER)
    assert next_up(paper) == "forced"
    paper.tell({"kind": "renege", "picker": 0, "partners": [1], "offender": 0})
    assert next_up(paper) == "leaster"


def test_a_hand_taken_back_or_corrected_counts_anew() -> None:
    paper = Paper(5, options=FORCED)
    first = paper.tell(LEASTER)
    second = paper.tell(LEASTER)
    paper.void(second)
    seen = [next_up(paper)]
    paper.restore(second)
    seen.append(next_up(paper))
    paper.correct(first, {"kind": "picked", "picker": 0, "partners": [1], "result": "won"})
    seen.append(next_up(paper))
    paper.correct(first, LEASTER)
    assert [*seen, next_up(paper)] == ["leaster", "forced", "leaster", "forced"]


def test_other_rules_in_the_middle_of_the_night_take_the_count_along_or_drop_it() -> None:
    paper = Paper(5, options=FORCED)
    paper.tell(LEASTER)
    paper.write("rules", rules=paper.rules | {"version": 2, "options": FORCED | {"no_picker_after": 1}})
    assert next_up(paper) == "forced"
    paper.write("rules", rules=paper.rules | {"version": 3, "options": {}})
    assert next_up(paper) == "leaster"
    paper.tell(LEASTER, rules=3)
    paper.write("rules", rules=paper.rules | {"version": 4, "options": FORCED | {"no_picker_after": 1}})
    assert next_up(paper) == "leaster"


def test_the_engine_answers_how_many_hands_in_a_row_nobody_picked() -> None:
    def after(rules: dict[str, Any], **told: Any) -> dict[str, Any]:
        return answer({"game": "sheepshead", "players": 5, "rules": rules, "hand": LEASTER | told})

    assert (after(FORCED)["passes_after"], after(FORCED, passes=1)["passes_after"]) == (1, 2)
    assert after(FORCED, passes=2)["refused"]["code"] == "no_leaster"
    assert "passes_after" not in after({})
    refused = [after(FORCED, passes=passes)["refused"]["fact"] for passes in (-1, 101, "2", True)]
    assert refused == ["passes"] * 4


def test_where_it_is_the_same_again_nothing_is_counted() -> None:
    for options in ({}, {"no_picker_then": "leaster"}, {"no_picker": "forced", "no_picker_then": "leaster"}):
        paper = Paper(5, options=options)
        if options.get("no_picker") != "forced":
            paper.tell(LEASTER)
        paper.hand(1, 2)
        carried = paper.sheet.carried
        assert (carried.facts(), carried.shown(paper.sheet.rules.read)) == ({}, ())
