"""A fewster: nobody picked, and the fewest card points win (HF-005 to HF-009)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ledger.messages import message
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshoof.fewster_told import Fewster, read_fewster
from ledger.scoring.sheepshoof.rules import SheepshoofRules
from ledger.scoring.sheepshoof.table import PLAYERS, Table, answered

# What the first, second and third place get (points) when two or all three tie for the fewest.
PLACES = (1, 0, -1)
ALL_TRICKS = 3


def score_fewster(table: Table, rules: SheepshoofRules, told: Facts) -> Scored:
    """The winner gets 2, the others lose 1 each; ties and tricks as the table plays them.

    Raises HandRefused: `running_missing`, and as `read_fewster` does.
    """
    hand = read_fewster(rules, told)
    receipt = Receipt(PLAYERS)
    if not hand.best:
        nothing: list[Number] = [0] * PLAYERS
        receipt.add("push", nothing, why=(hand.why,), rule="fewster_trickless", source="HF-005")
    elif len(hand.best) == 1:
        _add_win(receipt, rules, hand)
    elif len(hand.best) == 2:
        _add_tie(receipt, rules, hand, table.running)
    else:
        _add_three_way(receipt, rules, table.running)
    return answered(
        table,
        receipt,
        message("label", case="fewster" if len(hand.best) == 1 else "tied" if hand.best else "nobody"),
        roles=("leaster",) * PLAYERS,
        won=tuple([None if point == 0 else point > 0 for point in receipt.points]),
    )


def _needed(running: Sequence[Fraction] | None) -> Sequence[Fraction]:
    if running is None:
        raise HandRefused("running_missing", fact="running")
    return running


def _add_win(receipt: Receipt, rules: SheepshoofRules, hand: Fewster) -> None:
    """One winner: 2 from the two others, or 6 for all the tricks where the table plays that (HF-009)."""
    winner = hand.best[0]
    base: list[Number] = [-1] * PLAYERS
    base[winner] = PLAYERS - 1
    rule, source = "fewster_trickless", "HF-005, HF-008"
    receipt.add("fewster", base, why=(hand.why,), seats=(winner,), rule=rule, source=source)
    if hand.won_with == "all_tricks" and rules.fewster_all_tricks == 6:
        rule, source = "fewster_all_tricks", "HF-009"
        receipt.multiply(base, 1, ALL_TRICKS, rule, factor=ALL_TRICKS, rule=rule, source=source)


def _add_tie(
    receipt: Receipt, rules: SheepshoofRules, hand: Fewster, running: Sequence[Fraction] | None
) -> None:
    """Two tied: 1 to the lower score before the hand, or they share it; the third pays 1 (HF-006)."""
    if rules.fewster_tie == "split":
        _add_shared(receipt, hand, "shared", "fewster_tie")
        return
    scores = _needed(running)
    lower, other = sorted(hand.best, key=lambda place: scores[place])
    if scores[lower] == scores[other]:
        _add_equal(receipt, rules, hand)
        return
    points: list[Number] = [PLACES[2]] * PLAYERS
    points[lower], points[other] = PLACES[:2]
    why, seats = (message("why", case="lower"),), (lower, other)
    receipt.add("tie", points, case="won", why=why, seats=seats, rule="fewster_tie", source="HF-006")


def _add_equal(receipt: Receipt, rules: SheepshoofRules, hand: Fewster) -> None:
    """Two tied who had the same score before the hand: they share, or nobody pays (HF-006)."""
    rule = "fewster_running_tie"
    if rules.fewster_running_tie == "split":
        _add_shared(receipt, hand, "shared_equally", rule)
        return
    why = (message("why", case="equal"),)
    receipt.add("tie", [0] * PLAYERS, case="push", why=why, seats=hand.best, rule=rule, source="HF-006")


def _add_shared(receipt: Receipt, hand: Fewster, why: str, rule: str) -> None:
    points: list[Number] = [divided(1, 2) if place in hand.best else -1 for place in range(PLAYERS)]
    clause = message("why", case=why)
    receipt.add("tie", points, why=(clause,), seats=hand.best, rule=rule, source="HF-006")


def _add_three_way(receipt: Receipt, rules: SheepshoofRules, running: Sequence[Fraction] | None) -> None:
    """All three tied: nobody pays, or 1, 0, −1 by the scores before the hand (HF-006)."""
    points: list[Number] = [0] * PLAYERS
    why, rule = "nobody_pays", "fewster_three_way"
    if rules.fewster_three_way == "by_running":
        scores = _needed(running)
        why = "lowest_first"
        if len(set(scores)) < PLAYERS:
            why, rule = "some_equal", "fewster_running_tie"
        if len(set(scores)) == PLAYERS or rules.fewster_running_tie == "split":
            points = [_of_places(scores, place) for place in range(PLAYERS)]
    receipt.add("three_way", points, why=(message("why", case=why),), rule=rule, source="HF-006")


def _of_places(scores: Sequence[Fraction], seat: int) -> Number:
    """What a seat gets by its score before the hand; equal scores share what their places get."""
    below = sum([score < scores[seat] for score in scores])
    equal = sum([score == scores[seat] for score in scores])
    return divided(sum(PLACES[below : below + equal]), equal)
