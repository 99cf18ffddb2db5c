"""Playing alone where a table has rules of its own for it: only with the partner card, or for double."""

from typing import Any

import pytest

from ledger.folding import fold
from ledger.sheet import Line
from scorekeeper.pad.presenter import PadView, pad_view
from scorekeeper.pad.state import pad_of
from tests.scorekeeper.pad.test_pad import NAMES, at_table, drawn, opened, told_row

HOLDING, CHOSEN = {"alone": "holding"}, {"alone_double": "chosen"}
ALONE = "picker=1&alone=1&result=won"
HELD = "picker=1&result=won&ask-holds_partner=1"


def asks_for_the_card(view: PadView) -> bool:
    return any(one.question.name == "holds_partner" for one in view.questions)


def test_alone_needs_the_partner_card_where_that_is_the_rule() -> None:
    refusal = "At this table the picker plays alone only with the partner card in hand."
    assert drawn(HOLDING, ALONE).title == refusal
    assert drawn(HOLDING, "picker=1&partners=2&result=won").is_ready
    assert drawn({}, ALONE).is_ready
    held = drawn(HOLDING, HELD)
    assert (held.is_ready, held.summary) == (True, "Ann +4, the others −1")
    assert not held.pad.asks.can_be_alone


@pytest.mark.parametrize(
    ("rules", "plays", "is_asked"),
    [
        (HOLDING, 5, True),
        (CHOSEN, 5, True),
        ({"alone_double": "always"}, 5, False),
        ({}, 5, False),
        (HOLDING, 3, False),
        (HOLDING | {"partner": "nobody"}, 5, False),
    ],
)
def test_the_card_is_asked_only_where_it_matters(
    rules: dict[str, Any], plays: int, *, is_asked: bool
) -> None:
    assert asks_for_the_card(drawn(rules, "", plays)) is is_asked


def test_alone_is_priced_double_on_the_buttons_and_single_with_the_card() -> None:
    view = drawn(CHOSEN, ALONE)
    assert (view.summary, [one.brings for one in view.sides[0][1]]) == (
        "Ann +8, the others −2",
        ["+8", "+16", "+24"],
    )
    assert drawn(CHOSEN, HELD).summary == "Ann +4, the others −1"


def test_a_hand_alone_is_corrected_as_it_was_told() -> None:
    assert told_row(*at_table(HOLDING, HELD)).facts["told"]["holds_partner"] is True


@pytest.mark.parametrize(
    ("partner", "tap"), [("next_player", "Tap the next player"), ("die", "Tap whom the die named")]
)
def test_where_no_card_makes_a_partner_nobody_is_alone_but_to_call_sheepshead(partner: str, tap: str) -> None:
    rules = {"partner": partner, "call_sheepshead": True}
    for ways in (HOLDING, CHOSEN, HOLDING | CHOSEN):
        assert not asks_for_the_card(drawn(rules | ways, ALONE))
    asks = drawn(rules | HOLDING, "picker=1").pad.asks
    assert (asks.can_be_alone, asks.tap_partner) == (False, tap)
    called = drawn(rules | HOLDING, ALONE + "&ask-sheepshead=1")
    assert (called.is_ready, called.pad.asks.can_be_alone) == (True, True)
    assert drawn(rules, "picker=1").pad.asks.tap_partner == f"{tap}, or Alone"
    assert drawn(rules | CHOSEN, ALONE).summary == "Ann +8, the others −2"


def test_a_hand_alone_told_with_a_card_that_makes_nobody_a_partner_is_corrected_as_it_was() -> None:
    lines = opened("sheepshead", HOLDING | {"partner": "next_player"}, 5, 5)
    facts = {"kind": "picked", "picker": 0, "partners": [], "holds_partner": True, "result": "won"}
    lines.append(Line(number=2, kind="hand", facts={"seats": [1, 2, 3, 4, 5], "told": facts, "rules": 1}))
    sheet = fold(lines)
    again = pad_of(sheet.rows[0])
    assert again.hand().told == facts
    assert asks_for_the_card(pad_view(again, sheet, lines, NAMES, of=2))


@pytest.mark.parametrize("partner", ["called_ace", "die"])
def test_a_renege_after_sheepshead_was_called_is_told_where_nobody_else_is_alone(partner: str) -> None:
    rules = HOLDING | {"partner": partner, "call_sheepshead": True, "alone_double": "always"}
    row = told_row(*at_table(rules, "picker=1&alone=1&ask-sheepshead=1&ask-renege=3"))
    assert [str(points) for points in row.points.values()] == ["4", "0", "-4", "0", "0"]
    assert row.facts["told"]["called_sheepshead"]
    assert not drawn(rules, "picker=1&alone=1&ask-renege=3").is_ready
