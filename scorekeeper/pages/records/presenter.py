"""The page of records and badges. Frozen dataclasses out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.models import to_points
from ledger.standings.badges import Award, Place
from ledger.standings.records import Record
from scorekeeper.presenters.record_files import badge_table, record_table
from scorekeeper.presenters.records import BadgeView, RecordView, badge_views, record_views
from scorekeeper.presenters.records import Place as Told
from scorekeeper.presenters.table_files import FileTable


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of the table that the badges for fun are read from."""

    place: int
    name: str
    points: Fraction
    nights: int
    address: str


@dataclass(frozen=True, kw_only=True)
class RecordsView:
    """All of the page. `compared` is how many answers of the group a claim is corrected for, 0 where there
    is no badge that claims something."""

    nights: int
    records: tuple[RecordView, ...]
    claims: tuple[BadgeView, ...]
    for_fun: tuple[BadgeView, ...]
    table: tuple[Line, ...]
    compared: int
    record_table: FileTable
    badge_table: FileTable
    standing_table: FileTable


def records_view(
    records: Sequence[Record], awards: Sequence[Award], table: Sequence[Place], nights: int, told: Told
) -> RecordsView:
    """The page."""
    views = badge_views(awards, told, nights_of_all=nights)
    lines = tuple(
        Line(
            place=one.place,
            name=told.names[one.player],
            points=to_points(one.parts),
            nights=one.nights,
            address=told.player(one.player),
        )
        for one in table
    )
    return RecordsView(
        nights=nights,
        records=record_views(records, told),
        claims=tuple(one for one in views if not one.is_fun),
        for_fun=tuple(one for one in views if one.is_fun),
        table=lines,
        compared=max((one.question.compared for one in awards if one.question), default=0),
        record_table=record_table(records, told),
        badge_table=badge_table(awards, told),
        standing_table=FileTable(
            columns=("place", "player", "points", "nights"),
            read=lambda: ((one.place, one.name, one.points, one.nights) for one in lines),
        ),
    )
