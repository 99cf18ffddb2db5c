"""A leaster: nobody picked, everybody plays for himself, and the fewest card points win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.messages import message
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.at_table import not_played, rules_at
from ledger.scoring.sheepshead.leaster_told import Leaster, read_leaster
from ledger.scoring.sheepshead.pots import feed_pot
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.rules_customs import CUSTOM
from ledger.scoring.sheepshead.table import Table, add_doubler, played


def _rules_for(table: Table, rules: SheepsheadRules, told: Facts) -> SheepsheadRules:
    """A bigger table plays its leasters without the rule for three (SH-099).

    Where the winner hangs on it, as the tricks are counted and somebody who plays took none, whoever told it
    thinks of three: `three_handed_rule`.
    """
    if rules.leaster_trickless == "none" or len(table.active) == 3:
        return rules
    told_tricks = told.get("tricks")
    tricks = told_tricks if isinstance(told_tricks, (list, tuple)) else ()
    counted = [tricks[place] for place in table.active if place < len(tricks)]
    if told.get("won_with") == "no_trick" or 0 in counted:
        raise HandRefused("three_handed_rule", fact="leaster_trickless")
    return rules_at(rules, len(table.active))


@dataclass(frozen=True)
class Price:
    """What every loser pays (points), and the house rule that makes it more than one."""

    points: int
    rule: str = ""
    source: str = ""


LABEL, TIED = message("label", case="leaster"), message("label", case="leaster_tied")
ONE = Price(1)
PRICES = {
    "no_trick": Price(2, "leaster_trickless", "SH-099"),
    "no_points": Price(3, "leaster_zero_pay", "SH-098"),
    "all_tricks": Price(3, "leaster_all_tricks_pay", "SH-100"),
}


def score_leaster(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Every loser pays one point, or what a house rule makes of it; the winners share it (SH-093, SH-101).

    Raises HandRefused: `no_leaster`, `leaster_players`, `three_handed_rule`, and as `read_leaster` does.
    """
    if rules.no_picker != "leaster":
        raise not_played("no_leaster", "kind", rules)
    if not 3 <= len(table.active) <= 7:
        raise HandRefused("leaster_players", fact="kind")
    rules = _rules_for(table, rules, told)
    hand = read_leaster(table, rules, told)
    receipt = Receipt(table.players)
    losers = [place for place in table.active if place not in hand.winners]
    factor = 1
    if hand.winners:
        factor = _add_payments(receipt, table, rules, hand, losers)
    else:
        receipt.add("leaster_push", [0] * table.players, rule="leaster_tie", source="SH-101")
    pots = feed_pot(receipt, table, rules, hand.winners, losers)
    return played(
        table,
        rules,
        receipt,
        LABEL if hand.winners else TIED,
        pots,
        roles=tuple(["leaster" if place in table.active else "out" for place in range(table.players)]),
        won=_won(table, hand),
        factor=factor,
    )


def _add_payments(
    receipt: Receipt, table: Table, rules: SheepsheadRules, hand: Leaster, losers: Sequence[int]
) -> int:
    """The winners' lines: who won, what makes it dearer, doublers, who pays double; returns the doubling."""
    weights = _weights(rules, hand)
    base = _to_winners(table.players, weights, dict.fromkeys(losers, 1))
    rule = "leaster_tie" if hand.tied else "leaster_need_trick"
    source = "SH-093, SH-101" if hand.tied else "SH-093, SH-094, SH-102"
    if hand.won_with == "jack":
        rule, source = "leaster_jack", CUSTOM
    receipt.add("leaster", base, why=(hand.why,), seats=hand.winners, rule=rule, source=source)
    price = _price(rules, hand)
    if price.points != 1:
        receipt.multiply(
            base,
            1,
            price.points,
            price.rule,
            factor=price.points,
            rule=price.rule,
            source=price.source,
        )
    after = add_doubler(receipt, base, price.points, table, rules)
    if rules.leaster_trickless == "pays_double" and price is not PRICES["all_tricks"]:
        payers = [place for place in losers if place in hand.trickless]
        _add_double_payers(receipt, weights, payers, after)
    return after // price.points


def _price(rules: SheepsheadRules, hand: Leaster) -> Price:
    """What every loser pays at this table for the way the leaster was won (SH-098, SH-099, SH-100)."""
    if hand.won_with == "no_points" and rules.leaster_zero_pay == 1:
        return ONE
    if hand.won_with == "all_tricks" and rules.leaster_all_tricks_pay == 1:
        return ONE
    return PRICES.get(hand.won_with, ONE)


def _add_double_payers(receipt: Receipt, weights: dict[int, int], payers: Sequence[int], price: int) -> None:
    """Three-handed: a loser without a trick pays the price once more (SH-099)."""
    if payers:
        points = _to_winners(len(receipt.sums), weights, dict.fromkeys(payers, price))
        receipt.add(
            "pays_double",
            points,
            seats=tuple(payers),
            factor=2,
            rule="leaster_trickless",
            source="SH-099",
        )


def _weights(rules: SheepsheadRules, hand: Leaster) -> dict[int, int]:
    """How many shares every winner gets: one each, or two for the first where the table plays 2 to 1."""
    weights = dict.fromkeys(hand.winners, 1)
    if rules.leaster_tie == "two_one" and hand.tied:
        weights[hand.winners[0]] = 2
    return weights


def _to_winners(players: int, weights: dict[int, int], pays: dict[int, int]) -> list[Number]:
    """Points of every seat when the losers pay what `pays` says and the winners share it exactly."""
    points: list[Number] = [0] * players
    for place, price in pays.items():
        points[place] = -price
    total, shares = sum(pays.values()), sum(weights.values())
    for place, weight in weights.items():
        points[place] = divided(total * weight, shares)
    return points


def _won(table: Table, hand: Leaster) -> tuple[bool | None, ...]:
    if not hand.winners:
        return (None,) * table.players
    return tuple([place in hand.winners if place in table.active else None for place in range(table.players)])
