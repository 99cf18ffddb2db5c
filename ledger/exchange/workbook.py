"""A workbook that somebody brings, as tables of text: from there on it is a notebook like any other. Pure.

Only what stands in the cells is read, as it is shown: dates as dates, of a formula what it came to. Pictures,
charts and whatever else lies in the archive are never unpacked.

openpyxl was measured for this: it has merged cells only where it holds each cell as an object, leaves
formulas empty that were never worked out, and reads numbers as floats. Of the hostile files in the tests
twelve take it up to 1.6 GB and 15 seconds; checked before it, each file would be read twice.
"""

import csv
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from io import BytesIO, StringIO
from posixpath import dirname, join, normpath
from typing import Any, ClassVar
from xml.sax.handler import ContentHandler, property_interning_dict

from defusedxml.expatreader import DefusedExpatParser

from ledger.exchange.grid import HEADER_WITHIN, MOST_COLUMNS, MOST_ROWS, find_header
from ledger.exchange.headings import in_english

# Bytes handed to the parser at once. One tag may fill no more than two of them.
CHUNK = 65_536

MOST_DEPTH = 64

# Different names of elements and attributes in one part.
MOST_NAMES = 2_000

MOST_MERGED = 5_000

# The 31st of December 9999, as a table calculator counts days.
LAST_DAY = 2_958_465

BEGINNING = datetime(1899, 12, 30)  # noqa: DTZ001 - a table calculator knows no time zones
DAYS_UNTIL_1904 = 1_462

# Letters of a number format, as in Excel.
LONGEST_FORMAT = 255

# The ids of the number formats of ECMA-376, 18.8.30, that show a date or a time.
DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}

# Literal text in a number format, and its conditions, colours and languages.
LITERAL = re.compile(r'"[^"]*"|\[[^\]]*\]|[\\_].')

SERIAL = re.compile(r"[+-]?(?:\d{1,30}\.?\d{0,40}|\.\d{1,40})(?:[eE][+-]?\d{1,3})?")
PLACE = re.compile(r"([A-Z]{1,3})\d{1,9}")
SPAN = re.compile(r"([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})")

# The value of a cell: a text, a number, or nothing. Dates, times and truth values are texts already.
CellValue = str | Decimal | None


class NoWorkbookError(ValueError):
    """The file is no workbook that can be read."""


class TooMuchError(ValueError):
    """More than a notebook has; `what` says of what: "unpacked", "cells", "rows" or "columns"."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(kw_only=True)
class Room:
    """Limits that all workbooks of one notebook share; each shrinks by what has been read.

    `unpacked` is in bytes, `letters` in characters of all cells together. Fifteen years of a club unpack to
    400,000 bytes.
    """

    unpacked: int = 2_000_000
    elements: int = 300_000
    cells: int = 60_000
    letters: int = 2_000_000

    def take(self, limit: str, amount: int, what: str) -> None:
        """Take an amount from one of the limits; raises TooMuchError where it was the last."""
        left = getattr(self, limit) - amount
        setattr(self, limit, left)
        if left < 0:
            raise TooMuchError(what)


class Part(ContentHandler):
    """A part of a workbook. Subclasses say in `texts` which elements' text they want."""

    texts: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, room: Room) -> None:
        super().__init__()
        self.room = room
        self.path: list[str] = []
        self.events = 0
        self._text: list[str] = []

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take up an element; its own name is the last of the path."""

    def end(self, name: str, text: str) -> None:
        """Finish an element; the last name of the path is its parent's. `text` is "" unless it was wanted."""

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802
        name = name.rpartition(":")[2]
        self.events += 1
        self.path.append(name)
        if len(self.path) > MOST_DEPTH:
            raise NoWorkbookError
        self.room.elements -= 1
        if self.room.elements < 0:
            raise TooMuchError("cells")
        self._text.clear()
        self.begin(name, attrs)

    def endElement(self, name: str) -> None:  # noqa: N802
        self.events += 1
        name = self.path.pop()
        self.end(name, "".join(self._text) if name in self.texts else "")

    def characters(self, content: str) -> None:
        self.events += 1
        if self.path[-1] in self.texts:
            self._text.append(content)


class Relationships(Part):
    """Return the other parts by id: (the last word of the type, the target)."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.targets: dict[str, tuple[str, str]] = {}

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship":
            kind = attributes["Type"].rpartition("/")[2]
            self.targets[attributes["Id"]] = (kind, attributes["Target"])


class Contents(Part):
    """The workbook itself: title and relationship id of each sheet, and from which year days are counted."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.sheets: list[tuple[str, str]] = []
        self.days_before = 0

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "workbookPr" and attributes.get("date1904", "") in {"1", "true"}:
            self.days_before = DAYS_UNTIL_1904
        elif name == "sheet":
            by_name = {one.rpartition(":")[2]: value for one, value in attributes.items()}
            self.sheets.append((attributes["name"], by_name["id"]))


