"""Check the end of a night in words and bars."""

from typing import Any

import pytest

from scorekeeper.presenters.payments import Settled, settled, spelled, to_share
from scorekeeper.text.lists import standing_apart
from tests.paper import Paper

NAMES = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dave", 5: "Edith", 6: "Frank"}


CENTS = {"1": 25, "2": -25, "3": 0}


def ended(**more: Any) -> Settled:
    paper = Paper(3)
    paper.write("ended", cents=CENTS, **more)
    return settled(paper.sheet, NAMES, in_money=True, currency="USD")


@pytest.mark.parametrize(
    ("rest", "words"), [("kitty", "the kitty has the rest"), ("nearest", "money is rounded to $0.25.")]
)
def test_a_night_that_was_rounded_says_so(rest: str, words: str) -> None:
    assert words in ended(rounded={"coin": 25, "rest": rest, "kitty": 0}).rounded
    assert ended().rounded == ""


def test_bars_are_in_proportion_and_best_first_and_points_alone_bring_no_payments() -> None:
    paper = Paper(5)
    paper.hand(1, 2)
    bars = settled(paper.sheet, NAMES, in_money=True).bars
    assert [bar.name for bar in bars] == ["Ann", "Ben", "Cleo", "Dave", "Edith"]
    assert [(bar.x, bar.width) for bar in bars][:3] == [(100, 96), (100, 48), (52, 48)]
    assert bars[0].cents == 50
    in_points = settled(paper.sheet, NAMES, in_money=False)
    assert (in_points.paid, {bar.cents for bar in in_points.bars}) == ([], {None})


def test_the_text_to_share_is_plain_and_says_what_an_old_book_says_was_paid() -> None:
    shared = to_share("Thursday table", ended(), ["Ben pays Ann $0.25"], currency="USD")
    assert shared.splitlines()[0] == "Thursday table"
    assert shared.splitlines()[-2:] == ["", "Ben pays Ann $0.25"]
    paper = Paper(3)
    paper.write("ended", cents=CENTS, payments=[{"payer": 2, "payee": 1, "cents": 25}])
    paper.write("paid", payer=2, payee=1, cents=25)
    found = settled(paper.sheet, NAMES, in_money=True)
    assert [(one["payer"], one["payee"], one["cents"]) for one in found.paid] == [("Ben", "Ann", 25)]
    assert to_share("", found, [], currency="USD").endswith("Ben pays Ann $0.25 ✓")


def test_a_name_from_right_to_left_stands_apart_and_long_numbers_are_not_spelled() -> None:
    assert [standing_apart(name) for name in ("שלום", "Ann")] == ["\u2068שלום\u2069", "Ann"]
    assert [spelled(number) for number in (3, 12, 13)] == ["Three", "Twelve", "13"]
