"""Doublers, Bock, Mauer marks and passes are counted from hand to hand, and anew after a correction."""

from collections.abc import Iterator
from typing import Any

import pytest

from ledger.scoring import HandRefused
from scorekeeper.text.refusals import sentence
from scorekeeper.text.wire import answer
from tests.paper import Paper, picked
from tests.words import detail, text

ROUNDS = {"no_picker": "doubler", "doubler_stack": "round"}


def test_two_rounds_overlap_and_run_out_one_after_the_other() -> None:
    paper = Paper(5, options=ROUNDS)
    paper.passed()
    paper.hand(1, 2)
    passed = paper.passed()
    for _ in range(6):
        paper.hand(1, 2)
    worth = [int(row.points[1]) for row in paper.sheet.rows]
    assert worth == [0, 4, 0, 8, 8, 8, 8, 4, 2]
    paper.void(passed)
    worth = [int(row.points.get(1, 0)) for row in paper.sheet.rows if not row.is_void]
    assert worth == [0, 4, 4, 4, 4, 4, 2, 2]


def played(paper: Paper, hands: int) -> list[int]:
    """Return what the picker won with the next hands, told at the seats of those who do not sit out."""
    for _ in range(hands):
        seating = paper.sheet.seating
        picker, partner = [player for player in seating.seats if player in seating.active][:2]
        paper.hand(picker, partner)
    return [int(max(row.points.values())) for row in paper.sheet.rows[-hands:]]


@pytest.mark.parametrize(
    ("options", "told", "hands"),
    [
        ({"no_picker": "doubler"}, {"kind": "all_pass"}, 1),
        ({"sixty_doubles": True}, {"kind": "picked", "picker": 1, "partners": [2], "side_points": 60}, 1),
        ({"mauer": 1, "mauer_double": 2}, {"kind": "leaster", "winners": [4], "mauer": 3}, 2),
    ],
)
def test_round_has_a_hand_for_everybody_at_the_table_who_sits_out_included(
    options: dict[str, Any], told: dict[str, Any], hands: int
) -> None:
    paper = Paper(6, options=options | {"doubler_stack": "round"})
    for _ in range(hands):
        paper.tell(told)
    assert paper.sheet.carried.pending_doublers == 6
    assert played(paper, 7) == [4, 4, 4, 4, 4, 4, 2]


def test_doublers_set_by_hand_are_one_round_and_the_rounds_before_are_gone() -> None:
    for by_hand, worth in ((0, [2, 2, 2]), (1, [4, 2, 2]), (2, [4, 4, 2]), (5, [4, 4, 4])):
        paper = Paper(5, options=ROUNDS)
        paper.passed()
        paper.hand(1, 2)
        paper.passed()
        first = len(paper.sheet.rows)
        paper.hand(1, 2, doublers=by_hand)
        paper.hand(1, 2)
        paper.hand(1, 2)
        assert [int(row.points[1]) for row in paper.sheet.rows[first:]] == worth, by_hand


def test_a_round_is_gone_once_another_rule_has_left_doublers_of_no_round() -> None:
    paper = Paper(5, options=ROUNDS)
    paper.passed()
    paper.write("rules", rules=paper.rules | {"version": 2, "options": {"no_picker": "doubler"}})
    for _ in range(4):
        paper.tell(picked(paper.seats, 1, 2, "won"), rules=2)
    paper.tell({"kind": "all_pass"}, rules=2)
    paper.write("rules", rules=paper.rules | {"version": 3})
    assert paper.sheet.carried.facts() == {"doublers": 2}
    for _ in range(3):
        paper.tell(picked(paper.seats, 1, 2, "won"), rules=3)
    assert [int(row.points[1]) for row in paper.sheet.rows[-3:]] == [4, 4, 2]


def hands(paper: Paper, many: int) -> None:
    for _ in range(many):
        picker, partner = paper.sheet.seating.active[:2]
        paper.hand(picker, partner)


def stands(paper: Paper) -> tuple[int, set[int]]:
    return paper.sheet.rounds, set(paper.sheet.dealt)


def test_round_is_as_many_hands_as_people_deal() -> None:
    paper = Paper()
    found = []
    for _ in range(6):
        found.append((paper.sheet.rounds, len(paper.sheet.dealt)))
        hands(paper, 1)
    assert found == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0)]


