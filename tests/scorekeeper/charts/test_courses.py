"""The course of points: whole numbers, labels apart, lines from zero, and the whole of it in words."""

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import accumulate, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.models import PARTS
from ledger.statistics import piece_of
from scorekeeper.charts import (
    POINTS,
    Across,
    CourseChart,
    brought,
    by_date,
    by_night,
    by_piece,
    course,
    line,
    line_of_pieces,
    money_in,
)
from scorekeeper.charts.drawing import MOST_LINES, UP, apart, percent, shortened

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine draws long lists slowly."""

DAY, WEEK = date(2009, 3, 27), timedelta(days=7)


def drawn(*players: tuple[str, Sequence[int | None]], across: Across | None = None) -> CourseChart:
    """The chart of whole points after each night."""
    axis = across or by_night([DAY + WEEK * night for night in range(len(players[0][1]))])
    lines = [
        line(name, [None if value is None else value * PARTS for value in points], axis)
        for name, points in players
    ]
    chart = course(lines, axis, POINTS)
    assert chart
    return chart


def corners(chart: CourseChart, number: int) -> list[tuple[int, int]]:
    found = (corner.split(",") for corner in chart.lines[number].corners.split())
    return [(int(x), int(y)) for x, y in found]


def test_nothing_played_draws_nothing() -> None:
    assert course([], by_night([]), POINTS) is None
    assert course([], by_date([]), POINTS) is None
    axis = by_night([DAY])
    assert course([line("Ann", [None], axis)], axis, POINTS) is None


def test_lines_begin_at_zero_before_the_first_night() -> None:
    chart = drawn(("Ann", (4, 6)), ("Ben", (None, -6)))
    assert corners(chart, 0)[0] == (0, chart.zero_y)
    assert len(corners(chart, 0)) == 3
    assert corners(chart, 1) == [(1000, chart.zero_y), (2000, chart.lines[1].end_y)]


def test_more_points_are_drawn_higher() -> None:
    chart = drawn(("Ann", (4,)), ("Ben", (-4,)))
    assert chart.lines[0].end_y < chart.zero_y < chart.lines[1].end_y


def test_a_night_of_zeros_can_be_drawn() -> None:
    chart = drawn(("Ann", (0,)), ("Ben", (0,)))
    assert [tick.label for tick in chart.ticks_x] == ["27 Mar"]
    assert chart.summary == "After 1 night: everybody stands at 0."


def test_the_summary_tells_who_leads_and_how_far_everybody_went() -> None:
    chart = drawn(("Ben", (-9, -4)), ("Ann", (9, 4)), ("Cleo", (0, 0)))
    assert chart.summary == (
        "After 2 nights: Ann leads with +4. Behind: Cleo 0, Ben −4. "
        "Highest on the way: Ann +9 (27 Mar 2009). Lowest: Ben −9 (27 Mar 2009)."
    )


def test_leaders_with_the_same_points_lead_together() -> None:
    assert "Ann and Cleo lead with +2 each. Behind: Ben −4." in (
        drawn(("Ann", (2,)), ("Ben", (-4,)), ("Cleo", (2,))).summary
    )


def test_a_player_alone_leads() -> None:
    assert drawn(("Ann", (2,))).summary.startswith("After 1 night: Ann leads with +2. Highest")


def test_a_dozen_players_still_have_room_for_their_names() -> None:
    chart = drawn(*((f"P{number}", (number,)) for number in range(MOST_LINES)))
    places = sorted(line.label_y for line in chart.lines)
    gap = 1.2 * UP / float(chart.height.removesuffix("em"))
    assert all(high - low >= gap for low, high in pairwise(places))
    assert places[-1] <= UP
    assert len({(line.colour, line.dash) for line in chart.lines}) == MOST_LINES


def test_a_point_in_parts_lies_between_the_whole_ones_and_its_ticks_are_points() -> None:
    half, third = PARTS // 2, PARTS // 3
    axis = by_night([DAY, DAY + WEEK])
    lines = [line("Ann", (half, PARTS + third), axis), line("Ben", (-half, -PARTS - third), axis)]
    chart = course(lines, axis, POINTS)
    assert chart
    assert [tick.label for tick in chart.ticks_y] == ["−2", "−1", "0", "+1", "+2"]
    ticks = {tick.label: tick.at for tick in chart.ticks_y}
    (_, after_one), (_, after_two) = corners(chart, 0)[1:]
    assert ticks["+1"] < after_one < ticks["0"]
    assert ticks["+2"] < after_two < ticks["+1"]
    assert "Ann leads with +1⅓. Behind: Ben −1⅓." in chart.summary


def test_money_is_told_in_its_currency() -> None:
    axis = by_night([DAY])
    chart = course([line("Ann", (225,), axis), line("Ben", (-225,), axis)], axis, money_in("EUR"))
    assert chart
    labels = [tick.label for tick in chart.ticks_y]
    assert labels == ["−€3", "−€2", "−€1", "€0", "+€1", "+€2", "+€3"]
    assert [one.value for one in chart.lines] == ["+€2.25", "−€2.25"]
    assert chart.table.rows[0].cells == ("+€2.25", "−€2.25")


@pytest.mark.parametrize("last", [1, 7, 90, 1234, 98765])
def test_ticks_are_few_and_round(last: int) -> None:
    chart = drawn(("Ann", (last,)), ("Ben", (-last,)))
    assert 2 <= len(chart.ticks_y) <= 8
    assert any(tick.at == chart.zero_y for tick in chart.ticks_y)


@pytest.mark.parametrize("nights", [1, 2, 5, 6, 45, 400])
def test_a_few_days_stand_below_and_the_last_is_one_of_them(nights: int) -> None:
    chart = drawn(("Ann", range(nights)))
    assert 1 <= len(chart.ticks_x) <= 6
    assert chart.ticks_x[0].percent == "100.00%"
    kinds = ["", "spare", "", "spare", "", "spare"]
    assert [tick.kind for tick in chart.ticks_x] == kinds[: len(chart.ticks_x)]
    assert len({tick.label for tick in chart.ticks_x}) == len(chart.ticks_x)


def test_days_that_nobody_played_take_room_only_on_an_axis_of_days() -> None:
    days = [DAY, DAY + timedelta(days=1), DAY + timedelta(days=9)]
    assert [x for x, _ in corners(drawn(("Ann", (1, 2, 3)), across=by_date(days)), 0)] == [0, 200, 400, 2000]
    assert [x for x, _ in corners(drawn(("Ann", (1, 2, 3)), across=by_night(days)), 0)] == [
        0,
        667,
        1333,
        2000,
    ]


@patient
@given(st.lists(st.integers(-30, 30), min_size=1, max_size=40), st.integers(1, 9))
def test_a_course_in_pieces_looks_like_the_one_of_nights(nights: list[int], a_month: int) -> None:
    months = [nights[start : start + a_month] for start in range(0, len(nights), a_month)]
    whole = by_night([DAY + timedelta(days=number) for number in range(len(nights))])
    ends = list(accumulate(map(len, months)))
    axis = by_piece([(len(month), whole.marks[end - 1].day) for month, end in zip(months, ends, strict=True)])
    sums = list(accumulate(nights))
    of_nights = course([line("Ann", sums, whole)], whole, POINTS)
    of_pieces = course([line_of_pieces("Ann", [*map(piece_of, months)], axis)], axis, POINTS)
    assert of_nights
    assert of_pieces
    assert of_pieces.ticks_y == of_nights.ticks_y
    heights = [[y for _, y in corners(chart, 0)] for chart in (of_nights, of_pieces)]
    assert min(heights[0]) == min(heights[1])
    assert max(heights[0]) == max(heights[1])
    assert of_pieces.lines[0].end_y == of_nights.lines[0].end_y
    rows = {row.head: row.cells for row in of_nights.table.rows}
    assert all(rows[row.head] == row.cells[1:] for row in of_pieces.table.rows)
    files = [[*chart.table.values] for chart in (of_nights, of_pieces)]
    assert [row[1] for row in files[1]] == [Fraction(sum(month), PARTS) for month in months]
    assert {row[::2] for row in files[1]} <= {*files[0]}


def test_who_comes_later_or_stays_away_has_no_piece() -> None:
    axis = by_piece([(4, DAY), (4, DAY + 4 * WEEK), (2, DAY + 6 * WEEK)])
    late = line_of_pieces("Ann", [None, piece_of([PARTS, -PARTS]), None], axis)
    assert late.points == ((4, 0), (6, PARTS), (8, 0), (10, 0))
    chart = course([late, line_of_pieces("Ben", [piece_of([0])] * 3, axis)], axis, POINTS)
    assert chart
    assert [row.cells for row in chart.table.rows] == [("", "0"), ("0", "0"), ("0", "0")]


def test_months_are_told_by_their_first_and_their_last() -> None:
    ends = [date(2014, 1, 9), date(2014, 4, 30), date(2014, 9, 30)]
    begun = [date(2014, 1, 9), date(2014, 4, 1), date(2014, 7, 1)]
    axis = by_piece([(1, ends[0]), (5, ends[1]), (9, ends[2])], begun)
    assert [mark.said for mark in axis.marks] == ["9 Jan 2014", "Apr 2014", "Jul–Sep 2014"]


def test_thousands_of_nights_are_a_few_hundred_corners_and_a_short_table() -> None:
    chart = drawn(("Ann", [number % 97 for number in range(5000)]))
    assert len(corners(chart, 0)) <= 400
    assert len(chart.table.rows) == 50
    assert chart.table.note == "4950 earlier lines are left out."
    assert chart.summary.startswith("After 5000 nights: Ann leads with +52. Highest on the way: Ann +96")


def test_the_table_of_one_has_the_latest_nights_of_those_that_were_played_and_the_file_all() -> None:
    axis = by_piece([(1, DAY + WEEK * number) for number in range(120)])
    here = [piece_of([PARTS * number]) if number % 2 else None for number in range(120)]
    chart = course([line_of_pieces("Ann", here, axis)], axis, POINTS)
    assert chart
    assert len(chart.table.rows) == 50
    assert chart.table.note == "10 earlier lines are left out."
    assert chart.table.rows[-1].cells == ("+119", "+3600")
    file = [*chart.table.values]
    assert len(file) == 60
    assert file[:2] == [(DAY + WEEK, 1, 1), (DAY + WEEK * 3, 3, 4)]
    assert sum(won for _, won, _ in file if isinstance(won, Fraction)) == file[-1][2] == 3600


def test_what_each_night_brought_everybody_is_told_of_the_latest_and_in_the_file_of_all() -> None:
    axis = by_piece([(1, DAY + WEEK * number) for number in range(30)])
    lines = [
        line_of_pieces("Ann", [piece_of([number * PARTS]) for number in range(30)], axis),
        line_of_pieces("Ben", [None] * 15 + [piece_of([-PARTS])] * 15, axis),
        line_of_pieces("Cleo", [None] * 30, axis),
    ]
    table = brought(lines, axis, POINTS)
    assert table.heads == ("Night of", "Ann", "Ben")
    assert table.note == "10 earlier lines are left out."
    assert [row.cells for row in table.rows] == [
        (f"+{number}", "−1" if number >= 15 else "") for number in range(10, 30)
    ]
    assert [*table.values][14:16] == [(DAY + WEEK * 14, 14, None), (DAY + WEEK * 15, 15, -1)]


def test_a_month_is_called_a_month_wherever_it_is_told() -> None:
    axis = by_piece([(4, date(2009, 3, 31)), (1, date(2009, 4, 3))], [date(2009, 3, 1), date(2009, 4, 3)])
    lines = [
        line_of_pieces("Ann", [piece_of([PARTS] * 4), piece_of([-PARTS])], axis),
        line_of_pieces("Ben", [piece_of([-PARTS] * 4), piece_of([PARTS])], axis),
    ]
    chart = course(lines, axis, POINTS)
    assert chart
    assert [row.head for row in chart.table.rows] == ["Mar 2009", "3 Apr 2009"]
    assert "Highest on the way: Ann +4 (Mar 2009)." in chart.summary
    assert brought(lines, axis, POINTS).heads[0] == "Nights of"


@patient
@given(st.lists(st.integers(0, 500), min_size=1, max_size=20))
def test_labels_keep_their_order_and_their_distance(wanted: list[int]) -> None:
    places = apart(wanted, gap=30, low=0, high=500)
    by_wish = [place for _, place in sorted(zip(wanted, places, strict=True))]
    assert all(low + 30 <= high for low, high in pairwise(by_wish))
    assert min(places) >= 0


def test_a_long_name_is_shortened_between_letters() -> None:
    assert shortened("Maximilian") == "Maximilian"
    assert shortened("Maximiliane") == "Maximilia…"
    assert shortened("👨‍👩‍👧‍👦 Family of four", 3) == "👨‍👩‍👧‍👦…"


@pytest.mark.parametrize(
    ("at", "whole", "told"), [(0, 7, "0.00%"), (1, 3, "33.33%"), (2, 3, "66.67%"), (3, 3, "100.00%")]
)
def test_a_place_is_told_in_hundredths_of_a_per_cent(at: int, whole: int, told: str) -> None:
    assert percent(at, whole) == told
