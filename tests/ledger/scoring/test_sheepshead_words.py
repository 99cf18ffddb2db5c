"""What a receipt says, and the facts a real table tells when it has counted no card points."""

from typing import Any

import pytest

from ledger.scoring import HandRefused, score
from tests.words import detail, label, text

LOST: dict[str, Any] = {
    "kind": "picked",
    "picker": 0,
    "partners": [1],
    "side_points": 28,
    "side_tricks": "some",
}


def told(rules: dict[str, Any], players: int = 5, **facts: Any) -> Any:
    return score("sheepshead", players, rules, facts)


def refused(rules: dict[str, Any], players: int = 5, **facts: Any) -> str:
    with pytest.raises(HandRefused) as found:
        score("sheepshead", players, rules, facts)
    return found.value.code


def receipt(scored: Any) -> list[tuple[str, list[int]]]:
    return [(text("sheepshead", line), [int(point) for point in line.points]) for line in scored.reasons]


def test_a_lost_hand_says_why_line_by_line() -> None:
    rules = {"crack": "recrack", "no_picker": "doubler", "pot": "leaster"}
    pot = {"amount": "4", "pots": 1}
    scored = told(rules, **LOST, cracks=["crack", "recrack"], cracks_by=[3, None], doublers=1, pot=pot)
    assert receipt(scored) == [
        ("Lost, no schneider", [-4, -2, 2, 2, 2]),
        ("Double on the bump", [-4, -2, 2, 2, 2]),
        ("Doubler: nobody picked before", [-8, -4, 4, 4, 4]),
        ("Cracked by {0}", [-16, -8, 8, 8, 8]),
        ("Re-cracked", [-32, -16, 16, 16, 16]),
        ("The pot is missed and paid again", [-3, -1, 0, 0, 0]),
    ]
    assert detail("sheepshead", scored.reasons[0]) == "28 is less than 31: a double game"
    assert scored.reasons[1].rule == "bump"
    assert scored.reasons[3].seats == (3,)
    assert (
        scored.factor,
        scored.pot_delta,
        scored.carried_after.pot.pots,
        scored.carried_after.doublers,
    ) == (16, 4, 2, 0)
    assert label("sheepshead", scored) == "lost 0–30"
    assert scored.roles == ("picker", "partner", "opponent", "opponent", "opponent")
    assert scored.won == (False, False, True, True, True)


def test_the_two_in_the_middle_of_four_are_not_said_to_have_the_same_points() -> None:
    four: dict[str, Any] = {"kind": "mittler", "tricks": [2, 2, 1, 2]}
    apart = told({"no_picker": "mittler"}, 4, points=[10, 20, 30, 60], **four)
    assert detail("sheepshead", apart.reasons[0]) == "the middle number of points"
    alike = told({"no_picker": "mittler"}, 4, points=[10, 25, 25, 60], **four)
    assert detail("sheepshead", alike.reasons[0]) == "with 25 points"


def test_a_limit_has_a_line_that_takes_back() -> None:
    rules = {"crack": "castrate", "cap": 4}
    scored = told(rules, **LOST, cracks=["crack", "recrack", "castrate"])
    assert receipt(scored)[-1] == ("At most 4 times", [32, 16, -16, -16, -16])
    assert scored.factor == 8


def test_a_trickless_loss_moves_the_partners_share_to_the_picker() -> None:
    scored = told({"trickless_loss": "picker_pays"}, **LOST | {"side_points": 0, "side_tricks": "none"})
    assert receipt(scored)[-1] == ("No trick: the picker pays for both", [-6, 6, 0, 0, 0])
    assert scored.points[:2] == (-18, 0)


def test_a_tie_at_sixty_says_that_opponents_win_ties() -> None:
    line = told({}, **LOST | {"side_points": 60}).reasons[0]
    assert detail("sheepshead", line).startswith("60 is a tie")


