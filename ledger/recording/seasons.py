"""Seasons: added, changed and removed by an owner, each noted down as a change of the group's settings.

So they can be read and put back there. `after` is the number of the last change that the teller saw.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date

from django.db import transaction

from ledger import limits
from ledger.models import Group, name_key
from ledger.recording.group import clean_name
from ledger.recording.settings import held, newest_change, note, was_sent
from ledger.recording.writing import Refused, WriteContext
from ledger.seasons import Facts, Floor, Season, facts_of, no_season


@dataclass(frozen=True, kw_only=True)
class SeasonSaid:
    """What is said of a season; see `ledger.seasons.Season`."""

    name: str
    first: date
    last: date | None = None
    floor: int = 0
    floor_of: Floor = Floor.NIGHTS


def add_season(group: Group, said: SeasonSaid, context: WriteContext) -> Group:
    """Add a season. Raises Refused for a name that another has, days that are none, and too many."""
    return _write(group, 0, said, context)


def change_season(group: Group, number: int, said: SeasonSaid, context: WriteContext) -> Group:
    """Write other words, days or another floor for a season; one that was removed is there again.

    Raises Refused as `add_season`, and where there was never one of this number.
    """
    return _write(group, number, said, context)


def remove_season(group: Group, number: int, context: WriteContext) -> Group:
    """Remove a season; the nights in it stay. One that is gone already is as good as removed."""
    return _write(group, number, None, context)


def _write(group: Group, number: int, said: SeasonSaid | None, context: WriteContext) -> Group:
    season = None if said is None else _read(number, said)
    told = no_season(number) if season is None else facts_of(season)
    with transaction.atomic():
        group = held(group)
        if was_sent(group, "season", told, context):
            return group
        if number and number not in _ever(group):
            raise Refused("no_such_season")
        there = {one["season"]: one for one in group.seasons}
        if (season is None and number not in there) or there.get(number) == told:
            return group
        if context.after != newest_change(group):
            raise Refused("settings_moved_on")
        number = number or newest_change(group) + 1
        was = there.pop(number, no_season(number))
        if season is not None:
            season = replace(season, number=number)
            _check(season, there.values())
            there[number] = facts_of(season)
        group.seasons = [there[one] for one in sorted(there)]
        now = there.get(number, no_season(number))
        note(group, "season", was, now, context, said=told)
        group.save(update_fields=["seasons", "changes"])
    return group


def _read(number: int, said: SeasonSaid) -> Season:
    season = Season(
        number=number,
        name=clean_name(said.name, fact="name"),
        first=said.first,
        last=said.last,
        floor=said.floor,
        floor_of=said.floor_of,
    )
    if season.last is not None and season.last < season.first:
        raise Refused("season_ends_early", fact="last")
    if not 0 <= season.floor <= limits.MOST_FLOOR:
        raise Refused("season_floor", fact="floor", most=limits.MOST_FLOOR)
    return season


def _ever(group: Group) -> set[int]:
    # Seasons that were removed can still be put back.
    once = (one["now"]["season"] for one in group.changes if one["what"] == "season")
    return {*once, *(one["season"] for one in group.seasons)}


def _check(season: Season, others: Collection[Facts]) -> None:
    if len(others) >= limits.MOST_SEASONS:
        raise Refused("full", case="seasons", most=limits.MOST_SEASONS)
    for one in others:
        if name_key(one["name"]) == name_key(season.name):
            raise Refused("season_name_taken", fact="name", name=one["name"])
