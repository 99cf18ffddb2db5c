"""The score chart of one table: what every result pays, for every number of partners."""

from __future__ import annotations

from fractions import Fraction

from ledger.scoring.facts import read_players
from ledger.scoring.scored import Cell, Chart
from ledger.scoring.sheepshead import two_handed
from ledger.scoring.sheepshead.doublings import limit
from ledger.scoring.sheepshead.results import LINES, Result, level_of
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.sides import shares
from ledger.scoring.sheepshead.table import LEAST_ACTIVE, MOST_ACTIVE, most_partners


def chart(rules: SheepsheadRules, active: int) -> Chart:
    """Return the chart for `active` players at factor 1: losses with the bump, six rows, or four without
    trick rows.

    Two without a picker have only the winner's rows. Raises HandRefused (`players`) for fewer than two or
    more than eight.
    """
    read_players(active, LEAST_ACTIVE, MOST_ACTIVE)
    if active == 2 and rules.two_handed == "symmetric":
        # More card points win: what the winner gets, the other pays (SH-140).
        rows = tuple(two_handed.rows(rules))
        levels = {row.code: Fraction(two_handed.level_of(rules, row.code)) for row in rows}
        both = {code: Cell(picker=level, partner=level, opponent=-level) for code, level in levels.items()}
        return Chart(rows=rows, cells={(code, 0): cell for code, cell in both.items()})
    line = LINES[rules.schneider_line]
    results = [result for result in line.values() if rules.trick_rows or result.tricks == "some"]
    return Chart(
        rows=tuple(result.row for result in results),
        cells={
            (result.row.code, partners): _cell(rules, result, partners, active - 1 - partners)
            for result in results
            for partners in range(most_partners(active) + 1)
        },
    )


def _cell(rules: SheepsheadRules, result: Result, partners: int, opponents: int) -> Cell:
    units = level_of(result, trick_rows=rules.trick_rows, trick_level=rules.trick_level)
    # With the partner card one may have to be alone: such a picker did not choose to play for double.
    may_be_alone = not partners and most_partners(opponents + 1) and rules.partner != "nobody"
    chosen = rules.alone_double == "chosen" and rules.alone == "allowed"
    spared = rules.trickless_loss == "picker_pays_no_bump" and result.tricks == "none"
    factor = 2 if rules.bump and not result.won and not spared else 1
    if may_be_alone and (rules.alone_double == "always" or chosen):
        factor *= 2
    # A limit on everything limits bump and alone, too (SH-074).
    cap = limit(rules)
    units *= factor if cap is None or rules.cap_scope != "everything" else min(factor, cap)
    if not result.won:
        units = -units
    picker, partner = shares(rules.split, partners, opponents)
    relieved = not rules.partner_shares_loss or (rules.trickless_loss != "chart" and result.tricks == "none")
    if not result.won and relieved:
        picker, partner = opponents, 0
    return Cell(picker=Fraction(picker * units), partner=Fraction(partner * units), opponent=Fraction(-units))
