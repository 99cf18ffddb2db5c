"""A workbook that somebody brings, as tables of text: from there on it is a notebook like any other. Pure.

Only what stands in the cells is read, as it is shown: dates as dates, of a formula what it came to. A file
from a stranger is looked at before it is read: how much it is when it is unpacked, how far its cells reach,
and that it has nothing in it that XML unfolds. What is too much is refused before work is done on it.
"""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO, StringIO
from itertools import zip_longest
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils import column_index_from_string
from openpyxl.utils.datetime import from_excel

from ledger.exchange.notebook import DATES
from ledger.exchange.rows import MOST_COLUMNS, MOST_ROWS

BEGINS = b"PK\x03\x04"
"""With these bytes a workbook begins, as every archive does."""

MOST_UNPACKED = 2_000_000
"""Bytes of all workbooks of one notebook together, unpacked: fifteen years of a club are 400,000. To read so
much takes a second, whatever stands in it."""

MOST_STYLES = 200_000
"""Bytes of what cells look like: reading those takes longest."""

MOST_CELLS = 60_000
"""In all sheets together."""

MOST_MARKED = 120_000
"""In one sheet, with those in which nothing stands but what they look like."""

MOST_MERGED = 5_000
MOST_PLACES = 2_000_000
"""Cells and empty places between them, in all sheets together."""

MOST_PARTS = 500
HEADER_WITHIN = 20
"""The names of the columns stand in one of so many rows; above them stands what the table is called."""

HUGE = 10**12
LAST_DAY = 2_958_465
"""The 31st of December 9999, as a table calculator counts days."""

UNFOLDS = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
# Each looks a short way ahead: however a file is made, they read it once.
MERGED = re.compile(
    rb'<(?:\w{1,9}:)?mergeCell\s[^<>]{0,200}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"'
)
FILLED = re.compile(
    rb'<(?:\w{1,9}:)?c\s[^<>]{0,99}?r="([A-Z]{1,3})(\d{1,9})"[^<>]{0,99}>\s{0,99}<(?:\w{1,9}:)?(?:v|is|f)\b'
)
CELL = re.compile(rb"<(?:\w{1,9}:)?c[\s/>]")
FORMULA = re.compile(rb"<(?:\w{1,9}:)?f[\s/>]")
Value = Any
"""What a cell holds: a text, a number, a date, a time, yes or no, or nothing."""


class NoWorkbookError(ValueError):
    """What was brought is no workbook that can be read."""


class TooMuchError(ValueError):
    """More than a notebook has; `what` says of what: "unpacked", "cells", "rows" or "columns"."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True, kw_only=True)
class SheetText:
    """One sheet as CSV; its rows keep their numbers. `is_notebook` if it has a date column."""

    title: str
    text: str
    is_notebook: bool


@dataclass(kw_only=True)
class Room:
    """How much may still be unpacked, of all workbooks that are brought at once."""

    unpacked: int = MOST_UNPACKED
    cells: int = MOST_CELLS
    places: int = MOST_PLACES


def is_workbook(data: bytes) -> bool:
    """Whether this could be a workbook."""
    return data.startswith(BEGINS)


def read_workbook(data: bytes, room: Room) -> list[SheetText]:
    """The sheets in which something stands.

    Raises NoWorkbookError, and TooMuchError for what is more than there is room for.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = _parts(archive, room)
        return [sheet for sheet in _sheets(data, parts, room) if sheet.text.strip()]
    except (NoWorkbookError, TooMuchError):
        raise
    except Exception as problem:  # whatever a file of a stranger makes a library stumble over
        raise NoWorkbookError from problem


