"""A workbook becomes a table of text as somebody would type it; other files and large ones are refused."""

import io
import string
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from datetime import date, datetime
from functools import partial
from itertools import islice, product
from typing import Any

import pytest
from openpyxl import Workbook

from ledger.exchange.preview import Preview
from ledger.exchange.tables import FileTable, write_xlsx
from ledger.exchange.workbook import (
    NoWorkbookError,
    Room,
    SheetText,
    TooMuchError,
    is_workbook,
    read_workbook,
)
from tests.notebooks import read_notebook

MOST_SECONDS = 1
MOST_BYTES = 50_000_000
LETTERS = string.ascii_lowercase
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>{}</t></is></c></row>'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
TYPES = (
    f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/{STRINGS}" ContentType="{TYPE}.sharedStrings+xml"/></Types>'
)
WORKBOOK = f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{{}}</sheets></workbook>'
MERGED = '<mergeCell ref="A1:A19999"/>'
ONE_SHEET = '<sheet name="Nights" sheetId="1" r:id="a"/>'
A_GOOD_SHEET = "".join(
    f"<row>{''.join(f'<c{kind}><v>{value}</v></c>' for kind, value in row)}</row>"
    for row in (((' t="s"', 0), (' t="s"', 1), (' t="s"', 2)), (("", 39899), ("", 1.5), ("", -1.5)))
)


