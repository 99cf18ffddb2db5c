"""What a book says: every sheet, every receipt, all the money. test_old_book.py runs it as a process.

Prints one JSON document; points as the page writes them, money in whole cents, people by name.
"""

from __future__ import annotations

import json
import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
django.setup()

from ledger.book.sheet import HandRow  # noqa: E402
from ledger.models import Group, Session  # noqa: E402
from ledger.models.book import sheet_of  # noqa: E402
from ledger.standings import names_of  # noqa: E402
from ledger.standings.money import balances  # noqa: E402
from scorekeeper.presenters.receipt import receipt  # noqa: E402
from scorekeeper.text.figures import points  # noqa: E402

Names = dict[int, str]


def of_a_hand(row: HandRow, names: Names) -> dict[str, Any]:
    told = {"entry": row.entry, "number": row.number, "foots": points(row.foots)}
    if row.scored is None:
        return {**told, "taken back": True}
    return {
        **told,
        "points": {names[player]: points(worth) for player, worth in row.points.items()},
        "why": {
            names[player]: [
                [line["text"], line["detail"], line["effect"], line["sum_so_far"]]
                for line in receipt(row, row.scored, player, names)["lines"]
            ]
            for player in row.seats
        },
    }


def of_a_night(session: Session, names: Names) -> dict[str, Any]:
    sheet = sheet_of(session)
    ending = sheet.ending
    return {
        "hands": [of_a_hand(row, names) for row in sheet.rows],
        "totals": {names[player]: points(total) for player, total in sheet.totals.items()},
        "dealer": names[sheet.seating.dealer],
        "cents": ending and {names[player]: cents for player, cents in ending.cents.items()},
        "payments": ending
        and ending.payments is not None
        and [[names[one.payer], names[one.payee], one.cents, one.paid] for one in ending.payments],
    }


def of_a_group(group: Group) -> dict[str, Any]:
    names = dict(names_of(group))
    owed = balances(group).players
    return {
        "nights": [of_a_night(session, names) for session in group.sessions.order_by("number")],
        "balances": {one.name: one.cents for one in owed},
    }


if __name__ == "__main__":
    print(json.dumps({group.name: of_a_group(group) for group in Group.objects.order_by("name")}))  # noqa: T201
