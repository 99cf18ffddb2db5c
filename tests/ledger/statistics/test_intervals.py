"""Shares with their intervals: known values, and how often the truth lies inside."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.statistics import mean_interval, share_interval


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    # Computed by hand from the formula; (9, 10) and (0, 10) stand in Brown, Cai and DasGupta (2001) as well.
    [
        (0, 10, 0.0, 0.2775), (9, 10, 0.5958, 0.9821), (28, 45, 0.4763, 0.7489), (50, 100, 0.4038, 0.5962),
        (0, 0, 0.0, 1.0),
    ],
)  # fmt: skip
def test_share_lies_where_wilson_says(k: int, n: int, low: float, high: float) -> None:
    interval = share_interval(k, n)
    assert [interval.low, interval.high] == pytest.approx([low, high], abs=5e-4)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(1, 100))
def test_a_share_lies_in_its_interval_between_nothing_and_all(k: int, more: int, compared: int) -> None:
    interval = share_interval(k, k + more, compared=compared)

    assert 0 <= interval.low <= interval.high <= 1
    if k + more:
        assert k / (k + more) in interval


@given(st.integers(0, 50), st.integers(1, 50))
def test_the_other_side_of_a_share_has_the_other_side_of_its_interval(k: int, more: int) -> None:
    one, other = share_interval(k, k + more), share_interval(more, k + more)
    assert [one.low, one.high] == pytest.approx([1 - other.high, 1 - other.low])


def test_who_looks_at_many_is_told_less() -> None:
    alone, among = share_interval(30, 40), share_interval(30, 40, compared=10)
    assert among.low < alone.low < alone.high < among.high


@pytest.mark.parametrize(("k", "n", "compared"), [(-1, 5, 1), (6, 5, 1), (1, 5, 0)])
def test_what_is_no_share_is_refused(k: int, n: int, compared: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        share_interval(k, n, compared=compared)


@pytest.mark.parametrize(
    ("told", "compared", "low", "high"),
    # By hand, of two hands more: the mean, and 1.96 (2.81 where ten are compared) times the root of the
    # variance by how many.
    [
        ([1, 2, 3, 4], 1, -0.2381, 3.5714),
        ([1, 2, 3, 4], 10, -1.0612, 4.3946),
        ([-2] * 50 + [2] * 50, 1, -0.3901, 0.3901),
        ([5] * 9, 1, 2.3091, 5.8727),
        ([4], 1, -3.8929, 6.5595),
        ([0] * 30, 1, 0.0, 0.0),
    ],
)
def test_a_mean_lies_where_its_spread_says(told: list[int], compared: int, low: float, high: float) -> None:
    squares = Fraction(sum(one * one for one in told))
    interval = mean_interval(len(told), Fraction(sum(told)), squares, compared=compared)
    assert [interval.low, interval.high] == pytest.approx([low, high], abs=5e-4)


def test_of_no_hand_a_mean_may_be_anything_and_something_has_to_be_compared() -> None:
    found = mean_interval(0, Fraction(0), Fraction(0))
    assert (found.low, found.high) == (-inf, inf)
    with pytest.raises(ValueError, match="compared with 0"):
        mean_interval(9, Fraction(3), Fraction(9), compared=0)


@given(st.lists(st.integers(-12, 12), min_size=1, max_size=30))
def test_a_mean_lies_in_its_interval(told: list[int]) -> None:
    squares = Fraction(sum(one * one for one in told))
    interval = mean_interval(len(told), Fraction(sum(told)), squares)
    assert interval.low - 1e-9 <= sum(told) / len(told) <= interval.high + 1e-9