def test_the_row_alone_is_enough() -> None:
    scored = told({}, kind="picked", picker=0, partners=[], result="won_all_tricks")
    assert scored.points[0] == 12
    assert scored.roles[0] == "alone"
    assert (
        told({"trick_rows": False}, kind="picked", picker=0, partners=[], result="won_all_tricks").points[0]
        == 8
    )


def test_in_three_handed_a_picker_is_no_loner() -> None:
    assert told({}, 3, kind="picked", picker=0, partners=[], result="won").roles[0] == "picker"
    assert told({}, 3, kind="picked", picker=0, result="won").points == (2, -1, -1)


def test_tricks_that_nobody_told_are_some() -> None:
    assert told({}, kind="picked", picker=0, partners=[], side_points=120).row == "won_schneider"
    assert told({}, kind="picked", picker=0, partners=[], side_points=0).row == "lost_schneider"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"result": "won", "side_points": 60}, "result_contradicts"),
        ({"result": "won", "side_points": 95}, "result_contradicts"),
        ({"result": "won_all_tricks", "side_points": 110}, "tricks_contradict"),
        ({"result": "lost_no_trick", "side_tricks": "some"}, "result_contradicts"),
        ({"result": "nearly"}, "unknown_value"),
        ({}, "result_missing"),
        ({"side_points": 100, "side_tricks": "all"}, "tricks_contradict"),
        ({"side_points": 61, "partners": None}, "partners_missing"),
        ({"side_points": 61, "forced": True}, "forced_off"),
        ({"side_points": 61, "cracks_by": [2]}, "nothing_called"),
        ({"side_points": 61, "tie_winner": 1}, "fact_not_here"),
        ({"side_points": 61, "weather": "fine"}, "unknown_fact"),
        ({"side_points": 61, "sitting_out": [4, 3, 2, 1]}, "sitters"),
        ({"side_points": 61, "picker": True}, "bad_type"),
        ({"side_points": 61, "picker": -1}, "no_such_seat"),
        ({"side_points": 61, "partners": [1, 1]}, "seat_twice"),
        ({"side_points": 61.0}, "bad_type"),
    ],
)
def test_facts_that_cannot_be_are_refused_with_a_code(facts: dict[str, Any], code: str) -> None:
    hand: dict[str, Any] = {"kind": "picked", "picker": 0, "partners": [1]}
    assert refused({}, **hand | facts) == code


def test_only_the_other_side_may_crack() -> None:
    rules = {"crack": "castrate"}
    assert refused(rules, **LOST, cracks=["crack"], cracks_by=[1]) == "wrong_cracker"
    assert refused(rules, **LOST, cracks=["crack", "recrack"], cracks_by=[2, 3]) == "wrong_cracker"
    every: Any = ["crack", "recrack", "castrate"]
    assert refused(rules, **LOST, cracks=every, cracks_by=[2, 1, 2]) == "wrong_cracker"
    assert told(rules, **LOST, cracks=every, cracks_by=[2, 1, 3]).factor == 16


def test_calling_sheepshead_needs_to_know_about_the_tricks() -> None:
    rules = {"call_sheepshead": True}
    called: dict[str, Any] = {"kind": "picked", "picker": 0, "partners": [], "called_sheepshead": True}
    assert refused(rules, **called, side_points=120) == "tricks_missing"
    assert refused(rules, **called, result="won") == "result_contradicts"
    assert refused(rules, **called | {"partners": [1]}, result="won_all_tricks") == "sheepshead_alone"
    assert told(rules, **called, result="won_all_tricks").points[0] == 24
    assert told(rules, **called, result="lost").points[0] == -24
    assert label("sheepshead", told(rules, **called, side_points=118)) == "sheepshead missed"


def test_a_leaster_can_be_told_by_its_winner() -> None:
    scored = told({"leaster_zero_pay": 3}, kind="leaster", winners=[2], won_with="no_points", doublers=1)
    assert receipt(scored) == [
        ("Leaster won by {0}", [-1, -1, 4, -1, -1]),
        ("No points in the winner’s tricks", [-2, -2, 8, -2, -2]),
        ("Doubler: nobody picked before", [-3, -3, 12, -3, -3]),
    ]
    assert scored.roles == ("leaster",) * 5
    assert scored.won == (False, False, True, False, False)


