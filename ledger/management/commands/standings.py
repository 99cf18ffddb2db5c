"""`manage.py standings --group NAME --format csv`: how everybody stands, for scripts."""

import csv
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger.management.asking import group_called, take_group
from ledger.standings import standings_of
from ledger.standings.money import balances

COLUMNS = ("player", "sessions", "hands", "points", "balance")


class Command(BaseCommand):
    """Points are exact (“3/2”); the balance is in whole cents of the group's currency, over all games."""

    help = (
        "Writes player, sessions, hands, points (exact) and balance (cents) of everybody, best first."
        " A group that has played several games has a row for each player and game, with the game at its end."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        take_group(parser)
        parser.add_argument("--format", choices=("csv", "json"), default="csv")

    def handle(self, *args: Any, **options: Any) -> None:
        group = group_called(options["group"])
        found = balances(group)
        cents = {one.player: one.cents for one in found.players}
        games = standings_of(group)
        several = len(games) > 1
        played = {one.player for players in games.values() for one in players}
        rows: list[tuple[str | int, ...]] = [
            (one.name, one.sessions, one.hands, str(one.points), cents[one.player], *([game] * several))
            for game, players in games.items()
            for one in players
        ]
        rows += [
            (one.name, 0, 0, "0", one.cents, *([""] * several))
            for one in found.players
            if one.player not in played
        ]
        columns = (*COLUMNS, *(["game"] * several))
        if options["format"] == "json":
            self.stdout.write(json.dumps([dict(zip(columns, row, strict=True)) for row in rows]))
            return
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerows([columns, *rows])
