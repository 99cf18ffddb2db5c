"""Intervals of shares and means, the verdict on them, and how many more would tell."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.statistics import (
    FLOOR,
    Verdict,
    judged,
    judged_average,
    judged_mean,
    mean_interval,
    share_interval,
)


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


HALF = Fraction(1, 2)


@pytest.mark.parametrize("compared", [1, 10, 200])
@pytest.mark.parametrize("k", range(0, 101, 7))
def test_clear_is_what_the_corrected_interval_leaves_out(k: int, compared: int) -> None:
    for usual in (Fraction(1, 5), HALF, Fraction(4, 5)):
        found = judged(k, 100, usual, compared=compared)
        is_inside = float(usual) in share_interval(k, 100, compared=compared)
        assert found.verdict is (Verdict.COULD_BE_LUCK if is_inside else Verdict.CLEAR)
        assert found.interval == share_interval(k, 100)


def test_below_the_floor_nothing_is_said() -> None:
    few, enough = judged(FLOOR - 1, FLOOR - 1, HALF), judged(FLOOR, FLOOR, HALF)
    assert (few.verdict, few.more, enough.verdict) == (Verdict.TOO_FEW, 1, Verdict.CLEAR)


def test_how_many_more_is_known_to_the_hand() -> None:
    # By hand: 1.96² · 1/4 / (1/20)² = 384.1, so 385 of them; where ten are compared 2.807² · 100 = 787.9.
    assert [judged(55, 100, HALF, compared=compared).more for compared in (1, 10)] == [285, 688]


@pytest.mark.parametrize("compared", [1, 50])
@pytest.mark.parametrize(("k", "n"), [(28, 45), (3, 5), (21, 100), (1, 40)])
def test_so_many_more_of_the_same_would_be_clear_and_fewer_would_not(k: int, n: int, compared: int) -> None:
    usual = Fraction(1, 4)
    more = judged(k, n, usual, compared=compared).more
    assert more is not None
    if more == 0:
        assert judged(k, n, usual, compared=compared).verdict is Verdict.CLEAR
        return
    # The same share of many times as many, so that both sides are whole hands.
    times = -(-(n + more) // n)
    assert judged(k * times, n * times, usual, compared=compared).verdict is Verdict.CLEAR
    fewer = (n + more) // n - (0 if (n + more) % n else 1)
    if fewer * n >= FLOOR and fewer * n < n + more and n + more > FLOOR:
        assert judged(k * fewer, n * fewer, usual, compared=compared).verdict is Verdict.COULD_BE_LUCK


def test_what_is_just_usual_would_never_tell() -> None:
    found = judged(10, 20, HALF)
    assert (found.verdict, found.more, found.surprise) == (Verdict.COULD_BE_LUCK, None, 0.0)
    assert judged(0, 0, HALF).more is None
    assert judged(0, 30, Fraction(0)).verdict is Verdict.COULD_BE_LUCK


def test_the_further_away_and_the_more_there_were_the_more_surprising() -> None:
    told = [judged(k, n, HALF).surprise for k, n in ((55, 100), (60, 100), (600, 1000), (1000, 1000))]
    assert told == sorted(told)
    assert told[1] == pytest.approx(2.0)
    assert judged_average(Fraction(1), Fraction(0), 30).surprise == inf


def brought(wins: int, losses: int) -> tuple[int, Fraction, Fraction]:
    """Return how many hands brought 3 points or cost 2, their sum, and the sum of their squares."""
    return wins + losses, Fraction(3 * wins - 2 * losses), Fraction(9 * wins + 4 * losses)


@pytest.mark.parametrize("compared", [1, 10])
@pytest.mark.parametrize(("wins", "losses"), [(20, 20), (30, 20), (40, 20), (5, 40)])
def test_a_mean_is_clear_where_the_corrected_interval_leaves_out_nothing(
    wins: int, losses: int, compared: int
) -> None:
    told = brought(wins, losses)
    found = judged_mean(*told, compared=compared)
    is_inside = 0 in mean_interval(*told, compared=compared)
    assert found.verdict is (Verdict.COULD_BE_LUCK if is_inside else Verdict.CLEAR)
    assert found.interval == mean_interval(*told)


def test_so_many_more_hands_of_the_same_would_make_a_mean_clear_and_fewer_would_not() -> None:
    more = judged_mean(*brought(15, 15)).more
    assert more
    times = -(-(30 + more) // 30)
    assert judged_mean(*brought(15 * times, 15 * times)).verdict is Verdict.CLEAR
    assert judged_mean(*brought(15 * (times - 1), 15 * (times - 1))).verdict is Verdict.COULD_BE_LUCK


def test_mean_of_few_hands_tells_nothing_and_one_of_nothing_never_will() -> None:
    found = [judged_mean(*brought(wins, 0)).verdict for wins in (FLOOR - 1, FLOOR)]
    assert found == [Verdict.TOO_FEW, Verdict.CLEAR]
    assert judged_mean(*brought(20, 30)).more is None
    assert judged_mean(0, Fraction(0), Fraction(0)).more is None


def test_average_is_clear_where_luck_seldom_brings_it_so_far_above() -> None:
    found = judged_average(Fraction(1, 2), Fraction(4), 100)
    assert [found.interval.low, found.interval.high] == pytest.approx([0.108, 0.892], abs=1e-3)
    assert (found.verdict, found.more) == (Verdict.CLEAR, 0)
    assert found.surprise == pytest.approx(2.5)
    among = [judged_average(Fraction(1, 2), Fraction(4), n, compared=20) for n in (100, 146, 147)]
    assert (among[0].interval, among[0].more) == (found.interval, 47)
    luck = Verdict.COULD_BE_LUCK
    assert [one.verdict for one in among] == [luck, luck, Verdict.CLEAR]


def test_average_below_is_judged_as_one_above() -> None:
    above, below = (judged_average(Fraction(sign, 3), Fraction(4), 300) for sign in (1, -1))
    assert (above.verdict, above.more, above.surprise) == (below.verdict, below.more, below.surprise)
    mirrored = [-above.interval.high, -above.interval.low]
    assert [below.interval.low, below.interval.high] == pytest.approx(mirrored)


@pytest.mark.parametrize(("variance", "n", "compared"), [(4, 0, 1), (-1, 9, 1), (4, 9, 0)])
def test_what_is_no_average_is_refused(variance: int, n: int, compared: int) -> None:
    with pytest.raises(ValueError, match="average"):
        judged_average(Fraction(1), Fraction(variance), n, compared=compared)
