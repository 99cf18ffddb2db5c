"""House rules that no document has, but some tables play; each is off until a table asks for it."""

from fractions import Fraction
from typing import Any

import pytest

from ledger.scoring import HandRefused, score
from ledger.scoring.option import read_rules
from ledger.scoring.sheepshead import SHEEPSHEAD
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules
from tests.words import detail, label, text, why_not

HAND: dict[str, Any] = {"kind": "picked", "picker": 0, "partners": [1]}


def told(rules: dict[str, Any], players: int = 5, **facts: Any) -> Any:
    return score("sheepshead", players, rules, facts)


def refused(rules: dict[str, Any], players: int = 5, **facts: Any) -> str:
    with pytest.raises(HandRefused) as found:
        score("sheepshead", players, rules, facts)
    assert why_not(found.value).endswith(".")
    return found.value.code


def texts(scored: Any) -> list[str]:
    return [text("sheepshead", line, ["Ann", "Bob", "Cleo"]) for line in scored.reasons]


@pytest.mark.parametrize(
    ("line", "points", "row"),
    [
        ("standard", 30, "lost_schneider"),
        ("standard", 31, "lost"),
        ("standard", 90, "won"),
        ("standard", 91, "won_schneider"),
        ("thirty_is_safe", 29, "lost_schneider"),
        ("thirty_is_safe", 30, "lost"),
        ("thirty_is_safe", 90, "won"),
        ("thirty_is_safe", 91, "won_schneider"),
        ("ninety_wins_double", 30, "lost_schneider"),
        ("ninety_wins_double", 31, "lost"),
        ("ninety_wins_double", 89, "won"),
        ("ninety_wins_double", 90, "won_schneider"),
    ],
)
def test_where_schneider_begins(line: str, points: int, row: str) -> None:
    rules = {"schneider_line": line}
    assert told(rules, **HAND, side_points=points).row == row
    assert told(rules, **HAND, side_points=points, result=row).row == row
    brackets = {
        row.code: (row.low, row.high) for row in SHEEPSHEAD.chart(read_rules(SheepsheadRules, rules), 5).rows
    }
    low, high = brackets[row]
    assert (low or 0) <= points <= (high or 0)


def test_the_line_is_said_as_the_table_plays_it() -> None:
    safe = told({"schneider_line": "thirty_is_safe"}, **HAND, side_points=29)
    assert label("sheepshead", safe) == "lost 0–29"
    assert detail("sheepshead", safe.reasons[0]) == "29 is less than 30: a double game"
    ninety = told({"schneider_line": "ninety_wins_double"}, **HAND, side_points=90)
    assert label("sheepshead", ninety) == "won 90–120"
    assert (
        detail("sheepshead", ninety.reasons[0]) == "90 leaves the opponents 30, less than 31: a double game"
    )


def test_all_tricks_can_count_four_times() -> None:
    rules = {"trick_level": 4}
    assert told(rules, **HAND, result="won_all_tricks").points == (8, 4, -4, -4, -4)
    assert told(rules, kind="picked", picker=0, partners=[], result="won_all_tricks").points[0] == 16
    assert told(rules | {"trick_rows": False}, **HAND, result="won_all_tricks").points[0] == 4


def test_a_loss_without_a_trick_can_be_spared_the_bump() -> None:
    rules = {"trickless_loss": "picker_pays_no_bump"}
    assert told(rules, **HAND, result="lost_no_trick").points == (-9, 0, 3, 3, 3)
    assert told(rules, **HAND, result="lost_schneider").points == (-8, -4, 4, 4, 4)
    chart = SHEEPSHEAD.chart(read_rules(SheepsheadRules, rules), 5)
    assert chart.cells["lost_no_trick", 1].picker == -9


def test_a_limit_in_marks_counts_doublings() -> None:
    rules = {"crack": "castrate", "blitz": ["black_queens"], "cap": 3, "cap_unit": "marks", "bump": False}
    facts = HAND | {"result": "won", "cracks": ["crack", "recrack", "castrate"], "blitzes": ["black_queens"]}
    scored = told(rules, **facts)
    assert scored.factor == 8
    assert texts(scored)[-1] == "At most 3 marks, × 8"
    assert told(rules | {"cap": 1024}, **facts).factor == 16


