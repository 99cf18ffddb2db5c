"""Records of a game: the best and worst that there ever was, whose it was, and in which night.

Pure: from what nights add up to (`ledger.counting`), however many there were. Only regulars hold records
(`ledger.standings.regulars`): the luckiest night is easily that of somebody who hardly came. Of equals the
earlier night counts, by its day and then by its number, and in it the earlier hand; who had the same in that
same hand or night shares the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from ledger.counting import Counts, Mark, Nights
from ledger.standings.after_nights import Brought
from ledger.standings.regulars import floor_of


class Feat(StrEnum):
    """What there is a record of.

    `COMEBACK` is how far somebody was behind in a night that ended above zero, `ROW` and `LOST_ROW` how many
    nights in a row somebody won or lost (nights without them do not count, one that ended at zero ends the
    row), `HANDS_WON` and `HANDS_LOST` how many hands in a row brought or cost somebody something, in a single
    night; `MOST_HANDS` and `LONGEST` are of a night and nobody's.
    """

    BEST_NIGHT = "best-night"
    WORST_NIGHT = "worst-night"
    HAND_WON = "hand-won"
    HAND_LOST = "hand-lost"
    COMEBACK = "comeback"
    ROW = "row"
    LOST_ROW = "lost-row"
    HANDS_WON = "hands-won"
    HANDS_LOST = "hands-lost"
    MOST_HANDS = "most-hands"
    LONGEST = "longest"


LEAST_ROW = 2
"""One night alone is no row."""

LEAST_HANDS = 3
"""Fewer hands in a row are nothing to tell of."""


class Days(NamedTuple):
    """The days of the first and the last night of a row."""

    first: date
    last: date


@dataclass(frozen=True, kw_only=True)
class Record:
    """A record. `number` is in parts, nights (`OF_NIGHTS`), hands (`OF_HANDS`) or seconds (`LONGEST`).

    `players` share it, in the order of their ids; nobody where it is of a night. `mark` says where it was, of
    a row of hands where it began, None of a row of nights: `days` has those of each player instead, the
    earliest row of that many, and is empty where the nights were not given.
    """

    feat: Feat
    number: int
    players: tuple[int, ...] = ()
    mark: Mark | None = None
    days: tuple[Days, ...] = ()


OF_NIGHTS = frozenset({Feat.ROW, Feat.LOST_ROW})
OF_HANDS = frozenset({Feat.HANDS_WON, Feat.HANDS_LOST, Feat.MOST_HANDS})
"""What these are counted in."""


def records_in(counts: Counts, nights: Sequence[Brought] = ()) -> tuple[Record, ...]:
    """Return the records that there are, of chosen counts (`ledger.counting.chosen`).

    `nights` are the same nights, the earliest first: they tell the days of rows of nights.
    """
    return tuple(_found(counts, nights))


def seldom_in(counts: Counts) -> frozenset[int]:
    """Return the ids of the players who came too seldom to hold records and badges."""
    nights = {player: one.nights for player, one in nights_by_player(counts).items()}
    floor = floor_of(nights.values())
    return frozenset(player for player, many in nights.items() if many < floor)


def nights_by_player(counts: Counts) -> dict[int, Nights]:
    """What each player's nights add up to, of chosen counts."""
    return {night.player: nights for night, nights in sorted(counts.by_night.items())}


def _found(counts: Counts, every_night: Sequence[Brought]) -> Iterator[Record]:
    seldom = seldom_in(counts)
    nights = {who: one for who, one in nights_by_player(counts).items() if who not in seldom}
    courses = {who: one for who, one in counts.courses.items() if who not in seldom}
    marked = (
        (Feat.BEST_NIGHT, {who: one.best for who, one in nights.items()}, 1),
        (Feat.WORST_NIGHT, {who: one.worst for who, one in nights.items()}, -1),
        (Feat.HAND_WON, {who: one.hand for who, one in nights.items()}, 1),
        (Feat.HAND_LOST, {who: one.worst_hand for who, one in nights.items()}, -1),
        (Feat.COMEBACK, {who: one.comeback for who, one in nights.items()}, 1),
    )
    for feat, marks, sign in marked:
        if record := _marked(feat, marks, sign):
            yield record
    for feat, rows, sign in (
        (Feat.ROW, {who: course.most for who, course in courses.items()}, 1),
        (Feat.LOST_ROW, {who: course.lost_most for who, course in courses.items()}, -1),
    ):
        if (most := max(rows.values(), default=0)) >= LEAST_ROW:
            holders = tuple(sorted(who for who, row in rows.items() if row == most))
            days = tuple(_days_of_row(who, sign, most, every_night) for who in holders) if every_night else ()
            yield Record(feat=feat, number=most, players=holders, days=days)
    in_a_night = (
        (Feat.HANDS_WON, {who: one.won_row for who, one in nights.items()}),
        (Feat.HANDS_LOST, {who: one.lost_row for who, one in nights.items()}),
    )
    for feat, marks in in_a_night:
        if (record := _marked(feat, marks, 1)) and record.number >= LEAST_HANDS:
            yield record
    for feat, mark in ((Feat.MOST_HANDS, counts.most_hands), (Feat.LONGEST, counts.longest)):
        if mark:
            yield Record(feat=feat, number=mark.parts, mark=mark)


def _days_of_row(player: int, sign: int, most: int, nights: Sequence[Brought]) -> Days:
    """Return when the player's first row of so many nights was; by the sign won or lost. Raise ValueError
    where the nights have no such row."""
    row: list[date] = []
    for night in nights:
        if (parts := night.parts.get(player)) is None:
            continue
        row = [*row, night.day] if parts * sign > 0 else []
        if len(row) == most:
            return Days(row[0], row[-1])
    raise ValueError(f"no {most} nights in a row")


def _marked(feat: Feat, marks: Mapping[int, Mark | None], sign: int) -> Record | None:
    """The dearest of these marks; None where nobody won, or lost, anything."""
    there = {who: mark for who, mark in marks.items() if mark is not None and mark.parts * sign > 0}
    if not there:
        return None
    best = min(there.values(), key=lambda mark: (-sign * mark.parts, mark.when))
    holders = tuple(sorted(who for who, mark in there.items() if mark == best))
    return Record(feat=feat, number=best.parts, players=holders, mark=best)
