"""A forfeited hand: who did not follow suit, and who pays for it (SH-025)."""

from __future__ import annotations

from ledger.messages import message
from ledger.scoring.facts import flag, seat
from ledger.scoring.receipt import Number, Receipt
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.doublings import add_doublings, bump_applies, read_calls
from ledger.scoring.sheepshead.outcome import read_called
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.sides import Sides, onto, plays_double, read_sides, roles, spread, winners
from ledger.scoring.sheepshead.table import Table, add_doubler, played, pots_waiting

LABEL = message("label", case="renege")
EACH_FOR_THEMSELVES = ("leaster", "moster", "mittler", "schneidster")


def score_renege(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a renege: the guilty side loses at the plain level, doubled as the hand was; a pot stays.

    A called sheepshead that somebody spoils is forfeited like any hand, by convention.

    Raises HandRefused: `sits_out`, `in_leaster`, `forced_off`, and as a picked hand does.
    """
    offender = seat(told.get("offender"), "offender", table.players)
    if offender not in table.active:
        raise HandRefused("sits_out", fact="offender", case="renege")
    if flag(told, "in_leaster"):
        _check_leaster(table, rules, told)
        return _each_for_himself(table, rules, offender, 1, "leaster", "leaster")
    if len(table.active) == 2 and rules.two_handed == "symmetric" and told.get("picker") is None:
        return _each_for_himself(table, rules, offender, rules.renege_level, "", "two_handed")
    return _in_picked_hand(table, rules, told, offender)


def _check_leaster(table: Table, rules: SheepsheadRules, told: Facts) -> None:
    if rules.no_picker not in EACH_FOR_THEMSELVES or not 3 <= len(table.active) <= 7:
        raise HandRefused("no_leaster", fact="in_leaster", case="here")
    for fact in ("picker", "partners", "partner_by", "cracks", "blitzes"):
        if told.get(fact) not in (None, []):
            raise HandRefused("in_leaster", fact=fact)
    if flag(told, "called_sheepshead"):
        raise HandRefused("in_leaster", fact="called_sheepshead")


def _each_for_himself(
    table: Table, rules: SheepsheadRules, offender: int, units: int, role: str, where: str
) -> Scored:
    # Without sides the offender pays every other player.
    base = _to_everybody(table, offender, 1 if rules.renege_pays == "fixed" else units)
    receipt = Receipt(table.players)
    why = (message("why", case=f"in_{where}"),)
    receipt.add("renege", base, why=why, seats=(offender,), source="SH-025")
    factor = 1 if rules.renege_pays == "fixed" else add_doubler(receipt, base, 1, table, rules)
    plays = table.active
    return played(
        table,
        rules,
        receipt,
        LABEL,
        pots_waiting(table, rules),
        roles=tuple([role if place in plays else "out" for place in range(table.players)]),
        won=tuple([place != offender if place in plays else None for place in range(table.players)]),
        factor=factor,
    )


def _in_picked_hand(table: Table, rules: SheepsheadRules, told: Facts, offender: int) -> Scored:
    sides = read_sides(table, rules, told)
    read_called(rules, sides, told)
    calls = read_calls(table, rules, sides, told)
    won = offender in sides.opponents
    bumped = bump_applies(table, rules, sides, told) and rules.renege_bump and not won
    receipt = Receipt(table.players)
    units = rules.renege_level if won else -rules.renege_level
    fixed = rules.renege_pays == "fixed"
    if fixed or rules.renege_pays == "everyone":
        base = _to_everybody(table, offender, 1 if fixed else rules.renege_level)
    else:
        base = spread(table.players, sides, rules.split, units)
    why = message("why", case="forfeited", level=rules.renege_level)
    if fixed:
        why = message("why", case="fixed")
    receipt.add("renege", base, why=(why,), seats=(offender,), source="SH-025")
    alone = plays_double(table, rules, sides, told)
    factor = 1 if fixed else add_doublings(receipt, base, table, rules, calls, bumped=bumped, alone=alone)
    _add_payer(receipt, rules, sides, offender, won=won)
    return played(
        table,
        rules,
        receipt,
        LABEL,
        pots_waiting(table, rules),
        roles=roles(table, sides, rules),
        won=winners(table, sides, won=won),
        factor=factor,
    )


def _to_everybody(table: Table, offender: int, units: int) -> list[Number]:
    # Points of every seat when the offender pays `units` to each other player.
    points: list[Number] = [units if place in table.active else 0 for place in range(table.players)]
    points[offender] = -units * (len(table.active) - 1)
    return points


def _add_payer(receipt: Receipt, rules: SheepsheadRules, sides: Sides, offender: int, *, won: bool) -> None:
    # The line that moves what innocent mates would pay to whoever pays it at this table.
    guilty = sides.opponents if won else (sides.picker, *sides.partners)
    mates = [place for place in guilty if place != offender]
    if rules.renege_pays == "offender" and mates:
        change = onto(offender, mates, receipt.sums)
        receipt.add("renege_pays", change, seats=(offender,), rule="renege_pays", source="SH-025")
    elif rules.renege_pays == "side" and not won and sides.partners and not rules.partner_shares_loss:
        change = onto(sides.picker, sides.partners, receipt.sums)
        receipt.add("partner_shares_loss", change, rule="partner_shares_loss", source="SH-015")
