"""A workbook for spreadsheets, written row by row into its archive, so that the largest is never in memory.

Texts are typed as texts, so that none is taken for a formula, and what no XML can hold is left out of them.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

from ledger.texts import for_xml

Value = str | int | Decimal | None

# A title and its rows.
Sheet = tuple[str, Iterable[Sequence[Value]]]

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def write_workbook(sheets: Sequence[Sheet], file: BinaryIO) -> Iterator[None]:
    """Write the sheets one after the other; a turn for each row. The file is whole after the last turn."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _types(len(sheets)))
        archive.writestr("_rels/.rels", _links(f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"'))
        archive.writestr("xl/workbook.xml", _workbook([title for title, _ in sheets]))
        targets = (f'Type="{OFFICE}/worksheet" Target="{_path(number)}"' for number in _numbers(sheets))
        archive.writestr("xl/_rels/workbook.xml.rels", _links(*targets))
        for number, (_, rows) in enumerate(sheets, 1):
            with archive.open(f"xl/{_path(number)}", "w", force_zip64=True) as out:
                out.write(f'{HEAD}<worksheet xmlns="{MAIN}"><sheetData>'.encode())
                for place, row in enumerate(rows, 1):
                    out.write(_row(place, row).encode())
                    yield
                out.write(b"</sheetData></worksheet>")


def _numbers(sheets: Sequence[Sheet]) -> range:
    return range(1, len(sheets) + 1)


def _path(number: int) -> str:
    return f"worksheets/sheet{number}.xml"


def _types(sheets: int) -> str:
    parts = "".join(
        f'<Override PartName="/xl/{_path(number)}" ContentType="{TYPE}.worksheet+xml"/>'
        for number in range(1, sheets + 1)
    )
    return (
        f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>{parts}</Types>'
    )


def _links(*targets: str) -> str:
    links = "".join(f'<Relationship Id="rId{number}" {one}/>' for number, one in enumerate(targets, 1))
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>'


def _workbook(titles: Sequence[str]) -> str:
    sheets = "".join(
        f'<sheet name={quoteattr(title)} sheetId="{number}" r:id="rId{number}"/>'
        for number, title in enumerate(titles, 1)
    )
    return f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets></workbook>'


def _row(place: int, row: Sequence[Value]) -> str:
    cells = "".join(_cell(f"{_letters(column)}{place}", value) for column, value in enumerate(row))
    return f'<row r="{place}">{cells}</row>'


def _cell(where: str, value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        text = escape(for_xml(value))
        return f'<c r="{where}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    return f'<c r="{where}"><v>{value}</v></c>'


def _letters(column: int) -> str:
    """A, B, …, Z, AA, AB, …"""
    before, letter = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + letter)