def test_three_kings_are_paid_by_everybody_and_never_doubled() -> None:
    facts = HAND | {"result": "won", "three_kings": 3, "doublers": 1}
    scored = told({"three_kings": 1}, **facts)
    assert scored.points == (3, 1, -3, 2, -3)
    assert scored.won == (True, True, False, False, False)
    assert texts(scored)[-1] == "Three kings for Ann"
    assert scored.reasons[-1].source == CUSTOM
    assert refused({}, **facts) == "three_kings_off"
    assert refused({"three_kings": 1}, 6, **facts, sitting_out=[3]) == "sits_out"


def test_the_last_round_counts_double() -> None:
    rules = {"last_round": True}
    scored = told(rules, **HAND, result="lost", last_round=True, doublers=1)
    assert (scored.points[0], scored.factor) == (-16, 8)
    assert texts(scored)[-1] == "The last round counts double"
    assert told(rules, kind="leaster", winners=[0], last_round=True).points[0] == 8
    assert refused({}, **HAND, result="lost", last_round=True) == "last_round_off"


def test_exactly_sixty_doubles_the_next_hand() -> None:
    rules = {"sixty_doubles": True}
    scored = told(rules, **HAND, side_points=60)
    assert (scored.points[0], scored.carried_after.doublers) == (-4, 1)
    assert texts(scored)[-1] == "Exactly 60: a doubler for later"
    assert told(rules, **HAND, side_points=59).carried_after.doublers == 0
    assert told(rules, **HAND, side_points=60, doublers=1).carried_after.doublers == 1
    assert told({}, **HAND, side_points=60).carried_after.doublers is None
    rounds = told(rules | {"doubler_stack": "round"}, **HAND, side_points=60, rounds=[2])
    assert (rounds.carried_after.rounds, rounds.carried_after.doublers) == ((1, 5), 5)


def test_rounds_of_doublers_overlap() -> None:
    rules = {"no_picker": "doubler", "doubler_stack": "round"}
    first = told(rules, kind="all_pass", dealer=4)
    assert (first.carried_after.rounds, first.carried_after.doublers, label("sheepshead", first)) == (
        (5,),
        5,
        "nobody picked: a round doubled",
    )
    hand = HAND | {"result": "won"}
    second = told(rules, **hand, doublers=5, rounds=[5])
    assert (second.factor, second.carried_after.rounds) == (2, (4,))
    third = told(rules, kind="all_pass", dealer=4, doublers=4, rounds=[4])
    assert (third.carried_after.rounds, third.carried_after.doublers) == ((4, 5), 5)
    both = told(rules, **hand, doublers=5, rounds=[4, 5])
    assert (both.factor, both.carried_after.rounds) == (4, (3, 4))
    assert texts(both)[-1] == "2 rounds of doublers"
    assert told(rules, **hand, doublers=1, rounds=[1]).carried_after.rounds == ()
    assert told(rules, **hand, doublers=3).factor == 2
    assert refused(rules, **hand, doublers=3, rounds=[4]) == "doublers_contradict"
    assert refused(rules, **hand, rounds=[0]) == "out_of_range"
    assert refused(rules, kind="all_pass", rounds=[5] * 10) == "out_of_range"
    assert told({"no_picker": "doubler"}, **hand, doublers=5, rounds=[4, 5]).carried_after.doublers == 4


def test_the_jack_of_diamonds_wins_the_leaster() -> None:
    rules = {"leaster_jack": True}
    points, tricks = [10, 80, 30, 0, 0], [1, 3, 2, 0, 0]
    scored = told(rules, kind="leaster", points=points, tricks=tricks, jack=1)
    assert scored.points == (-1, 4, -1, -1, -1)
    assert (detail("sheepshead", scored.reasons[0]), scored.reasons[0].rule) == (
        "the jack of diamonds",
        "leaster_jack",
    )
    assert told(rules, kind="leaster", jack=2).points[2] == 4
    assert told(rules, kind="leaster", points=points, tricks=tricks).points[0] == 4
    assert refused(rules, kind="leaster", points=points, tricks=tricks, jack=3) == "jack_contradicts"
    assert refused(rules, kind="leaster", winners=[0], jack=1) == "jack_contradicts"
    assert refused({}, kind="leaster", winners=[0], jack=0) == "jack_off"


def test_a_tied_leaster_can_be_shared_two_to_one() -> None:
    rules = {"leaster_tie": "two_one"}
    facts: dict[str, Any] = {"kind": "leaster", "winners": [1, 3]}
    assert refused(rules, **facts) == "tie_winner"
    scored = told(rules, **facts, tie_winner=3)
    assert scored.points == (-1, 1, -1, 2, -1)
    assert scored.won == (False, True, False, True, False)
    assert told(rules, 4, **facts, tie_winner=3).points == (-1, Fraction(2, 3), -1, Fraction(4, 3))


