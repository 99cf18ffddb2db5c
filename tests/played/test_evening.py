"""A real night: six at the table, twenty-six hands, written down years ago and told to the pen again."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ledger.book.sheet import ScoreSheet
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import NewHand, arrange, correct_hand, tell_hand
from tests.cast import a_night, context, seated, thursday_table

EVENING = json.loads((Path(__file__).parent / "data" / "evening-26-hands.json").read_text())
# Seat 2 sat out the first five hands; then the dealer did.
RESTED = "Cleo"

ROLES = {"picker": "picker", "picker_alone": "alone", "partner": "partner", "opp": "opponent", "out": "out"}
# The result by the points an opponent pays (−: gets): with the bump a loss costs twice a win.
WORTH = {
    1: "won",
    2: "won_schneider",
    3: "won_all_tricks",
    -2: "lost",
    -4: "lost_schneider",
    -6: "lost_no_trick",
}


@dataclass(frozen=True, kw_only=True)
class Played:
    """One row of the old app: its roles and points by seat, its totals and its checksum."""

    roles: Sequence[str]
    deltas: list[int]
    totals: list[int]
    foots: int

    @property
    def told(self) -> dict[str, Any]:
        picker = next(seat for seat, role in enumerate(self.roles) if role.startswith("picker"))
        partners = [seat for seat, role in enumerate(self.roles) if role == "partner"]
        result = WORTH[-self.deltas[self.roles.index("opp")]]
        return {"kind": "picked", "picker": picker, "partners": partners, "result": result}


HANDS = [
    Played(roles=row["roles"], deltas=row["deltas"], totals=row["totals"], foots=row["positive_spread"])
    for row in EVENING["input"]
]


def replayed(group: Group) -> Session:
    """The whole evening told to the pen; nobody ever says who deals or sits out, but once for the table."""
    session = a_night(group, skip=[RESTED])
    for number, played in enumerate(HANDS, start=1):
        if number == 6:
            arrange(session, seated(group), context(session))
        seats = sheet_of(session).seating.seats
        tell_hand(session, NewHand(seats=seats, told=played.told), context(session))
    return session


def columns(sheet: ScoreSheet) -> list[tuple[list[int], list[int], int]]:
    rows = sheet.rows
    return [
        (
            [int(row.points[player]) for player in row.seats],
            [int(row.totals[player]) for player in row.seats],
            int(row.foots),
        )
        for row in rows
    ]


@pytest.mark.django_db
def test_real_evening_ends_as_it_was_written_down_and_a_correction_taken_back_changes_nothing() -> None:
    session = replayed(thursday_table())
    before = sheet_of(session)
    assert columns(before) == [(played.deltas, played.totals, played.foots) for played in HANDS]
    assert [int(total) for total in before.totals.values()] == EVENING["expected"]
    for row, played in zip(before.rows, HANDS, strict=True):
        assert [row.role(player) for player in row.seats] == [ROLES[role] for role in played.roles]
        assert (row.facts["dealer"], row.facts["out"], row.facts["doublers"]) == (None, None, None)

    row = before.rows[16]
    for result in ("lost", row.facts["told"]["result"]):
        told = row.facts["told"] | {"result": result}
        sheet = correct_hand(session, row.entry, NewHand(seats=row.seats, told=told), context(session)).sheet
        assert (columns(sheet) == columns(before)) == (result != "lost")
    assert (sheet.totals, sheet.foots, sheet.seating) == (before.totals, before.foots, before.seating)
    assert [len(row.versions) for row in sheet.rows] == [3 if number == 16 else 1 for number in range(26)]
