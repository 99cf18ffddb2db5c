"""A file in which no table can be is called what it is."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from ledger.exchange.files import NoTable, OtherFile, no_table, texts_of
from ledger.exchange.workbook import Room


def zipped(name: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr(name, "x")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", NoTable.PICTURE),
        (b"\xff\xd8\xff\xe0", NoTable.PICTURE),
        (b"\0\0\0\x18ftypheic", NoTable.PICTURE),
        (b"RIFF\1\2\3\4WEBPVP8 ", NoTable.PICTURE),
        (b"BM\x36\0\0\0", NoTable.PICTURE),
        (b"%PDF-1.7 no zeros here", NoTable.PDF),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", NoTable.OLD_EXCEL),
        (b"\x1f\x8b\x08\0\0", NoTable.ZIP),
        (zipped("photos/one.jpg"), NoTable.ZIP),
        (b'{"format": "scorekeeper group", "version": 1}', NoTable.GROUP),
        (
            b"\xef\xbb\xbfnumber,date,kind,night,account,amount\r\n1,2024-01-05,night,1,Ann,0.60\r\n",
            NoTable.JOURNAL,
        ),
        (b"hand;dealer;played;Ann;Ben\n1;Ann;won;2;-2\n", NoTable.SHEET),
    ],
)
def test_bytes_say_what_a_file_is(data: bytes, kind: NoTable) -> None:
    assert no_table(data) == OtherFile(kind=kind)


def test_other_json_is_named_by_its_parts() -> None:
    data = '\ufeff[{"albums": 1, "überlang' + "x" * 99 + '": 2}]'
    found = no_table(data.encode())
    assert found == OtherFile(kind=NoTable.JSON, parts=("albums", "überlang" + "x" * 22))
    assert no_table(b"[1, 2]") == OtherFile(kind=NoTable.JSON)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"BMW,Ann\n1,2\n", "Date,Ann\n".encode("utf-16"), b"Date;\xc4nn\n", b"{ no json",
        b'{"games": [], "players": [], "plays": []}', b'{"expenses": [], "participants": []}', b"\0\1\2",
    ],
)  # fmt: skip
def test_tables_and_known_programs_are_let_through(data: bytes) -> None:
    assert no_table(data) is None


def test_sheets_of_a_workbook_are_texts() -> None:
    book, file = Workbook(), BytesIO()
    book.create_sheet("Tricount", 0).append(["Title", "Paid by Ann"])
    book.save(file)
    assert [text.strip() for text in texts_of(file.getvalue(), Room())] == ["Title,Paid by Ann"]
    assert no_table(file.getvalue()) is None
    assert texts_of(b"Date;\xc4nn\n", Room()) == ["Date;Änn\n"]
    assert texts_of(b"\0\1\2", Room()) == []


def test_workbooks_share_the_room_in_which_they_are_unpacked() -> None:
    book, file, room = Workbook(), BytesIO(), Room(cells=3)
    for sheet in book:
        sheet.append(["Title", "Paid by Ann"])
    book.save(file)
    assert [len(texts_of(file.getvalue(), room)) for _ in range(2)] == [1, 0]