def test_the_most_points_lose_a_moster() -> None:
    rules = {"no_picker": "moster"}
    scored = told(rules, kind="moster", points=[10, 70, 40, 0, 0], tricks=[1, 3, 2, 0, 0], dealer=4)
    assert scored.points == (1, -4, 1, 1, 1)
    assert detail("sheepshead", scored.reasons[0]) == "70 points, the most"
    assert (scored.won[1], scored.roles[1], scored.next_dealer) == (False, "leaster", 0)
    assert told(rules, kind="moster", points=[120, 0, 0, 0, 0], tricks=[6, 0, 0, 0, 0]).points[0] == 4
    assert told(rules, kind="moster", all_tricks_by=2, doublers=1).points[2] == 8
    tie: dict[str, Any] = {"kind": "moster", "losers": [0, 1]}
    assert told(rules, **tie).points == (Fraction(-3, 2), Fraction(-3, 2), 1, 1, 1)
    assert told(rules | {"moster_tie": "each_pays"}, **tie).points == (-3, -3, 2, 2, 2)
    push = told(rules | {"moster_tie": "push"}, **tie)
    assert (set(push.points), label("sheepshead", push)) == ({0}, "moster, tied")


@pytest.mark.parametrize(
    ("losers", "points"), [(1, (-4, 1)), (2, (-3, 2)), (3, (-2, 3)), (4, (-1, 4)), (5, (0, 0))]
)
def test_the_strongest_hands_lose_a_schwanzer(losers: int, points: tuple[int, int]) -> None:
    rules = {"no_picker": "schwanzer"}
    strength = [5 if seat < losers else 1 for seat in range(5)]
    said: list[dict[str, Any]] = [{"losers": list(range(losers))}, {"strength": strength}]
    for facts in said:
        scored = told(rules, kind="schwanzer", **facts)
        assert (scored.points[0], scored.points[-1]) == (points[0], points[1])


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"kind": "all_pass"}, "moster_instead"),
        ({"kind": "leaster", "winners": [0]}, "no_leaster"),
        ({"kind": "schwanzer", "losers": [0]}, "no_schwanzer"),
        ({"kind": "moster", "losers": []}, "losers_missing"),
        ({"kind": "moster", "losers": [0], "points": [120, 0, 0, 0, 0]}, "told_twice"),
        ({"kind": "moster", "losers": [0], "all_tricks_by": 1}, "told_twice"),
        ({"kind": "moster", "points": [120, 0, 0, 0, 0]}, "counts_missing"),
        ({"kind": "moster", "losers": [0], "mauer": 0}, "mauer_off"),
        ({"kind": "moster", "losers": [0], "rounds": [True]}, "bad_type"),
    ],
)
def test_what_a_moster_table_refuses(facts: dict[str, Any], code: str) -> None:
    assert refused({"no_picker": "moster"}, **facts) == code


def test_all_trumps_are_only_so_strong() -> None:
    assert refused({"no_picker": "schwanzer"}, kind="schwanzer", strength=[9, 9, 9, 0, 0]) == "strength_sum"


def test_the_strongest_who_passed_pays_a_mauer_mark() -> None:
    leaster = told({"mauer": 1}, kind="leaster", winners=[0], mauer=0, doublers=1)
    assert leaster.points == (4, -1, -1, -1, -1)
    assert texts(leaster)[-1] == "A Mauer mark for Ann"
    passed = told({"mauer": 2, "no_picker": "doubler"}, kind="all_pass", dealer=0, mauer=1)
    assert (passed.points, passed.carried_after.doublers) == ((2, -8, 2, 2, 2), 1)


def test_mauer_mark_paid_into_the_pot_feeds_it_alone() -> None:
    rules = {"mauer": 2, "mauer_to": "pot"}
    marked = told(rules, kind="leaster", winners=[0], mauer=1)
    assert (marked.points, marked.pot_delta) == ((4, -3, -1, -1, -1), 2)
    assert marked.carried_after.answer(5) == {"pots_after": 1}
    assert marked.reasons[-1].rule == "mauer_to"
    won = told(rules, **HAND, result="won", pot={"amount": "2", "pots": 1})
    assert (won.points, won.pot_delta) == ((3, 2, -1, -1, -1), -2)