def test_who_deals_twice_has_dealt_and_who_sits_out_for_long_is_not_waited_for() -> None:
    paper = Paper(6, skip=[6])
    hands(paper, 1)
    paper.tell({"kind": "picked", "picker": 1, "partners": [2], "result": "won"}, dealer=0)
    assert stands(paper) == (0, {1})
    hands(paper, 4)
    assert stands(paper) == (1, set())


def test_who_comes_deals_before_the_round_is_over_and_who_goes_is_not_waited_for() -> None:
    paper = Paper()
    hands(paper, 4)
    paper.write("joined", player=6, after=5)
    hands(paper, 1)
    assert stands(paper) == (0, {1, 2, 3, 4, 5})
    left = paper.write("left", player=6)
    assert stands(paper) == (1, set())
    paper.write("undone", of=left)
    assert stands(paper) == (0, {1, 2, 3, 4, 5})
    paper.write("left", player=6)
    hands(paper, 1)
    assert stands(paper) == (1, {1})


def test_a_hand_taken_back_at_once_was_never_dealt_and_one_taken_back_later_was() -> None:
    paper = Paper()
    hands(paper, 1)
    paper.void(2)
    assert stands(paper) == (0, set())
    hands(paper, 2)
    paper.void(4)
    assert stands(paper) == (0, {1, 2})


SOLO = {"kind": "played", "contract": "solo", "declarer": 0, "partners": []}
LOST = SOLO | {"result": "lost"}
RUFSPIEL = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": [1], "result": "won"}
PASSED = {"kind": "all_pass"}


def schafkopf(people: int = 4, **options: Any) -> Paper:
    return Paper(people, game="mehrkopf", options=options, plays=4)


def tell(paper: Paper, told: dict[str, Any], **said: Any) -> int:
    """Tell a hand by places among those who do not sit out."""
    seats, active = paper.seats, paper.sheet.seating.active
    places = [seats.index(player) for player in active]
    facts = dict(told)
    if "declarer" in facts:
        facts["declarer"] = places[facts["declarer"]]
        facts["partners"] = [places[one] for one in facts["partners"]]
    return paper.tell(facts, **said)


def worths(paper: Paper) -> Iterator[int]:
    for row in paper.sheet.rows:
        if not row.is_void:
            yield int(max(row.points.values()))


def left(paper: Paper) -> int:
    return int(paper.sheet.carried.facts().get("bock", 0))


@pytest.mark.parametrize("people", [4, 5])
def test_after_a_lost_solo_everybody_at_the_table_deals_a_hand_that_counts_double(people: int) -> None:
    paper = schafkopf(people, bock=["solo_lost"])
    tell(paper, LOST)
    assert left(paper) == people
    for _ in range(people + 1):
        tell(paper, RUFSPIEL)
    assert list(worths(paper)) == [5, *[2] * people, 1]


@pytest.mark.parametrize(("stack", "waits"), [("after", [4, 3, 6, 5]), ("anew", [4, 3, 4, 3])])
def test_another_cause_during_a_bock_doubles_nothing_twice(stack: str, waits: list[int]) -> None:
    paper = schafkopf(bock=["solo_lost"], bock_stack=stack)
    found = []
    for told in (LOST, RUFSPIEL, LOST, RUFSPIEL):
        tell(paper, told)
        found.append(left(paper))
    assert found == waits
    assert list(worths(paper)) == [5, 2, 10, 2]


def test_a_correction_takes_the_round_along() -> None:
    paper = schafkopf(bock=["solo_lost"])
    lost = tell(paper, LOST)
    tell(paper, RUFSPIEL)
    paper.void(lost)
    assert list(worths(paper)) == [1]
    assert left(paper) == 0


def test_game_thrown_in_is_a_deal_and_dividing_the_stock_is_none() -> None:
    paper = schafkopf(bock=["all_pass"], stock=10)
    found = []
    for told in (PASSED, {"kind": "throw_in"}, {"kind": "pot_divide"}):
        tell(paper, told)
        found.append(left(paper))
    assert found == [4, 3, 3]
    assert list(worths(paper)) == [-10, 0, 10]


def test_a_bock_is_over_where_the_table_plays_none_any_more() -> None:
    paper = schafkopf(bock=["solo_lost"])
    tell(paper, LOST)
    paper.write("rules", rules=paper.rules | {"version": 2, "options": {}})
    tell(paper, RUFSPIEL, rules=2)
    assert list(worths(paper)) == [5, 1]
    assert left(paper) == 0


