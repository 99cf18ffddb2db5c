"""Bock: for a round, until everybody has dealt once, every game counts double (convention)."""

from __future__ import annotations

import dataclasses

from ledger.scoring.mehrkopf.carried import MOST_BOCK, MehrkopfCarried
from ledger.scoring.mehrkopf.contracts import CONTRACTS, RAMSCH, contract_called
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table
from ledger.scoring.scored import Facts, Scored


def with_bock(table: Table, rules: MehrkopfRules, told: Facts, scored: Scored) -> Scored:
    """The hand with the doubled deals that it leaves: one less, and a round more where it was a cause of one.

    A round has a deal for everybody at the table. Where no Bock is played, what was left of one is over.
    """
    if not rules.bock_here and not table.bock:
        return scored
    left = max(table.bock - 1, 0) if rules.bock_here else 0
    if rules.bock_here and _is_cause(rules, told, scored):
        more = left + table.players if rules.bock_stack == "after" else table.players
        left = min(more, MOST_BOCK)
    after = scored.carried_after
    carried = after if isinstance(after, MehrkopfCarried) else MehrkopfCarried()
    return dataclasses.replace(scored, carried_after=dataclasses.replace(carried, bock=left))


def _is_cause(rules: MehrkopfRules, told: Facts, scored: Scored) -> bool:
    """Whether a round of Bock follows this hand at this table."""
    # A game without cards may be told with an empty list here, which is as good as nothing.
    contract = told.get("contract") or ""
    is_solo = contract in CONTRACTS and contract_called(rules, contract).solo
    happened = {
        "all_pass": told["kind"] == "all_pass",
        "ramsch": contract == RAMSCH,
        "solo_lost": is_solo and scored.won[told["declarer"]] is False,
        "tout": bool(told.get("tout") or told.get("sie")),
        "schwarz": scored.row in ("won_schwarz", "lost_schwarz"),
    }
    return any(happened[cause] for cause in rules.bock)
