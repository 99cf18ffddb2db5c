"""Any other game: points as they were typed, brought to zero, whoever sits out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import GAMES, TYPED, HandRefused, score
from ledger.scoring.any_game import AnyGameRules, chart, tellings
from ledger.scoring.scored import Scored
from ledger.words.messages import message
from tests.steady import steady

POINTS = st.lists(st.integers(-100_000, 100_000), min_size=2, max_size=10)


def typed(points: list[int], **rules: object) -> Scored:
    return score(TYPED, len(points), rules, {"kind": "points", "points": points, "dealer": 0})


@steady(200)
@given(POINTS, st.sampled_from(["balanced", "average", "each"]), st.booleans())
def test_typed_points_add_up_to_zero_in_whole_parts(points: list[int], how: str, low: bool) -> None:
    if how == "balanced":
        points = [*points[:-1], -sum(points[:-1])]
        if abs(points[-1]) > 100_000:
            return
    scored = typed(points, counting=how, low_wins=low)
    assert sum(scored.points) == 0
    columns = zip(*(line.points for line in scored.reasons), strict=True)
    assert [sum(column) for column in columns] == list(scored.points)
    assert all(2520 % worth.denominator == 0 for worth in scored.points)
    best = min(points) if low else max(points)
    assert all(scored.points[place] == max(scored.points) for place, one in enumerate(points) if one == best)


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


def test_game_has_words_of_its_own_no_picker_and_no_pot() -> None:
    game = GAMES[TYPED]
    assert [game.word(code) for code in ("player", "out", "nothing of the kind")] == ["player", "sat out", ""]
    assert GAMES["mehrkopf"].word("picker") != "picker"
    assert game.most_partners(5) == 0
    assert game.keeps_pot(AnyGameRules()) is False


@steady(200)
@given(POINTS, st.sampled_from(["average", "each", "winner"]), st.booleans())
def test_money_of_points_as_typed_adds_up_to_zero(points: list[int], way: str, low: bool) -> None:
    scored = typed(points, counting="typed", money=way, low_wins=low)
    assert list(scored.points) == points
    assert sum(scored.money or ()) == sum(scored.compared or ()) == 0
    best = min(points) if low else max(points)
    assert all(won is None or won == (points[place] == best) for place, won in enumerate(scored.won))
