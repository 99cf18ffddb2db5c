"""Shares and averages: one axis, intervals on it, and grey where luck could be all."""

from fractions import Fraction

import pytest

from ledger.statistics import Interval
from scorekeeper.charts import NamedAverage, NamedShare, average_bars, reach_of, share_bars

EVERYBODY = NamedShare(name="everybody here", k=57, n=100)


def average(mean: int, n: int = 40, reach: int = 2) -> NamedAverage:
    between = Interval(low=float(mean - reach), high=float(mean + reach))
    return NamedAverage(name="Ann", mean=Fraction(mean), n=n, counted=f"{n} nights", interval=between)


def test_a_share_is_said_as_k_of_n_with_what_luck_leaves_open() -> None:
    chart = share_bars([NamedShare(name="Ann", k=28, n=45)], usual=EVERYBODY)
    (bar,) = chart.bars
    assert (bar.number, bar.counted, bar.between) == ("62%", "28 of 45", "48–75%")
    assert (bar.start, bar.at, bar.wide) == ("47.63%", "62.22%", "27.26%")
    assert bar.is_enough
    assert chart.reference
    assert (chart.reference.label, chart.reference.percent) == ("everybody here: 57%", "57.00%")
    assert chart.summary == ("Ann: 62%, 28 of 45; in the long run between 48 and 75%. everybody here: 57%.")
    assert chart.table.rows[0].cells == ("62%", "28 of 45", "48–75%")


def test_a_few_of_anything_are_grey_and_of_nothing_nothing_is_drawn() -> None:
    chart = share_bars([NamedShare(name=str(n), k=n, n=n) for n in (0, 19, 20)])
    assert [(bar.is_known, bar.is_enough) for bar in chart.bars] == [
        (False, False),
        (True, False),
        (True, True),
    ]
    assert chart.has_few
    assert chart.bars[0].said == "Nothing counted yet."
    assert chart.reference is None
    assert not share_bars([NamedShare(name="Ann", k=1, n=20)]).has_few


def test_who_looks_for_the_most_striking_of_many_gets_wider_intervals() -> None:
    one = NamedShare(name="Ann", k=28, n=45)
    alone, among = (share_bars([one], compared=compared).bars[0] for compared in (1, 20))
    assert float(among.wide.strip("%")) > float(alone.wide.strip("%"))


def test_shares_of_a_page_have_one_axis() -> None:
    ticks = share_bars([NamedShare(name="Ann", k=1, n=45)]).ticks
    assert [tick.label for tick in ticks] == ["0%", "25%", "50%", "75%", "100%"]
    assert [tick.percent for tick in ticks] == ["0.00%", "25.00%", "50.00%", "75.00%", "100.00%"]


def test_averages_have_their_sign_and_an_axis_around_zero() -> None:
    chart = average_bars([average(3), average(-3)], reach=10, usual=average(0))
    won, lost = chart.bars
    assert (won.number, won.counted, won.between, won.side) == ("+3.0", "40 nights", "+1.0 to +5.0", "plus")
    assert (won.start, won.at, won.wide) == ("55.00%", "65.00%", "20.00%")
    assert (lost.number, lost.at, lost.side) == ("−3.0", "35.00%", "minus")
    assert chart.reference
    assert (chart.reference.percent, chart.reference.anchor) == ("50.00%", "middle")
    assert [(tick.label, tick.kind) for tick in chart.ticks] == [
        ("−10", ""),
        ("−5", "spare"),
        ("0", "zero"),
        ("+5", "spare"),
        ("+10", ""),
    ]


def test_what_lies_beyond_the_axis_ends_at_its_edge() -> None:
    (bar,) = average_bars([average(9, reach=4)], reach=10).bars
    assert (bar.start, bar.wide) == ("75.00%", "25.00%")


@pytest.mark.parametrize(("mean", "reach"), [(0, 1), (3, 6), (-31, 40), (97, 100)])
def test_an_axis_reaches_round_points_beyond_all_intervals(mean: int, reach: int) -> None:
    own = 0 if not mean else 2
    assert reach_of([average(mean, reach=own), average(0, n=0, reach=900)]) == reach


def test_the_words_of_what_is_usual_stay_on_the_page() -> None:
    for k, anchor in ((1, "start"), (50, "middle"), (99, "end")):
        usual = NamedShare(name="everybody here", k=k, n=100)
        chart = share_bars([EVERYBODY], usual=usual)
        assert chart.reference
        assert chart.reference.anchor == anchor
