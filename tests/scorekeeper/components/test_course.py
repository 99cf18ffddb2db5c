"""The course: whole numbers, labels apart, lines from zero, all of it in words, and a file of every night."""

import time
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.models import PARTS
from ledger.standings.nights_by_player import NightResult
from scorekeeper.components import POINTS, Course, Measure, money_in
from scorekeeper.components.course import MOST_CORNERS, MOST_LINES, reduced
from scorekeeper.components.drawing import UP, apart, percent, shortened

# A busy machine draws long lists slowly.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

FIRST, WEEK = date(2009, 3, 27), timedelta(days=7)
NAMES = {1: "Ann", 2: "Ben", 3: "Cleo"}


def course(
    *nights: Mapping[int, int], measure: Measure = POINTS, names: Mapping[int, str] = NAMES, **more: Any
) -> Course:
    """Return the course of nights a week apart, which brought so many whole points (or cents)."""
    unit = PARTS if measure is POINTS else 1
    brought = [
        NightResult(at + 1, FIRST + WEEK * at, {player: won * unit for player, won in night.items()})
        for at, night in enumerate(nights)
    ]
    return Course(key="course", title="Points", nights=brought, names=names, measure=measure, **more)


def drawn(*nights: Mapping[int, int], **more: Any) -> dict[str, Any]:
    found = course(*nights, **more).drawn()
    assert found
    return found


def corners(chart: Mapping[str, Any], number: int) -> list[tuple[int, ...]]:
    return [tuple(map(int, corner.split(","))) for corner in chart["lines"][number]["corners"].split()]


def test_course_of_no_night_is_not_drawn() -> None:
    assert course().drawn() is None
    assert course({2: 4}, of=1).drawn() is None


def test_line_begins_at_zero_before_the_first_night_and_is_level_where_the_player_is_absent() -> None:
    chart = drawn({1: 4}, {1: 2, 2: -6}, {2: 3}, {1: 1})
    ann, ben, zero = corners(chart, 0), corners(chart, 1), chart["zero_y"]
    assert (ann[0], ben[0]) == ((0, zero), (500, zero))
    assert [x for x, _ in ann] == [0, 500, 1000, 1500, 2000]
    assert ann[2][1] == ann[3][1] > ann[4][1]
    assert [x for x, _ in ben] == [500, 1000, 1500, 2000]
    assert ben[1][1] > zero


def test_summary_tells_who_leads_and_how_far_everybody_went() -> None:
    assert drawn({2: -9, 1: 9, 3: 0}, {2: 5, 1: -5, 3: 0})["summary"] == (
        "After 2 nights: Ann leads with +4. Behind: Cleo 0, Ben −4. "
        "Highest on the way: Ann +9 (27 Mar 2009). Lowest: Ben −9 (27 Mar 2009)."
    )
    assert "Ann and Cleo lead with +2 each. Behind: Ben −4." in drawn({1: 2, 2: -4, 3: 2})["summary"]
    assert drawn({1: 0, 2: 0})["summary"] == "After 1 night: everybody stands at 0."
    assert drawn({2: 3}, {1: 2}, of=1)["summary"].startswith("After 1 night: Ann leads with +2. Highest")


def test_dozen_players_have_room_for_their_names_and_a_look_of_their_own() -> None:
    names = {number: f"P{number}" for number in range(20)}
    chart = drawn({number: number for number in names}, dict.fromkeys(range(MOST_LINES), 1), names=names)
    assert [line["name"] for line in chart["lines"]] == [f"P{number}" for number in range(MOST_LINES)]
    places = sorted(line["label_y"] for line in chart["lines"])
    gap = 1.2 * UP / float(chart["height"].removesuffix("em"))
    assert all(high - low >= gap for low, high in pairwise(places))
    assert places[-1] <= UP
    looks = {(line["colour"], line["dash"]) for line in chart["lines"]}
    assert (len(looks), chart["hidden"]) == (MOST_LINES, 8)


def test_money_is_told_in_its_currency() -> None:
    chart = drawn({1: 225, 2: -225}, measure=money_in("EUR"))
    labels = [tick["label"] for tick in chart["ticks_y"]]
    assert labels == ["−€3", "−€2", "−€1", "€0", "+€1", "+€2", "+€3"]
    assert [one["value"] for one in chart["lines"]] == ["+€2.25", "−€2.25"]
    assert "+€2.25" in chart["table"].drawn()["body"]


