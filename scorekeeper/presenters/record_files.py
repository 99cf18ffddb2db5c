"""Records and badges as they stand in a file: in numbers, and with the night they are from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.models import to_points
from ledger.standings.badges import Award
from ledger.standings.records import OF_HANDS, OF_NIGHTS, Feat, Record
from scorekeeper.presenters.records import Place
from scorekeeper.presenters.table_files import FileRow, FileTable

UNITS = dict.fromkeys(OF_NIGHTS, "nights") | dict.fromkeys(OF_HANDS, "hands") | {Feat.LONGEST: "seconds"}
"""What a record is counted in that is not of points."""


def record_table(records: Sequence[Record], place: Place) -> FileTable:
    """A row a record; where no other page of the group may be named, its nights have no number."""

    def rows() -> Iterator[FileRow]:
        for one in records:
            mark, unit = one.mark, UNITS.get(one.feat, "points")
            day = place.day(mark) if mark else None
            where = (day, mark.night if mark and place.code else None)
            yield one.feat.value, _value(one), unit, _names(one.players, place), *where

    return FileTable(columns=("record", "value", "unit", "players", "date", "night"), read=rows)


def _value(one: Record) -> int | Fraction:
    """How much it was: of a comeback the points from the lowest back up to zero."""
    return one.number if one.feat in UNITS else to_points(one.number)


def _names(players: Sequence[int], place: Place) -> str:
    return ", ".join(place.names[player] for player in players)


def badge_table(awards: Sequence[Award], place: Place) -> FileTable:
    """A row a badge: what it is for as k of n hands, or as points in so many nights."""

    def rows() -> Iterator[FileRow]:
        for one in awards:
            share = one.share
            hands = (share.k, share.n) if share else (None, None)
            parts = None if share or one.marks else to_points(one.parts)
            nights = None if share or one.marks else one.nights
            kind = "for fun" if one.is_fun else "more than luck"
            yield one.badge.value, kind, _names(one.players, place), *hands, parts, nights

    return FileTable(columns=("badge", "kind", "players", "k", "n", "points", "nights"), read=rows)
