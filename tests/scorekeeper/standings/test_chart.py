"""The shapes of a chart: whole numbers, labels apart, lines from zero."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.models import PARTS
from ledger.standings import Course
from scorekeeper.pages.standings.chart import LABEL_GAP, apart, cumulative, shortened

DAY, WEEK = date(2009, 3, 27), timedelta(days=7)


def course(name: str, *points: int | None) -> Course:
    parts = tuple(None if value is None else value * PARTS for value in points)
    return Course(player=len(name), name=name, parts=parts)


def test_nothing_played_draws_nothing() -> None:
    assert cumulative((), ()) is None


def test_lines_begin_at_zero_before_the_first_night() -> None:
    chart = cumulative((DAY, DAY + WEEK), (course("Ann", 4, 6), course("Ben", None, -6)))
    assert chart
    ann, ben = (line.corners.split() for line in chart.lines)
    assert ann[0].split(",") == [str(chart.left), str(chart.zero_y)]
    assert len(ann) == 3
    assert len(ben) == 2
    assert ben[0].split(",")[1] == str(chart.zero_y)


def test_more_points_are_drawn_higher() -> None:
    chart = cumulative((DAY,), (course("Ann", 4), course("Ben", -4)))
    assert chart
    assert chart.lines[0].end_y < chart.zero_y < chart.lines[1].end_y


def test_a_night_of_zeros_can_be_drawn() -> None:
    chart = cumulative((DAY,), (course("Ann", 0), course("Ben", 0)))
    assert chart
    assert [tick.label for tick in chart.ticks_x] == ["27 Mar"]


def test_the_summary_tells_the_order_of_the_day() -> None:
    chart = cumulative((DAY,), (course("Ben", -4), course("Ann", 4)))
    assert chart
    assert chart.summary == "Running points over 1 night. Now: Ann +4, Ben −4."


def test_thirty_players_still_have_room_for_their_names() -> None:
    chart = cumulative((DAY,), tuple(course(f"P{number}", number) for number in range(30)))
    assert chart
    places = sorted(line.label_y for line in chart.lines)
    assert all(low + LABEL_GAP <= high for low, high in pairwise(places))
    assert places[-1] <= chart.height
    assert len({(line.colour, line.dash) for line in chart.lines}) == 30


def test_a_point_in_parts_lies_between_the_whole_ones_and_its_ticks_are_points() -> None:
    half, third = PARTS // 2, PARTS // 3
    won = Course(player=1, name="Ann", parts=(half, PARTS + third))
    lost = Course(player=2, name="Ben", parts=(-half, -PARTS - third))
    chart = cumulative((DAY, DAY + WEEK), (won, lost))
    assert chart
    assert [tick.label for tick in chart.ticks_y] == ["−2", "−1", "0", "+1", "+2"]
    ticks = {tick.label: tick.at for tick in chart.ticks_y}
    after_one, after_two = (int(corner.split(",")[1]) for corner in chart.lines[0].corners.split()[1:])
    assert ticks["+1"] < after_one < ticks["0"]
    assert ticks["+2"] < after_two < ticks["+1"]
    assert chart.summary.endswith("Now: Ann +1⅓, Ben −1⅓.")


@pytest.mark.parametrize("last", [1, 7, 90, 1234, 98765])
def test_ticks_are_few_and_round(last: int) -> None:
    chart = cumulative((DAY,), (course("Ann", last), course("Ben", -last)))
    assert chart
    assert 2 <= len(chart.ticks_y) <= 8
    assert any(tick.at == chart.zero_y for tick in chart.ticks_y)


@given(st.lists(st.integers(0, 500), min_size=1, max_size=20))
def test_labels_keep_their_order_and_their_distance(wanted: list[int]) -> None:
    places = apart(wanted, gap=30, low=0, high=500)
    by_wish = [place for _, place in sorted(zip(wanted, places, strict=True))]
    assert all(low + 30 <= high for low, high in pairwise(by_wish))
    assert min(places) >= 0


def test_a_long_name_is_shortened() -> None:
    assert shortened("Maximilian") == "Maximilian"
    assert shortened("Maximiliane") == "Maximilia…"
