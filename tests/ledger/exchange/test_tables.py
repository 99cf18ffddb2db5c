"""Score sheet, results and journal in a spreadsheet: exact numbers, and names that are only names."""

import csv
import sys
import uuid
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.db import connection
from django.utils.timezone import localdate
from openpyxl import load_workbook

from ledger.exchange.tables import (
    MADE_AT,
    FileTable,
    as_csv,
    balance_sheet,
    journal,
    results,
    score_sheet,
    write_xlsx,
)
from ledger.models import Group, Transaction, guards
from ledger.recording import WriteContext, end_night, remark_on_hand
from ledger.recording.journal import put_in_box
from scorekeeper.text.receipts import hand_called
from tests.cast import a_night, context, ids, tell, thursday_table

pytestmark = pytest.mark.django_db
EVIL = "=2+3"


def as_xlsx(*tables: FileTable) -> bytes:
    file = BytesIO()
    write_xlsx(*tables, file=file)
    return file.getvalue()


@pytest.fixture
def group() -> Group:
    made = thursday_table(names=("Ann", EVIL, "@Cleo", "-Dave", "+Edith"))
    session = a_night(made)
    tell(session, "Ann", EVIL)
    end_night(session, context(session))
    put_in_box(
        made, (ids(made, "Ann")[0],), 1050, WriteContext(key=uuid.uuid4(), after=0), note='=HYPERLINK("x")'
    )
    return made


def test_a_formula_in_a_name_is_only_a_name(group: Group) -> None:
    tables = (score_sheet(group.sessions.get(), hand_called), results(group), journal(group))
    for table in tables:
        cells = [cell for row in csv.reader(as_csv(table).splitlines()) for cell in row]
        assert [cell for cell in cells if cell.startswith(("=", "+", "@"))] == []
        assert all(cell.lstrip("-").replace(".", "").isdigit() for cell in cells if cell.startswith("-"))
    book = load_workbook(BytesIO(as_xlsx(*tables)))
    assert "f" not in {cell.data_type for page in book for row in page.iter_rows() for cell in row}
    assert book["Results"]["E1"].value == EVIL
    assert as_csv(FileTable(title="t", columns=("a",), rows=(("\x07=1+1",),))) == "a\r\n'=1+1\r\n"


def test_the_tables_say_what_the_book_says(group: Group) -> None:
    (hand,) = score_sheet(group.sessions.get(), hand_called).rows
    assert (hand[:2], hand[3], hand[4:9], hand[9:]) == (
        (localdate(), 1), "won 61–90", (2, 1, -1, -1, -1), (2, 1, -1, -1, -1, ""),
    )  # fmt: skip
    (night,) = results(group).rows
    assert night[1:] == (1, 1, 2, 1, -1, -1, -1)
    amounts = [(row[4], row[5]) for row in journal(group).rows]
    assert {("Ann", Decimal("0.50")), ("(the box)", Decimal("-10.50"))} <= {*amounts}
    assert sum(Decimal(str(cents)) for _, cents in amounts) == 0


def test_a_remark_stands_beside_its_hand(group: Group) -> None:
    night = group.sessions.get()
    remark_on_hand(night, 2, "=forgot, to bury", context(night))
    table = score_sheet(night, hand_called)
    assert (table.columns[-1], [row[-1] for row in table.rows]) == ("remark", ["=forgot, to bury"])
    assert as_csv(table).endswith(""","'=forgot, to bury"\r\n""")
    assert load_workbook(BytesIO(as_xlsx(table)))[table.title]["O2"].value == "=forgot, to bury"


def test_thirds_of_a_point_are_said_exactly() -> None:
    table = FileTable(title="t", columns=("a",), rows=(("1/3",), (Decimal("0.5"),), (None,)))
    assert as_csv(table) == 'a\r\n1/3\r\n0.5\r\n""\r\n'


@pytest.mark.parametrize(("currency", "said"), [("JPY", "1050"), ("USD", "10.50"), ("KWD", "1.050")])
def test_an_amount_has_as_many_digits_as_its_currency(currency: str, said: str) -> None:
    made = thursday_table(currency=currency)
    put_in_box(made, ids(made, "Ann"), 1050, WriteContext(key=uuid.uuid4(), after=0), is_owed_back=True)
    assert sorted(str(row[5]) for row in journal(made).rows) == [f"-{said}", said]


