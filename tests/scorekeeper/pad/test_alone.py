"""Playing alone where a table has rules of its own for it: only with the partner card, or for double."""

from typing import Any

import pytest
from django.http import QueryDict

from ledger.book.folding import fold
from ledger.book.sheet import Line
from ledger.scoring import HandRefused, score
from scorekeeper.pad.presenter import PadView, pad_view
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.state import Pad, fresh_pad, pad_of
from tests.scorekeeper.pad.test_pad import NAMES, opened, told

HOLDING = {"alone": "holding"}
ALONE = "picker=1&alone=1&result=won"


def at_table(options: dict[str, Any], said: str, plays: int = 5) -> tuple[list[Line], Pad]:
    lines = opened("sheepshead", options, plays, plays)
    return lines, read_pad(QueryDict(said), fresh_pad(fold(lines)))


def drawn(options: dict[str, Any], said: str, plays: int = 5) -> PadView:
    lines, pad = at_table(options, said, plays)
    return pad_view(pad, fold(lines), lines, NAMES)


def asked(view: PadView) -> bool:
    return any(one.question.name == "holds_partner" for one in view.questions)


def test_nobody_plays_alone_without_the_partner_card_where_that_is_the_rule() -> None:
    view = drawn(HOLDING, ALONE)
    assert view.title == "At this table the picker plays alone only with the partner card in hand."
    assert drawn(HOLDING, "picker=1&partners=2&result=won").is_ready
    assert drawn({}, ALONE).is_ready


def test_who_has_the_partner_card_is_alone_without_another_tap() -> None:
    view = drawn(HOLDING, "picker=1&result=won&ask-holds_partner=1")
    assert view.is_ready
    assert view.summary == "Ann +4, the others −1"
    assert not view.pad.asks.can_be_alone


def test_the_card_is_asked_only_where_it_matters() -> None:
    assert asked(drawn(HOLDING, ""))
    assert asked(drawn({"alone_double": "chosen"}, ""))
    assert not asked(drawn({"alone_double": "always"}, ""))
    assert not asked(drawn({}, ""))
    assert not asked(drawn(HOLDING, "", plays=3))
    assert not asked(drawn(HOLDING | {"partner": "nobody"}, ""))


def test_alone_is_priced_double_on_the_buttons_and_single_with_the_card() -> None:
    rules = {"alone_double": "chosen"}
    assert drawn(rules, ALONE).summary == "Ann +8, the others −2"
    assert drawn(rules, "picker=1&result=won&ask-holds_partner=1").summary == "Ann +4, the others −1"
    assert [one.brings for one in drawn(rules, ALONE).sides[0][1]] == ["+8", "+16", "+24"]


def test_a_hand_alone_is_corrected_as_it_was_told() -> None:
    lines, pad = at_table(HOLDING, "picker=1&result=won&ask-holds_partner=1")
    facts = pad.hand().told
    assert facts["holds_partner"] is True
    sheet = told(lines, pad)
    assert sheet is not None
    assert pad_of(sheet.rows[0]).hand().told == facts


@pytest.mark.parametrize(
    ("partner", "tap"), [("next_player", "Tap the next player"), ("die", "Tap whom the die named")]
)
def test_where_no_card_makes_a_partner_nobody_is_alone_but_to_call_sheepshead(partner: str, tap: str) -> None:
    rules = {"partner": partner, "call_sheepshead": True}
    for ways in (HOLDING, {"alone_double": "chosen"}, HOLDING | {"alone_double": "chosen"}):
        assert not asked(drawn(rules | ways, ALONE))
    view = drawn(rules | HOLDING, "picker=1")
    assert (view.pad.asks.can_be_alone, view.pad.asks.tap_partner) == (False, tap)
    called = drawn(rules | HOLDING, ALONE + "&ask-sheepshead=1")
    assert called.is_ready
    assert called.pad.asks.can_be_alone
    assert drawn(rules, "picker=1").pad.asks.tap_partner == f"{tap}, or Alone"
    assert drawn(rules | {"alone_double": "chosen"}, ALONE).summary == "Ann +8, the others −2"


def test_a_hand_alone_told_with_a_card_that_makes_nobody_a_partner_is_put_right_as_it_was() -> None:
    rules = HOLDING | {"partner": "next_player"}
    facts = {"kind": "picked", "picker": 0, "partners": [], "holds_partner": True, "result": "won"}
    lines = opened("sheepshead", rules, 5, 5)
    lines.append(Line(number=2, kind="hand", facts={"seats": [1, 2, 3, 4, 5], "told": facts, "rules": 1}))
    sheet = fold(lines)
    again = pad_of(sheet.rows[0])
    assert again.hand().told == facts
    assert asked(pad_view(again, sheet, lines, NAMES, of=2))


@pytest.mark.parametrize("partner", ["called_ace", "die"])
def test_a_renege_after_sheepshead_was_called_is_told_where_nobody_else_is_alone(partner: str) -> None:
    rules = HOLDING | {"partner": partner, "call_sheepshead": True, "alone_double": "always"}
    lines, pad = at_table(rules, "picker=1&alone=1&ask-sheepshead=1&ask-renege=3")
    sheet = told(lines, pad)
    assert sheet is not None
    assert [str(points) for points in sheet.rows[0].points.values()] == ["4", "0", "-4", "0", "0"]
    facts = sheet.rows[0].facts["told"]
    assert facts["called_sheepshead"]
    assert pad_of(sheet.rows[0]).hand().told == facts
    assert not drawn(rules, "picker=1&alone=1&ask-renege=3").is_ready


@pytest.mark.parametrize(
    ("rules", "facts", "code"),
    [
        ({}, {"picker": 0, "partners": []}, "sheepshead_off"),
        ({"call_sheepshead": True}, {"picker": 0, "partners": [1]}, "sheepshead_alone"),
        ({"call_sheepshead": True}, {"in_leaster": True}, "in_leaster"),
    ],
)
def test_a_renege_after_sheepshead_was_called_is_refused_where_it_was_not(
    rules: dict[str, Any], facts: dict[str, Any], code: str
) -> None:
    with pytest.raises(HandRefused) as refused:
        score("sheepshead", 5, rules, {"kind": "renege", "offender": 2, "called_sheepshead": True, **facts})
    assert (refused.value.code, refused.value.fact) == (code, "called_sheepshead")
