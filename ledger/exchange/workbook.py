"""A workbook that somebody brings, as tables of text: from there on it is a notebook like any other. Pure.

Only what stands in the cells is read, as it is shown: dates as dates, of a formula what it came to. Pictures,
charts and whatever else lies in the archive are never unpacked.
"""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from io import BytesIO, StringIO
from posixpath import dirname, join, normpath

from ledger.exchange.notebook import DATES
from ledger.exchange.rows import MOST_ROWS
from ledger.exchange.workbook_xml import (
    LAST_DAY,
    Contents,
    NoWorkbookError,
    Part,
    Relationships,
    Room,
    SharedStrings,
    Sheet,
    Styles,
    TooMuchError,
    Value,
    day_of,
    read_part,
)

__all__ = ["NoWorkbookError", "Room", "SheetText", "TooMuchError", "is_workbook", "read_workbook"]

# With these bytes a workbook begins, as every archive does.
BEGINS = b"PK\x03\x04"

# With these bytes each entry of an archive's table of contents begins.
LISTS = b"PK\x01\x02"

MOST_PARTS = 500

# The names of the columns stand in one of so many rows; above them stands what the table is called.
HEADER_WITHIN = 20

HUGE = 10**12
LONGEST_TITLE = 100


@dataclass(frozen=True, kw_only=True)
class SheetText:
    """One sheet as CSV; its rows keep their numbers. `is_notebook` if it has a date column."""

    title: str
    text: str
    is_notebook: bool


def is_workbook(data: bytes) -> bool:
    """Whether this could be a workbook."""
    return data.startswith(BEGINS)


def read_workbook(data: bytes, room: Room) -> list[SheetText]:
    """The sheets in which something stands.

    Raises NoWorkbookError, and TooMuchError for what is more than there is room for.
    """
    try:
        if data.count(LISTS) > MOST_PARTS:  # before ZipFile makes an object of each
            raise NoWorkbookError
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return [sheet for sheet in _sheets(archive, room) if sheet.text.strip()]
    except (NoWorkbookError, TooMuchError):
        raise
    except Exception as problem:  # whatever a file of a stranger makes a library stumble over
        raise NoWorkbookError from problem


def _sheets(archive: zipfile.ZipFile, room: Room) -> Iterator[SheetText]:
    there = set(archive.namelist())
    if len(there) < len(archive.namelist()):
        raise NoWorkbookError
    (path,) = (target for kind, target in _targets(archive, "", room).values() if kind == "officeDocument")
    contents, targets = Contents(room), _targets(archive, path, room)
    _read(archive, path, contents)
    strings, styles = SharedStrings(room), Styles(room)
    for part, kind in ((strings, "sharedStrings"), (styles, "styles")):
        for target in [target for name, target in targets.values() if name == kind and target in there][:1]:
            _read(archive, target, part)
    if len(contents.sheets) > MOST_PARTS:
        raise NoWorkbookError
    for title, relationship in contents.sheets:
        kind, target = targets.get(relationship, ("", ""))
        if kind == "worksheet" and target in there:
            sheet = Sheet(room, strings=strings.strings, dates=styles.dates, days_before=contents.days_before)
            _read(archive, target, sheet)
            yield _text(title[:LONGEST_TITLE], sheet, room, contents.days_before)


def _targets(archive: zipfile.ZipFile, path: str, room: Room) -> dict[str, tuple[str, str]]:
    """The kind and path of the parts that a part refers to, by id; "" is the archive itself."""
    links, folder = Relationships(room), dirname(path)
    _read(archive, join(folder, "_rels", f"{path.rpartition('/')[2]}.rels"), links)
    return {
        one: (kind, normpath(join("/", folder, target)).lstrip("/"))
        for one, (kind, target) in links.targets.items()
    }


def _read(archive: zipfile.ZipFile, path: str, part: Part) -> None:
    """Unpack a part as far as there is room, whatever size its archive says, and read it."""
    entry = archive.getinfo(path)
    # zipfile unpacks the other methods without a bound, and no workbook uses them.
    if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise NoWorkbookError
    with archive.open(entry) as file:
        xml = file.read(part.room.unpacked + 1)
    part.room.take("unpacked", len(xml), "unpacked")
    read_part(xml, part)


def _text(title: str, sheet: Sheet, room: Room, days_before: int) -> SheetText:
    """The sheet as CSV, without what stands above the names of the columns."""
    header, column = _header(sheet.rows)
    if column is not None:
        _fill_merged(sheet, column)
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    for row in range(1, max(sheet.rows, default=0) + 1):
        cells = sheet.rows.get(row, {})
        if row < header or not cells:
            lines.write("\n")  # so that a row is called by its number
            continue
        said = [""] * max(cells)
        for at, cell in cells.items():
            said[at - 1] = _said(cell, is_day=at == column and row > header, days_before=days_before)
        while said and not said[-1]:
            said.pop()
        room.take("letters", len(said), "cells")
        writer.writerow([re.sub(r"[,;\t]", " ", cell) for cell in said] if row == header else said)
    return SheetText(title=title, text=lines.getvalue().rstrip("\n"), is_notebook=column is not None)


def _header(rows: Mapping[int, Mapping[int, Value]]) -> tuple[int, int | None]:
    """The row with the names of the columns, and the column of the date; (0, None) if there is none."""
    for row in range(1, HEADER_WITHIN + 1):
        for column, cell in sorted(rows.get(row, {}).items()):
            if isinstance(cell, str) and cell.casefold() in DATES:
                return row, column
    return 0, None


def _fill_merged(sheet: Sheet, column: int) -> None:
    """A day that stands once beside several rows stands beside each of them."""
    filled, last_row = 0, max(sheet.rows, default=0)
    for span in sheet.merged:
        if not span.left == span.right == column:
            continue
        last = min(span.bottom, last_row)
        filled += max(0, last - span.top)
        day = sheet.rows.get(span.top, {}).get(column)
        if day is None or filled > MOST_ROWS:
            continue
        for row in range(span.top + 1, last + 1):
            if row in sheet.rows:
                sheet.rows[row].setdefault(column, day)


def _said(cell: Value, *, is_day: bool, days_before: int) -> str:
    """A cell as somebody would type it."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    if is_day and 0 < cell <= LAST_DAY and isinstance(day := day_of(cell, days_before=days_before), str):
        return day
    if abs(cell) > HUGE:
        return str(cell).lower()
    if cell % 1:
        return f"{cell.quantize(Decimal('0.000001')):f}".rstrip("0").rstrip(".")
    return f"{cell:.0f}"