def test_what_no_spreadsheet_holds_is_left_out_of_old_notes(group: Group) -> None:
    guards.lift(connection)
    Transaction.objects.filter(kind="kitty").update(note="for\x07 \x0bbeer\ufffe")
    guards.install(connection)
    book = load_workbook(BytesIO(as_xlsx(journal(group))))
    assert "for beer" in {row[7].value for row in book["Journal"].iter_rows(min_row=2)}
    assert "for beer" in as_csv(journal(group))


def test_a_workbook_says_every_text_as_it_is() -> None:
    texts = ("a & b < c", ' "x" ', "علی\u200cرضا", "12\u00a0€", "two\nlines", "👨\u200d👩\u200d👧", "")
    rows = ((*texts, None, 7, Decimal("-10.50")),)
    wide = FileTable(title="wide & “open”", columns=tuple(f"c{place}" for place in range(800)), rows=())
    book = load_workbook(BytesIO(as_xlsx(FileTable(title="t", columns=tuple("abcdefghij"), rows=rows), wide)))
    assert [*book["t"].iter_rows(min_row=2, values_only=True)] == [(*texts, None, 7, -10.5)]
    assert [*book["wide & “open”"].iter_rows(values_only=True)] == [wide.columns]


def test_workbook_for_a_treasurer_has_dates_money_a_frozen_header_and_balances(group: Group) -> None:
    tables = (results(group), journal(group), balance_sheet(group))
    book = load_workbook(BytesIO(as_xlsx(*tables)))
    assert (book.sheetnames, book["Journal"].freeze_panes) == (["Results", "Journal", "Balances"], "A2")
    (night,) = group.sessions.all()
    day = book["Results"]["A2"]
    assert (day.is_date, day.value.date()) == (True, localdate(night.started_at))
    amount = book["Journal"]["F2"]
    assert (amount.value, amount.number_format) == (0.5, "[$€]#,##0.00")
    assert book["Journal"].column_dimensions["B"].width > len("2009-03-27")
    cells = [*book["Balances"].iter_rows(min_row=2, min_col=2, values_only=True)]
    assert round(sum(float(str(cell)) for row in cells for cell in row), 2) == 0
    assert book["Balances"]["A2"].value == "Ann"


@pytest.mark.parametrize(
    ("currency", "shown"),
    [("USD", "[$$]#,##0.00"), ("JPY", "[$¥]#,##0"), ("CHF", "[$CHF\u00a0]#,##0.00"), ("", "0")],
)
def test_amounts_are_shown_in_the_currency_of_the_group(currency: str, shown: str) -> None:
    rows = ((Decimal("10.50"), Decimal("10.50")),)
    table = FileTable(
        title="t", columns=("a", "amount"), rows=rows, currency=currency, amounts=frozenset({"amount"})
    )
    (_, (number, amount)) = load_workbook(BytesIO(as_xlsx(table)))["t"].rows
    assert (number.number_format, amount.number_format) == ("General", shown)


def test_day_before_spreadsheets_count_days_is_a_text() -> None:
    table = FileTable(title="t", columns=("date",), rows=((date(1887, 5, 1),), (date(1900, 1, 1),)))
    (_, (old,), (new,)) = load_workbook(BytesIO(as_xlsx(table)))["t"].rows
    assert (old.value, new.value) == ("1887-05-01", datetime(1900, 1, 1))  # noqa: DTZ001


def test_same_book_makes_the_same_bytes_at_any_time(group: Group) -> None:
    tables = (results(group), journal(group), balance_sheet(group))
    data = as_xlsx(*tables)
    assert as_xlsx(*tables) == data
    assert load_workbook(BytesIO(data)).properties.created == MADE_AT
    with ZipFile(BytesIO(data)) as archive:
        assert {one.date_time[0] for one in archive.infolist()} == {1980}


def test_workbook_that_is_stopped_leaves_no_file_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows() -> Iterator[tuple[int]]:
        yield (1,)
        assert [*tmp_path.iterdir()]
        raise RuntimeError

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("ledger.exchange.tables.ROWS_MEASURED", 0)
    with pytest.raises(RuntimeError):
        as_xlsx(FileTable(title="t", columns=("a",), rows=rows()))
    assert [*tmp_path.iterdir()] == []


def test_portions_of_a_long_journal_are_the_whole_journal(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = [[*table(group).rows] for table in (journal, results)]
    for module in ("nights", "journal"):
        monkeypatch.setattr(sys.modules[f"ledger.standings.{module}"], "AT_ONCE", 1)
    tell(a_night(group), "Ann", EVIL)
    lines, (first, *others) = ([*table(group).rows] for table in (journal, results))
    assert ([lines, [first]], len(others)) == (whole, 1)
