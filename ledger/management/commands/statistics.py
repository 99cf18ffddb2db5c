"""`manage.py statistics --group NAME --format json`: what a group's nights tell, for scripts."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger.management.asking import group_called
from ledger.standings.players import Share
from ledger.standings.statistics import (
    FEWEST_NIGHTS,
    Average,
    GameStatistics,
    PlayerStatistics,
    statistics_of,
)
from ledger.statistics import Spread, share_interval

HALF = Fraction(1, 2)
SHARES = ("picked", "won_picking", "won_partner", "won_opponent", "won_alone", "won_leaster")

Told = dict[str, Any]


class Command(BaseCommand):
    """Points and shares are exact, as text (“3/2”); what is estimated is a number."""

    help = (
        "Writes for each game of a group how everybody stands, with intervals of 95 %, how much of a night is"
        " luck, how far players differ, after how many nights half of an average is signal, and how likely"
        " each is the best."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Of whom, and which players count."""
        parser.add_argument("--group", metavar="NAME", required=True, help="the group's name, or its code")
        parser.add_argument("--format", choices=("json",), default="json")
        parser.add_argument(
            "--nights",
            metavar="N",
            type=int,
            default=FEWEST_NIGHTS,
            help=f"who came on fewer nights tells nothing about the others ({FEWEST_NIGHTS})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """One object, with a list of games, the one of most nights first."""
        group = group_called(options["group"])
        games = [_game(one) for one in statistics_of(group, fewest=options["nights"])]
        self.stdout.write(json.dumps({"group": group.name, "games": games}, ensure_ascii=False, indent=2))


def _game(found: GameStatistics) -> Told:
    return {
        "game": found.game,
        "players_of_nights": found.fewest,
        "spread": _spread(found.spread) if found.spread else None,
        "split_halves": found.halves,
        "players": [_player(one) for one in found.players],
    }


def _spread(spread: Spread) -> Told:
    nights = spread.nights_for(HALF)
    return {
        "players": spread.players,
        "nights": spread.nights,
        "night_sd": spread.night_sd,
        "between_players_sd": spread.between_sd,
        "nights_for_half_signal": None if nights is None else float(nights),
    }


def _player(found: PlayerStatistics) -> Told:
    standing = found.standing
    return {
        "player": standing.name,
        "nights": found.nights,
        "hands": standing.hands,
        "points": str(standing.points),
        "per_hand": None if standing.per_hand is None else str(standing.per_hand),
        **{name: _share(getattr(standing, name)) for name in SHARES},
        "average": _average(found.average) if found.average else None,
    }


def _share(share: Share) -> Told:
    interval = share_interval(share.k, share.n)
    return {"k": share.k, "n": share.n, "interval": [interval.low, interval.high] if share.n else None}


def _average(found: Average) -> Told:
    return {
        "points_a_night": str(found.mean),
        "signal": float(found.signal),
        "expected": float(found.expected),
        "best": found.best,
    }
