"""Schafkopf and its sister Mehrkopf: two to six play a game, up to ten sit at the table."""

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product

from ledger.scoring.facts import check_names, read_kind, read_players
from ledger.scoring.game import Game, Traits
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.mehrkopf.contracts import (
    CONTRACTS,
    KREUZ,
    RAMSCH,
    contract_called,
    read_contract,
    told_contract,
)
from ledger.scoring.mehrkopf.declared import score_declared, score_misplay
from ledger.scoring.mehrkopf.examples import tellings
from ledger.scoring.mehrkopf.outcome import rows
from ledger.scoring.mehrkopf.prices import price_table
from ledger.scoring.mehrkopf.ramsch import score_counted, score_ramsch
from ledger.scoring.mehrkopf.rules import PRESETS, TILES, MehrkopfRules
from ledger.scoring.mehrkopf.stock import score_pot_divide, score_unplayed
from ledger.scoring.mehrkopf.table import (
    EDITION,
    LEAST_ACTIVE,
    LEAST_PLAYERS,
    MOST_ACTIVE,
    MOST_BOCK,
    MOST_PLAYERS,
    MehrkopfCarried,
    Table,
    keeps_stock,
    most_partners,
    read_table,
)
from ledger.scoring.running import SHEET_FACTS, score_sheet
from ledger.scoring.scored import Chart, ChartCell, Facts, Scored


def with_bock(table: Table, rules: MehrkopfRules, told: Facts, scored: Scored) -> Scored:
    """Return the hand with the doubled deals that it leaves: one less, and a round more where it causes one.

    A round has a deal for everybody at the table: cards that the same dealer deals again take none of it.
    Where no Bock is played, what was left of one is over.
    """
    if not rules.bock_here and not table.bock:
        return scored
    # A game without cards may be told with an empty list here, which is as good as nothing.
    contract = told.get("contract") or ""
    unplayed = told["kind"] != "played" and rules.redeal_deal == "same"
    is_again = unplayed or (contract == KREUZ and not any(scored.roles))
    left = max(table.bock - (0 if is_again else 1), 0) if rules.bock_here else 0
    is_solo = contract in CONTRACTS and contract_called(rules, contract).solo
    happened = {
        "all_pass": told["kind"] == "all_pass",
        "ramsch": contract == RAMSCH,
        "solo_lost": is_solo and scored.won[told["declarer"]] is False,
        "tout": bool(told.get("tout") or told.get("sie")),
        "schwarz": scored.row in ("won_schwarz", "lost_schwarz"),
    }
    if rules.bock_here and any(happened[cause] for cause in rules.bock):
        more = left + table.players if rules.bock_stack == "after" else table.players
        left = min(more, MOST_BOCK)
    after = scored.carried_after
    carried = after if isinstance(after, MehrkopfCarried) else MehrkopfCarried()
    return dataclasses.replace(scored, carried_after=dataclasses.replace(carried, bock=left))


def chart(rules: MehrkopfRules, active: int) -> Chart:
    """Return the chart for `active` players without Laufende and doublings: six rows, or four without the
    mark.

    The cells with a partner are a Rufspiel; without one they are a solo, and with two players their normal
    game. Seven play like six. A table that counts tricks has no chart. Raises HandRefused (`players`).
    """
    playing = min(read_players(active, LEAST_ACTIVE, MOST_PLAYERS), MOST_ACTIVE)
    if rules.count == "tricks":
        return Chart(rows=())
    table = Table(players=playing, active=tuple(range(playing)), dealer=None)
    found = rows(table, rules, CONTRACTS["rufspiel"])
    cells = {}
    for row, partners in product(found, range(most_partners(playing) + 1)):
        contract = CONTRACTS["rufspiel" if partners or playing == 2 else "solo"]
        told = {"declarer": 0, "partners": list(range(1, partners + 1)), "result": row.code}
        points = score_declared(table, rules, contract, told).points
        partner = points[1] if partners else Fraction(0)
        cells[row.code, partners] = ChartCell(picker=points[0], partner=partner, opponent=points[-1])
    return Chart(rows=found, cells=cells)


# Facts that every kind of hand may carry.
ALWAYS = frozenset({"kind", "edition", "dealer", "sitting_out", "resting", "pot", "bock"})
ANY = ALWAYS | {"contract"}
DOUBLED = {"klopfer", "stoss", "misplay_by"}
DECLARED = ANY | DOUBLED | {"declarer", "partners", "declarer_points", "declarer_tricks", "result"}
DECLARED |= {"laufende", "laufende_side", "tout", "sie", "hand", "announced", "overclaimed"}
RAMSCHED = ANY | DOUBLED | {"points", "tricks", "losers", "winners", "tie_loser", "maidens", "durchmarsch"}
COUNTED = ANY | {"tricks"}
ALL_FACTS = SHEET_FACTS | DECLARED | RAMSCHED

UNPLAYED: dict[str, Callable[[Table, MehrkopfRules, Facts], Scored]] = {
    "throw_in": score_unplayed,
    "all_pass": score_unplayed,
    "pot_divide": score_pot_divide,
}


def score_mehrkopf(players: int, rules: MehrkopfRules, told: Facts) -> Scored:
    """Return the score of a hand at a table of `players` (sitters included). Raises HandRefused."""
    kind = read_kind(told, ("played", *UNPLAYED, "sheet"))
    if kind == "sheet":
        hand = partial(score_mehrkopf, players, rules)
        return score_sheet(players, LEAST_PLAYERS, rules.stake, told, hand)
    if kind != "played":
        check_names(told, ALWAYS, ALL_FACTS)
        fed = kind == "all_pass" and rules.stock is not None
        table = read_table(players, told, plays=fed)
        scored = UNPLAYED[kind](table, rules, told)
        return scored if kind == "pot_divide" else with_bock(table, rules, told, scored)
    table = read_table(players, told)
    if rules.count == "tricks":
        told_contract(rules, told, "any")
        check_names(told, COUNTED, ALL_FACTS)
        scored = score_counted(table, rules, told)
    elif (contract := read_contract(told, len(table.active), rules)) is None:
        check_names(told, RAMSCHED, ALL_FACTS)
        scored = score_ramsch(table, rules, told)
    else:
        check_names(told, DECLARED, ALL_FACTS)
        score = score_declared if told.get("misplay_by") is None else score_misplay
        scored = score(table, rules, contract, told)
    return with_bock(table, rules, told, scored)


def traits(told: Facts) -> Traits:
    """Return the contract and the number of Stoss; nobody tells who called it."""
    kind = told["kind"]
    return Traits(
        kind=told.get("contract") or kind if kind == "played" else kind,
        cracks=told.get("stoss") or 0,
        is_forced=told.get("contract") == "muss",
    )


MEHRKOPF: Game[MehrkopfRules] = Game(
    key="mehrkopf",
    language="de",
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
    tiles=TILES,
    prices=price_table,
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
        "opponent": _("Nichtspieler"),
        "partners": _("Mitspieler"),
        "picked": _("played"),
        "leasters": _("Ramsch won"),
        "leaster": _("Ramsch"),
        "pot": _("Stock"),
    },
    marks="spieler",
    marks_losers=True,
    lists_games=True,
)
