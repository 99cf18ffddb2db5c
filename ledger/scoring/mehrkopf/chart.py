"""The score chart of one table: what every result of a normal game pays, and of a solo without a partner."""

from __future__ import annotations

from ledger.scoring.facts import read_players
from ledger.scoring.mehrkopf.contracts import CONTRACTS
from ledger.scoring.mehrkopf.declared import score_declared
from ledger.scoring.mehrkopf.results import rows
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import LEAST_ACTIVE, MOST_ACTIVE, MOST_PLAYERS, Table, most_partners
from ledger.scoring.scored import Cell, Chart


def chart(rules: MehrkopfRules, active: int) -> Chart:
    """The chart for `active` players without Laufende and doublings: six rows, or four without the mark.

    The cells with a partner are a Rufspiel; without one they are a solo, and with two players their normal
    game. Seven play like six. A table that counts tricks has no chart. Raises HandRefused (`players`).
    """
    playing = min(read_players(active, LEAST_ACTIVE, MOST_PLAYERS), MOST_ACTIVE)
    if rules.count == "tricks":
        return Chart(rows=())
    table = Table(players=playing, active=tuple(range(playing)))
    found = rows(table, rules)
    return Chart(
        rows=found,
        cells={
            (row.code, partners): _cell(table, rules, row.code, partners)
            for row in found
            for partners in range(most_partners(playing) + 1)
        },
    )


def _cell(table: Table, rules: MehrkopfRules, result: str, partners: int) -> Cell:
    contract = CONTRACTS["rufspiel" if partners or table.players == 2 else "solo"]
    told = {"declarer": 0, "partners": list(range(1, partners + 1)), "result": result}
    points = score_declared(table, rules, contract, told).points
    return Cell(picker=points[0], partner=points[1] if partners else points[0] * 0, opponent=points[-1])
