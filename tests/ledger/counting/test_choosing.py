"""What is chosen out of counts as they are kept is what is chosen out of counts that were worked out."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.counting import Circumstances, Counts, all_added, chosen, packed, unpacked_sums
from ledger.counting.adding import ADDED
from ledger.counting.kinds import Case, Counted, Occasion, Pair, Picks, Place, Role, Sums

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
