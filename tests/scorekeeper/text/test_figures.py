"""Points as they are written, and read again."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.text.figures import points, read_points, signed


@given(st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**6))
def test_points_that_were_written_are_read_as_the_same(value: Fraction) -> None:
    assert read_points(points(value)) == read_points(signed(value)) == value


@pytest.mark.parametrize("text", ["", "+", "−", "1/2", "2 ", "½½", "1⁄0", "⁄", "5⁄", "leaster", "٣"])
def test_text_that_is_no_points_is_none(text: str) -> None:
    assert read_points(text) is None
