"""Any other game: points as they were typed, brought to zero, whoever sits out."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import GAMES, TYPED, HandRefused, score
from ledger.scoring.any_game import AnyGameRules, chart, tellings
from ledger.scoring.receipt import exactly
from ledger.scoring.scored import Scored
from ledger.words.messages import message
from tests.steady import steady

COUNTINGS = st.sampled_from(["balanced", "average", "each"])
POINTS = st.lists(st.integers(-100_000, 100_000), min_size=2, max_size=10)


def typed(*points: int | None, out: tuple[int, ...] = (), **rules: object) -> Scored:
    told = {"kind": "points", "points": list(points), "dealer": 0, "sitting_out": list(out)}
    return score(TYPED, len(points), rules, told)


def worth(*points: int | None, out: tuple[int, ...] = (), **rules: object) -> list[Fraction]:
    return list(typed(*points, out=out, **rules).points)


def test_points_that_add_up_to_zero_are_as_they_were_typed() -> None:
    scored = typed(5, 1, -6)
    assert list(scored.points) == [5, 1, -6]
    assert scored.won == (True, False, False)
    assert scored.next_dealer == 1
    assert worth(5, 1, -6, low_wins=True) == [-5, -1, 6]


def test_points_that_do_not_add_up_are_refused_with_what_is_too_much() -> None:
    with pytest.raises(HandRefused) as refused:
        typed(5, 1, -5)
    assert (refused.value.code, refused.value.params["left"]) == ("not_balanced", 1)


def test_everybody_is_measured_against_the_average_or_against_everybody() -> None:
    assert worth(10, 4, 4, counting="average") == [4, -2, -2]
    assert worth(10, 4, 4, counting="average", low_wins=True) == [-4, 2, 2]
    assert worth(10, 4, 4, counting="each") == [12, -6, -6]
    assert worth(1, 0, 0, counting="average") == [Fraction(2, 3), Fraction(-1, 3), Fraction(-1, 3)]


def test_who_sits_out_has_no_points_and_no_part() -> None:
    scored = typed(7, None, 1, out=(1,), counting="each")
    assert list(scored.points) == [6, 0, -6]
    assert scored.roles == ("player", "out", "player")
    assert scored.won == (True, None, False)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"kind": "points"}, "wrong_length"),
        ({"kind": "points", "points": [1, -1]}, "wrong_length"),
        ({"kind": "points", "points": [1, -1, None]}, "bad_type"),
        ({"kind": "points", "points": [100_001, -100_001, 0]}, "out_of_range"),
        ({"kind": "points", "points": [1, 0, -1], "sitting_out": [0]}, "counts_of_a_sitter"),
        ({"kind": "points", "points": [1, 0, -1], "sitting_out": [0, 1]}, "sitters"),
        ({"kind": "points", "points": [1, 0, -1], "doublers": 2}, "not_kept_here"),
        ({"kind": "points", "points": [1, 0, -1], "picker": 2}, "unknown_fact"),
        ({"kind": "pass", "points": [1, 0, -1]}, "fact_not_here"),
        ({"kind": "picked"}, "unknown_kind"),
    ],
)
def test_what_is_no_hand_is_refused_with_its_code(told: dict[str, object], code: str) -> None:
    with pytest.raises(HandRefused) as refused:
        score(TYPED, 3, {}, told)
    assert refused.value.code == code


@steady(200)
@given(POINTS, COUNTINGS, st.booleans())
def test_whatever_is_typed_adds_up_to_zero_in_whole_parts(points: list[int], how: str, low: bool) -> None:
    if how == "balanced":
        points = [*points[:-1], -sum(points[:-1])]
        if abs(points[-1]) > 100_000:
            return
    scored = typed(*points, counting=how, low_wins=low)
    assert sum(scored.points) == 0
    assert [sum(line.points[place] for line in scored.reasons) for place in range(len(points))] == list(
        scored.points
    )
    assert all(2520 % worth.denominator == 0 for worth in scored.points)
    best = min(points) if low else max(points)
    assert all(scored.points[place] == max(scored.points) for place, one in enumerate(points) if one == best)


@pytest.mark.parametrize(
    ("told", "code", "fact", "params"),
    [
        ({"points": [5, 1, -5]}, "not_balanced", "points", {"left": 1}),
        ({"points": [1, -1]}, "wrong_length", "points", {"named": "points", "players": 3}),
        ({"points": [1, 0, -1], "sitting_out": [0]}, "counts_of_a_sitter", "points", {"named": "points"}),
        ({"points": [0, 0, 0], "sitting_out": [0, 1]}, "sitters", "sitting_out", {"plays": 2, "count": 1}),
        ({"points": [1, 0, -1], "doublers": 2}, "not_kept_here", "doublers", {}),
        ({"points": [1, 0, -1], "pot": 2}, "not_kept_here", "pot", {}),
    ],
)
def test_what_is_refused_says_next_to_which_fact_and_why(
    told: dict[str, object], code: str, fact: str, params: dict[str, object]
) -> None:
    with pytest.raises(HandRefused) as refused:
        score(TYPED, 3, {}, {"kind": "points", **told})
    assert (refused.value.code, refused.value.fact, refused.value.params) == (code, fact, params)


@pytest.mark.parametrize(
    ("told", "fact"),
    [
        ({"points": 7}, "points"),
        ({"points": [1, "x", -1]}, "points"),
        ({"points": [1, -1, 0], "sitting_out": [7]}, "sitting_out"),
        ({"points": [1, -1, 0], "dealer": 7}, "dealer"),
    ],
)
def test_what_cannot_be_read_is_said_next_to_its_fact(told: dict[str, object], fact: str) -> None:
    with pytest.raises(HandRefused) as refused:
        score(TYPED, 3, {}, {"kind": "points", **told})
    assert refused.value.fact == fact


def test_empty_facts_of_the_table_are_no_facts() -> None:
    told = {"kind": "points", "points": [1, 0, -1], "doublers": 0, "pot": {}}
    assert list(score(TYPED, 3, {}, told).points) == [1, 0, -1]


def test_the_receipt_has_one_line_that_says_how_it_was_counted() -> None:
    scored = typed(10, 4, 4, counting="average")
    (line,) = scored.reasons
    assert (line.code, line.case, line.rule, line.source) == ("points", "average", "counting", "convention")
    assert line.points == scored.points
    assert scored.label == message("label", case="points")


def test_best_number_wins_ties_alike_and_equal_numbers_win_nothing() -> None:
    assert typed(5, 1, -6).won == (True, False, False)
    assert typed(9, 9, 6, counting="average").won == (True, True, False)
    assert typed(9, 2, 4, 2, counting="typed", low_wins=True).won == (False, True, False, True)
    assert typed(4, 4, 4, counting="average").won == (None, None, None)
    assert typed(0, 0, None, out=(2,)).won == (None, None, None)


def test_a_hand_without_a_winner_is_passed_and_the_next_one_deals() -> None:
    scored = score(TYPED, 3, {}, {"kind": "pass", "dealer": 2, "sitting_out": [1]})
    assert list(scored.points) == [0, 0, 0]
    (line,) = scored.reasons
    assert (line.code, line.rule) == ("no_play", None)
    assert list(line.points) == [0, 0, 0]
    assert scored.label == message("label", case="passed")
    assert (scored.roles, scored.won, scored.next_dealer) == (("", "", ""), (None, None, None), 0)
    assert score(TYPED, 3, {}, {"kind": "pass"}).next_dealer is None


def test_a_table_of_one_and_a_table_of_eleven_are_none() -> None:
    for players in (1, 11):
        with pytest.raises(HandRefused) as refused:
            chart(AnyGameRules(), players)
        assert refused.value.code == "players"
    assert chart(AnyGameRules(), 2).rows == chart(AnyGameRules(), 10).rows == ()


def test_the_example_is_a_hand_that_the_last_seat_asks_about() -> None:
    for how, points in (("balanced", [-9, 3, 6]), ("average", [0, 3, 6])):
        assert list(tellings(AnyGameRules(counting=how), 3)) == [
            (message("title", case="points"), 2, {"kind": "points", "points": points})
        ]


def test_nobody_plays_with_a_picker_here() -> None:
    assert GAMES[TYPED].most_partners(5) == 0


def test_a_word_of_the_game_goes_before_the_word_of_all_and_what_has_none_says_nothing() -> None:
    assert GAMES[TYPED].word("player") == "player"
    assert GAMES[TYPED].word("out") == "sat out"
    assert GAMES["mehrkopf"].word("picker") != "picker"
    assert GAMES[TYPED].word("nothing of the kind") == ""


def test_a_game_that_says_nothing_of_pots_keeps_none() -> None:
    assert GAMES[TYPED].keeps_pot(AnyGameRules()) is False


def test_hand_of_an_older_edition_is_won_by_everybody_who_got_points() -> None:
    told = {"kind": "points", "points": [5, 1, -6], "edition": 2}
    assert score(TYPED, 3, {}, told).won == (True, True, False)


def test_points_as_typed_stand_as_they_are_and_compare_with_the_average() -> None:
    scored = typed(25, 0, 110, counting="typed")
    assert list(scored.points) == [25, 0, 110]
    assert scored.won == (False, False, True)
    assert list(scored.compared or ()) == [-20, -45, 65]
    assert typed(25, 0, 110, counting="typed", low_wins=True).compared == exactly([20, 45, -65])
    assert typed(5, None, 1, out=(1,), counting="typed").compared == exactly([2, 0, -2])


@pytest.mark.parametrize(
    ("way", "low_wins", "money"),
    [
        ("average", False, [-20, -45, 65]),
        ("each", False, [-60, -135, 195]),
        ("winner", False, [-85, -110, 195]),
        ("winner", True, [-25, 135, -110]),
    ],
)
def test_money_of_points_as_typed_follows_the_choice_of_the_group(
    way: str, low_wins: bool, money: list[int]
) -> None:
    assert list(typed(25, 0, 110, counting="typed", money=way, low_wins=low_wins).money or ()) == money


@steady(200)
@given(POINTS, st.sampled_from(["average", "each", "winner"]), st.booleans())
def test_money_of_points_as_typed_adds_up_to_zero(points: list[int], way: str, low: bool) -> None:
    scored = typed(*points, counting="typed", money=way, low_wins=low)
    assert list(scored.points) == points
    assert sum(scored.money or ()) == sum(scored.compared or ()) == 0
    best = min(points) if low else max(points)
    assert all(won is None or won == (points[place] == best) for place, won in enumerate(scored.won))


def test_hand_that_misses_its_total_is_refused_unless_one_shot_the_moon() -> None:
    hearts: dict[str, Any] = {"counting": "typed", "low_wins": True, "hand_total": 26}
    assert worth(13, 13, 0, 0, **hearts) == [13, 13, 0, 0]
    assert worth(26, 26, 0, 26, **hearts) == [26, 26, 0, 26]
    with pytest.raises(HandRefused) as refused:
        typed(13, 12, 0, 0, **hearts)
    assert (refused.value.code, refused.value.params) == ("not_the_total", {"total": 26, "sum": 25})


def test_teams_share_a_number_and_other_numbers_are_refused() -> None:
    spades: dict[str, Any] = {"counting": "typed", "teams": 2}
    assert worth(82, -40, 82, -40, **spades) == [82, -40, 82, -40]
    assert worth(5, 1, 5, 1, hand_total=6, **spades) == [5, 1, 5, 1]
    for points, code in (((82, -40, 81, -40), "team_differs"), ((1, 2, 1), "no_teams")):
        with pytest.raises(HandRefused) as refused:
            typed(*points, **spades)
        assert refused.value.code == code


def test_bids_are_read_where_they_are_written_down_and_refused_elsewhere() -> None:
    told = {"kind": "points", "points": [20, -10, 40], "bids": [0, 1, 2]}
    assert list(score(TYPED, 3, {"counting": "typed", "has_bids": True}, told).points) == [20, -10, 40]
    refusing: tuple[dict[str, Any], ...] = ({"counting": "typed"}, {"counting": "average", "has_bids": True})
    for rules in refusing:
        with pytest.raises(HandRefused) as refused:
            score(TYPED, 3, rules, told)
        assert (refused.value.code, refused.value.fact) == ("fact_not_here", "bids")


def test_sheet_of_points_as_typed_has_the_money_of_its_totals() -> None:
    told = {"kind": "sheet", "previous": [10, 0, 2], "result": {"kind": "points", "points": [5, 0, 1]}}
    scored = score(TYPED, 3, {"counting": "typed", "stake": 2}, told)
    assert scored.totals == exactly([15, 0, 3])
    assert scored.money == exactly([18, -12, -6])
