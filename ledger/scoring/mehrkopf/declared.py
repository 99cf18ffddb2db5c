"""A declared game that was played out: Rufspiel, Hochzeit, Muss, or one of the solos."""

from __future__ import annotations

from functools import cache

from ledger.messages import Message, message
from ledger.scoring.mehrkopf.contracts import Contract
from ledger.scoring.mehrkopf.outcome import Outcome, read_outcome
from ledger.scoring.mehrkopf.price import (
    Laufende,
    add_doublings,
    add_laufende,
    add_rounding,
    pots_after,
    price_of,
    read_doublings,
    read_laufende,
)
from ledger.scoring.mehrkopf.results import won_from
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.sides import Sides, read_sides, roles, transfer, victors
from ledger.scoring.mehrkopf.stock import play_for_stock
from ledger.scoring.mehrkopf.table import Table, finished, pot_here
from ledger.scoring.receipt import Number, Receipt
from ledger.scoring.scored import Facts, Scored

# The demand on top, as the label of a hand says it.
DEMANDS = ("", "_schneider", "_schwarz")


def score_declared(table: Table, rules: MehrkopfRules, contract: Contract, told: Facts) -> Scored:
    """Score a game: losers pay base, demand and Laufende, doubled; winners share it (MK-013 to MK-019).

    Raises HandRefused for sides, results, Laufende, doublings and stocks that cannot be or are not played.
    """
    sides = read_sides(table, contract, told)
    outcome = read_outcome(table, rules, contract, told)
    run = read_laufende(table, rules, contract, sides, told, sie=outcome.sie)
    doublings = read_doublings(table, rules, told)
    pot = pot_here(table, rules)
    receipt = Receipt(table.players)
    _add_price(receipt, table, rules, contract, sides, outcome, run)
    base = list(receipt.sums)
    factor = add_doublings(receipt, base, _add_announced(receipt, base, rules, outcome), doublings)
    rounded = add_rounding(receipt, rules)
    left = play_for_stock(receipt, table, rules, contract, sides, won=outcome.result.won)
    winners, losers = sides.teams(won=outcome.result.won)
    return finished(
        table,
        receipt,
        _label(contract, outcome),
        factor=factor,
        roles=roles(table, contract, sides),
        won=victors(table.players, winners, losers),
        row=outcome.result.code,
        side_points=outcome.points,
        pots_after=pots_after(pot, before=left, rounded=rounded),
    )


def _add_price(
    receipt: Receipt,
    table: Table,
    rules: MehrkopfRules,
    contract: Contract,
    sides: Sides,
    outcome: Outcome,
    run: Laufende | None,
) -> None:
    # The lines of the rate: the game itself, Schneider or Schwarz, Laufende (MK-013 to MK-019).
    result = outcome.result
    winners, losers = sides.teams(won=result.won)
    pairwise = contract.solo or rules.distribution == "pairwise"
    unit = transfer(table.players, winners, losers, pairwise=pairwise)
    rule, price = price_of(rules, contract)
    receipt.add(
        "won" if result.won else "lost",
        [share * price for share in unit],
        case="tout" if outcome.tout else "sie" if outcome.sie else "",
        params={"contract": contract.called},
        why=_why(table, contract, outcome),
        rule=rule,
        source=contract.source,
    )
    _add_demand(receipt, rules, outcome, unit)
    lost_tout = outcome.tout and not result.won
    if run is not None and not (lost_tout and not rules.tout_lost_laufende):
        turned = transfer(table.players, losers, winners, pairwise=pairwise)
        add_laufende(receipt, rules, run, unit, turned, won=result.won)


def _add_demand(receipt: Receipt, rules: MehrkopfRules, outcome: Outcome, unit: list[Number]) -> None:
    # The line of Schneider or Schwarz (MK-014, MK-015); a Tout or Sie may go without it (MK-027).
    demand = outcome.result.demand
    if not demand or ((outcome.tout or outcome.sie) and rules.tout_rate == "no_demand"):
        return
    price = demand * rules.schneider_rate
    receipt.add(
        "schneider" if demand == 1 else "schwarz",
        [share * price for share in unit],
        rule="schneider_rate" if outcome.result.won else "declarer_safe",
        source="MK-014" if demand == 1 else "MK-015",
    )


def _add_announced(receipt: Receipt, base: list[Number], rules: MehrkopfRules, outcome: Outcome) -> int:
    # The line of a Tout or a Sie, and the factor after it (MK-027 to MK-029).
    if outcome.sie:
        by, code, rule, source = rules.sie_factor, "sie", "sie_factor", "MK-029"
    elif outcome.tout and outcome.result.won:
        by, code, rule, source = 2, "tout", "tout_rate", "MK-027"
    elif outcome.tout and rules.tout_lost == "double":
        by, code, rule, source = 2, "tout", "tout_lost", "MK-028"
    else:
        return 1
    receipt.multiply(base, 1, by, code, factor=by, rule=rule, source=source)
    return by


def _why(table: Table, contract: Contract, outcome: Outcome) -> tuple[Message, ...]:
    # Why this is the result, where there is more to say.
    if contract.is_bettel:
        return (message("why", case="no_trick" if outcome.result.won else "a_trick"),)
    if outcome.result.tricks == "all":
        return (message("why", case="all_tricks"),)
    if outcome.tout:
        return (message("why", case="a_trick_lost"),)
    if outcome.points is None:
        return ()
    half = table.total // 2
    if outcome.points == half:
        return (message("why", case="half", half=half),)
    needed = won_from(table)
    return (message("why", case="points", points=outcome.points, total=table.total, needed=needed),)


def _label(contract: Contract, outcome: Outcome) -> Message:
    won = "won" if outcome.result.won else "lost"
    if outcome.tout or outcome.sie:
        case = f"{won}_{'tout' if outcome.tout else 'sie'}"
    else:
        case = f"{won}{DEMANDS[outcome.result.demand]}"
    if contract.name:
        return message("label", case=case, contract=contract.called)
    return _called(case, contract.key)


@cache
def _called(case: str, contract: str) -> Message:
    # Cached, as there are few and every hand needs one.
    return message("label", case=case, contract=contract)
