"""What some tables pay beside the hand, never doubled: for three kings, and for a Mauer mark."""

from __future__ import annotations

import dataclasses

from ledger.messages import message
from ledger.scoring.carried import EMPTY, Pot
from ledger.scoring.facts import seat
from ledger.scoring.receipt import exactly
from ledger.scoring.scored import Facts, HandRefused, Reason, Scored
from ledger.scoring.sheepshead.carried import MOST_DOUBLERS, MOST_ROUNDS, SheepsheadCarried, left_by
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules
from ledger.scoring.sheepshead.table import Table


def add_payments(table: Table, rules: SheepsheadRules, told: Facts, scored: Scored) -> Scored:
    """Return the hand with these payments as lines of their own; none of them changes who won.

    Raises HandRefused: `three_kings_off`, `mauer_off`, `sits_out`, and as `seat` does.
    """
    if told.get("three_kings") is not None:
        scored = _with(table, rules, told, scored, "three_kings", sign=1)
    if told.get("mauer") is not None:
        scored = _with(table, rules, told, scored, "mauer", sign=-1)
        scored = _marked(table, rules, scored) if rules.mauer_double else scored
    return scored


def _marked(table: Table, rules: SheepsheadRules, scored: Scored) -> Scored:
    # The hand with one Mauer mark more on the table; enough of them leave a doubler behind.
    marks, enough = (table.carried.mauer_marks or 0) + 1, rules.mauer_double or 0
    doubles = marks >= enough
    line = Reason(
        code="mauer_double",
        case="doubler" if doubles else "",
        why=(message("why", case="marks", marks=marks, enough=enough),),
        points=exactly([0] * table.players),
        rule="mauer_double",
        source=CUSTOM,
    )
    left = dataclasses.replace(left_by(scored), mauer_marks=0 if doubles else marks)
    return dataclasses.replace(
        scored,
        reasons=(*scored.reasons, line),
        carried_after=_with_a_doubler(table, rules, left) if doubles else left,
    )


def _with_a_doubler(table: Table, rules: SheepsheadRules, left: SheepsheadCarried) -> SheepsheadCarried:
    # Add a doubler, as the table plays doublers (SH-105).
    if rules.doubler_stack == "round":
        rounds = (*(left.rounds or ()), table.players)[:MOST_ROUNDS]
        return dataclasses.replace(left, rounds=rounds, doublers=max(rounds))
    after = 1 if rules.doubler_stack == "flat" else min(left.pending_doublers + 1, MOST_DOUBLERS)
    return dataclasses.replace(left, doublers=after)


def _with(
    table: Table, rules: SheepsheadRules, told: Facts, scored: Scored, fact: str, *, sign: int
) -> Scored:
    # Add a line: a seat gets (`sign` 1) or pays (−1) points from or to every other player, or the pot.
    each: int | None = getattr(rules, fact)
    place = seat(told[fact], fact, table.players)
    if each is None:
        raise HandRefused("three_kings_off" if fact == "three_kings" else "mauer_off", fact=fact)
    if place not in table.active:
        raise HandRefused("sits_out", fact=fact, case="cards")
    into_pot = fact == "mauer" and rules.mauer_to == "pot"
    moved = [0] * table.players
    if into_pot:
        moved[place] = -each
    else:
        for other in table.active:
            moved[other] = -sign * each
        moved[place] = sign * each * (len(table.active) - 1)
    points = exactly(moved)
    rule = "mauer_to" if into_pot else fact
    line = Reason(code=fact, points=points, seats=(place,), rule=rule, source=CUSTOM)
    total = tuple([before + more for before, more in zip(scored.points, points, strict=True)])
    found = dataclasses.replace(scored, points=total, reasons=(*scored.reasons, line))
    if not into_pot:
        return found
    left = left_by(scored)
    pot = left.pot or EMPTY
    left = dataclasses.replace(left, pot=Pot(pot.amount + each, pot.pots + 1))
    return dataclasses.replace(found, pot_delta=scored.pot_delta + each, carried_after=left)
