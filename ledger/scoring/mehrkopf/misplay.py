"""A game lost by a misplay: at the bare rate, by the offender or his side (MK-010, MK-011)."""

from __future__ import annotations

from ledger.messages import message
from ledger.scoring.facts import one_of, seat, whole
from ledger.scoring.mehrkopf.contracts import Contract
from ledger.scoring.mehrkopf.outcome import TRICKS, read_tout
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
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.sides import Sides, Team, read_sides, roles, transfer, victors
from ledger.scoring.mehrkopf.table import Table, finished, pot_here
from ledger.scoring.receipt import Number, Receipt
from ledger.scoring.scored import Facts, HandRefused, Scored


def read_offender(table: Table, told: Facts) -> int:
    """Return the seat that misplayed; raise `no_such_seat`, `bad_type` or `sits_out`."""
    offender = seat(told.get("misplay_by"), "misplay_by", table.players)
    if offender not in table.active:
        raise HandRefused("sits_out", fact="misplay_by", case="misplay")
    return offender


def score_misplay(table: Table, rules: MehrkopfRules, contract: Contract, told: Facts) -> Scored:
    """Score a misplay: the offender’s side loses at the base rate, without Schneider; a stock stays
    (MK-011).

    Raises HandRefused: `result_contradicts`, `sie_or_misplay`, and as a played game does.
    """
    sides = read_sides(table, contract, told)
    offender = read_offender(table, told)
    tout = _read_rest(table, contract, told)
    run = read_laufende(table, rules, contract, sides, told, sie=False)
    doublings = read_doublings(table, rules, told)
    pot = pot_here(table, rules)
    won = offender in sides.opponents
    receipt = Receipt(table.players)
    _add_price(receipt, table, rules, contract, sides, offender, run, lost_tout=tout and not won)
    base = list(receipt.sums)
    factor = 2 if tout and (won or rules.tout_lost == "double") else 1
    if factor == 2:
        receipt.multiply(base, 1, 2, "tout", factor=2, rule="tout_lost", source="MK-028")
    factor = add_doublings(receipt, base, factor, doublings)
    rounded = add_rounding(receipt, rules)
    winners, losers = sides.teams(won=won)
    return finished(
        table,
        receipt,
        message("label", case="misplayed", contract=contract.called),
        factor=factor,
        roles=roles(table, contract, sides),
        won=victors(table.players, winners, losers),
        pots_after=pots_after(pot, before=pot.pots if pot else 0, rounded=rounded),
    )


def _read_rest(table: Table, contract: Contract, told: Facts) -> bool:
    # Whether it was a Tout; the game was aborted, so that points may be told but count for nothing.
    tout, sie = read_tout(contract, told)
    if sie:
        raise HandRefused("sie_or_misplay", fact="sie")
    if told.get("result") is not None:
        raise HandRefused("result_contradicts", fact="result", case="misplayed")
    if told.get("declarer_points") is not None:
        whole(told["declarer_points"], "declarer_points", table.lowest, table.highest)
    if told.get("declarer_tricks") is not None:
        one_of(told["declarer_tricks"], "declarer_tricks", TRICKS)
    return tout


def _add_price(
    receipt: Receipt,
    table: Table,
    rules: MehrkopfRules,
    contract: Contract,
    sides: Sides,
    offender: int,
    run: Laufende | None,
    *,
    lost_tout: bool,
) -> None:
    # The lines of the rate: the misplay, and Laufende where the table pays them.
    #
    # No matter who holds them: a misplay is paid for, and nobody is paid for one.
    won = offender in sides.opponents
    winners, losers = sides.teams(won=won)
    pairwise = contract.solo or rules.distribution == "pairwise"
    unit = _shares(table, rules, offender, winners, losers, pairwise=pairwise)
    price = price_of(rules, contract)[1]
    points, source = [share * price for share in unit], "MK-010, MK-011, MK-013"
    case = rules.misplay_pays
    receipt.add("misplay", points, case=case, seats=(offender,), rule="misplay_pays", source=source)
    if run is not None and rules.misplay_laufende and not (lost_tout and not rules.tout_lost_laufende):
        turned = transfer(table.players, losers, winners, pairwise=pairwise)
        add_laufende(receipt, rules, run, unit, turned, won=won if table.edition == 1 else run.by_declarers)


def _shares(
    table: Table, rules: MehrkopfRules, offender: int, winners: Team, losers: Team, *, pairwise: bool
) -> list[Number]:
    # Points by seat of a rate of one unit (MK-011).
    if rules.misplay_pays == "everyone":
        others = tuple([place for place in table.active if place != offender])
        return transfer(table.players, others, (offender,), pairwise=True)
    if rules.misplay_pays == "offender_share":
        return transfer(table.players, winners, (offender,), pairwise=pairwise)
    shares = transfer(table.players, winners, losers, pairwise=pairwise)
    if rules.misplay_pays == "offender_all":
        for mate in losers:
            if mate != offender:
                shares[offender] += shares[mate]
                shares[mate] = 0
    return shares
