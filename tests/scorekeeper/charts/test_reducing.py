"""Down-sampling: few corners, and no extreme moves."""

from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.statistics import Point
from scorekeeper.charts import reduced

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine draws long lists slowly."""

VALUES = st.lists(st.integers(-500, 500), min_size=1, max_size=500)


def points(values: list[int]) -> list[Point]:
    return [Point(3 * place, value) for place, value in enumerate(values)]


@patient
@given(VALUES, st.integers(1, 40))
def test_a_long_course_keeps_its_ends_its_order_and_its_extremes(values: list[int], stretches: int) -> None:
    course, most = points(values), 4 * stretches
    found = reduced(course, most)
    assert len(found) <= most
    assert (found[0], found[-1]) == (course[0], course[-1])
    assert all(one.at < other.at for one, other in pairwise(found))
    assert set(found) <= set(course)
    for extreme in (min, max):
        value = extreme(values)
        assert course[values.index(value)] in found


@patient
@given(st.lists(st.integers(-500, 500), min_size=41, max_size=200))
def test_every_stretch_keeps_its_own_extremes(values: list[int]) -> None:
    course = points(values)
    found = set(reduced(course, 40))
    for number in range(10):
        stretch = course[number * len(course) // 10 : (number + 1) * len(course) // 10]
        heights = [point.value for point in stretch]
        kept = [stretch[0], stretch[-1], stretch[heights.index(min(heights))]]
        assert {*kept, stretch[heights.index(max(heights))]} <= found


@patient
@given(st.lists(st.integers(-500, 500), max_size=100))
def test_a_short_course_stays_as_it_is(values: list[int]) -> None:
    assert reduced(points(values), 100) == tuple(points(values))


def test_five_thousand_nights_are_drawn_in_four_hundred_corners() -> None:
    assert len(reduced(points([(-1) ** night * night for night in range(5000)]))) <= 400