@pytest.mark.parametrize("rules", [{"mauer": 2}, {"mauer_to": "pot"}])
def test_mauer_mark_without_both_rules_feeds_no_pot(rules: dict[str, Any]) -> None:
    assert not SHEEPSHEAD.keeps_pot(read_rules(SheepsheadRules, rules))


@pytest.mark.parametrize("kind", ["all_pass", "bad_hand"])
@pytest.mark.parametrize(("pot", "fed"), [("off", 0), ("leaster", 0), ("thrown_in", 5), ("any", 5)])
def test_hand_thrown_in_feeds_the_pot_where_the_table_says_so(kind: str, pot: str, fed: int) -> None:
    scored = told({"pot": pot, "no_picker": "redeal"}, kind=kind)
    assert scored.pot_delta == fed
    assert set(scored.points) == {-fed // 5}


def test_leaster_feeds_no_pot_of_hands_thrown_in() -> None:
    assert told({"pot": "thrown_in"}, kind="leaster", winners=[0]).pot_delta == 0
    assert told({"pot": "any"}, kind="leaster", winners=[0]).pot_delta == 4


def test_opponents_who_win_share_the_pot_evenly_where_winners_take_it() -> None:
    rules, pot = {"pot": "thrown_in", "pot_winner": "winners", "bump": False}, {"amount": "5", "pots": 1}
    lost = told(rules, **HAND, result="lost", pot=pot)
    third = 1 + Fraction(5, 3)
    assert (lost.points, lost.pot_delta) == ((-2, -1, third, third, third), -5)
    assert (lost.reasons[-1].code, lost.reasons[-1].rule) == ("pot_won", "pot_winner")
    assert told(rules, **HAND, result="won", pot=pot).pot_delta == -5


def test_blind_pick_doubles_and_the_limit_counts_it() -> None:
    rules = {"blind_pick": True, "crack": "crack"}
    scored = told(rules, **HAND, result="won", blind_pick=True, cracks=["crack"])
    assert scored.points == (8, 4, -4, -4, -4)
    assert texts(scored)[1] == "The blind was picked unseen"
    assert told({**rules, "cap": 2}, **HAND, result="won", blind_pick=True, cracks=["crack"]).factor == 2
    assert told(rules, **HAND, result="lost", blind_pick=True).points == (-8, -4, 4, 4, 4)


@pytest.mark.parametrize(
    ("rules", "players", "more"),
    [
        ({}, 5, {}),
        ({"blind_pick": True}, 2, {"partners": []}),
        ({"blind_pick": True}, 4, {"unpicked": True}),
    ],
)
def test_blind_pick_is_refused_where_nobody_can_pick_blind(
    rules: dict[str, Any], players: int, more: dict[str, Any]
) -> None:
    facts = HAND | {"result": "won", "blind_pick": True} | more
    assert refused({"two_handed": "picker", **rules}, players, **facts) == "blind_pick_off"


def test_red_jacks_blitz_like_any_pair() -> None:
    rules = {"blitz": ["red_jacks"], "blitz_timing": "any"}
    scored = told(rules, **HAND, result="won", blitzes=["red_jacks"])
    assert (scored.points, texts(scored)[-1]) == ((4, 2, -2, -2, -2), "Blitz with the red jacks")


def test_a_misplay_can_cost_a_fixed_price() -> None:
    rules = {"renege_pays": "fixed", "crack": "crack", "renege_level": 3}
    facts = HAND | {"kind": "renege", "doublers": 2, "cracks": ["crack"]}
    assert told(rules, **facts, offender=0).points == (-4, 1, 1, 1, 1)
    assert told(rules, **facts, offender=4).points == (1, 1, 1, 1, -4)
    assert told(rules, kind="renege", offender=4, in_leaster=True, doublers=1).points[4] == -4


def test_a_bad_hand_leaves_the_doublers_where_they_are() -> None:
    doubler = {"no_picker": "doubler"}
    assert told(doubler, kind="bad_hand", doublers=2).carried_after.answer(5) == {"doublers_after": 2}
    assert told(doubler, kind="bad_hand").carried_after.answer(5) == {"doublers_after": 0}
    assert told({}, kind="bad_hand").carried_after.answer(5) == {}
    assert told({}, kind="bad_hand", doublers=1).carried_after.answer(5) == {"doublers_after": 1}
