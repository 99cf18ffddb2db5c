"""Who cracked is asked after a crack, and need not be said; a name that cannot be is refused beside it."""

from typing import Any

import pytest
from django.http import QueryDict

from ledger.book.folding import fold
from ledger.book.sheet import Line, ScoreSheet
from ledger.scoring import HandRefused
from scorekeeper.pad.presenter import PadView, pad_view
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.state import Pad, fresh_pad, pad_of
from scorekeeper.text.receipts import line_text
from scorekeeper.text.refusals import sentence
from tests.scorekeeper.pad.test_pad import NAMES, opened, told

RULES: dict[str, Any] = {
    "crack": "castrate",
    "crack_corner": True,
    "blitz": ["black_queens", "red_queens"],
    "blitz_timing": "any",
}
LOST = "picker=1&partners=2&result=lost"


def at_table(said: str) -> tuple[list[Line], Pad]:
    lines = opened("sheepshead", RULES, 5, 5)
    return lines, read_pad(QueryDict(said), fresh_pad(fold(lines)))


def drawn(said: str) -> PadView:
    lines, pad = at_table(said)
    return pad_view(pad, fold(lines), lines, NAMES)


def written(lines: list[Line], pad: Pad) -> ScoreSheet:
    sheet = told(lines, pad)
    assert sheet is not None
    return sheet


def callers_asked(said: str) -> list[str]:
    return [one.question.name for one in drawn(said).questions if one.question.name.endswith("_by")]


def test_who_called_is_asked_only_of_what_was_called() -> None:
    assert callers_asked(LOST) == []
    assert callers_asked(LOST + "&ask-crack=crack") == ["crack_by"]
    assert callers_asked(LOST + "&ask-crack=corner") == ["crack_by", "corner_by"]
    assert callers_asked(LOST + "&ask-crack=castrate") == ["crack_by", "recrack_by", "castrate_by"]
    assert callers_asked(LOST + "&ask-s-blitz=red_queens") == ["red_queens_by"]


def test_a_crack_without_a_name_stays_a_crack() -> None:
    lines, pad = at_table(LOST + "&ask-crack=recrack&ask-crack_by=&ask-recrack_by=")
    facts = pad.hand().told
    assert facts["cracks"] == ["crack", "recrack"]
    assert "cracks_by" not in facts
    # A single loss of two with the bump is −4 for the picker; cracked and re-cracked four times that.
    assert written(lines, pad).rows[0].points == {1: -16, 2: -8, 3: 8, 4: 8, 5: 8}


def test_the_receipt_names_who_called() -> None:
    said = "&ask-crack=recrack&ask-crack_by=4&ask-recrack_by=2&ask-s-blitz=red_queens&ask-red_queens_by=3"
    lines, pad = at_table(LOST + said)
    row = written(lines, pad).rows[0]
    assert row.scored is not None
    names = [NAMES[player] for player in row.seats]
    found = [
        line_text("sheepshead", line, [names[place] for place in line.seats]) for line in row.scored.reasons
    ]
    assert f"Cracked by {NAMES[4]}" in found
    assert f"Re-cracked by {NAMES[2]}" in found
    assert f"Blitz with the red queens by {NAMES[3]}" in found


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
    lines, pad = at_table(LOST + calls)
    facts = pad.hand().told
    assert any(name.endswith("_by") for name in facts)
    assert pad_of(written(lines, pad).rows[0]).hand().told == facts


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
    view = drawn(f"{LOST}&ask-crack={calls}")
    assert [(one.question.name, one.wrong) for one in view.questions if one.wrong] == [(name, words)]
    assert not view.is_ready
    assert view.title == words


def test_a_name_is_forgotten_with_the_crack() -> None:
    _, pad = at_table(LOST + "&ask-crack=&ask-crack_by=1")
    assert "cracks_by" not in pad.hand().told


def test_who_sits_out_cannot_have_cracked() -> None:
    lines = opened("sheepshead", RULES, 6, 5)
    (out,) = fold(lines).seating.out
    said = f"{LOST.replace('1', '3').replace('=2', '=4')}&ask-crack=crack&ask-crack_by={out}"
    with pytest.raises(HandRefused) as refused:
        read_pad(QueryDict(said), fresh_pad(fold(lines))).hand()
    assert sentence(refused.value)