class SharedStrings(Part):
    """Texts that cells refer to by number, without their phonetic readings."""

    texts = frozenset({"t"})

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.strings: list[str] = []
        self._said: list[str] = []

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "si":
            self._said = []

    def end(self, name: str, text: str) -> None:
        if name == "t" and self.path[-1] != "rPh":
            self._said.append(text)
        elif name == "si":
            self.strings.append(_on_one_line("".join(self._said)))


class Styles(Part):
    """The numbers of the cell styles that show a date or a time."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.dates: set[int] = set()
        self._formats = {str(number) for number in DATE_FORMATS}
        self._styles = 0

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "numFmt":
            shown = LITERAL.sub("", attributes["formatCode"][:LONGEST_FORMAT].split(";")[0])
            if re.search("[dmhys]", shown, re.IGNORECASE):
                self._formats.add(attributes["numFmtId"])
        elif name == "xf" and self.path[-2:-1] == ["cellXfs"]:
            if attributes.get("numFmtId") in self._formats:
                self.dates.add(self._styles)
            self._styles += 1


@dataclass(kw_only=True)
class _Cell:
    kind: str
    style: str
    value: str = ""
    formula: str | None = None
    inline: str | None = None


class Worksheet(Part):
    """The filled cells of a sheet by row and column, both counted from 1, and its merged cells."""

    texts = frozenset({"v", "f", "t"})

    def __init__(self, room: Room, *, strings: list[str], dates: set[int], days_before: int) -> None:
        super().__init__(room)
        self.rows: dict[int, dict[int, CellValue]] = {}
        # Cells merged into one below each other: their column, the first row and the last.
        self.merged: list[tuple[int, int, int]] = []
        self._strings, self._dates, self._days_before = strings, dates, days_before
        self._row = self._column = 0
        self._cell = _Cell(kind="n", style="0")

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "row":
            self._row = _whole(attributes["r"]) if "r" in attributes else self._row + 1
            self._column = 0
        elif name == "c":
            if "r" not in attributes:
                self._column += 1
            elif found := PLACE.fullmatch(attributes["r"]):
                self._column = _number_of(found[1])
            else:
                raise NoWorkbookError
            self._cell = _Cell(kind=attributes.get("t", "n"), style=attributes.get("s", "0"))
        elif name == "mergeCell":
            if len(self.merged) == MOST_MERGED:
                raise TooMuchError("cells")
            found = SPAN.fullmatch(attributes.get("ref", ""))
            if found and found[1] == found[3]:
                self.merged.append((_number_of(found[1]), int(found[2]), int(found[4])))

    def end(self, name: str, text: str) -> None:
        match name:
            case "v":
                self._cell.value = text
            case "f":
                self._cell.formula = text
            case "t" if self.path[-1] != "rPh":
                self._cell.inline = (self._cell.inline or "") + text
            case "c":
                self._keep(self._value(self._cell))

    def _keep(self, value: CellValue) -> None:
        # A cell that has only colours or borders is no cell, however far below it lies.
        if value is None:
            return
        if self._row > MOST_ROWS:
            raise TooMuchError("rows")
        if self._column > MOST_COLUMNS:
            raise TooMuchError("columns")
        self.room.take("cells", 1, "cells")
        if isinstance(value, str):  # many cells may refer to one long text
            self.room.take("letters", len(value), "cells")
        self.rows.setdefault(self._row, {})[self._column] = value

    def _value(self, cell: _Cell) -> CellValue:
        found = None if cell.inline is None else _on_one_line(cell.inline)
        if cell.kind != "inlineStr":
            found = _on_one_line(cell.value) or None
        if found is None:
            # A formula that was never worked out is shown, so that nobody takes it for nothing.
            return None if cell.formula is None else f"={_on_one_line(cell.formula)}"
        match cell.kind:
            case "s":
                return self._strings[_whole(found)]
            case "b":
                return str(found in {"1", "true"})
            case "n" if SERIAL.fullmatch(found):
                number = Decimal(found)
                is_date = _whole(cell.style) in self._dates
                return day_of(number, days_before=self._days_before) if is_date else number
        return found


def read_part(xml: bytes, part: Part) -> None:
    """Hand a part its elements. Raises TooMuchError and NoWorkbookError, and what the parser raises."""
    if not xml:
        raise NoWorkbookError
    names: dict[str, str] = {}
    parser = DefusedExpatParser(forbid_dtd=True)
    parser.setProperty(property_interning_dict, names)
    parser.setContentHandler(part)
    for start in range(0, len(xml), CHUNK):
        before = part.events
        parser.feed(xml[start : start + CHUNK])
        # The parser holds a tag, and every name, in memory: what is no end of a tag is refused here.
        is_one_tag = part.events == before and start + CHUNK <= len(xml)
        if is_one_tag or len(names) > MOST_NAMES:
            raise NoWorkbookError
    parser.close()


def day_of(number: Decimal, *, days_before: int = 0) -> CellValue:
    """Return the date or time of a serial number in ISO form; the number itself where it is out of range.

    `days_before` is how many days later than 1900 the workbook begins to count.
    """
    if not 0 <= number <= LAST_DAY - days_before:
        return number
    days, fraction = divmod(number, 1)
    time = timedelta(milliseconds=round(fraction * 86_400_000))
    if number < 1 and not time.days:
        return (BEGINNING + time).time().isoformat()
    serial = int(days) + days_before
    if serial < 60:  # Excel takes 1900 for a leap year
        serial += 1
    found = BEGINNING + timedelta(days=serial) + time
    return found.date().isoformat() if found.time() == BEGINNING.time() else found.isoformat()


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _whole(text: str) -> int:
    # Return the number of up to nine digits; raises NoWorkbookError.
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise NoWorkbookError
    return int(text)


def _number_of(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


# With these bytes a workbook begins, as every archive does.
BEGINS = b"PK\x03\x04"

# With these bytes each entry of an archive's table of contents begins.
LISTS = b"PK\x01\x02"

MOST_PARTS = 500

HUGE = 10**12
LONGEST_TITLE = 100


@dataclass(frozen=True, kw_only=True)
class SheetText:
    """A sheet as CSV; its rows keep their numbers. `is_notebook` if it has dates."""

    title: str
    text: str
    is_notebook: bool


def is_workbook(data: bytes) -> bool:
    return data.startswith(BEGINS)


def read_workbook(data: bytes, room: Room) -> list[SheetText]:
    """Return the sheets in which something stands.

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
            sheet = Worksheet(
                room, strings=strings.strings, dates=styles.dates, days_before=contents.days_before
            )
            _read(archive, target, sheet)
            yield _text(title[:LONGEST_TITLE], sheet, room, contents.days_before)


