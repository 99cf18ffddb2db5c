"""What is counted of hands and nights. Points are in parts (2520 to a point), money is in cents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

ALL_GAMES = ""
"""What counts the money of all games together."""


class Case(NamedTuple):
    """Under what a hand was played: a version of the house rules, how many played it, and cents a point.

    Of a night of which only the totals are known nobody knows how many played: `active` is 0.
    """

    version: int
    active: int
    stake: int


class Role(NamedTuple):
    """Whose part in which hands: a role, a kind of hand (a contract), a row of the chart; "" without."""

    case: Case
    player: int
    role: str
    kind: str
    row: str


class Sums(NamedTuple):
    """How many hands, how many of them were won, what they brought, and the sum of its squares (parts)."""

    hands: int = 0
    won: int = 0
    parts: int = 0
    squares: int = 0


class Place(NamedTuple):
    """When it was the player's turn to speak: 1 sat to the left of the dealer, of those who played."""

    case: Case
    player: int
    place: int


class Picks(NamedTuple):
    """How many hands, in how many of them the player picked, and what they brought (parts)."""

    hands: int = 0
    picked: int = 0
    parts: int = 0


class Counted(NamedTuple):
    """A player picked, and his side had so many card points."""

    case: Case
    player: int
    points: int


class Occasion(NamedTuple):
    """Hands of a player of which there is something to tell.

    `what` is "cracked" where the player cracked, "was_cracked" and "forced" where the player picked and was
    cracked, or had to pick, and "doubled" where doublers hung over a hand that the player played. "pot" is
    where a pot lay for which the player's side played: there what it brought is what came out of the pot, or
    went into it, and not the whole hand.
    """

    case: Case
    player: int
    what: str


class Pair(NamedTuple):
    """Who picked and who was partner; or two who played against each other, the lower id first."""

    case: Case
    player: int
    other: int


class Night(NamedTuple):
    """A player's nights: of nights with hands of `cases`, what those of `of` brought."""

    cases: tuple[Case, ...]
    of: tuple[Case, ...]
    player: int


class Evening(NamedTuple):
    """Everybody's nights: of nights with hands of `cases`, those on which somebody played one of `of`."""

    cases: tuple[Case, ...]
    of: tuple[Case, ...]


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


@dataclass(frozen=True, kw_only=True)
class Counts:
    """What some nights that follow each other add up to, in one game.

    `nights` are those on which it was played, `evenings` the same by the cases, as far as somebody was there
    (who neither won nor lost on a night of a notebook may not have been). `partners` are by who picked and
    who was partner, with what the two brought together; `between` by two players, with what the first won of
    the second in hands in which one won and the other lost, so that what a player won of everybody, and of
    the pot, is all that was won.
    `courses` are by player.

    Of whole nights: `most_hands` is how many hands the night of most hands had; `timed` is of how many
    nights it is known how long they lasted, `seconds` how long that was together, `longest` the longest of
    them (seconds). Of these two marks `parts` is the number, and `entry` 0.
    """

    nights: int = 0
    timed: int = 0
    seconds: int = 0
    most_hands: Mark | None = None
    longest: Mark | None = None
    hands: Mapping[Case, int] = field(default_factory=dict)
    roles: Mapping[Role, Sums] = field(default_factory=dict)
    places: Mapping[Place, Picks] = field(default_factory=dict)
    card_points: Mapping[Counted, int] = field(default_factory=dict)
    occasions: Mapping[Occasion, Sums] = field(default_factory=dict)
    partners: Mapping[Pair, Sums] = field(default_factory=dict)
    between: Mapping[Pair, Sums] = field(default_factory=dict)
    evenings: Mapping[Evening, int] = field(default_factory=dict)
    by_night: Mapping[Night, Nights] = field(default_factory=dict)
    courses: Mapping[int, Course] = field(default_factory=dict)


PICKING = ("picker", "alone")
PICKERS_SIDE = (*PICKING, "partner")