def test_game_thrown_in_with_an_empty_contract_is_scored() -> None:
    hand = {"kind": "throw_in", "contract": []}
    asked = {"game": "mehrkopf", "players": 4, "rules": {"bock": ["all_pass"]}, "hand": hand}
    assert set(answer(asked)["points"]) == {"0"}


MARKS = {"mauer": 1, "mauer_double": 3}
MARKED = {"kind": "leaster", "winners": [0], "mauer": 1}


def waiting(paper: Paper) -> tuple[object, int]:
    carried = paper.sheet.carried
    return carried.facts().get("mauer_marks", 0), carried.pending_doublers


def test_third_mark_doubles_the_next_hand_and_the_count_begins_anew() -> None:
    paper = Paper(5, options=MARKS)
    seen = []
    for _ in range(3):
        paper.tell(MARKED)
        seen.append(waiting(paper))
    for _ in range(2):
        paper.hand(1, 2)
    assert [*seen, waiting(paper)] == [(1, 0), (2, 0), (0, 1), (0, 0)]
    assert [int(row.points[1]) for row in paper.sheet.rows] == [5, 5, 5, 4, 2]
    scored = paper.sheet.rows[2].scored
    assert scored is not None
    line = scored.reasons[-1]
    assert text("sheepshead", line) == "Enough Mauer marks: a doubler for later"
    assert detail("sheepshead", line) == "3 of 3"


def test_mark_taken_back_or_corrected_doubles_nothing_later() -> None:
    paper = Paper(5, options=MARKS)
    first, second, third = (paper.tell(MARKED) for _ in range(3))
    paper.hand(1, 2)
    seen = [int(paper.sheet.rows[3].points[1])]
    paper.void(second)
    assert waiting(paper) == (2, 0)
    seen.append(int(paper.sheet.rows[3].points[1]))
    paper.restore(second)
    seen.append(int(paper.sheet.rows[3].points[1]))
    paper.correct(first, {"kind": "leaster", "winners": [0]})
    seen.append(int(paper.sheet.rows[3].points[1]))
    assert seen == [4, 2, 4, 2]
    paper.void(third)
    assert waiting(paper) == (1, 0)


def test_marks_are_not_counted_where_they_double_nothing() -> None:
    paper = Paper(5, options={"mauer": 1})
    for _ in range(3):
        paper.tell(MARKED)
    assert waiting(paper) == (0, 0)


@pytest.mark.parametrize(
    ("stack", "doublers", "factors"),
    [("queue", 3, [2, 2, 2]), ("multiply", 3, [8, 1, 1]), ("flat", 1, [2, 1, 1]), ("round", 5, [8, 8, 8])],
)
def test_the_doubler_of_the_marks_is_stacked_like_any_other(
    stack: str, doublers: int, factors: list[int]
) -> None:
    paper = Paper(5, options={"mauer": 1, "mauer_double": 2, "no_picker": "doubler", "doubler_stack": stack})
    for _ in range(2):
        paper.tell({"kind": "all_pass", "mauer": 0})
    assert waiting(paper) == (0, doublers)
    for _ in range(3):
        paper.hand(1, 2)
    assert [int(row.scored.factor) for row in paper.sheet.rows[2:] if row.scored] == factors


FORCED = {"no_picker": "leaster", "no_picker_then": "forced", "no_picker_after": 2}
REDEAL = {"no_picker": "redeal", "no_picker_then": "leaster"}
DOUBLER = {"no_picker": "doubler", "no_picker_then": "leaster"}
LEASTER = {"kind": "leaster", "winners": [0]}
BAD = {"kind": "bad_hand"}


def next_up(paper: Paper) -> str:
    sheet = paper.sheet
    return str(sheet.carried.ruled(sheet.rules.read).no_picker)


def refused(paper: Paper, told: dict[str, Any]) -> str:
    """Return the refusal of a hand that cannot be told next; it is taken out of the book again."""
    paper.tell(told)
    with pytest.raises(HandRefused) as found:
        _ = paper.sheet
    paper.lines.pop()
    return sentence(found.value)


