"""How a night's end is told, from the book on paper."""

from collections.abc import Mapping
from typing import Any

import pytest

from ledger.settling import fewest_payments
from scorekeeper.presenters.payments import Settled, settled, spelled, standing_apart, to_share
from tests.paper import Paper

NAMES = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dave", 5: "Edith", 6: "Frank"}


def told(cents: Mapping[int, int], *, in_money: bool = True) -> Settled:
    """The end of a night with these balances."""
    paper = Paper(len(cents))
    payments: list[dict[str, Any]] = [
        {"payer": one.payer, "payee": one.payee, "cents": one.cents} for one in fewest_payments(cents)
    ]
    paper.write("ended", cents={str(player): amount for player, amount in cents.items()}, payments=payments)
    return settled(paper.sheet, NAMES, in_money=in_money)


@pytest.mark.parametrize(
    ("cents", "headline", "why"),
    [
        ((0, 0, 0), "Nobody owes anything", "Everybody ends at zero."),
        ((5, -5, 0), "One payment settles it", "what was lost and what was won are one and the same amount"),
        ((9, -9, 4, -4, 8, -8), "Three payments settle it", "three losses and three wins cancel exactly"),
        ((-4, -3, 2, 2, 3), "Three payments settle it", "two circles cancel out by themselves"),
        ((6, -1, -2, -3), "Three payments settle it", "no smaller circle among these four cancels out"),
    ],
)
def test_the_reason_says_why_there_are_no_fewer(cents: tuple[int, ...], headline: str, why: str) -> None:
    found = told(dict(enumerate(cents, 1)))
    assert found.headline == headline
    assert why in found.why


def test_circles_are_named() -> None:
    assert "(Ann, Cleo and Dave; Ben and Edith)" in told({1: -4, 2: -3, 3: 2, 4: 2, 5: 3}).why


def test_a_payment_says_whose_account_it_closes() -> None:
    found = told({1: 6, 2: -1, 3: -2, 4: -3})
    assert {line.settles for line in found.payments} == {"payer"}
    assert {line.settles for line in told({1: 5, 2: -5, 3: 0}).payments} == {"both"}


def test_points_alone_bring_no_payments() -> None:
    found = told({1: 5, 2: -5, 3: 0}, in_money=False)
    assert found.payments == ()
    assert all(bar.cents is None for bar in found.bars)


def test_bars_are_in_proportion_and_best_first() -> None:
    paper = Paper(5)
    paper.hand(1, 2)
    bars = settled(paper.sheet, NAMES, in_money=True).bars
    assert [bar.name for bar in bars] == ["Ann", "Ben", "Cleo", "Dave", "Edith"]
    assert [(bar.x, bar.width) for bar in bars][:3] == [(100, 96), (100, 48), (52, 48)]
    assert bars[0].cents == 50


def test_the_text_to_share_is_plain() -> None:
    shared = to_share("Thursday table", told({1: 5, 2: -5, 3: 0}), currency="USD")
    assert shared.splitlines()[0] == "Thursday table"
    assert shared.splitlines()[-1] == "Ben pays Ann $0.05"


def test_a_name_from_right_to_left_stands_apart() -> None:
    assert standing_apart("שלום") == "\u2068שלום\u2069"
    assert standing_apart("Ann") == "Ann"


def test_numbers_are_spelled_as_long_as_words_are_short() -> None:
    assert (spelled(3), spelled(12), spelled(13)) == ("Three", "Twelve", "13")
