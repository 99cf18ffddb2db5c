"""Any other game: points as they were typed, brought to zero, whoever sits out."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import TYPED, HandRefused, score
from ledger.scoring.scored import Scored
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
    assert scored.won == (True, True, False)
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