@pytest.mark.parametrize("last", [1, 7, 90, 1234, 98765])
def test_ticks_are_few_and_round(last: int) -> None:
    chart = drawn({1: last, 2: -last})
    ticks = [tick["at"] for tick in chart["ticks_y"]]
    assert (2 <= len(ticks) <= 8, chart["zero_y"] in ticks) == (True, True)


@pytest.mark.parametrize("nights", [1, 2, 5, 6, 45, 400])
def test_few_days_stand_below_and_the_last_is_one_of_them(nights: int) -> None:
    ticks = drawn(*[{1: 1}] * nights)["ticks_x"]
    assert (1 <= len(ticks) <= 6, ticks[0]["percent"]) == (True, "100.00%")
    assert [tick["css"] for tick in ticks] == ["", "spare", "", "spare", "", "spare"][: len(ticks)]
    assert len({tick["label"] for tick in ticks}) == len(ticks)


def test_table_has_the_latest_nights_and_the_file_all() -> None:
    nights: list[dict[int, int]] = [{1: number} if number % 2 else {2: -1} for number in range(120)]
    every, of_ann = course(*nights, has_numbers=True), course(*nights, of=1)
    rows = [*every.rows()]
    assert (every.columns, len(rows)) == (("after", "night", "Ann", "Ben"), 120)
    assert (rows[0], rows[-1]) == ((FIRST, 1, None, -1), (FIRST + 119 * WEEK, 120, 3600, -60))
    shown = drawn(*nights)["table"]
    assert (shown.drawn()["body"].count("<tr>"), shown.note) == (50, "70 earlier lines are left out.")
    rows = [*of_ann.rows()]
    assert (of_ann.columns, len(rows)) == (("date", "brought", "total"), 60)
    assert rows[:2] == [(FIRST + WEEK, 1, 1), (FIRST + 3 * WEEK, 3, 4)]
    assert drawn(*nights, of=1)["table"].note == "10 earlier lines are left out."
    each = course({1: 3, 2: -3}, {1: 0}, is_each=True)
    assert [*each.rows()] == [(FIRST, Fraction(3), Fraction(-3)), (FIRST + WEEK, Fraction(0), None)]


@patient
@given(st.lists(st.integers(-900, 900), min_size=401, max_size=3000))
def test_long_line_has_few_corners_and_no_extreme_moves(values: list[int]) -> None:
    line = [*enumerate(values)]
    found = reduced(line)
    assert len(found) <= MOST_CORNERS
    assert set(found) <= set(line)
    assert [*found] == sorted(found)
    assert (found[0], found[-1]) == (line[0], line[-1])
    heights = [value for _, value in found]
    assert (min(heights), max(heights)) == (min(values), max(values))


def club(nights: int) -> Sequence[dict[int, int]]:
    return [{(at + seat) % 16: (at * 7 + seat * 5) % 31 - 15 for seat in range(12)} for at in range(nights)]


@pytest.mark.parametrize(("nights", "seconds"), [(1_200, 0.5), (20_000, 5)])
def test_years_of_nights_are_drawn_at_once(nights: int, seconds: float) -> None:
    long = course(*club(nights), names={number: f"P{number}" for number in range(16)})
    began = time.process_time()
    chart = long.drawn()
    assert time.process_time() - began < seconds
    assert chart
    assert all(len(corners(chart, number)) <= MOST_CORNERS for number in range(12))


@patient
@given(st.lists(st.integers(0, 500), min_size=1, max_size=20))
def test_labels_keep_their_order_and_their_distance(wanted: list[int]) -> None:
    places = apart(wanted, gap=30, high=500)
    by_wish = [place for _, place in sorted(zip(wanted, places, strict=True))]
    assert all(low + 30 <= high for low, high in pairwise(by_wish))
    assert min(places) >= 0


def test_long_name_is_shortened_between_letters_and_a_place_is_told_in_hundredths_of_a_per_cent() -> None:
    assert [shortened(name) for name in ("Maximilian", "Maximiliane")] == ["Maximilian", "Maximilia…"]
    assert shortened("👨‍👩‍👧‍👦 Family of four", 3) == "👨‍👩‍👧‍👦…"
    places = [percent(at, whole) for at, whole in ((0, 7), (1, 3), (2, 3), (3, 3))]
    assert places == ["0.00%", "33.33%", "66.67%", "100.00%"]
