"""Shapes that statistics are told in. Points are in parts (2520 to a point), money is in cents."""

from __future__ import annotations

from typing import Any, NamedTuple


class Night(NamedTuple):
    """A player's nights: of nights with hands of `cases`, what those of `of` brought."""

    cases: tuple[Any, ...]
    of: tuple[Any, ...]
    player: int


class Mark(NamedTuple):
    """How many parts, and in which night by its number; of a hand also by which entry it was told, else 0.

    `day` is the night's, by its place in the calendar (`date.toordinal`), 0 where nobody has said: what is
    kept of a night knows neither its number nor its day.
    """

    parts: int
    night: int
    entry: int = 0
    day: int = 0

    @property
    def when(self) -> tuple[int, int, int]:
        """What comes earlier is less: old nights may be copied, and so numbered, after newer ones."""
        return self.day, self.night, self.entry


class Nights(NamedTuple):
    """How many nights, what they brought and the squares of it (parts), and the extremes among them.

    `comeback` is the most that a player was behind in a night that ended above zero; `hand` and `worst_hand`
    are the dearest hands. `won_row` and `lost_row` are how many hands in a row brought the player something,
    or cost something, in a single night, from which hand on. None where there is none.
    """

    nights: int = 0
    won: int = 0
    parts: int = 0
    squares: int = 0
    best: Mark | None = None
    worst: Mark | None = None
    comeback: Mark | None = None
    hand: Mark | None = None
    worst_hand: Mark | None = None
    won_row: Mark | None = None
    lost_row: Mark | None = None


class Course(NamedTuple):
    """How a player's sum ran over some nights that follow each other.

    `parts` is what they brought, `low` and `high` the lowest and highest sum after one of them, and `low_at`
    and `high_at` after how many nights that was. `first` and `last` are how many nights the player won in a
    row at the beginning and at the end, `most` the longest row, `played` how many nights the player was
    there; `lost_first`, `lost_last` and `lost_most` are the same of nights lost. Of money all is in cents.
    """

    parts: int = 0
    low: int = 0
    low_at: int = 0
    high: int = 0
    high_at: int = 0
    played: int = 0
    first: int = 0
    last: int = 0
    most: int = 0
    lost_first: int = 0
    lost_last: int = 0
    lost_most: int = 0
