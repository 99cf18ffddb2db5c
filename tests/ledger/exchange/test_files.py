"""A file in which no table can be is called what it is."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from ledger.exchange.files import check_has_table, texts_of
from ledger.exchange.workbook import Room
from ledger.recording import Refused


def zipped(name: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr(name, "x")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "picture"),
        (b"\xff\xd8\xff\xe0", "picture"),
        (b"\0\0\0\x18ftypheic", "picture"),
        (b"RIFF\1\2\3\4WEBPVP8 ", "picture"),
        (b"BM\x36\0\0\0", "picture"),
        (b"%PDF-1.7 no zeros here", "pdf"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_excel"),
        (b"\x1f\x8b\x08\0\0", "zip"),
        (zipped("photos/one.jpg"), "zip"),
        (b'{"format": "scorekeeper group", "version": 1}', "group"),
        (b"[1, 2]", "json"),
    ],
)
def test_bytes_say_what_a_file_is(data: bytes, kind: str) -> None:
    with pytest.raises(Refused) as refused:
        check_has_table(data, "file")
    assert (refused.value.code, refused.value.case) == ("no_table", kind)


def test_other_json_is_named_by_its_parts() -> None:
    data = '\ufeff[{"albums": 1, "überlang' + "x" * 99 + '": 2}]'
    with pytest.raises(Refused) as refused:
        check_has_table(data.encode(), "file")
    assert refused.value.params["parts"] == ("albums", "überlang" + "x" * 22)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"BMW,Ann\n1,2\n", "Date,Ann\n".encode("utf-16"), b"Date;\xc4nn\n", b"{ no json",
        b'{"games": [], "players": [], "plays": []}', b'{"expenses": [], "participants": []}', b"\0\1\2",
    ],
)  # fmt: skip
def test_tables_and_known_programs_are_let_through(data: bytes) -> None:
    check_has_table(data, "file")


def test_sheets_of_a_workbook_are_texts() -> None:
    book, file = Workbook(), BytesIO()
    book.create_sheet("Tricount", 0).append(["Title", "Paid by Ann"])
    book.save(file)
    assert [text.strip() for text in texts_of(file.getvalue(), Room())] == ["Title,Paid by Ann"]
    check_has_table(file.getvalue(), "file")
    assert texts_of(b"Date;\xc4nn\n", Room()) == ["Date;Änn\n"]
    assert texts_of(b"\0\1\2", Room()) == []


def test_workbooks_share_the_room_in_which_they_are_unpacked() -> None:
    book, file, room = Workbook(), BytesIO(), Room(cells=3)
    for sheet in book:
        sheet.append(["Title", "Paid by Ann"])
    book.save(file)
    assert [len(texts_of(file.getvalue(), room)) for _ in range(2)] == [1, 0]
