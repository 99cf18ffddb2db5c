"""How many hands in a row nobody picked, where that decides what is played if nobody picks once more."""

from __future__ import annotations

import dataclasses

from ledger.scoring.scored import Facts, Scored
from ledger.scoring.sheepshead.at_table import is_mixed
from ledger.scoring.sheepshead.carried import left_by
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import Table

UNPICKED = frozenset({"leaster", "moster", "schwanzer", "mittler", "schneidster", "all_pass"})
PICKED = frozenset({"picked", "renege"})


def count_passes(table: Table, rules: SheepsheadRules, told: Facts, scored: Scored) -> Scored:
    """The hand with the count that it leaves: nobody picked once more, or it begins anew.

    It begins anew with a picked hand, and with the hand that the count led to: a leaster after a new deal is
    followed by a new deal again. Bad hands and what happens between two hands leave it as it is: convention.
    """
    passes = table.carried.passes or 0
    if rules.no_picker_then == "same" and not passes:  # as at most tables
        return scored
    after = _passes_after(passes, rules, told)
    if after is None:
        return scored
    left = dataclasses.replace(left_by(scored), passes=after)
    return dataclasses.replace(scored, carried_after=left)


def _passes_after(passes: int, rules: SheepsheadRules, told: Facts) -> int | None:
    """The count after this hand, None where it stays what it was."""
    if not is_mixed(rules):
        return 0 if passes else None
    if told["kind"] in UNPICKED or told.get("in_leaster"):
        return 0 if passes >= rules.no_picker_after else passes + 1
    return 0 if told["kind"] in PICKED else None