def links(**targets: str) -> str:
    found = "".join(
        f'<Relationship Id="{one}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for one, (kind, target) in ((one, target.split(" ")) for one, target in targets.items())
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{found}</Relationships>'


def sheet(cells: str) -> str:
    return f'<worksheet xmlns="{MAIN}"><sheetData>{cells}</sheetData></worksheet>'


def strings(items: str) -> str:
    return f'<sst xmlns="{MAIN}">{items}</sst>'


def styles(rules: str) -> str:
    return f'<styleSheet xmlns="{MAIN}">{rules}</styleSheet>'


def workbook(parts: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a whole workbook with these parts in place of its own, packed by `method`."""
    own: dict[str, str | bytes] = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": links(a="officeDocument xl/workbook.xml"),
        "xl/workbook.xml": WORKBOOK.format(ONE_SHEET),
        "xl/_rels/workbook.xml.rels": links(
            a="worksheet worksheets/sheet1.xml", b="sharedStrings sharedStrings.xml", c="styles styles.xml"
        ),
        STRINGS: strings("".join(f"<si><t>{name}</t></si>" for name in ("Date", "Ann", "Ben"))),
        "xl/styles.xml": styles('<cellXfs><xf numFmtId="0"/></cellXfs>'),
        SHEET: sheet(A_GOOD_SHEET),
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, part in (own | parts).items():
            archive.writestr(name, part, method if name in parts else zipfile.ZIP_DEFLATED)
    return file.getvalue()


def entities(*values: str) -> str:
    """Return a document type with entities a, b, c, …"""
    found = "".join(f'<!ENTITY {LETTERS[n]} "{value}">' for n, value in enumerate(values))
    return f"<!DOCTYPE x [{found}]>"


def named(pattern: str, times: int) -> str:
    """Return the pattern so many times, each time with another name."""
    names = ("".join(letters) for letters in product(LETTERS, repeat=4))
    return "".join(pattern.format(name) for name in islice(names, times))


LAUGHS = entities("ha" * 5, *(f"&{LETTERS[n]};" * 10 for n in range(9))) + sheet(ROW.format("&j;"))
QUADRATIC = entities("x" * 20_000) + sheet(ROW.format("&a;" * 20_000))
CELLS_IN_ENTITIES = entities("<c><v>1</v></c>" * 300) + sheet("<row>&a;</row>" * 2_000)


def lying(data: bytes, name: str, size: int) -> bytes:
    """Return the archive with a false uncompressed size of one of its parts, in both places."""
    found = bytearray(data)
    for head, length, at in ((b"PK\x01\x02", 46, 24), (b"PK\x03\x04", 30, 22)):
        place = found.find(head)
        while found[place + length : place + length + len(name)] != name.encode():
            place = found.index(head, place + 1)
        found[place + at : place + at + 4] = struct.pack("<I", size)
    return bytes(found)


def overlapping() -> bytes:
    """Return four hundred sheets whose entries all point to the same packed bytes."""
    titles = "".join(f'<sheet name="{n}" sheetId="{n}" r:id="s{n}"/>' for n in range(400))
    targets = {f"s{n}": f"worksheet worksheets/s{n}.xml" for n in range(400)}
    big = sheet("<row/>" * 100_000)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", links(a="officeDocument xl/workbook.xml"))
        archive.writestr("xl/workbook.xml", WORKBOOK.format(titles))
        archive.writestr("xl/_rels/workbook.xml.rels", links(**targets))
        archive.writestr("xl/worksheets/s0.xml", big)
        first = archive.getinfo("xl/worksheets/s0.xml")
        for n in range(1, 400):
            again = zipfile.ZipInfo(f"xl/worksheets/s{n}.xml")
            again.compress_type, again.CRC = first.compress_type, first.CRC
            again.compress_size, again.file_size = first.compress_size, first.file_size
            again.header_offset = first.header_offset
            archive.filelist.append(again)
            archive.NameToInfo[again.filename] = again
    return file.getvalue()


def many_times_the_same_sheet() -> bytes:
    titles = "".join(f'<sheet name="{n}" sheetId="{n}" r:id="a"/>' for n in range(400))
    return workbook({"xl/workbook.xml": WORKBOOK.format(titles), SHEET: sheet("<row><c/></row>" * 50_000)})


def many_cells_of_one_long_text() -> bytes:
    long = strings(f"<si><t>{'x' * 1_000_000}</t></si>")
    return workbook({STRINGS: long, SHEET: sheet('<row><c t="s"><v>0</v></c></row>' * 400)})


def one_long_formula_in_many_cells() -> bytes:
    first = f'<row r="1"><c r="A1"><f t="shared" si="0">{"A1+" * 100_000}1</f></c></row>'
    rest = "".join(f'<row r="{n}"><c r="A{n}"><f t="shared" si="0"/></c></row>' for n in range(2, 5_000))
    return workbook({SHEET: sheet(first + rest)})


def many_entries() -> bytes:
    return workbook({f"xl/{n}": "" for n in range(4_000)})


def on_the_last_cells() -> bytes:
    return workbook({SHEET: sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')})


HOSTILE: dict[str, Callable[[], bytes]] = {
    "a billion laughs": lambda: workbook({SHEET: LAUGHS}),
    "quadratic": lambda: workbook({SHEET: QUADRATIC}),
    "cells in entities": lambda: workbook({SHEET: CELLS_IN_ENTITIES}),
    "a document type without entities": lambda: workbook({SHEET: "<!DOCTYPE x>" + sheet(A_GOOD_SHEET)}),
    "an entity from a file": lambda: workbook(
        {SHEET: f'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>{sheet(ROW.format("&a;"))}'}
    ),
    "NUL before a document type": lambda: workbook({SHEET: b"\0" + QUADRATIC.encode()}),
    "UTF-16LE without a mark": lambda: workbook({SHEET: CELLS_IN_ENTITIES.encode("utf-16-le")}),
    "UTF-16BE without a mark": lambda: workbook({SHEET: CELLS_IN_ENTITIES.encode("utf-16-be")}),
    "UTF-16LE after a line end": lambda: workbook({SHEET: ("\n" + CELLS_IN_ENTITIES).encode("utf-16-le")}),
    "UTF-16BE after a line end": lambda: workbook({SHEET: ("\n" + CELLS_IN_ENTITIES).encode("utf-16-be")}),
    "UTF-16 with a mark": lambda: workbook({SHEET: CELLS_IN_ENTITIES.encode("utf-16")}),
    "entities in the styles": lambda: workbook({"xl/styles.xml": ("\n" + QUADRATIC).encode("utf-16-le")}),
    "entities in the texts": lambda: workbook({STRINGS: ("\n" + QUADRATIC).encode("utf-16-be")}),
    "UTF-7": lambda: workbook(
        {SHEET: b'<?xml version="1.0" encoding="utf-7"?>' + CELLS_IN_ENTITIES.encode("utf-7")}
    ),
    "a bomb": lambda: workbook({SHEET: b" " * 60_000_000}),
    "a bomb of text": lambda: workbook({STRINGS: strings(f"<si><t>{'x' * 60_000_000}</t></si>")}),
    "a bomb that says it is small": lambda: lying(workbook({SHEET: b" " * 50_000_000}), SHEET, 100),
    "a part that says it is large": lambda: lying(
        workbook({SHEET: sheet("<row/>" * 400_000)}), SHEET, 4_000_000_000
    ),
    "packed with bzip2": lambda: workbook({SHEET: b" " * 60_000_000}, zipfile.ZIP_BZIP2),
    "packed with LZMA": lambda: workbook({SHEET: b" " * 60_000_000}, zipfile.ZIP_LZMA),
    "overlapping entries": overlapping,
    "many entries": many_entries,
    "many times the same sheet": many_times_the_same_sheet,
    "many cells of one long text": many_cells_of_one_long_text,
    "the last cell of all": on_the_last_cells,
    "a column beyond all columns": lambda: workbook({SHEET: sheet('<row><c r="ZZZZ1"><v>1</v></c></row>')}),
    "a row beyond all rows": lambda: workbook(
        {SHEET: sheet(f'<row r="{"9" * 5_000}"><c><v>1</v></c></row>')}
    ),
    "half a million cells": lambda: workbook({SHEET: sheet("<row>" + "<c/>" * 450_000 + "</row>")}),
    "cells in the last column": lambda: workbook(
        {SHEET: sheet("".join(f'<row><c r="OJ{n}"><v>1</v></c></row>' for n in range(1, 20_001)))}
    ),
    "many merged spans": lambda: workbook({SHEET: f"<worksheet>{MERGED * 60_000}</worksheet>"}),
    "deep nesting": lambda: workbook({SHEET: "<worksheet>" * 150_000}),
    "deep nesting in the styles": lambda: workbook({"xl/styles.xml": "<a>" * 200_000 + "</a>" * 200_000}),
    "a huge attribute": lambda: workbook({SHEET: f'<worksheet a="{"x" * 1_900_000}"/>'}),
    "many attributes": lambda: workbook({SHEET: "<worksheet " + named('{}="" ', 200_000) + "/>"}),
    "many names": lambda: workbook({SHEET: f"<worksheet>{named('<{}/>', 200_000)}</worksheet>"}),
    "many names of attributes": lambda: workbook(
        {SHEET: "<worksheet>" + named('<c {}=""/>', 150_000) + "</worksheet>"}
    ),
    "many sheets": lambda: workbook({"xl/workbook.xml": WORKBOOK.format(ONE_SHEET * 20_000)}),
    "a huge comment": lambda: workbook({SHEET: f"<!--{'x' * 1_900_000}-->{sheet(A_GOOD_SHEET)}"}),
}


def read(data: bytes) -> list[SheetText]:
    assert is_workbook(data)
    return read_workbook(data, Room())


def check_bounds(data: bytes, outcome: Callable[[], AbstractContextManager[object]]) -> None:
    """Read a workbook, once for the time that it takes and once for the memory."""
    began = time.process_time()
    with outcome():
        read(data)
    assert time.process_time() - began < MOST_SECONDS
    tracemalloc.start()
    try:
        with outcome():
            read(data)
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_workbook_is_refused_within_bounds_of_time_and_memory(name: str) -> None:
    data = HOSTILE[name]()
    assert len(data) < 500_000, "no page takes a larger one"
    check_bounds(data, partial(pytest.raises, (NoWorkbookError, TooMuchError)))


FULL: dict[str, Callable[[], bytes]] = {
    "60,000 numbers": lambda: workbook({SHEET: sheet(f"<row>{'<c><v>1.25</v></c>' * 100}</row>" * 600)}),
    "100,000 empty cells": lambda: workbook({SHEET: sheet("<row><c/></row>" * 100_000)}),
    "one formula in many cells": one_long_formula_in_many_cells,
    "250,000 styles": lambda: workbook({"xl/styles.xml": styles(f"<cellXfs>{'<xf/>' * 250_000}</cellXfs>")}),
    "a format that never closes its brackets": lambda: workbook(
        {"xl/styles.xml": styles(f'<numFmts><numFmt numFmtId="1" formatCode="{"[" * 60_000}"/></numFmts>')}
    ),
    "a text of blanks": lambda: workbook({SHEET: sheet(ROW.format(" " * 1_900_000))}),
    "a text of references": lambda: workbook({SHEET: sheet(ROW.format("&lt;" * 450_000))}),
    "a bomb in a picture": lambda: workbook({"xl/media/a.png": b" " * 60_000_000}),
}


@pytest.mark.parametrize("name", FULL)
def test_fullest_workbook_is_read_within_bounds_of_time_and_memory(name: str) -> None:
    check_bounds(FULL[name](), nullcontext)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_good_workbook_is_read_in_every_encoding_of_xml(encoding: str) -> None:
    found = read(workbook({SHEET: sheet(A_GOOD_SHEET).encode(encoding)}))
    assert [(one.title, one.text) for one in found] == [("Nights", "Date,Ann,Ben\n2009-03-27,1.5,-1.5")]


def test_texts_of_several_pieces_are_joined_without_their_readings() -> None:
    pieces = "<si><r><t>An</t></r><r><rPr/><t>na</t></r><rPh><t>アンナ</t></rPh></si>"
    (found,) = read(workbook({STRINGS: strings(pieces * 3)}))
    assert found.text.startswith("Anna,Anna,Anna\n")


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("dd/mm/yyyy;@", "2009-03-27"),
        ("[$-409]d\\-mmm", "2009-03-27"),
        ('0 "days"', "39899"),
        ("[Red]0.00", "39899"),
        ("General", "39899"),
        ("_d0", "39899"),
    ],
)
def test_number_is_a_date_where_its_format_shows_one(code: str, shown: str) -> None:
    code = code.replace('"', "&quot;")
    made = styles(
        f'<numFmts><numFmt numFmtId="164" formatCode="{code}"/></numFmts>'
        '<cellStyleXfs><xf numFmtId="164"/></cellStyleXfs>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>'
    )
    cells = '<row><c s="0"><v>39899</v></c><c s="1"><v>39899</v></c></row>'
    (found,) = read(workbook({"xl/styles.xml": made, SHEET: sheet(cells)}))
    assert found.text == f"39899,{shown}"


DAY = date(2009, 3, 27)
# A table calculator knows no time zones.
LATE, A_DAY, OTHER_EPOCH = map(datetime.fromisoformat, ("2009-04-03T20:15", "2009-03-04", "1904-01-01"))
HEADER = ("Date", "Ann", "Ben", "Cleo")


def book(*rows: tuple[Any, ...], merged: str = "") -> Workbook:
    made = Workbook()
    add_rows(made.active, rows)
    if merged:
        made.active.merge_cells(merged)  # type: ignore[union-attr]
    return made


def add_rows(sheet: Any, rows: Iterable[tuple[Any, ...]]) -> None:
    for row in rows:
        sheet.append(row)


def saved(made: Workbook) -> bytes:
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def text(*rows: tuple[Any, ...]) -> str:
    (found,) = read(saved(book(*rows)))
    return found.text


def understood(data: bytes) -> Preview:
    (found,) = read(data)
    return read_notebook("book.xlsx", found.text)


def test_dates_numbers_and_empty_cells_are_as_they_are_typed() -> None:
    rows = ((DAY, 12, -4.5, None), (LATE, 0, None, "−5 ½"), (39899, 1), (39899.75, 1))
    assert text(HEADER, *rows).splitlines() == [
        "Date,Ann,Ben,Cleo", "2009-03-27,12,-4.5", "2009-04-03T20:15:00,0,,−5 ½",
        "2009-03-27,1", "2009-03-27T18:00:00,1",
    ]  # fmt: skip
    assert text(("Date", "<b>", "x"), (DAY, 1, -1)).startswith("Date,<b>,x")


def test_days_that_are_counted_from_1904_are_counted_so() -> None:
    made = book(HEADER, (39899 - 1462, 1, -1))
    made.epoch = OTHER_EPOCH
    assert read(saved(made))[0].text.splitlines()[1] == "2009-03-27,1,-1"


def test_points_that_a_table_calculator_took_for_a_date_are_trouble() -> None:
    preview = understood(saved(book(HEADER, (DAY, A_DAY, -1))))
    assert [one.what.params["cell"] for one in preview.troubles] == ["2009-03-04"]


def test_numbers_are_written_out() -> None:
    said = {0.1 + 0.2: "0.3", -1 / 3: "-0.333333", 1e9: "1000000000", 1e300: "1e+300", True: "True"}
    assert text(HEADER, *(("x", number) for number in said)).splitlines()[1:] == [
        f"x,{words}" for words in said.values()
    ]


def test_above_the_names_of_the_columns_may_stand_what_it_is() -> None:
    rows = (("The Thursday table",), (), ("Date", "Smith, Ann", "Ben;\nB"), (DAY, 1, -1))
    preview = understood(saved(book(*rows, merged="A1:D1")))
    assert [(night.date, night.line) for night in preview.nights] == [(DAY, 4)]
    assert preview.names == ("Smith, Ann", "Ben; B")


def test_a_day_that_stands_once_beside_several_rows_is_the_day_of_all_where_it_is_merged() -> None:
    rows = (("date", "player", "points"), (DAY, "Ann", 3), (None, "Ben", -1), (None, "Cleo", -2))
    preview = understood(saved(book(*rows, merged="A2:A4")))
    assert [dict(night.totals) for night in preview.nights] == [{"Ann": 3, "Ben": -1, "Cleo": -2}]
    assert understood(saved(book(*rows))).troubles


def test_a_formula_is_what_it_came_to_and_one_that_never_did_is_trouble() -> None:
    header = "".join(f'<c t="s"><v>{place}</v></c>' for place in range(3))
    rows = f"<row>{header}</row><row><c><v>2009-03-27</v></c><c><f>1+2</f>{{}}</c><c><v>-3</v></c></row>"
    rows = rows.replace("<c><v>2009-03-27</v></c>", '<c t="inlineStr"><is><t>2009-03-27</t></is></c>')
    found = read(workbook({SHEET: sheet(rows.format("<v>3</v>"))}))
    assert found[0].text.endswith("\n2009-03-27,3,-3")
    never = understood(workbook({SHEET: sheet(rows.format(""))}))
    assert ([one.what.params["cell"] for one in never.troubles], never.nights) == (["=1+2"], ())


def test_every_sheet_is_read_and_those_that_are_notebooks_are_known() -> None:
    made = book(HEADER, (DAY, 1, -1))
    sheets: dict[str, list[tuple[Any, ...]]] = {
        "2010": [HEADER, (date(2010, 1, 1), 2, -2)],
        "Notes": [("hello",)],
        "-": [],
    }
    for title, rows in sheets.items():
        add_rows(made.create_sheet(title), rows)
    found = [(one.title, one.is_notebook) for one in read(saved(made))]
    assert found == [("Sheet", True), ("2010", True), ("Notes", False)]


def test_a_stray_format_far_below_is_no_row() -> None:
    rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="A1048576" s="0"/></row>'
    assert read(workbook({SHEET: sheet(rows)}))


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ('<row r="20001"><c r="A20001"><v>1</v></c></row>', "rows"),
        ('<row r="999999999"><c r="A999999999"><v>1</v></c></row>', "rows"),
        ('<row r="1"><c r="OK1"><v>1</v></c></row>', "columns"),
        ('<row r="1"><c r="XFD1"><v>1</v></c></row>', "columns"),
        ("<row>" + "<c><v>1</v></c>" * 401 + "</row>", "columns"),
        (("<row>" + "<c><v>1</v></c>" * 100 + "</row>") * 601, "cells"),
    ],
)
def test_more_than_a_notebook_is_refused(rows: str, what: str) -> None:
    with pytest.raises(TooMuchError) as much:
        read(workbook({SHEET: sheet(rows)}))
    assert much.value.what == what


@pytest.mark.parametrize(
    "part",
    [
        sheet("").removesuffix("</sheetData></worksheet>"),
        "tea",
        "",
        "<worksheet>" * 90_000,
        sheet('<row r="x"><c r="?"><v>tea</v></c></row>'),
        sheet('<row r="1"><c r="A1" t="s"><v>99</v></c></row>'),
    ],
)
def test_what_is_no_workbook_inside_is_refused(part: str) -> None:
    with pytest.raises(NoWorkbookError):
        read(workbook({SHEET: part}))


def test_many_workbooks_share_their_room() -> None:
    room, data = Room(), workbook({SHEET: b" " * 1_500_000})
    for refusal in (NoWorkbookError, TooMuchError):
        with pytest.raises(refusal):
            read_workbook(data, room)


@pytest.mark.parametrize("cut", [4, 30, 100, 1_000, -1, -30])
def test_half_a_file_is_none(cut: int) -> None:
    with pytest.raises(NoWorkbookError):
        read(saved(book(HEADER))[:cut])


@pytest.mark.parametrize("parts", [{}, {"hello.txt": ""}, {"xl/workbook.xml": "<x/>"}, {"mimetype": "ods"}])
def test_another_archive_is_no_workbook(parts: dict[str, str]) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, part in {"a": "a", **parts}.items():
            archive.writestr(name, part)
    with pytest.raises(NoWorkbookError):
        read(file.getvalue())


def test_more_parts_than_a_workbook_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.exchange.workbook.MOST_PARTS", 3)
    with pytest.raises(NoWorkbookError):
        read(saved(book(HEADER)))


def test_what_is_written_here_is_read_here() -> None:
    rows = (("2009-03-27", 12, -12), ("2009-04-03", None, 0))
    file = io.BytesIO()
    write_xlsx(FileTable(title="Results", columns=("date", "Ann", "Ben"), rows=rows), file=file)
    assert read(file.getvalue())[0].text == "date,Ann,Ben\n2009-03-27,12,-12\n2009-04-03,,0"
