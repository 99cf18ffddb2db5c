"""Playing alone where a table has rules of its own for it: only with the partner card, or for double."""

from typing import Any

from django.http import QueryDict

from ledger.folding import fold
from ledger.sheet import Line
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
