"""Hands without cards played: everybody passed, or a bad hand was thrown in."""

from __future__ import annotations

import dataclasses

from ledger.messages import message
from ledger.scoring.carried import pot_after
from ledger.scoring.receipt import Receipt
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.carried import MOST_DOUBLERS, MOST_ROUNDS, SheepsheadCarried, left_by
from ledger.scoring.sheepshead.pots import feed_pot_thrown_in
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import Table, next_dealer

INSTEAD = ("leaster", "moster", "schwanzer", "mittler", "schneidster", "forced")


def score_all_pass(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a hand that nobody picked, thrown in: a doubler, or a plain redeal (SH-090, SH-103,
    SH-104).

    Raises HandRefused: `no_blind`, `leaster_instead`, `forced_instead`, `out_of_range` for too many doublers.
    """
    # Without a blind nobody can pass it (SH-140, SH-158); of eight the dealer may sit out untold.
    active = len(table.active)
    if active == 2 or (active == 8 and not (rules.dealer_sits_out and table.players == 8)):
        raise HandRefused("no_blind", fact="kind", case="passed", players=active)
    pending = table.doublers or 0
    if rules.no_picker == "redeal":
        same = rules.redeal_deal == "same"
        return _nothing(table, rules, "new_deal", pending, "redeal_deal", "SH-090, SH-022", same=same)
    if rules.no_picker in INSTEAD:
        raise HandRefused(
            (
                "leaster_instead",
                "moster_instead",
                "schwanzer_instead",
                "mittler_instead",
                "schneidster_instead",
                "forced_instead",
            )[INSTEAD.index(rules.no_picker)],
            fact="kind",
        )
    rounds = (*table.rounds, table.players) if rules.doubler_stack == "round" else None
    if pending == MOST_DOUBLERS or len(rounds or ()) > MOST_ROUNDS:
        raise HandRefused("out_of_range", fact="doublers", case="doublers", most=MOST_DOUBLERS)
    after = 1 if rules.doubler_stack == "flat" else pending + 1 if rounds is None else max(rounds)
    same = rules.doubler_deal == "same"
    case = "hand_doubled" if rounds is None else "round_doubled"
    found = _nothing(table, rules, case, after, "no_picker", "SH-103, SH-104, SH-105", same=same)
    if rounds is None:
        return found
    return dataclasses.replace(found, carried_after=dataclasses.replace(left_by(found), rounds=rounds))


def score_bad_hand(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a hand with no ace, no face card and no trump, thrown in (SH-022)."""
    pending = table.doublers if table.doublers is not None else (0 if rules.no_picker == "doubler" else None)
    same = rules.redeal_deal == "same"
    return _nothing(table, rules, "bad_hand", pending, "redeal_deal", "SH-022", same=same)


def _nothing(
    table: Table,
    rules: SheepsheadRules,
    case: str,
    doublers: int | None,
    rule: str,
    source: str,
    *,
    same: bool,
) -> Scored:
    # Return a hand without play: the deal and the doublers after it, and perhaps a point each for the pot.
    #
    # `case` says what it was.
    receipt = Receipt(table.players)
    receipt.add("no_play", [0] * table.players, case=case, rule=rule, source=source)
    pots = feed_pot_thrown_in(receipt, table, rules)
    gained = receipt.pot_delta
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=message("label", case=case),
        pot_delta=gained,
        roles=("",) * table.players,
        won=tuple([None] * table.players),
        next_dealer=next_dealer(table, same=same),
        carried_after=SheepsheadCarried(
            doublers=doublers,
            rounds=table.rounds if rules.doubler_stack == "round" else None,
            pot=pot_after(table.pot, pots, gained),
        ),
    )
