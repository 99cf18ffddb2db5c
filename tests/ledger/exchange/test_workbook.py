"""A workbook becomes a table of text as somebody would type it; what is none, or too much, is refused."""

import io
import zipfile
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import pytest
from openpyxl import Workbook

from ledger.exchange import workbook
from ledger.exchange.notebook import Preview, read_notebook
from ledger.exchange.workbook import (
    NoWorkbookError,
    Room,
    SheetText,
    TooMuchError,
    is_workbook,
    read_workbook,
)

SHEET = "xl/worksheets/sheet1.xml"
NAMED = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
HEAD = f"<worksheet {NAMED}><sheetData>"
TAIL = "</sheetData></worksheet>"
DAY = date(2009, 3, 27)
# A table calculator knows no time zones.
LATE, A_DAY, OTHER_EPOCH = map(datetime.fromisoformat, ("2009-04-03T20:15", "2009-03-04", "1904-01-01"))
HEADER = ("Date", "Ann", "Ben", "Cleo")


def book(*rows: tuple[Any, ...], **more: Any) -> Workbook:
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    for where in more.get("merged", ()):
        sheet.merge_cells(where)
    return made


def saved(made: Workbook) -> bytes:
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def with_parts(data: bytes, **parts: str | bytes) -> bytes:
    """The same archive with other parts; a name has "__" where the part has "/"."""
    wanted: dict[str, str | bytes] = {name.replace("__", "/"): part for name, part in parts.items()}
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name, part in ({one: old.read(one) for one in old.namelist()} | wanted).items():
            new.writestr(name, part)
    return file.getvalue()


def with_sheet(text: str, **more: str) -> bytes:
    return with_parts(saved(book(HEADER)), **{SHEET.replace("/", "__"): text}, **more)


def read(data: bytes) -> list[SheetText]:
    assert is_workbook(data)
    return read_workbook(data, Room())


def text(*rows: tuple[Any, ...], **more: Any) -> str:
    (sheet,) = read(saved(book(*rows, **more)))
    return sheet.text


def understood(data: bytes) -> Preview:
    (sheet,) = read(data)
    return read_notebook("book.xlsx", sheet.text)


def test_dates_numbers_and_empty_cells_are_as_they_are_typed() -> None:
    assert text(HEADER, (DAY, 12, -4.5, None), (LATE, 0, None, "−5 ½")) == (
        "Date,Ann,Ben,Cleo\n2009-03-27,12,-4.5\n2009-04-03T20:15:00,0,,−5 ½"
    )


def test_a_day_that_is_only_a_number_is_that_day() -> None:
    assert text(HEADER, (39899, 1, -1)).splitlines()[1] == "2009-03-27,1,-1"
    assert text(HEADER, (39899.75, 1, -1)).splitlines()[1] == "2009-03-27T18:00:00,1,-1"


def test_days_that_are_counted_from_1904_are_counted_so() -> None:
    made = book(HEADER, (39899 - 1462, 1, -1))
    made.epoch = OTHER_EPOCH
    data = saved(made)
    assert read(data)[0].text.splitlines()[1] == "2009-03-27,1,-1"


def test_points_that_a_table_calculator_took_for_a_date_are_trouble() -> None:
    preview = understood(saved(book(HEADER, (DAY, A_DAY, -1))))
    assert [one.what.params["cell"] for one in preview.troubles] == ["2009-03-04"]


@pytest.mark.parametrize(
    ("number", "said"),
    [(0.1 + 0.2, "0.3"), (-1 / 3, "-0.333333"), (1e9, "1000000000"), (1e300, "1e+300"), (True, "True")],
)
def test_numbers_are_written_out(number: Any, said: str) -> None:
    assert text(HEADER, ("x", number)).splitlines()[1] == f"x,{said}"


def test_above_the_names_of_the_columns_may_stand_what_it_is() -> None:
    preview = understood(saved(book(("The Thursday table",), (), HEADER, (DAY, 1, -1), merged=["A1:D1"])))
    assert [night.date for night in preview.nights] == [DAY]
    assert [night.line for night in preview.nights] == [4]


def test_a_day_that_stands_once_beside_several_rows_is_the_day_of_all() -> None:
    rows = (("date", "player", "points"), (DAY, "Ann", 3), (None, "Ben", -1), (None, "Cleo", -2))
    preview = understood(saved(book(*rows, merged=["A2:A4"])))
    assert [dict(night.totals) for night in preview.nights] == [{"Ann": 3, "Ben": -1, "Cleo": -2}]


def test_without_being_merged_an_empty_day_is_no_day() -> None:
    rows = (("date", "player", "points"), (DAY, "Ann", 3), (None, "Ben", -3))
    assert understood(saved(book(*rows))).troubles


