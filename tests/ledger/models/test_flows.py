"""What went from whom to whom in a hand."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.models.night_rows import flows


def test_each_loser_pays_the_winners_in_the_measure_of_what_they_won() -> None:
    picker, partner, first, second, third = range(1, 6)
    found = flows({picker: 2 * 2520, partner: 2520, first: -2520, second: -2520, third: -2520})
    assert found == {
        **{(picker, loser): 1680 for loser in (first, second, third)},
        **{(partner, loser): 840 for loser in (first, second, third)},
    }


@given(st.lists(st.integers(-400, 400), min_size=1, max_size=8))
def test_what_somebody_won_is_what_all_others_lost_to_them_and_the_pot_makes_up_the_rest(
    won: list[int],
) -> None:
    parts = dict(enumerate(won, start=1))
    found = flows(parts)
    left = sum(won)
    for who, brought in parts.items():
        came = sum(flow for (winner, _), flow in found.items() if winner == who)
        went = sum(flow for (_, loser), flow in found.items() if loser == who)
        # Where the pot gave or took, that is all that can be missing, and never more than it was.
        missing = brought - (came - went)
        assert (missing == 0) if not left else (0 <= missing * (1 if left > 0 else -1) <= abs(left))


@given(st.lists(st.integers(-400, 400), min_size=2, max_size=8))
def test_nobody_pays_a_loser(won: list[int]) -> None:
    parts = dict(enumerate(won, start=1))
    assert all(
        parts[winner] > 0 > parts[loser] and flow >= 0 for (winner, loser), flow in flows(parts).items()
    )
