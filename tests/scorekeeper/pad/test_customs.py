"""Customs of some tables of Sheepshead on the pad: asked where they are played, and put back as told."""

from typing import Any

import pytest

from ledger.book.folding import fold
from ledger.book.sheet import Line
from ledger.scoring import HandRefused
from scorekeeper.pad.presenter import PadView, pad_view
from scorekeeper.pad.state import fresh_pad, pad_of
from scorekeeper.text.receipts import line_text
from scorekeeper.text.refusals import sentence
from tests.scorekeeper.pad.test_every_rule import counts
from tests.scorekeeper.pad.test_pad import NAMES, at_table, drawn, opened, play, told_row

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


COUNTED = counts((20, 15, 10, 30, 45), (1, 1, 1, 1, 2))


@pytest.mark.parametrize(("kind", "counted"), [("mittler", "Ann"), ("schneidster", "Dave")])
def test_winner_is_tapped_or_counted_and_put_back_on_the_pad(kind: str, counted: str) -> None:
    rules, mode = {"no_picker": kind}, f"mode={kind}"
    untapped = drawn(rules, mode)
    assert not untapped.is_ready
    modes = untapped.pad.asks.modes
    assert [one.code for one in modes if not one.is_rare] == [kind]
    assert "leaster_renege" in [one.code for one in modes if one.is_rare]
    for told, summary in (
        ("&winners=4", "Dave +4, the others −1"),
        ("&winners=2,4", f"{kind.capitalize()}, nobody pays"),
        (COUNTED, f"{counted} +4, the others −1"),
    ):
        assert drawn(rules, mode + told).summary == summary
        assert told_row(*at_table(rules, mode + told)).facts["told"]["kind"] == kind


RESULT = "picker=1&partners=2&result="
SIXTY = {"sixty_doubles": True}


def test_a_loss_is_told_with_60_or_with_fewer_and_corrected_so() -> None:
    assert [(one.code, one.bracket) for one in drawn(SIXTY, "").sides[1][1]][:2] == [
        ("lost_sixty", "60"),
        ("lost", "31–59"),
    ]
    lines: list[Line] = []
    for said, doublers in (("lost", 0), ("lost_sixty", 1), ("lost&points=60", 1)):
        first, pad = at_table(SIXTY, RESULT + said, lines=lines)
        lines = [
            *first,
            Line(number=len(first) + 1, kind="hand", facts=pad.hand().facts() | {"rules": 1, "edition": 2}),
        ]
        assert fold(lines).carried.pending_doublers == doublers
    sheet = fold(lines)
    assert [row.points[1] for row in sheet.rows] == [-4, -4, -8]
    pad = pad_of(sheet.rows[1])
    assert pad.hand().told["side_points"] == 60
    buttons = pad_view(pad, sheet, lines, NAMES, of=3).sides
    assert [one.code for _, side in buttons for one in side if one.is_on] == ["lost_sixty"]


def test_other_tables_have_the_chart_as_it_is() -> None:
    _, pad = at_table({}, RESULT + "lost_sixty")
    codes = [row.code for row in pad.asks.rows]
    assert codes == ["won", "won_schneider", "won_all_tricks", "lost", "lost_schneider", "lost_no_trick"]
    assert pad.result == "won"


CRACKS: dict[str, Any] = {
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
    names = [one.question.name for one in drawn(CRACKS, LOST + calls).questions]
    assert [name for name in names if name.endswith("_by")] == asked


def test_a_crack_without_a_name_stays_a_crack_and_a_name_is_forgotten_with_the_crack() -> None:
    row = told_row(*at_table(CRACKS, LOST + "&ask-crack=recrack&ask-crack_by=&ask-recrack_by="))
    facts = row.facts["told"]
    assert (facts["cracks"], "cracks_by" in facts) == (["crack", "recrack"], False)
    # A single loss of two with the bump is −4 for the picker; cracked and re-cracked four times that.
    assert row.points == {1: -16, 2: -8, 3: 8, 4: 8, 5: 8}
    _, pad = at_table(CRACKS, LOST + "&ask-crack=&ask-crack_by=1")
    assert "cracks_by" not in pad.hand().told


def test_the_receipt_names_who_called() -> None:
    said = "&ask-crack=recrack&ask-crack_by=4&ask-recrack_by=2&ask-s-blitz=red_queens&ask-red_queens_by=3"
    row = told_row(*at_table(CRACKS, LOST + said))
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
    row = told_row(*at_table(CRACKS, LOST + calls))
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
    view = drawn(CRACKS, f"{LOST}&ask-crack={calls}")
    assert [(one.question.name, one.wrong) for one in view.questions if one.wrong] == [(name, words)]
    assert (view.is_ready, view.title) == (False, words)


def test_who_sits_out_cannot_have_cracked() -> None:
    (out,) = fold(opened("sheepshead", CRACKS, 6, 5)).seating.out
    _, pad = at_table(CRACKS, f"picker=3&partners=4&result=lost&ask-crack=crack&ask-crack_by={out}", seats=6)
    with pytest.raises(HandRefused) as refused:
        pad.hand()
    assert sentence(refused.value)


FORCED = {"no_picker": "leaster", "no_picker_then": "forced", "no_picker_after": 2}
REDEAL = {"no_picker": "redeal", "no_picker_then": "leaster"}


def view_of(lines: list[Line]) -> PadView:
    sheet = fold(lines)
    return pad_view(fresh_pad(sheet), sheet, lines, NAMES)


def offered(view: PadView) -> tuple[list[str], bool]:
    """Return the modes for a hand that nobody picked, and whether somebody can have been forced."""
    modes = [one.code for one in view.pad.asks.modes if not one.is_rare]
    return modes, any(one.question.name == "forced" for one in view.questions)


def test_after_two_leasters_the_pad_knows_only_the_forced_pick_and_says_whose() -> None:
    lines = opened("sheepshead", FORCED, 5, 5)
    for _ in range(2):
        view = view_of(lines)
        assert (view.carried, offered(view)) == ((("Nobody picks: leaster", False),), (["leaster"], False))
        play(lines, "mode:leaster 3")
    view = view_of(lines)
    dealer = NAMES[fold(lines).seating.dealer]
    assert view.carried == ((f"Nobody picks: {dealer} must pick", True),)
    assert offered(view) == ([], True)
    assert [one["code"] for one in view.data["modes"]] == ["bad_hand"]
    play(lines, "1 2")
    assert view_of(lines).carried == (("Nobody picks: leaster", False),)


def test_where_the_dealer_sits_out_the_last_who_plays_must_pick() -> None:
    lines = opened("sheepshead", FORCED | {"no_picker_after": 1}, 6, 5)
    seating = play(lines, "mode:leaster 3").seating
    assert (seating.dealer, seating.out) == (2, (2,))
    assert view_of(lines).carried == ((f"Nobody picks: {NAMES[1]} must pick", True),)


def test_a_new_deal_is_offered_once_and_then_a_leaster() -> None:
    lines = opened("sheepshead", REDEAL, 5, 5)
    first = view_of(lines)
    assert (first.carried, offered(first)[0]) == ((("Nobody picks: new deal", False),), ["all_pass"])
    play(lines, "mode:all_pass")
    then = view_of(lines)
    assert (then.carried, offered(then)[0]) == ((("Nobody picks: leaster", True),), ["leaster"])
    assert view_of(opened("sheepshead", {}, 5, 5)).carried == ()


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