def test_a_formula_is_what_it_came_to_and_one_that_never_did_is_trouble() -> None:
    cell = '<row r="2"><c r="A2" t="inlineStr"><is><t>2009-03-27</t></is></c><c r="B2"><f>1+2</f>{}</c>'
    header = "".join(
        f'<c r="{column}1" t="inlineStr"><is><t>{name}</t></is></c>'
        for column, name in zip("ABC", HEADER, strict=False)
    )
    sheet = f'{HEAD}<row r="1">{header}</row>{cell}<c r="C2"><v>-3</v></c></row>{TAIL}'
    assert read(with_sheet(sheet.format("<v>3</v>")))[0].text.endswith("\n2009-03-27,3,-3")
    never = understood(with_sheet(sheet.format("")))
    assert [one.what.params["cell"] for one in never.troubles] == ["=1+2"]
    assert not never.nights


def test_every_sheet_is_read_and_those_that_are_notebooks_are_known() -> None:
    made = book(HEADER, (DAY, 1, -1))
    for title, rows in (("2010", [HEADER, (date(2010, 1, 1), 2, -2)]), ("Notes", [("hello",)]), ("-", [])):
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(row)
    assert [(one.title, one.is_notebook) for one in read(saved(made))] == [
        ("Sheet", True),
        ("2010", True),
        ("Notes", False),
    ]


def test_names_with_commas_and_lines_stay_one_column() -> None:
    preview = understood(saved(book(("Date", "Smith, Ann", "Ben;\nB"), (DAY, 1, -1))))
    assert preview.names == ("Smith Ann", "Ben B")


def test_what_looks_like_a_formula_or_a_tag_is_a_name() -> None:
    header = book(("Date", "<b>", "x"), (DAY, 1, -1))
    assert read(saved(header))[0].text.startswith("Date,<b>,x")


def test_a_stray_format_far_below_is_no_row() -> None:
    header = '<row r="1"><c r="A1"><v>1</v></c></row>'
    assert read(with_sheet(f'{HEAD}{header}<row r="1048576"><c r="A1048576" s="0"/></row>{TAIL}'))


@pytest.mark.parametrize(
    ("sheet", "what"),
    [
        ('<row r="20001"><c r="A20001"><v>1</v></c></row>', "rows"),
        ('<row r="999999999"><c r="A999999999"><v>1</v></c></row>', "rows"),
        ('<row r="1"><c r="OK1"><v>1</v></c></row>', "columns"),
        ('<row r="1"><c r="XFD1"><v>1</v></c></row>', "columns"),
        ("<row>" + "<c><v>1</v></c>" * 401 + "</row>", "columns"),
        (("<row>" + "<c><v>1</v></c>" * 100 + "</row>") * 601, "cells"),
    ],
)
def test_more_than_a_notebook_is_refused(sheet: str, what: str) -> None:
    with pytest.raises(TooMuchError) as much:
        read(with_sheet(HEAD + sheet + TAIL))
    assert much.value.what == what


@pytest.mark.parametrize(
    "sheet",
    [
        HEAD,
        "tea",
        "",
        "<worksheet>" * 90_000,
        HEAD + '<row r="x"><c r="?"><v>tea</v></c></row>' + TAIL,
        HEAD + '<row r="1"><c r="A1" t="s"><v>99</v></c></row>' + TAIL,
    ],
)
def test_what_is_no_workbook_inside_is_refused(sheet: str) -> None:
    with pytest.raises(NoWorkbookError):
        read(with_sheet(sheet))


def bomb(size: int, name: str = SHEET) -> bytes:
    return with_parts(saved(book(HEADER)), **{name.replace("/", "__"): b" " * size})


def test_many_workbooks_share_their_room() -> None:
    room, data = Room(), bomb(1_500_000)
    with pytest.raises(NoWorkbookError):
        read_workbook(data, room)
    with pytest.raises(TooMuchError):
        read_workbook(data, room)


@pytest.mark.parametrize("cut", [4, 30, 100, 1_000, -1, -30])
def test_half_a_file_is_none(cut: int) -> None:
    with pytest.raises(NoWorkbookError):
        read(saved(book(HEADER))[:cut])


@pytest.mark.parametrize(
    "parts", [{}, {"hello.txt": "hello"}, {"xl/workbook.xml": "<x/>"}, {"mimetype": "ods"}]
)
def test_another_archive_is_no_workbook(parts: Mapping[str, str]) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a", "a")
        for name, part in parts.items():
            archive.writestr(name, part)
    with pytest.raises(NoWorkbookError):
        read(file.getvalue())


def test_more_parts_than_a_workbook_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_PARTS", 3)
    with pytest.raises(NoWorkbookError):
        read(saved(book(HEADER)))


def test_what_is_written_here_is_read_here() -> None:
    from ledger.exchange.tables import FileTable, write_xlsx

    rows = (("2009-03-27", 12, -12), ("2009-04-03", None, 0))
    file = io.BytesIO()
    write_xlsx(FileTable(title="Results", columns=("date", "Ann", "Ben"), rows=rows), file=file)
    assert read(file.getvalue())[0].text == "date,Ann,Ben\n2009-03-27,12,-12\n2009-04-03,,0"
