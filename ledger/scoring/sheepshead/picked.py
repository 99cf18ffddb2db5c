"""A picked hand: the picker's side wins or loses at a level, doubled as it was, and the pot with it."""

from __future__ import annotations

from ledger.messages import Message, message
from ledger.scoring.receipt import Number, Receipt
from ledger.scoring.scored import Facts, Scored
from ledger.scoring.sheepshead.doublings import add_doublings, bump_applies, read_calls
from ledger.scoring.sheepshead.outcome import Outcome, read_outcome
from ledger.scoring.sheepshead.pots import play_for_pot
from ledger.scoring.sheepshead.results import level_of, why
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules
from ledger.scoring.sheepshead.sides import Sides, onto, plays_double, read_sides, roles, spread, winners
from ledger.scoring.sheepshead.table import Table, played

MADE, MISSED = message("label", case="sheepshead_made"), message("label", case="sheepshead_missed")


def score_picked(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Return the score: level × factor from every opponent, shared on the picker's side (SH-010).

    Raises HandRefused for sides, results, cracks and pots that cannot be or are not played here.
    """
    sides = read_sides(table, rules, told)
    outcome = read_outcome(table, rules, sides, told)
    calls = read_calls(table, rules, sides, told)
    may_bump = bump_applies(table, rules, sides, told, called=outcome.called)
    receipt = Receipt(table.players)
    base = _add_base(receipt, table, rules, sides, outcome)
    # A called sheepshead has rules of its own for a loss without a trick.
    no_bump = rules.trickless_loss == "picker_pays_no_bump" and not outcome.called
    bumped = may_bump and not outcome.won and not (no_bump and _trickless(rules, outcome))
    alone = plays_double(table, rules, sides, told)
    factor = add_doublings(receipt, base, table, rules, calls, bumped=bumped, alone=alone)
    if not outcome.won and sides.partners:
        add_relief(receipt, rules, sides, outcome)
    pots = play_for_pot(receipt, table, rules, sides, won=outcome.won)
    sixty = rules.sixty_doubles and outcome.points == 60
    if sixty:
        receipt.add("sixty", [0] * table.players, rule="sixty_doubles", source=CUSTOM)
    label, row = outcome.result.label, outcome.result.row.code
    if outcome.called:
        label, row = (MADE, "won_all_tricks") if outcome.won else (MISSED, "lost")
    return played(
        table,
        rules,
        receipt,
        label,
        pots,
        roles=roles(table, sides, rules),
        won=winners(table, sides, won=outcome.won),
        row=row,
        side_points=outcome.points,
        factor=factor,
        sixty=sixty,
    )


def _add_base(
    receipt: Receipt, table: Table, rules: SheepsheadRules, sides: Sides, outcome: Outcome
) -> list[Number]:
    # The first line: the result at its level, shared as the table shares; returns its points.
    sign = 1 if outcome.won else -1
    if outcome.called:
        # Twice what all tricks are worth (SH-045); hands told long ago had 6 whatever all tricks were worth.
        level = 6 if table.edition == 1 else 2 * rules.trick_level
        base = spread(table.players, sides, rules.split, sign * level)
        case = "" if outcome.won else "missed"
        receipt.add("sheepshead", base, case=case, rule="call_sheepshead", source="SH-045, SH-046")
        return base
    result = outcome.result
    level = level_of(result, trick_rows=rules.trick_rows, trick_level=rules.trick_level)
    base = spread(table.players, sides, rules.split, sign * level)
    clauses: tuple[Message, ...] = (why(result, outcome.points, level),)
    if outcome.buried:
        clauses = (message("buried", whose=outcome.buried), *clauses)
    rule = ("bury_credit" if outcome.buried else None) if result.tricks == "some" else "trick_rows"
    receipt.add(result.row.code, base, why=clauses, rule=rule, source=result.source)
    return base


def add_relief(receipt: Receipt, rules: SheepsheadRules, sides: Sides, outcome: Outcome) -> None:
    """Add the line of a loss that the picker pays for both, where the table plays that (SH-054, SH-015)."""
    if rules.trickless_loss != "chart" and _trickless(rules, outcome):
        rule, source = "trickless_loss", "SH-054"
    elif not rules.partner_shares_loss:
        rule, source = "partner_shares_loss", "SH-015"
    else:
        return
    receipt.add(rule, onto(sides.picker, sides.partners, receipt.sums), rule=rule, source=source)


def _trickless(rules: SheepsheadRules, outcome: Outcome) -> bool:
    # Whether who must be without a trick at this table took none (SH-054).
    return outcome.side_trickless if rules.trickless_trigger == "side" else outcome.picker_trickless
