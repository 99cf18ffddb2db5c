"""Pieces of a course: joined and merged they have the extremes and the end of the course itself."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.statistics import Piece, Point, joined, merged, piece_of

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine draws long lists slowly."""

NIGHTS = st.lists(st.integers(-60, 60), min_size=1, max_size=40)


def test_a_piece_says_where_its_nights_led_and_how_far_they_went() -> None:
    assert piece_of([4, -10, 8]) == Piece(nights=3, low=-6, high=4, last=2, low_first=False)
    assert piece_of([5]) == Piece(nights=1, low=5, high=5, last=5, low_first=True)


def test_there_is_no_piece_of_no_nights() -> None:
    with pytest.raises(ValueError, match="empty"):
        piece_of([])


def test_corners_of_short_pieces_are_where_they_were() -> None:
    assert joined([piece_of([4, -10, 8]), piece_of([1, 1]), piece_of([-9])]) == (
        Point(0, 0),
        Point(1, 4),
        Point(2, -6),
        Point(3, 2),
        Point(4, 3),
        Point(5, 4),
        Point(6, -5),
    )


@patient
@given(NIGHTS, st.integers(1, 9))
def test_joined_pieces_have_the_extremes_and_ends_of_the_course(nights: list[int], a_month: int) -> None:
    months = [nights[start : start + a_month] for start in range(0, len(nights), a_month)]
    points = joined(map(piece_of, months))
    sums = list(accumulate(nights, initial=0))
    values = [point.value for point in points]
    assert (min(values), max(values)) == (min(sums), max(sums))
    assert points[-1] == (len(sums) - 1, sums[-1])
    assert all(one.at < other.at for one, other in pairwise(points))
    ends = list(accumulate(map(len, months)))
    assert [sums[end] for end in ends] == [dict(points)[end] for end in ends]
    for begins, end in pairwise([0, *ends]):
        here = [point.value for point in points if begins < point.at <= end]
        month = sums[begins + 1 : end + 1]
        assert (min(here), max(here)) == (min(month), max(month))


@patient
@given(NIGHTS)
def test_what_came_first_is_drawn_first(nights: list[int]) -> None:
    piece, sums = piece_of(nights), list(accumulate(nights))
    _, *values = (point.value for point in joined([piece]))
    if piece.last not in (piece.low, piece.high):
        assert values == [*sorted((piece.low, piece.high), key=sums.index), piece.last]
    else:
        assert values in ([piece.last], [piece.low, piece.last], [piece.high, piece.last])


@patient
@given(NIGHTS, NIGHTS)
def test_merged_pieces_are_the_piece_of_all_their_nights(one: list[int], other: list[int]) -> None:
    assert merged(piece_of(one), piece_of(other)) == piece_of([*one, *other])
