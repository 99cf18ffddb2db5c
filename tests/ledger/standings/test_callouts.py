"""What the pages call clear in groups that never were: little where all are equal, more where one is not."""

from fractions import Fraction
from random import Random

import pytest

from ledger.counting import Counts
from ledger.standings.questions import compared_in, questions_about
from ledger.standings.roles import balance_of
from ledger.statistics import Verdict, judged
from tests.ledger.simulated import FIVE, a_group, a_hand_brings
from tests.steady import SEED, many

STRONGER = 0.08
"""Such a player's side wins 70 of 100 hands that the others win 62 of."""


def called_out(counts: Counts) -> list[int]:
    """Whom anything is called out of, in any way: questions, what roles brought, and pairs."""
    found = []
    for player in FIVE:
        found += [
            one.player for one in questions_about(player, counts) if one.answer.verdict is Verdict.CLEAR
        ]
        balance = balance_of(player, counts)
        found += [player] if balance and balance.answer.verdict is Verdict.CLEAR else []
    return found + pairs(counts)


def pairs(counts: Counts) -> list[int]:
    """Two who win more of their hands together than others do, or more of each other."""
    compared, found = compared_in(counts), []
    usual = (
        sum(one.won for one in counts.partners.values()),
        sum(one.hands for one in counts.partners.values()),
    )
    for met, k, n in ((counts.partners, *usual), (counts.between, 1, 2)):
        together: dict[tuple[int, ...], tuple[int, int]] = {}
        for pair, sums in met.items():
            who = tuple(sorted((pair.player, pair.other)))
            won, hands = together.get(who, (0, 0))
            together[who] = (won + sums.won, hands + sums.hands)
        for who, (won, hands) in together.items():
            answer = judged(won, hands, Fraction(k, n), compared=compared)
            found += list(who) if answer.verdict is Verdict.CLEAR else []
    return found


def test_luck_is_called_out_in_fewer_than_five_of_a_hundred_groups_of_equals() -> None:
    groups = many(200, soak=1000)
    called = [bool(called_out(a_group(100, Random(SEED + seed)))) for seed in range(groups)]
    assert sum(called) < groups * 5 / 100


@pytest.mark.parametrize(("hands", "on_push"), [(400, 60), (2000, 20)])
def test_luck_is_called_out_as_seldom_after_more_hands(hands: int, on_push: int) -> None:
    groups = many(on_push, soak=10 * on_push)
    called = [bool(called_out(a_group(hands, Random(SEED + seed)))) for seed in range(groups)]
    assert sum(called) <= groups * 5 / 100


def test_one_who_is_really_stronger_is_called_out_in_most_groups_by_two_thousand_hands() -> None:
    groups = [a_group(2000, Random(seed), {0: STRONGER}) for seed in range(40)]
    stronger, *_ = FIVE
    # Which is four tenths of a point a hand.
    brought = [a_hand_brings(counts, stronger) for counts in groups]
    assert 0.35 < sum(brought) / len(brought) < 0.45
    assert sum(stronger in called_out(counts) for counts in groups) > len(groups) * 3 // 4
