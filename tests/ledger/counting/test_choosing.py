"""What is chosen out of counts as they are kept is what is chosen out of counts that were worked out."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.counting import (
    Circumstances,
    Counts,
    Mark,
    Nights,
    all_added,
    chosen,
    packed,
    unpacked,
    unpacked_sums,
)
from ledger.counting.adding import ADDED, evenings_in
from ledger.counting.kinds import Case, Counted, Night, Occasion, Pair, Picks, Place, Role, Sums
from ledger.counting.night import choices

few = st.integers(1, 2)
many = st.integers(0, 50)
cases = st.builds(Case, few, few, few)
sums = st.builds(Sums, many, many, many, many)
hands = st.builds(
    Counts,
    hands=st.dictionaries(cases, many),
    roles=st.dictionaries(st.builds(Role, cases, few, st.just("picker"), st.just(""), st.just("")), sums),
    places=st.dictionaries(st.builds(Place, cases, few, few), st.builds(Picks, many, many, many)),
    card_points=st.dictionaries(st.builds(Counted, cases, few, few), many),
    occasions=st.dictionaries(st.builds(Occasion, cases, few, st.just("pot")), sums),
    partners=st.dictionaries(st.builds(Pair, cases, few, few), sums),
    between=st.dictionaries(st.builds(Pair, cases, few, few), sums),
)
asked = st.builds(
    Circumstances, version=st.none() | few, active=st.none() | few, stake=st.none() | st.integers(1, 3)
)


@given(st.lists(hands, max_size=3), asked)
def test_what_is_kept_adds_up_to_the_same_under_any_circumstances(
    parts: list[Counts], asked: Circumstances
) -> None:
    kept, plain = unpacked_sums([packed(one) for one in parts]), all_added(parts)
    for name in ADDED:
        assert dict(getattr(kept, name)) == dict(getattr(plain, name))
        assert dict(getattr(chosen(kept, asked), name)) == dict(getattr(chosen(plain, asked), name))


PLAIN, DEARER, OF_FOUR = Case(1, 5, 25), Case(1, 5, 50), Case(1, 4, 25)


def a_night(*cases: Case, who: tuple[int, ...]) -> Counts:
    """A night with hands of these cases, all of them played by all of these."""
    by_night = {Night(cases, of, one): Nights(nights=1) for of in choices(cases) for one in who}
    return Counts(nights=1, evenings=evenings_in(by_night), by_night=by_night)


NIGHTS = (
    a_night(PLAIN, who=(1, 2)),
    a_night(PLAIN, who=(3, 4)),
    a_night(PLAIN, DEARER, who=(1, 3)),
    a_night(OF_FOUR, PLAIN, who=(2, 4)),
    a_night(OF_FOUR, who=(2, 4)),
)


@pytest.mark.parametrize(
    ("asked", "nights"),
    [
        (Circumstances(), 5),
        (Circumstances(active=4), 2),
        (Circumstances(active=5), 4),
        (Circumstances(stake=50), 1),
        (Circumstances(active=5, stake=25), 4),
        (Circumstances(version=2), 0),
    ],
)
def test_nights_are_those_on_which_something_of_the_choice_was_played(
    asked: Circumstances, nights: int
) -> None:
    """Also where nobody came to all of them."""
    whole = all_added(NIGHTS)
    assert chosen(whole, asked).nights == nights
    kept = unpacked(json.loads(json.dumps(packed(whole))))
    assert chosen(kept, asked).nights == nights
    assert kept.evenings == whole.evenings


def test_of_a_single_night_that_is_read_from_what_it_brought_everybody() -> None:
    kept = packed(NIGHTS[2])
    assert "evenings" not in kept
    assert unpacked(kept).evenings == NIGHTS[2].evenings


def test_the_days_of_what_stands_out_are_kept_but_for_those_of_a_night_by_itself() -> None:
    best, hand = Mark(9, 4, day=700_000), Mark(3, 5, 8, day=700_010)
    key = Night((), (), 1)
    counts = Counts(nights=2, most_hands=best, by_night={key: Nights(nights=2, best=best, hand=hand)})
    kept = json.loads(json.dumps(packed(counts)))
    assert kept["days"] == [[4, 700_000], [5, 700_010]]
    assert unpacked(kept) == counts
    alone = packed(Counts(nights=1, by_night={key: Nights(nights=1, best=Mark(9, 0))}))
    assert "days" not in alone
    assert unpacked(alone, night=4, day=700_000).by_night[key].best == best