def _parts(archive: zipfile.ZipFile, room: Room) -> dict[str, bytes]:
    """What is in the archive by name, unpacked: no more of it than it says, and than there is room for."""
    found = archive.infolist()
    if len(found) > MOST_PARTS or len({one.filename for one in found}) < len(found):
        raise NoWorkbookError
    if sum(one.file_size for one in found) > room.unpacked:
        raise TooMuchError("unpacked")
    room.unpacked -= sum(one.file_size for one in found)
    if any("styles" in one.filename.lower() and one.file_size > MOST_STYLES for one in found):
        raise TooMuchError("unpacked")
    parts = {one.filename: archive.read(one) for one in found}
    for part in parts.values():
        # In UTF-16 the same would read otherwise; no table calculator writes that.
        if UNFOLDS.search(part) or part.startswith((b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")):
            raise NoWorkbookError
    return parts


def _sheets(data: bytes, parts: dict[str, bytes], room: Room) -> Iterator[SheetText]:
    values: Any = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    has_formulas = any(FORMULA.search(part) for part in parts.values())
    said: Any = load_workbook(BytesIO(data), read_only=True, keep_links=False) if has_formulas else None
    for place, sheet in enumerate(values.worksheets):
        xml = parts.get(sheet._worksheet_path.lstrip("/"), b"")
        wide = _reach(xml)
        shown = _rows(sheet, wide, room)
        formulas = _rows(said.worksheets[place], wide, room) if said else ()
        rows = [_with_formulas(row, told) for row, told in zip_longest(shown, formulas, fillvalue=())]
        yield _text(sheet.title, rows, xml, values.epoch)


def _reach(xml: bytes) -> int:
    """How many columns there are up to the last one with something in it; raises TooMuchError."""
    if sum(1 for _ in CELL.finditer(xml)) > MOST_MARKED or xml.count(b"mergeCell ") > MOST_MERGED:
        raise TooMuchError("cells")
    found = FILLED.findall(xml)
    if max((int(row) for _, row in found), default=0) > MOST_ROWS:
        raise TooMuchError("rows")
    # Cells may stand there without their places, one after the other.
    names = {name for name, _ in found}
    wide = max((column_index_from_string(name.decode()) for name in names), default=0)
    if wide > MOST_COLUMNS:
        raise TooMuchError("columns")
    return wide or MOST_COLUMNS + 1


def _rows(sheet: Any, wide: int, room: Room) -> Iterator[Sequence[Value]]:
    """The rows up to the last that may be; empty ones between them, too."""
    sheet.reset_dimensions()
    for row in sheet.iter_rows(values_only=True, max_row=MOST_ROWS, max_col=wide):
        room.places -= len(row)
        room.cells -= sum(cell is not None for cell in row)
        if room.cells < 0 or room.places < 0:
            raise TooMuchError("cells")
        if len(row) > MOST_COLUMNS and row[MOST_COLUMNS] is not None:
            raise TooMuchError("columns")
        yield row


def _with_formulas(shown: Sequence[Value], told: Sequence[Value]) -> list[Value]:
    """The cells; of a formula that was never worked out, the formula, so that nobody takes it for nothing."""
    cells = zip_longest(shown, told)
    return [formula if cell is None and formula is not None else cell for cell, formula in cells]


def _text(title: str, rows: list[list[Value]], xml: bytes, epoch: datetime) -> SheetText:
    """The sheet as CSV, without what stands above the names of the columns."""
    header, column = _header(rows)
    if column is not None:
        _fill_merged(rows, column, xml)
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    for place, row in enumerate(rows):
        if place < header or not any(cell is not None for cell in row):
            lines.write("\n")  # so that a row is called by its number
            continue
        cells = [_said(cell, epoch, is_day=at == column and place > header) for at, cell in enumerate(row)]
        while cells and not cells[-1]:
            cells.pop()
        writer.writerow([re.sub(r"[,;\t]", " ", cell) for cell in cells] if place == header else cells)
    return SheetText(title=title, text=lines.getvalue().rstrip("\n"), is_notebook=column is not None)


def _header(rows: Iterable[Sequence[Value]]) -> tuple[int, int | None]:
    """The row with the names of the columns, and the column of the date; (0, None) if there is none."""
    for place, row in zip(range(HEADER_WITHIN), rows, strict=False):
        for column, cell in enumerate(row):
            if isinstance(cell, str) and " ".join(cell.split()).casefold() in DATES:
                return place, column
    return 0, None


def _fill_merged(rows: list[list[Value]], column: int, xml: bytes) -> None:
    """A day that stands once beside several rows stands beside each of them."""
    filled = 0
    for left, top, right, bottom in MERGED.findall(xml):
        if column_index_from_string(left.decode()) - 1 != column or left != right:
            continue
        first, last = int(top), min(int(bottom), len(rows))
        filled += max(0, last - first)
        if not 0 < first <= len(rows) or filled > MOST_ROWS:
            continue
        day = rows[first - 1][column] if column < len(rows[first - 1]) else None
        for row in rows[first:last]:
            if column < len(row) and any(cell is not None for cell in row) and row[column] is None:
                row[column] = day


def _said(cell: Value, epoch: datetime, *, is_day: bool) -> str:
    """A cell as somebody would type it."""
    if cell is None:
        return ""
    if isinstance(cell, datetime | date | time):
        return _day(cell)
    if isinstance(cell, bool | str):
        return " ".join(str(cell).split())
    number = Decimal(str(cell))
    if not number.is_finite() or abs(number) > HUGE:
        return str(cell)
    if is_day and 0 < number <= LAST_DAY:
        return _day(from_excel(cell, epoch))
    if number % 1:
        return f"{number.quantize(Decimal('0.000001')):f}".rstrip("0").rstrip(".")
    return f"{number:.0f}"


def _day(cell: Any) -> str:
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat()
    return str(cell.isoformat()) if isinstance(cell, date | time) else str(cell)
