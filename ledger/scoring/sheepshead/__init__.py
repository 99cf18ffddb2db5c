"""Sheepshead: two to eight play a hand, up to ten sit at the table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from ledger.scoring.facts import check_names, read_kind, read_players
from ledger.scoring.game import Game, Traits
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.running import SHEET_FACTS, score_sheet
from ledger.scoring.scored import Facts, Scored
from ledger.scoring.sheepshead.carried import CARRIED_FACTS, SheepsheadCarried, left_by
from ledger.scoring.sheepshead.chart import chart
from ledger.scoring.sheepshead.examples import tellings
from ledger.scoring.sheepshead.leaster import score_leaster
from ledger.scoring.sheepshead.payments import add_payments
from ledger.scoring.sheepshead.picked import score_picked
from ledger.scoring.sheepshead.pots import score_newcomer, score_pot_divide, score_showdown
from ledger.scoring.sheepshead.presets import PRESETS, TILES
from ledger.scoring.sheepshead.quiet import score_all_pass, score_bad_hand
from ledger.scoring.sheepshead.renege import score_renege
from ledger.scoring.sheepshead.rules import SheepsheadRules, is_mixed, rules_after, rules_at
from ledger.scoring.sheepshead.table import (
    EDITION,
    LEAST_ACTIVE,
    MOST_ACTIVE,
    Table,
    keeps_pot,
    most_partners,
    read_table,
)
from ledger.scoring.sheepshead.two_handed import score_two_handed
from ledger.scoring.sheepshead.unpicked import score_mittler, score_moster, score_schneidster, score_schwanzer

UNPICKED = frozenset({"leaster", "moster", "schwanzer", "mittler", "schneidster", "all_pass"})
PICKED = frozenset({"picked", "renege"})


def count_passes(table: Table, rules: SheepsheadRules, told: Facts, scored: Scored) -> Scored:
    """Return the hand with the count of unpicked hands in a row that it leaves.

    It begins anew with a picked hand, and with the hand that the count led to: a leaster after a new deal is
    followed by a new deal again. Bad hands and what happens between two hands leave it as it is: convention.
    """
    passes = table.carried.passes or 0
    if rules.no_picker_then == "same" and not passes:  # as at most tables
        return scored
    if not is_mixed(rules):
        after = 0 if passes else None
    elif told["kind"] in UNPICKED or told.get("in_leaster"):
        after = 0 if passes >= rules.no_picker_after else passes + 1
    else:
        after = 0 if told["kind"] in PICKED else None
    if after is None:
        return scored
    left = dataclasses.replace(left_by(scored), passes=after)
    return dataclasses.replace(scored, carried_after=left)


# Facts that every kind of hand may carry.
ALWAYS = {"kind", "edition", "dealer", "sitting_out", "resting", "conceded", "doublers_by_hand"}
ALWAYS |= CARRIED_FACTS
DEALT = ALWAYS | {"last_round", "three_kings"}
PASSED = DEALT | {"mauer"}
SIDES = {
    "picker",
    "partners",
    "partner_by",
    "forced",
    "unpicked",
    "holds_partner",
    "cracks",
    "cracks_by",
    "blitzes",
    "blitzes_by",
    "blind_pick",
}
COUNTS = {"points", "tricks"}
COUNTED = {
    "side_points",
    "side_tricks",
    "trick_points",
    "buries",
    "picker_tricks",
    "called_sheepshead",
    "result",
}
WON = {"blind", "tie_winner", "winners", "won_with", "trickless", "jack"}

KINDS: dict[str, tuple[Callable[[Table, SheepsheadRules, Facts], Scored], frozenset[str]]] = {
    "picked": (score_picked, frozenset(DEALT | SIDES | COUNTED)),
    "leaster": (score_leaster, frozenset(PASSED | COUNTS | WON)),
    "moster": (score_moster, frozenset(PASSED | COUNTS | {"blind", "losers", "all_tricks_by"})),
    "schwanzer": (score_schwanzer, frozenset(DEALT | {"losers", "strength"})),
    "mittler": (score_mittler, frozenset(PASSED | COUNTS | {"blind", "winners"})),
    "schneidster": (score_schneidster, frozenset(PASSED | COUNTS | {"blind", "winners"})),
    "two_handed": (score_two_handed, frozenset(DEALT | COUNTS | {"winner", "result"})),
    "renege": (score_renege, frozenset(DEALT | SIDES | {"offender", "in_leaster", "called_sheepshead"})),
    "all_pass": (score_all_pass, frozenset(PASSED)),
    "bad_hand": (score_bad_hand, frozenset(ALWAYS)),
    "pot_divide": (score_pot_divide, frozenset(ALWAYS)),
    "showdown": (score_showdown, frozenset(ALWAYS | {"winner"})),
    "newcomer": (score_newcomer, frozenset(ALWAYS | {"newcomer"})),
}
PLAYED = frozenset(
    {"picked", "leaster", "moster", "schwanzer", "mittler", "schneidster", "two_handed", "renege"}
)
ALL_FACTS = SHEET_FACTS.union(*[facts for _, facts in KINDS.values()])


def score_sheepshead(players: int, rules: SheepsheadRules, told: Facts) -> Scored:
    """Return the score of a hand at a table of `players` (sitters included). Raises HandRefused."""
    kind = read_kind(told, (*KINDS, "sheet"))
    if kind == "sheet":
        count = read_players(players, LEAST_ACTIVE, 10)
        return score_sheet(count, rules.stake, told, lambda result: score_sheepshead(players, rules, result))
    score, facts = KINDS[kind]
    check_names(told, facts, ALL_FACTS)
    table = read_table(players, rules, told, plays=kind in PLAYED)
    passes = table.carried.passes
    now = rules_after(rules, passes) if passes else rules
    paid = add_payments(table, now, told, score(table, now, told))
    return count_passes(table, rules, told, paid)


def traits(told: Facts) -> Traits:
    """Return the traits of a hand: who cracked first, and whether the picker was forced."""
    by = told.get("cracks_by") or (None,)
    return Traits(
        kind=told["kind"],
        cracks=len(told.get("cracks") or ()),
        cracker=by[0],
        is_forced=bool(told.get("forced")),
    )


SHEEPSHEAD: Game[SheepsheadRules] = Game(
    key="sheepshead",
    name=_("Sheepshead"),
    help=_(
        "The picker takes the blind and needs 61 of 120 points, alone or with a partner, against the rest."
    ),
    rules=SheepsheadRules,
    presets=PRESETS,
    tiles=TILES,
    score=score_sheepshead,
    chart=chart,
    least_active=LEAST_ACTIVE,
    most_active=MOST_ACTIVE,
    most_partners=most_partners,
    edition=EDITION,
    asks_who_rests=True,
    carried=SheepsheadCarried(),
    keeps_pot=keeps_pot,
    target=lambda rules: rules.play_to,
    between=dict.fromkeys(("pot_divide", "showdown", "newcomer"), 1),
    examples=tellings,
    traits=traits,
    at=rules_at,
)
