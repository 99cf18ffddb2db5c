"""The table says what is played if nobody picks now, and its pad offers that and nothing else."""

from typing import Any

import pytest

from ledger.book.folding import fold
from ledger.book.sheet import Line, ScoreSheet
from scorekeeper.pad.presenter import PadView, pad_view
from scorekeeper.pad.state import fresh_pad, pad_of
from tests.scorekeeper.pad.test_pad import NAMES, opened, told

FORCED = {"no_picker": "leaster", "no_picker_then": "forced", "no_picker_after": 2}
REDEAL = {"no_picker": "redeal", "no_picker_then": "leaster"}


def drawn(lines: list[Line]) -> PadView:
    sheet = fold(lines)
    return pad_view(fresh_pad(sheet), sheet, lines, NAMES)


def tapped(lines: list[Line], *taps: str) -> ScoreSheet:
    pad = fresh_pad(fold(lines))
    for tap in taps:
        pad = pad.tapped(tap)
    sheet = told(lines, pad)
    assert sheet is not None
    return sheet


def offered(view: PadView) -> tuple[list[str], bool]:
    """The modes for a hand that nobody picked, and whether somebody can have been forced."""
    modes = [one.code for one in view.pad.asks.modes if not one.is_rare]
    return modes, any(one.question.name == "forced" for one in view.questions)


def test_after_two_leasters_the_pad_knows_only_the_forced_pick_and_says_whose() -> None:
    lines = opened("sheepshead", FORCED, 5, 5)
    seen = []
    for _ in range(2):
        view = drawn(lines)
        seen.append((view.carried, offered(view)))
        tapped(lines, "mode:leaster", "3")
    assert seen == [((("Nobody picks: leaster", False),), (["leaster"], False))] * 2
    view = drawn(lines)
    dealer = NAMES[fold(lines).seating.dealer]
    assert view.carried == ((f"Nobody picks: {dealer} must pick", True),)
    assert offered(view) == ([], True)
    assert [one["code"] for one in view.data["modes"]] == ["bad_hand"]
    tapped(lines, "1", "2")
    assert drawn(lines).carried == (("Nobody picks: leaster", False),)


def test_where_the_dealer_sits_out_the_last_who_plays_must_pick() -> None:
    lines = opened("sheepshead", FORCED | {"no_picker_after": 1}, 6, 5)
    tapped(lines, "mode:leaster", "3")
    seating = fold(lines).seating
    assert (seating.dealer, seating.out) == (2, (2,))
    assert drawn(lines).carried == ((f"Nobody picks: {NAMES[1]} must pick", True),)


def test_a_new_deal_is_offered_once_and_then_a_leaster() -> None:
    lines = opened("sheepshead", REDEAL, 5, 5)
    assert (drawn(lines).carried, offered(drawn(lines))[0]) == (
        (("Nobody picks: new deal", False),),
        ["all_pass"],
    )
    tapped(lines, "mode:all_pass")
    assert (drawn(lines).carried, offered(drawn(lines))[0]) == (
        (("Nobody picks: leaster", True),),
        ["leaster"],
    )


@pytest.mark.parametrize("rules", [FORCED | {"no_picker_after": 1}, REDEAL])
def test_an_earlier_hand_is_corrected_with_what_could_be_played_then(rules: dict[str, Any]) -> None:
    lines = opened("sheepshead", rules, 5, 5)
    first = "all_pass" if rules is REDEAL else "leaster"
    tapped(lines, *([f"mode:{first}"] if rules is REDEAL else [f"mode:{first}", "2"]))
    sheet = tapped(lines, "1", "2")
    row = sheet.rows[0]
    view = pad_view(pad_of(row), sheet, lines, NAMES, of=row.entry)
    assert view.pad.mode == first
    assert view.is_ready


def test_a_table_without_a_mixture_says_nothing_of_it() -> None:
    assert drawn(opened("sheepshead", {}, 5, 5)).carried == ()
