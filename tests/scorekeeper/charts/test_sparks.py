"""A small course for a card."""

from ledger.models import PARTS
from ledger.statistics import Point
from scorekeeper.charts import POINTS, spark


def points(*values: int) -> list[Point]:
    return [Point(at, value * PARTS) for at, value in enumerate(values)]


def test_before_anything_was_played_there_is_no_course() -> None:
    assert spark([], POINTS) is None
    assert spark(points(0), POINTS) is None


def test_it_is_said_in_words_and_fills_its_box() -> None:
    found = spark(points(0, 8, -4, 4), POINTS)
    assert found
    assert found.said == "Now +4; between −4 and +8 on the way."
    assert found.corners == "0,647 667,60 1333,940 2000,353"
    assert (found.end_x, found.end_y, found.zero_y) == (2000, 353, 647)


def test_who_won_nothing_has_a_line_at_zero() -> None:
    found = spark(points(0, 0), POINTS)
    assert found
    assert found.end_y == found.zero_y == 940


def test_it_has_few_corners() -> None:
    found = spark(points(*range(5000)), POINTS)
    assert found
    assert len(found.corners.split()) <= 120
