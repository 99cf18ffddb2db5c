"""Why a plan of payments is as it is, told to everybody who is in it."""

from collections.abc import Callable

from ledger.settling import fewest_payments, through
from scorekeeper.presenters.why_so import explained
from tests.work import LINEAR, growth


def test_everybody_is_told_in_a_sentence() -> None:
    balances = {1: 50, 2: 25, 3: -45, 4: -30, 5: 0}
    names = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dave", 5: "Edith"}
    told = explained(balances, fewest_payments(balances), names, lambda cents: f"{cents} c")
    assert list(told.values()) == [
        "Ann is owed 50 c and gets 45 c from Cleo and 5 c from Dave.",
        "Ben is owed 25 c and gets 25 c from Dave.",
        "Edith is even, and neither pays nor gets anything.",
        "Dave owes 30 c and pays 25 c to Ben and 5 c to Ann.",
        "Cleo owes 45 c and pays 45 c to Ann.",
    ]
    through_him = explained(balances, through(balances, 5), names, lambda cents: f"{cents} c")
    assert through_him[5] == (
        "Edith is even: gets 45 c from Cleo and 30 c from Dave, and pays 25 c to Ben and 50 c to Ann."
    )


def test_a_plan_and_its_sentences_cost_what_there_are_people() -> None:
    def planning(size: int) -> Callable[[], object]:
        balances = {one: (one * 7919) % 1009 - 504 for one in range(1, size)}
        balances[size] = -sum(balances.values())
        names = {one: str(one) for one in balances}
        return lambda: explained(balances, fewest_payments(balances), names, str)

    assert growth(planning, 200) < LINEAR
