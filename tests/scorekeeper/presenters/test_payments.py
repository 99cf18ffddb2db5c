"""How a night's end is told, from the book on paper."""

from collections.abc import Mapping
from typing import Any

from ledger.money.payments import fewest_payments
from scorekeeper.presenters.payments import Settled, settled, spelled, to_share
from scorekeeper.text.lists import standing_apart
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


def test_a_night_that_was_rounded_says_so() -> None:
    for rest, words in (("kitty", "the kitty has the rest"), ("nearest", "money is rounded to $0.25.")):
        paper = Paper(3)
        rounded = {"coin": 25, "rest": rest, "kitty": 0}
        paper.write("ended", cents={"1": 25, "2": -25, "3": 0}, rounded=rounded)
        assert words in settled(paper.sheet, NAMES, in_money=True, currency="USD").rounded
    assert told({1: 5, 2: -5, 3: 0}).rounded == ""


def test_points_alone_bring_no_payments() -> None:
    found = told({1: 5, 2: -5, 3: 0}, in_money=False)
    assert found.paid == ()
    assert all(bar.cents is None for bar in found.bars)


def test_bars_are_in_proportion_and_best_first() -> None:
    paper = Paper(5)
    paper.hand(1, 2)
    bars = settled(paper.sheet, NAMES, in_money=True).bars
    assert [bar.name for bar in bars] == ["Ann", "Ben", "Cleo", "Dave", "Edith"]
    assert [(bar.x, bar.width) for bar in bars][:3] == [(100, 96), (100, 48), (52, 48)]
    assert bars[0].cents == 50


def test_the_text_to_share_is_plain() -> None:
    shared = to_share("Thursday table", told({1: 5, 2: -5, 3: 0}), ["Ben pays Ann $0.05"], currency="USD")
    assert shared.splitlines()[0] == "Thursday table"
    assert shared.splitlines()[-2:] == ["", "Ben pays Ann $0.05"]


def test_what_an_old_book_says_was_paid_is_told_and_shared() -> None:
    paper = Paper(3)
    payments = [{"payer": 2, "payee": 1, "cents": 5}]
    paper.write("ended", cents={"1": 5, "2": -5, "3": 0}, payments=payments)
    paper.write("paid", payer=2, payee=1, cents=5)
    found = settled(paper.sheet, NAMES, in_money=True)
    assert [(one.payer, one.payee, one.cents) for one in found.paid] == [("Ben", "Ann", 5)]
    assert to_share("", found, [], currency="USD").endswith("Ben pays Ann $0.05 ✓")


def test_a_name_from_right_to_left_stands_apart() -> None:
    assert standing_apart("שלום") == "\u2068שלום\u2069"
    assert standing_apart("Ann") == "Ann"


def test_numbers_are_spelled_as_long_as_words_are_short() -> None:
    assert (spelled(3), spelled(12), spelled(13)) == ("Three", "Twelve", "13")
