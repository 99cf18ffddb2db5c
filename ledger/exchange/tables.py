"""Tables that leave the house: a night's score sheet, results, and the journal, as CSV and XLSX.

Spreadsheets take some texts for formulas. Here a name is a name: in CSV such a text gets an apostrophe in
front, in XLSX it is typed as text. The words in them (columns, titles, accounts) are English whoever takes
the file along: other programs look for them.
"""

import csv
import re
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO
from typing import BinaryIO, TypeVar
from xml.sax.saxutils import escape, quoteattr

from babel.numbers import get_currency_precision
from django.utils.timezone import localdate

from ledger.book.sheet import HandRow, ScoreSheet
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.standings import names_of
from ledger.standings.journal import whole_journal
from ledger.standings.nights import every_night
from ledger.steps import pause
from ledger.words.texts import for_xml

FileValue = str | int | Decimal | None

# A title and its rows.
TitledRows = tuple[str, Iterable[Sequence[FileValue]]]

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def write_workbook(sheets: Sequence[TitledRows], file: BinaryIO) -> Iterator[None]:
    """Write the sheets one after the other; a turn for each row. The file is whole after the last turn."""
    numbers = range(1, len(sheets) + 1)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        overrides = "".join(
            f'<Override PartName="/xl/{_path(number)}" ContentType="{TYPE}.worksheet+xml"/>'
            for number in numbers
        )
        archive.writestr(
            "[Content_Types].xml",
            f'{HEAD}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
            f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>{overrides}</Types>',
        )
        archive.writestr("_rels/.rels", _links(f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"'))
        named = "".join(
            f'<sheet name={quoteattr(title)} sheetId="{number}" r:id="rId{number}"/>'
            for number, (title, _) in enumerate(sheets, 1)
        )
        archive.writestr(
            "xl/workbook.xml",
            f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{named}</sheets></workbook>',
        )
        targets = (f'Type="{OFFICE}/worksheet" Target="{_path(number)}"' for number in numbers)
        archive.writestr("xl/_rels/workbook.xml.rels", _links(*targets))
        for number, (_, rows) in enumerate(sheets, 1):
            with archive.open(f"xl/{_path(number)}", "w", force_zip64=True) as out:
                out.write(f'{HEAD}<worksheet xmlns="{MAIN}"><sheetData>'.encode())
                for place, row in enumerate(rows, 1):
                    cells = "".join(_cell(f"{_letters(at)}{place}", value) for at, value in enumerate(row))
                    out.write(f'<row r="{place}">{cells}</row>'.encode())
                    yield
                out.write(b"</sheetData></worksheet>")


def _path(number: int) -> str:
    return f"worksheets/sheet{number}.xml"


def _links(*targets: str) -> str:
    links = "".join(f'<Relationship Id="rId{number}" {one}/>' for number, one in enumerate(targets, 1))
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>'


def _cell(where: str, value: FileValue) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        text = escape(for_xml(value))
        return f'<c r="{where}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    return f'<c r="{where}"><v>{value}</v></c>'


def _letters(column: int) -> str:
    # A, B, …, Z, AA, AB, …
    before, letter = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + letter)


STEP_NS = 8_000_000
TableRow = tuple[FileValue, ...]
Each = TypeVar("Each")
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

# A third of a point: no column of decimals holds it exactly.
IS_A_FRACTION = re.compile(r"-?[0-9]{1,40}/[0-9]{1,40}")

COPIED = "from the notebook"
ACCOUNTS = {"": "(the box)", " ": "(all together)"}


@dataclass(frozen=True, kw_only=True)
class FileTable:
    """The content of a file: a title, the names of the columns, and rows. Numbers are exact.

    Rows may be read from the book while they are asked for, each time anew.
    """

    title: str
    columns: tuple[str, ...]
    rows: Iterable[TableRow]


class _RowsAnew:
    """Rows that are read when they are asked for."""

    def __init__(self, read: Callable[[], Iterator[TableRow]]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[TableRow]:
        return self._read()


def score_sheet(session: Session, called: Callable[[HandRow], str]) -> FileTable:
    """Return a row a hand: who dealt, what was played, everybody's points, the running totals, and the remark
    on it.

    `called` says in words what a hand was.
    """
    sheet, names = sheet_of(session), names_of(session.group)
    people = [names[player] for player in sheet.players]
    rows: list[TableRow] = []
    for row in (row for row in sheet.rows if row.number):
        points = (*_by_player(row.points, sheet), *_by_player(row.totals, sheet))
        remark = sheet.remarks.get(row.entry)
        dealer, words = names.get(row.dealer, ""), remark.text if remark else ""
        rows.append((row.number, dealer, called(row), *points, words))
    if sheet.notebook:
        points = (*_by_player(sheet.notebook, sheet), *_by_player(sheet.totals, sheet))
        rows.append(("", "", "from a notebook", *points, ""))
    totals = (f"{name}, total" for name in people)
    columns = ("hand", "dealer", "played", *people, *totals, "remark")
    return FileTable(title=f"Night {session.number}", columns=columns, rows=tuple(rows))


def results(group: Group) -> FileTable:
    """Return a row a night, a column a player: points won or lost; empty where somebody was away."""
    people = list(names_of(group).values())

    def rows() -> Iterator[TableRow]:
        for night in every_night(group):
            won = dict(night.results)
            points = (number(won[name]) if name in won else None for name in people)
            yield (localdate(night.started_at).isoformat(), night.number, night.hands, *points)

    return FileTable(title="Results", columns=("date", "night", "hands", *people), rows=_RowsAnew(rows))


def journal(group: Group) -> FileTable:
    """Return a row a posting, from the first; amounts in the group's currency.

    A night out of a notebook has its own day, not that of its import.
    """
    digits = int(get_currency_precision(group.currency)) if group.currency else 0

    def rows() -> Iterator[TableRow]:
        for line in whole_journal(group):
            about: TableRow = (line.number, localdate(line.day_at).isoformat(), line.kind, line.night)
            after: TableRow = (line.method, COPIED if line.is_copied else line.note, line.undoes)
            for name, cents in line.postings:
                yield (*about, ACCOUNTS.get(name, name), Decimal(cents).scaleb(-digits), *after)

    columns = ("number", "date", "kind", "night", "account", "amount", "method", "note", "takes back")
    return FileTable(title="Journal", columns=columns, rows=_RowsAnew(rows))


def write_csv(table: FileTable, file: BinaryIO) -> None:
    """Write the table as CSV in UTF-8, with a line of column names."""
    for row in _paced(_with_names(table)):
        text = StringIO()
        csv.writer(text, lineterminator="\r\n").writerow(map(_harmless, row))
        file.write(text.getvalue().encode())


def write_xlsx(*tables: FileTable, file: BinaryIO) -> None:
    for _ in _paced(write_workbook([(one.title, _with_names(one)) for one in tables], file)):
        pass


def as_csv(table: FileTable) -> str:
    file = BytesIO()
    write_csv(table, file)
    return file.getvalue().decode()


def _with_names(table: FileTable) -> Iterator[Sequence[FileValue]]:
    yield table.columns
    yield from table.rows


def _paced(rows: Iterator[Each]) -> Iterator[Each]:
    # Yield the rows, with a pause whenever `STEP_NS` have passed.
    began = time.monotonic_ns()
    for done, row in enumerate(rows, 1):
        yield row
        if time.monotonic_ns() - began > STEP_NS:
            pause(done)
            began = time.monotonic_ns()


def _by_player(points: Mapping[int, Fraction], sheet: ScoreSheet) -> list[FileValue]:
    return [number(points[player]) if player in points else None for player in sheet.players]


def number(points: Fraction) -> FileValue:
    """Return a number where a spreadsheet can hold it exactly, else a fraction as text."""
    points = Fraction(points)
    if points.denominator == 1:
        return points.numerator
    if 10_000 % points.denominator == 0:
        return Decimal(points.numerator) / Decimal(points.denominator)
    return str(points)


def _harmless(value: FileValue) -> FileValue:
    if not isinstance(value, str):
        return value
    text = for_xml(value)
    return f"'{text}" if text.startswith(BEGINS_A_FORMULA) and not IS_A_FRACTION.fullmatch(text) else text
