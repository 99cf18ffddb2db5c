"""Seasons that a group defines itself: some days with a name, and how much one plays to be in its table.

Pure. A group keeps them as plain values (`facts_of`), in the order in which they were added.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any


class Floor(StrEnum):
    """The count that the floor of a season is of."""

    HANDS = "hands"
    NIGHTS = "nights"


@dataclass(frozen=True, kw_only=True)
class Season:
    """Some days, both included, and the fewest hands or nights with which somebody stands in its table.

    `number` is that of the change of the group's settings by which it was added, so that no other season ever
    has it; 0 of one that is not added yet. Without `last` the season goes on; a floor of 0 is none.
    """

    number: int = 0
    name: str
    first: date
    last: date | None = None
    floor: int = 0
    floor_of: Floor = Floor.NIGHTS

    def has(self, day: date) -> bool:
        return self.first <= day and (self.last is None or day <= self.last)

    def is_enough(self, *, hands: int, nights: int) -> bool:
        """Return whether somebody who has played so much stands in the table."""
        return (hands if self.floor_of is Floor.HANDS else nights) >= self.floor


Facts = Mapping[str, Any]


def facts_of(season: Season) -> dict[str, Any]:
    return {
        "season": season.number,
        "name": season.name,
        "first": season.first.isoformat(),
        "last": season.last.isoformat() if season.last else None,
        "floor": season.floor,
        "floor_of": season.floor_of.value,
    }


def no_season(number: int) -> dict[str, Any]:
    """Return what is said of a season that is not there: before it was added, and after it was removed."""
    return {"season": number, "name": None, "first": None, "last": None, "floor": None, "floor_of": None}


def season_said(said: Facts) -> Season | None:
    """Return the season that these values say; None where it is not there.

    Raises KeyError, TypeError or ValueError for values that say none.
    """
    if said["name"] is None:
        return None
    return Season(
        number=said["season"],
        name=said["name"],
        first=date.fromisoformat(said["first"]),
        last=date.fromisoformat(said["last"]) if said["last"] else None,
        floor=said["floor"],
        floor_of=Floor(said["floor_of"]),
    )


def seasons_said(said: Iterable[Facts]) -> tuple[Season, ...]:
    found = [one for facts in said if (one := season_said(facts))]
    return tuple(sorted(found, key=lambda one: (one.first, one.number), reverse=True))
