"""Tricks instead of units: everybody’s tricks above or below the average (MK-042)."""

from __future__ import annotations

from ledger.messages import message
from ledger.scoring.mehrkopf.ramsch import read_tricks
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table, finished, pot_here
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, Scored


def score_counted(table: Table, rules: MehrkopfRules, told: Facts) -> Scored:
    """Score each player’s tricks less the average, so that a hand sums to zero. Raises HandRefused as tricks
    do."""
    tricks = read_tricks(table, rules, told)
    average = divided(sum(tricks), len(table.active))
    points: list[Number] = [0] * table.players
    for place in table.active:
        points[place] = tricks[place] - average
    receipt = Receipt(table.players)
    why = message("why", case="tricks", tricks=sum(tricks), players=len(table.active))
    receipt.add("tricks", points, why=(why,), rule="count", source="MK-042")
    pot = pot_here(table, rules)
    return finished(
        table,
        receipt,
        message("label", case="tricks"),
        roles=tuple(["" if place in table.active else "out" for place in range(table.players)]),
        won=tuple([None] * table.players),
        pots_after=None if pot is None else pot.pots,
    )
