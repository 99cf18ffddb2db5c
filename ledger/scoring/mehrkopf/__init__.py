"""Schafkopf and its sister Mehrkopf: two to six play a game, up to ten sit at the table."""

from __future__ import annotations

from collections.abc import Callable

from ledger.scoring.facts import MOST_SEATS, check_names, one_of, read_kind, read_players
from ledger.scoring.game import Game, Traits
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.mehrkopf.bock import with_bock
from ledger.scoring.mehrkopf.carried import MehrkopfCarried
from ledger.scoring.mehrkopf.chart import chart
from ledger.scoring.mehrkopf.contracts import CONTRACTS, RAMSCH, read_contract
from ledger.scoring.mehrkopf.counted import score_counted
from ledger.scoring.mehrkopf.declared import score_declared
from ledger.scoring.mehrkopf.examples import tellings
from ledger.scoring.mehrkopf.misplay import score_misplay
from ledger.scoring.mehrkopf.presets import PRESETS
from ledger.scoring.mehrkopf.ramsch import score_ramsch
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.stock import score_all_pass, score_pot_divide, score_throw_in
from ledger.scoring.mehrkopf.table import (
    EDITION,
    LEAST_ACTIVE,
    LEAST_PLAYERS,
    MOST_ACTIVE,
    Table,
    keeps_stock,
    most_partners,
    read_table,
)
from ledger.scoring.running import SHEET_FACTS, score_sheet
from ledger.scoring.scored import Facts, Scored

# Facts that every kind of hand may carry.
ALWAYS = frozenset({"kind", "edition", "dealer", "sitting_out", "resting", "pot", "bock"})
ANY = ALWAYS | {"contract"}
DOUBLED = {"klopfer", "stoss", "misplay_by"}
DECLARED = ANY | DOUBLED | {"declarer", "partners", "declarer_points", "declarer_tricks", "result"}
DECLARED |= {"laufende", "laufende_side", "tout", "sie"}
RAMSCHED = ANY | DOUBLED | {"points", "tricks", "losers", "tie_loser", "maidens", "durchmarsch"}
COUNTED = ANY | {"tricks"}
ALL_FACTS = SHEET_FACTS | DECLARED | RAMSCHED

UNPLAYED: dict[str, Callable[[Table, MehrkopfRules, Facts], Scored]] = {
    "throw_in": score_throw_in,
    "all_pass": score_all_pass,
    "pot_divide": score_pot_divide,
}


def score_mehrkopf(players: int, rules: MehrkopfRules, told: Facts) -> Scored:
    """What a hand is worth at a table of `players` (sitters included). Raises HandRefused."""
    kind = read_kind(told, ("played", *UNPLAYED, "sheet"))
    if kind == "sheet":
        count = read_players(players, LEAST_PLAYERS, MOST_SEATS)
        return score_sheet(count, rules.stake, told, lambda result: score_mehrkopf(players, rules, result))
    if kind != "played":
        check_names(told, ALWAYS, ALL_FACTS)
        fed = kind == "all_pass" and rules.stock is not None
        table = read_table(players, told, plays=fed)
        scored = UNPLAYED[kind](table, rules, told)
        return scored if kind == "pot_divide" else with_bock(table, rules, told, scored)
    table = read_table(players, told)
    return with_bock(table, rules, told, _score_played(table, rules, told))


def _score_played(table: Table, rules: MehrkopfRules, told: Facts) -> Scored:
    """A game with cards: counted in tricks, a Ramsch, misplayed, or played out."""
    if rules.count == "tricks":
        one_of(told.get("contract"), "contract", ("any", *CONTRACTS, RAMSCH))
        check_names(told, COUNTED, ALL_FACTS)
        return score_counted(table, rules, told)
    contract = read_contract(told, len(table.active), rules)
    if contract is None:
        check_names(told, RAMSCHED, ALL_FACTS)
        return score_ramsch(table, rules, told)
    check_names(told, DECLARED, ALL_FACTS)
    if told.get("misplay_by") is not None:
        return score_misplay(table, rules, contract, told)
    return score_declared(table, rules, contract, told)


def traits(told: Facts) -> Traits:
    """Which game it was, and how often a Stoss was called; nobody tells who called it."""
    kind = told["kind"]
    return Traits(
        kind=told.get("contract") or kind if kind == "played" else kind,
        cracks=told.get("stoss") or 0,
        is_forced=told.get("contract") == "muss",
    )


MEHRKOPF: Game[MehrkopfRules] = Game(
    key="mehrkopf",
    name=_("Schafkopf"),
    help=_(
        "The Spieler plays with a Mitspieler or a solo, and needs more than half of the Augen. Mehrkopf is "
        "played so as well."
    ),
    rules=MehrkopfRules,
    presets=PRESETS,
    score=score_mehrkopf,
    chart=chart,
    least_active=LEAST_ACTIVE,
    most_active=MOST_ACTIVE,
    most_partners=most_partners,
    edition=EDITION,
    asks_who_rests=True,
    carried=MehrkopfCarried(),
    keeps_pot=keeps_stock,
    between={"pot_divide": 3},
    examples=tellings,
    traits=traits,
    usually=4,
    chief=_("Spieler"),
    words={
        "picker": _("Spieler"),
        "alone": _("Spieler, alone"),
        "partner": _("Mitspieler"),
        "opponent": _("Gegenspieler"),
        "partners": _("Mitspieler"),
        "picked": _("played"),
        "leasters": _("Ramsch won"),
        "leaster": _("Ramsch"),
        "pot": _("Stock"),
    },
    marks="spieler",
    marks_losers=True,
)
