"""What a share tells against what is usual, and how many more would tell."""

from fractions import Fraction

import pytest

from ledger.statistics import FLOOR, Verdict, judged, share_interval

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
    assert judged(FLOOR - 1, FLOOR - 1, HALF).verdict is Verdict.TOO_FEW
    assert judged(FLOOR, FLOOR, HALF).verdict is Verdict.CLEAR
    assert judged(FLOOR - 1, FLOOR - 1, HALF).more == 1


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