def test_several_winners_of_a_leaster_are_a_tie() -> None:
    tie: dict[str, Any] = {"kind": "leaster", "winners": [0, 1]}
    assert [str(point) for point in told({}, **tie).points] == ["3/2", "3/2", "-1", "-1", "-1"]
    push = told({"leaster_tie": "push", "pot": "leaster"}, **tie)
    assert (set(push.points), set(push.won), push.pot_delta, push.carried_after.pot.pots) == (
        {0},
        {None},
        0,
        0,
    )
    assert refused({"leaster_tie": "decided"}, **tie) == "tie_winner"
    assert told({"leaster_tie": "decided"}, **tie, tie_winner=1).points == (-1, 4, -1, -1, -1)
    assert refused({}, **tie, won_with="all_tricks") == "won_with"
    assert refused({}, **tie, points=[24] * 5) == "told_twice"


def test_a_three_handed_leaster_without_a_trick_can_be_told_by_its_winner() -> None:
    assert told(
        {"leaster_trickless": "paid_double"}, 3, kind="leaster", winners=[0], won_with="no_trick"
    ).points == (
        4,
        -2,
        -2,
    )
    scored = told({"leaster_trickless": "pays_double"}, 3, kind="leaster", winners=[0], trickless=[2])
    assert scored.points == (3, -1, -2)


def test_a_hand_belongs_to_the_way_the_table_plays_when_nobody_picks() -> None:
    assert refused({}, kind="all_pass") == "leaster_instead"
    assert refused({"no_picker": "forced"}, kind="all_pass") == "forced_instead"
    assert refused({"no_picker": "doubler"}, kind="leaster", winners=[0]) == "no_leaster"


def test_doublers_pile_up_as_the_table_says() -> None:
    for stack, after in (("queue", 3), ("multiply", 3), ("flat", 1)):
        rules = {"no_picker": "doubler", "doubler_stack": stack}
        assert told(rules, kind="all_pass", dealer=4, doublers=2).carried_after.doublers == after


def test_a_forfeited_hand_leaves_the_pot_where_it_is() -> None:
    pot = {"amount": "4", "pots": 1}
    scored = told({"pot": "leaster"}, kind="renege", offender=2, picker=0, partners=[1], pot=pot)
    assert receipt(scored) == [
        ("Renege by {0}", [2, 1, -1, -1, -1]),
        ("{0} pays for the whole side", [0, 0, -2, 1, 1]),
    ]
    assert (scored.pot_delta, scored.carried_after.pot.pots) == (0, 1)


def test_six_at_the_table_and_the_dealer_sits_out() -> None:
    rules = {"dealer_sits_out": True}
    hand: dict[str, Any] = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}
    assert refused(rules, 6, **hand) == "dealer_sits_out"
    assert refused(rules, 6, **hand, dealer=5) == "dealer_sits_out"
    scored = told(rules, 6, **hand, dealer=5, sitting_out=[5])
    assert told(rules, **hand, dealer=4).points == (2, 1, -1, -1, -1)
    assert (scored.points[5], scored.roles[5], scored.won[5], scored.next_dealer) == (0, "out", None, 0)


def test_a_sheet_takes_a_hand_and_no_sheet() -> None:
    sheet: dict[str, Any] = {"kind": "sheet", "previous": ["0"] * 5}
    inner = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}
    assert told({"stake": 5}, **sheet, result=inner).money == (10, 5, -5, -5, -5)
    assert refused({}, **sheet, result=sheet | {"result": inner}) == "sheet_in_sheet"
    assert refused({}, **sheet) == "result_missing"
    assert refused({}, **sheet | {"previous": ["0"] * 4}, result=inner) == "wrong_length"
    assert refused({}, **sheet | {"previous": ["1/0"] * 5}, result=inner) == "not_exact"
    assert refused({}, **sheet | {"previous": [0.5] * 5}, result=inner) == "not_exact"
