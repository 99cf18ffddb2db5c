"""The table says what is played if nobody picks now, and its pad offers that and nothing else."""

from typing import Any

import pytest

from ledger.folding import fold
from ledger.sheet import Line
from scorekeeper.pad.presenter import PadView, pad_view
from scorekeeper.pad.state import fresh_pad, pad_of
from tests.scorekeeper.pad.test_pad import NAMES, opened, play

FORCED = {"no_picker": "leaster", "no_picker_then": "forced", "no_picker_after": 2}
REDEAL = {"no_picker": "redeal", "no_picker_then": "leaster"}


def drawn(lines: list[Line]) -> PadView:
    sheet = fold(lines)
    return pad_view(fresh_pad(sheet), sheet, lines, NAMES)


def offered(view: PadView) -> tuple[list[str], bool]:
    """Return the modes for a hand that nobody picked, and whether somebody can have been forced."""
    modes = [one.code for one in view.pad.asks.modes if not one.is_rare]
    return modes, any(one.question.name == "forced" for one in view.questions)


def test_after_two_leasters_the_pad_knows_only_the_forced_pick_and_says_whose() -> None:
    lines = opened("sheepshead", FORCED, 5, 5)
    for _ in range(2):
        view = drawn(lines)
        assert (view.carried, offered(view)) == ((("Nobody picks: leaster", False),), (["leaster"], False))
        play(lines, "mode:leaster 3")
    view = drawn(lines)
    dealer = NAMES[fold(lines).seating.dealer]
    assert view.carried == ((f"Nobody picks: {dealer} must pick", True),)
    assert offered(view) == ([], True)
    assert [one.code for one in view.data.modes] == ["bad_hand"]
    play(lines, "1 2")
    assert drawn(lines).carried == (("Nobody picks: leaster", False),)


def test_where_the_dealer_sits_out_the_last_who_plays_must_pick() -> None:
    lines = opened("sheepshead", FORCED | {"no_picker_after": 1}, 6, 5)
    seating = play(lines, "mode:leaster 3").seating
    assert (seating.dealer, seating.out) == (2, (2,))
    assert drawn(lines).carried == ((f"Nobody picks: {NAMES[1]} must pick", True),)


def test_a_new_deal_is_offered_once_and_then_a_leaster() -> None:
    lines = opened("sheepshead", REDEAL, 5, 5)
    first = drawn(lines)
    assert (first.carried, offered(first)[0]) == ((("Nobody picks: new deal", False),), ["all_pass"])
    play(lines, "mode:all_pass")
    then = drawn(lines)
    assert (then.carried, offered(then)[0]) == ((("Nobody picks: leaster", True),), ["leaster"])
    assert drawn(opened("sheepshead", {}, 5, 5)).carried == ()


@pytest.mark.parametrize(
    ("rules", "first"),
    [(FORCED | {"no_picker_after": 1}, "mode:leaster 2"), (REDEAL, "mode:all_pass")],
)
def test_an_earlier_hand_is_corrected_with_what_could_be_played_then(
    rules: dict[str, Any], first: str
) -> None:
    lines = opened("sheepshead", rules, 5, 5)
    sheet = play(lines, first, "1 2")
    row = sheet.rows[0]
    view = pad_view(pad_of(row), sheet, lines, NAMES, of=row.entry)
    assert f"mode:{view.pad.mode}" in first.split()
    assert view.is_ready
