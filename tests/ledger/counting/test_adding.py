"""Courses and extremes of nights that follow each other, put together piece by piece or night by night."""

from functools import reduce
from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st

from ledger.counting import Counts, Course, Mark, Nights, all_added
from ledger.counting.adding import nights_added
from ledger.counting.kinds import Night
from ledger.counting.night import course_of

ANN = 1
nights_of_ann = st.lists(st.one_of(st.none(), st.integers(-50, 50)), min_size=1, max_size=30)


def a_night(won: int | None) -> Counts:
    """A night on which Ann won so much, or was away."""
    return Counts(nights=1, courses={} if won is None else {ANN: course_of(won)})


@given(nights_of_ann, st.lists(st.integers(0, 30), max_size=4))
def test_a_course_is_the_same_however_its_nights_are_put_together(
    won: list[int | None], cuts: list[int]
) -> None:
    ends = [0, *sorted(min(cut, len(won)) for cut in cuts), len(won)]
    pieces = [all_added(a_night(one) for one in won[first:last]) for first, last in pairwise(ends)]
    assert all_added(pieces) == all_added(a_night(one) for one in won)


@given(nights_of_ann)
def test_a_course_says_its_lowest_and_highest_sum_and_when_they_were_first(won: list[int | None]) -> None:
    found = all_added(a_night(one) for one in won).courses.get(ANN)
    if found is None:
        assert all(one is None for one in won)
        return
    sums = list(accumulate(one or 0 for one in won))
    assert (found.parts, found.low, found.high) == (sums[-1], min(sums), max(sums))
    assert (found.low_at, found.high_at) == (1 + sums.index(min(sums)), 1 + sums.index(max(sums)))
    assert found.played == sum(one is not None for one in won)


@given(nights_of_ann)
def test_a_row_of_nights_won_or_lost_goes_on_over_nights_without_the_player(won: list[int | None]) -> None:
    found = all_added(a_night(one) for one in won).courses.get(ANN, Course())
    there = [one for one in won if one is not None]
    rows, lost = [0], [0]
    for one in there:
        rows.append(rows[-1] + 1 if one > 0 else 0)
        lost.append(lost[-1] + 1 if one < 0 else 0)
    assert (found.most, found.last) == (max(rows), rows[-1])
    assert (found.lost_most, found.lost_last) == (max(lost), lost[-1])


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=12))
def test_of_two_nights_alike_the_earlier_one_is_the_best(won: list[int]) -> None:
    marks = [Mark(parts, number) for number, parts in enumerate(won, start=1)]
    both = reduce(nights_added, [Nights(nights=1, best=mark, worst=mark) for mark in marks])
    assert both.best == Mark(max(won), 1 + won.index(max(won)))
    assert both.worst == Mark(min(won), 1 + won.index(min(won)))


def test_what_only_some_nights_have_is_taken_over() -> None:
    key = Night((), (), ANN)
    came_back = Nights(nights=1, comeback=Mark(5, 2))
    found = all_added([Counts(by_night={key: Nights(nights=1)}), Counts(by_night={key: came_back})])
    assert found.by_night == {key: Nights(nights=2, comeback=Mark(5, 2))}


def test_of_two_alike_the_earlier_day_counts_whatever_its_number() -> None:
    """An old notebook is copied after years were played."""
    newer, old = Mark(5, 1, day=700_100), Mark(5, 80, day=700_000)
    key = Night((), (), ANN)
    found = all_added(
        Counts(by_night={key: Nights(nights=1, best=one)}, most_hands=one) for one in (newer, old)
    )
    assert found.by_night[key].best == found.most_hands == old
