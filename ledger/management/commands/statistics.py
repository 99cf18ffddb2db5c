"""`manage.py statistics --group NAME --format json`: what a group's nights tell, for scripts."""

import json
import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.management.asking import group_called, take_group
from ledger.management.telling_statistics import Wanted, everything
from ledger.models import Group
from ledger.scoring import GAMES
from ledger.seasons import Season
from ledger.standings.filtering import Filter, end_of_month
from ledger.standings.placing import FEWEST_NIGHTS
from ledger.standings.played import RulesPlayed, played_in
from ledger.standings.players import seasons_of

A_DAY = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


class Command(BaseCommand):
    """Points and shares are exact, as text (“3/2”); what is estimated is a number."""

    help = (
        "Writes for each game of a group how everybody stands, with intervals of 95 %, how much of a night is"
        " luck, how far players differ, after how many nights half of an average is signal, how likely each"
        " is the best, and everything else that the pages know: roles, questions, who with whom, the years."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        take_group(parser)
        parser.add_argument("--format", choices=("json",), default="json")
        parser.add_argument(
            "--nights",
            metavar="N",
            type=int,
            help="who came on fewer nights tells nothing about the others"
            f" ({FEWEST_NIGHTS}; of a season everybody in its table does)",
        )
        parser.add_argument("--game", choices=tuple(GAMES), default="", help="this game alone")
        parser.add_argument("--season", metavar="NAME", help="a season of the group, by its name or number")
        parser.add_argument("--since", metavar="DAY", help="nights from this day, month or year on: 2026-03")
        parser.add_argument("--until", metavar="DAY", help="nights until this day, month or year: 2026-03-31")
        parser.add_argument("--table", metavar="N", type=int, help="hands that so many played")
        parser.add_argument("--rules", metavar="N", type=int, help="hands by this version of the house rules")
        parser.add_argument("--stake", metavar="CENTS", type=int, help="hands for so much a point")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write a JSON object with a list of games, the one of most nights first."""
        group = group_called(options["group"])
        wanted = _wanted(options, _season(group, options["season"]))
        _check(group, wanted)
        told = everything(group, wanted)
        self.stdout.write(json.dumps(told, ensure_ascii=False, indent=2))


def _season(group: Group, said: str | None) -> Season | None:
    # The season of this name, the latest of several, or of this number.
    if said is None:
        return None
    found = [one for one in seasons_of(group) if said in (one.name, str(one.number))]
    if not found:
        names = ", ".join(f"“{one.name}”" for one in seasons_of(group)) or "none"
        raise CommandError(f"There is no season “{said}”. Seasons of this group: {names}.")
    return found[0]


def _wanted(options: dict[str, Any], season: Season | None) -> Wanted:
    since, until = _days(options["since"]), _days(options["until"])
    if since and until and since[0] > until[1]:
        raise CommandError("--until lies before --since.")
    firsts = [since[0] if since else None, season.first if season else None]
    lasts = [until[1] if until else None, season.last if season else None]
    first = max((day for day in firsts if day), default=None)
    last = min((day for day in lasts if day), default=None)
    if first and last and first > last:
        raise CommandError("These days lie outside of the season.")
    asked = Filter(
        game=options["game"],
        since=first,
        until=last,
        active=options["table"],
        version=options["rules"],
        stake=options["stake"],
    )
    return Wanted(asked=asked, nights=options["nights"], season=season)


def _days(said: str | None) -> tuple[date, date] | None:
    # The first and the last day of what was said: a day, a month, or a year.
    if said is None:
        return None
    try:
        if not (match := A_DAY.fullmatch(said)):
            raise ValueError
        year, month, day = (int(number or 1) for number in match.groups())
        first = date(year, month, day)
    except ValueError:
        hint = "write it as 2026-03-31, a month as 2026-03, or a year as 2026"
        raise CommandError(f"“{said}” is no day: {hint}.") from None
    if match[3]:
        return first, first
    return first, end_of_month(first) if match[2] else first.replace(month=12, day=31)


def _check(group: Group, wanted: Wanted) -> None:
    # Raises CommandError for what no night can be, and for what this group never had.
    where = wanted.asked
    if wanted.nights is not None and wanted.nights < 1:
        raise CommandError(f"--nights {wanted.nights}: say 1, or more.")
    versions = group.rules.values_list("version", flat=True)
    if where.version is not None and where.version not in versions:
        raise CommandError(f"There are no house rules {where.version}. {_there(versions)}")
    if where.active is None and where.stake is None:
        return
    cases: set[RulesPlayed] = {case for one in played_in(group).values() for case in one.rules_played}
    tables, stakes = {case.active for case in cases if case.active}, {case.stake for case in cases}
    if where.active is not None and where.active not in tables:
        raise CommandError(f"There was no hand that {where.active} played. {_there(tables)}")
    if where.stake is not None and where.stake not in stakes:
        raise CommandError(f"Nothing was played for {where.stake} cents a point. {_there(stakes)}")


def _there(numbers: Iterable[int]) -> str:
    return f"In this group there are: {', '.join(map(str, sorted(numbers))) or 'none'}."
