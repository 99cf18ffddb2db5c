"""Who cracked is asked after a crack, and need not be said; a name that cannot be is refused beside it."""

from typing import Any

import pytest

from ledger.folding import fold
from ledger.scoring import HandRefused
from scorekeeper.text.receipts import line_text
from scorekeeper.text.refusals import sentence
from tests.scorekeeper.pad.test_pad import NAMES, at_table, drawn, opened, told_row

RULES: dict[str, Any] = {
    "crack": "castrate",
    "crack_corner": True,
    "blitz": ["black_queens", "red_queens"],
    "blitz_timing": "any",
}
LOST = "picker=1&partners=2&result=lost"


@pytest.mark.parametrize(
    ("calls", "asked"),
    [
        ("", []),
        ("&ask-crack=crack", ["crack_by"]),
        ("&ask-crack=corner", ["crack_by", "corner_by"]),
        ("&ask-crack=castrate", ["crack_by", "recrack_by", "castrate_by"]),
        ("&ask-s-blitz=red_queens", ["red_queens_by"]),
    ],
)
def test_who_called_is_asked_only_of_what_was_called(calls: str, asked: list[str]) -> None:
    names = [one.question.name for one in drawn(RULES, LOST + calls).questions]
    assert [name for name in names if name.endswith("_by")] == asked


def test_a_crack_without_a_name_stays_a_crack_and_a_name_is_forgotten_with_the_crack() -> None:
    row = told_row(*at_table(RULES, LOST + "&ask-crack=recrack&ask-crack_by=&ask-recrack_by="))
    facts = row.facts["told"]
    assert (facts["cracks"], "cracks_by" in facts) == (["crack", "recrack"], False)
    # A single loss of two with the bump is −4 for the picker; cracked and re-cracked four times that.
    assert row.points == {1: -16, 2: -8, 3: 8, 4: 8, 5: 8}
    _, pad = at_table(RULES, LOST + "&ask-crack=&ask-crack_by=1")
    assert "cracks_by" not in pad.hand().told


def test_the_receipt_names_who_called() -> None:
    said = "&ask-crack=recrack&ask-crack_by=4&ask-recrack_by=2&ask-s-blitz=red_queens&ask-red_queens_by=3"
    row = told_row(*at_table(RULES, LOST + said))
    assert row.scored is not None
    found = {
        line_text("sheepshead", line, [NAMES[row.seats[place]] for place in line.seats])
        for line in row.scored.reasons
    }
    assert found > {
        f"Cracked by {NAMES[4]}",
        f"Re-cracked by {NAMES[2]}",
        f"Blitz with the red queens by {NAMES[3]}",
    }


@pytest.mark.parametrize(
    "calls",
    [
        "&ask-crack=crack&ask-crack_by=5",
        "&ask-crack=castrate&ask-crack_by=3&ask-castrate_by=4",
        "&ask-crack=corner&ask-corner_by=2",
        "&ask-s-blitz=black_queens&ask-s-blitz=red_queens&ask-red_queens_by=5",
    ],
)
def test_a_hand_is_corrected_with_the_names_it_was_told_with(calls: str) -> None:
    row = told_row(*at_table(RULES, LOST + calls))
    assert any(name.endswith("_by") for name in row.facts["told"])


@pytest.mark.parametrize(
    ("calls", "name", "words"),
    [
        ("crack&ask-crack_by=1", "crack_by", "“Cracked” is only for those who play against the picker."),
        ("crack&ask-crack_by=2", "crack_by", "“Cracked” is only for those who play against the picker."),
        ("recrack&ask-recrack_by=3", "recrack_by", "“Re-cracked” is only for the picker or a partner."),
        ("corner&ask-corner_by=1", "corner_by", "“Cracked around the corner” is only for a partner."),
        (
            "castrate&ask-castrate_by=1",
            "castrate_by",
            "“Castrated” is only for those who play against the picker.",
        ),
        (
            "castrate&ask-crack_by=3&ask-castrate_by=3",
            "castrate_by",
            "“Castrated” is for somebody else: nobody knocks twice.",
        ),
    ],
)
def test_who_cannot_have_called_is_refused_beside_the_name(calls: str, name: str, words: str) -> None:
    view = drawn(RULES, f"{LOST}&ask-crack={calls}")
    assert [(one.question.name, one.wrong) for one in view.questions if one.wrong] == [(name, words)]
    assert (view.is_ready, view.title) == (False, words)


def test_who_sits_out_cannot_have_cracked() -> None:
    (out,) = fold(opened("sheepshead", RULES, 6, 5)).seating.out
    said = f"picker=3&partners=4&result=lost&ask-crack=crack&ask-crack_by={out}"
    _, pad = at_table(RULES, said, seats=6)
    with pytest.raises(HandRefused) as refused:
        pad.hand()
    assert sentence(refused.value)