def _targets(archive: zipfile.ZipFile, path: str, room: Room) -> dict[str, tuple[str, str]]:
    # The kind and path of the parts that a part refers to, by id; "" is the archive itself.
    links, folder = Relationships(room), dirname(path)
    _read(archive, join(folder, "_rels", f"{path.rpartition('/')[2]}.rels"), links)
    return {
        one: (kind, normpath(join("/", folder, target)).lstrip("/"))
        for one, (kind, target) in links.targets.items()
    }


def _read(archive: zipfile.ZipFile, path: str, part: Part) -> None:
    # Unpack a part as far as there is room, whatever size its archive says, and read it.
    entry = archive.getinfo(path)
    # zipfile unpacks the other methods without a bound, and no workbook uses them.
    if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise NoWorkbookError
    with archive.open(entry) as file:
        xml = file.read(part.room.unpacked + 1)
    part.room.take("unpacked", len(xml), "unpacked")
    read_part(xml, part)


def _text(title: str, sheet: Worksheet, room: Room, days_before: int) -> SheetText:
    # The sheet as CSV.
    places = [row for row in sorted(sheet.rows) if row <= HEADER_WITHIN]
    # The texts of these rows in their columns, and dates among them; numbers are no headings.
    filled = [sheet.rows[row] for row in places]
    top = [
        [text if isinstance(text := cells.get(at), str) else "" for at in range(1, max(cells) + 1)]
        for cells in filled
    ]
    found = find_header(top)
    header = places[found.place] if found else 0
    column = found.column + 1 if found and not found.is_turned else None
    if column is not None:
        _fill_merged(sheet, column)
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    for row in range(1, max(sheet.rows, default=0) + 1):
        cells = sheet.rows.get(row, {})
        if not cells:
            lines.write("\n")  # so that a row is called by its number
            continue
        said = [""] * max(cells)
        for at, cell in cells.items():
            said[at - 1] = _said(cell, is_day=at == column and row > header, days_before=days_before)
        while said and not said[-1]:
            said.pop()
        room.take("letters", len(said), "cells")
        writer.writerow(said)
    return SheetText(
        title=title, text=in_english(lines.getvalue()).rstrip("\n"), is_notebook=found is not None
    )


def _fill_merged(sheet: Worksheet, column: int) -> None:
    # A day that stands once beside several rows stands beside each of them.
    filled, last_row = 0, max(sheet.rows, default=0)
    for merged, top, bottom in sheet.merged:
        last = min(bottom, last_row) if merged == column else top
        filled += max(0, last - top)
        day = sheet.rows.get(top, {}).get(column)
        for row in range(top + 1, last + 1) if day is not None and filled <= MOST_ROWS else ():
            if row in sheet.rows:
                sheet.rows[row].setdefault(column, day)


def _said(cell: CellValue, *, is_day: bool, days_before: int) -> str:
    # A cell as somebody would type it.
    if cell is None or isinstance(cell, str):
        return cell or ""
    if is_day and 0 < cell <= LAST_DAY and isinstance(day := day_of(cell, days_before=days_before), str):
        return day
    if abs(cell) > HUGE:
        return str(cell).lower()
    if cell % 1:
        return f"{cell.quantize(Decimal('0.000001')):f}".rstrip("0").rstrip(".")
    return f"{cell:.0f}"
