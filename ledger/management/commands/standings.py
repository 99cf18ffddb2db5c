"""`manage.py standings --group NAME --format csv`: how everybody stands, for scripts."""

from __future__ import annotations

import csv
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger.management.asking import group_called
from ledger.standings import player_standings
from ledger.standings.money import balances

COLUMNS = ("player", "sessions", "hands", "points", "balance")


class Command(BaseCommand):
    """Points are exact (“3/2”); the balance is in whole cents of the group's currency."""

    help = "Writes player, sessions, hands, points (exact) and balance (cents) of everybody, best first."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Of whom, and how."""
        parser.add_argument("--group", metavar="NAME", required=True, help="the group's name, or its code")
        parser.add_argument("--format", choices=("csv", "json"), default="csv")

    def handle(self, *args: Any, **options: Any) -> None:
        """One row a player, also for those who have not played yet."""
        rows = standing_rows(options["group"])
        if options["format"] == "json":
            self.stdout.write(json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in rows]))
            return
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerows([COLUMNS, *rows])


def standing_rows(name: str) -> list[tuple[str, int, int, str, int]]:
    """Everybody of the group of this name."""
    group = group_called(name)
    found = balances(group)
    cents = {one.player: one.cents for one in found.players}
    standings = player_standings(group)
    played = {one.player for one in standings}
    return [
        *((one.name, one.sessions, one.hands, str(one.points), cents[one.player]) for one in standings),
        *((one.name, 0, 0, "0", one.cents) for one in found.players if one.player not in played),
    ]