def test_the_dealer_must_pick_after_two_leasters_in_a_row() -> None:
    paper = Paper(5, options=FORCED)
    forced = {"kind": "picked", "picker": 0, "partners": [1], "result": "won", "forced": True}
    assert refused(paper, forced).startswith("Nobody is forced to pick now")
    seen = [next_up(paper)]
    for _ in range(2):
        paper.tell(LEASTER)
        seen.append(next_up(paper))
    assert refused(paper, LEASTER) == "If nobody picks now, something else than a leaster is played."
    # The third hand is dealt by player 3, who sits at 2.
    paper.tell(forced | {"picker": 2})
    assert [*seen, next_up(paper)] == ["leaster", "leaster", "forced", "leaster"]
    # Two leasters bring 4 each; the forced picker wins 2, the partner at 1 one.
    assert paper.totals() == [4 + 4 - 1, -1 - 1 + 1, -1 - 1 + 2, -3, -3]
    # A picked hand begins the count anew.
    paper.tell(LEASTER)
    paper.hand(1, 2)
    paper.tell(LEASTER)
    assert next_up(paper) == "leaster"


def test_a_new_deal_once_then_a_leaster_and_then_a_new_deal_again() -> None:
    paper = Paper(5, options=REDEAL)
    seen = []
    # A bad hand is no hand that nobody picked.
    for told in (BAD, PASSED, BAD, LEASTER, PASSED, LEASTER):
        seen.append((next_up(paper), paper.sheet.seating.dealer))
        paper.tell(told)
    assert seen == [
        ("redeal", 1), ("redeal", 1), ("leaster", 1), ("leaster", 1), ("redeal", 2), ("leaster", 2),
    ]  # fmt: skip
    assert refused(paper, LEASTER) == "If nobody picks now, something else than a leaster is played."
    first = paper.tell(PASSED)
    assert refused(paper, PASSED) == "If nobody picks here, a leaster is played: record that."
    # A correction after which a later hand could not have been names it.
    paper.tell(LEASTER)
    paper.correct(first, {"kind": "picked", "picker": 0, "partners": [1], "result": "won"})
    with pytest.raises(HandRefused, match="later_hand") as found:
        _ = paper.sheet
    assert "something else than a leaster" in sentence(found.value)


def test_a_doubler_once_then_a_leaster_that_counts_double() -> None:
    paper = Paper(5, options=DOUBLER)
    paper.passed()
    assert (paper.sheet.carried.pending_doublers, next_up(paper)) == (1, "leaster")
    paper.tell(LEASTER)
    assert paper.totals() == [8, -2, -2, -2, -2]
    assert (paper.sheet.carried.pending_doublers, next_up(paper)) == (0, "doubler")


def test_a_renege_in_a_leaster_counts_as_one_and_in_a_picked_hand_as_none() -> None:
    paper = Paper(5, options=FORCED)
    paper.tell({"kind": "renege", "in_leaster": True, "offender": 0})
    paper.tell(LEASTER)
    assert next_up(paper) == "forced"
    paper.tell({"kind": "renege", "picker": 0, "partners": [1], "offender": 0})
    assert next_up(paper) == "leaster"


def test_a_hand_taken_back_or_corrected_counts_anew() -> None:
    paper = Paper(5, options=FORCED)
    first = paper.tell(LEASTER)
    second = paper.tell(LEASTER)
    paper.void(second)
    seen = [next_up(paper)]
    paper.restore(second)
    seen.append(next_up(paper))
    paper.correct(first, {"kind": "picked", "picker": 0, "partners": [1], "result": "won"})
    seen.append(next_up(paper))
    paper.correct(first, LEASTER)
    assert [*seen, next_up(paper)] == ["leaster", "forced", "leaster", "forced"]


def test_other_rules_in_the_middle_of_the_night_take_the_count_along_or_drop_it() -> None:
    paper = Paper(5, options=FORCED)
    paper.tell(LEASTER)
    paper.write("rules", rules=paper.rules | {"version": 2, "options": FORCED | {"no_picker_after": 1}})
    assert next_up(paper) == "forced"
    paper.write("rules", rules=paper.rules | {"version": 3, "options": {}})
    assert next_up(paper) == "leaster"
    paper.tell(LEASTER, rules=3)
    paper.write("rules", rules=paper.rules | {"version": 4, "options": FORCED | {"no_picker_after": 1}})
    assert next_up(paper) == "leaster"


def test_where_it_is_the_same_again_nothing_is_counted() -> None:
    for options in ({}, {"no_picker_then": "leaster"}, {"no_picker": "forced", "no_picker_then": "leaster"}):
        paper = Paper(5, options=options)
        if options.get("no_picker") != "forced":
            paper.tell(LEASTER)
        paper.hand(1, 2)
        carried = paper.sheet.carried
        assert (carried.facts(), carried.shown(paper.sheet.rules.read)) == ({}, ())
