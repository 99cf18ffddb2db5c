"""Who with whom, and who against whom: a real table, its cells coloured by steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.charts.drawing import DataTable, Row

STEPS = 4
"""So many steps of colour to each side of zero."""

SHORT = 4
"""Heads of more letters than this stand upright."""


class Person(NamedTuple):
    """Who has a row and a column: an id, a name, and the address of their page, "" if none."""

    id: int
    name: str
    url: str = ""


class Met(NamedTuple):
    """What a row's player and a column's player had with each other.

    `value` decides the colour and is exact; `text` is how it is written, with its sign, and `below` stands
    under it, small ("12 of 20"); `said` is added for
    those who hear it or point at it ("of 31 hands"), and for a grey cell why it is grey. `url` leads to the
    hands behind it, "" if nowhere.
    """

    value: Fraction
    text: str
    below: str = ""
    said: str = ""
    is_enough: bool = True
    url: str = ""


class Cell(NamedTuple):
    """A cell: `heat` ends its class (p1 … p4, m1 … m4, 0, none for nothing, self on the diagonal).

    `value` is exact, None of nothing.
    """

    text: str
    below: str
    heat: str
    said: str
    url: str
    value: Fraction | None = None


@dataclass(frozen=True, kw_only=True)
class HeatRow:
    """One player's cells, in the order of the columns."""

    name: str
    url: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, kw_only=True)
class HeatTable:
    """The table. `corner` says what is read along a row ("Points of … against …")."""

    corner: str
    columns: tuple[str, ...]
    rows: tuple[HeatRow, ...]
    is_upright: bool
    has_few: bool

    @property
    def table(self) -> DataTable:
        """The same as a plain table, which can be taken along."""
        return DataTable(
            heads=(self.corner, *self.columns),
            rows=tuple(
                Row(
                    head=row.name,
                    cells=tuple(cell.text for cell in row.cells),
                    values=(row.name, *(cell.value for cell in row.cells)),
                )
                for row in self.rows
            ),
            columns=("name", *self.columns),
        )


EMPTY = Cell(text="", below="", heat="none", said="", url="")
SELF = Cell(text="", below="", heat="self", said="", url="")


def heat(
    people: Sequence[Person],
    met: Mapping[tuple[int, int], Met],
    *,
    corner: str,
    middle: Fraction = Fraction(0),
    full: Fraction | None = None,
) -> HeatTable:
    """Everybody with everybody: `met` has a value under (id of the row, id of the column) where there is one.

    Colours go from `middle` to both sides, fullest at the distance `full`: the largest there is, if None;
    give the same to tables that are to be compared.
    """
    if full is None:
        ends = (abs(one.value - middle) for one in met.values() if one.is_enough)
        full = max(ends, default=Fraction(0))
    rows = tuple(
        HeatRow(
            name=row.name,
            url=row.url,
            cells=tuple(_cell(row, column, met, middle, full) for column in people),
        )
        for row in people
    )
    return HeatTable(
        corner=corner,
        columns=tuple(one.name for one in people),
        rows=rows,
        is_upright=any(len(one.name) > SHORT for one in people),
        has_few=any(not one.is_enough for one in met.values()),
    )


def _cell(
    row: Person, column: Person, met: Mapping[tuple[int, int], Met], middle: Fraction, full: Fraction
) -> Cell:
    if row.id == column.id:
        return SELF
    found = met.get((row.id, column.id))
    if found is None:
        return EMPTY
    return Cell(
        text=found.text,
        below=found.below,
        heat=_heat(found.value - middle, full) if found.is_enough else "few",
        said=found.said,
        url=found.url,
        value=found.value,
    )


def _heat(away: Fraction, full: Fraction) -> str:
    """The step of a distance: every one but zero has a colour."""
    if not away or not full:
        return "0"
    number = min(STEPS, -(-abs(away) * STEPS // full))
    return f"{'p' if away > 0 else 'm'}{number}"
