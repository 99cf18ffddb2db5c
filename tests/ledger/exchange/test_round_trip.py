"""Results and journal of random groups leave as CSV and XLSX, and come back as the same nights and money."""

import csv
from collections import Counter
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from django.utils.timezone import localdate
from openpyxl import load_workbook

from ledger.exchange.copying import copy
from ledger.exchange.notebook import read_notebooks
from ledger.exchange.preview import NO_ANSWERS, NightRow, Preview
from ledger.exchange.tables import (
    FileTable,
    as_csv,
    balance_sheet,
    journal,
    results,
    write_csv,
    write_xlsx,
)
from ledger.exchange.workbook import Room, read_workbook
from ledger.models import Group, Posting
from ledger.recording import rename_player
from ledger.recording.auditing import audit
from ledger.standings.nights import every_night
from scorekeeper.http.downloads import MARK
from tests.cast import player, thursday_table
from tests.ledger.histories import FULL, some_history
from tests.ledger.recording.test_notebook_hands import HANDS, notebook
from tests.notebooks import TODAY
from tests.steady import many

pytestmark = pytest.mark.django_db
SEEDS = (FULL, *range(2, 2 + many(3, soak=200)))

# A night as it is compared: its day, and what everybody who played won or lost.
PlainNight = tuple[date, dict[str, Fraction]]


@pytest.fixture(params=SEEDS)
def group(request: pytest.FixtureRequest) -> Group:
    made = some_history(request.param)
    copy(made, notebook(*HANDS))
    rename_player(player(made, "Cleo"), "=2+3")
    return Group.objects.get(pk=made.pk)


def xlsx_of(*tables: FileTable) -> bytes:
    file = BytesIO()
    write_xlsx(*tables, file=file)
    return file.getvalue()


def csv_of(table: FileTable) -> bytes:
    file = BytesIO(MARK)
    file.seek(len(MARK))
    write_csv(table, file)
    return file.getvalue()


def brought_back(text: str) -> Preview:
    preview = read_notebooks([("results", text)], answers=NO_ANSWERS, today=TODAY)
    assert (preview.troubles, preview.open_questions) == ((), ())
    return preview


def plain(nights: tuple[NightRow, ...]) -> list[PlainNight]:
    return [(night.date, dict(night.totals)) for night in nights]


def test_results_come_back_as_the_same_nights(group: Group) -> None:
    own = [
        (localdate(night.started_at), dict(night.results))
        for night in every_night(group)
        if len(night.results) > 1
    ]
    assert plain(brought_back(csv_of(results(group)).decode()).nights) == own
    sheet = read_workbook(xlsx_of(results(group), journal(group)), Room())[0]
    assert plain(brought_back(sheet.text).nights) == own


def test_results_that_came_back_leave_as_the_same_bytes(group: Group) -> None:
    first = thursday_table(names=("Ann",))
    copy(first, without_imbalance(brought_back(csv_of(results(group)).decode())))
    second = thursday_table(names=("Ann",))
    sheet = read_workbook(xlsx_of(results(first), journal(first)), Room())[0]
    copy(second, brought_back(sheet.text))
    assert csv_of(results(second)) == csv_of(results(first))
    assert xlsx_of(results(second)) == xlsx_of(results(first))
    assert [*audit([second])] == []


def without_imbalance(preview: Preview) -> Preview:
    """Return only nights that add up to zero: typed points of a night need not."""
    return Preview(nights=tuple(night for night in preview.nights if not night.difference))


def test_journal_says_all_money_and_leaves_as_the_same_bytes(group: Group) -> None:
    table = journal(group)
    names = dict(group.players.values_list("pk", "name"))
    ink = Counter[str | None]()
    for whose, cents in Posting.objects.filter(transaction__group=group).values_list("player", "cents"):
        ink[names.get(group.who.of(whose or 0))] += cents
    header, *lines = csv.reader(csv_of(table).decode("utf-8-sig").splitlines())
    rows = [from_csv(line) for line in lines]
    sheet = load_workbook(BytesIO(xlsx_of(table)))["Journal"]
    assert [from_xlsx(row) for row in sheet.iter_rows(min_row=2, values_only=True)] == rows
    money = Counter[str | None]()
    for row in rows:
        name = row[4] if row[4] in names.values() else None
        money[name] += int(row[5] * 100)
    assert {name: cents for name, cents in money.items() if cents} == {n: c for n, c in ink.items() if c}
    again = FileTable(
        title="Journal", columns=tuple(header), rows=rows, currency=group.currency, amounts=table.amounts
    )
    assert as_csv(again) == as_csv(table)
    assert xlsx_of(again) == xlsx_of(table)


def test_balances_of_the_workbook_are_the_sums_of_its_journal(group: Group) -> None:
    book: Any = load_workbook(BytesIO(xlsx_of(journal(group), balance_sheet(group))))
    sums, balances = Counter[str](), Counter[str]()
    for row in book["Journal"].iter_rows(min_row=2, values_only=True):
        sums[row[4]] += round(row[5] * 100)
    for name, balance, waits in book["Balances"].iter_rows(min_row=2, values_only=True):
        balances[name] += round((balance + waits) * 100)
    assert {name: cents for name, cents in balances.items() if cents} == {n: c for n, c in sums.items() if c}


def number_or_nothing(cell: str) -> int | None:
    return int(cell) if cell else None


def name_of(cell: str) -> str:
    """Return a text as it was before the writer made it harmless to a spreadsheet."""
    return cell[1:] if cell.startswith(("'=", "'+", "'-", "'@")) else cell


def from_csv(cells: list[str]) -> tuple[Any, ...]:
    number, day, kind, night, account, amount, method, note, undone = cells
    return (
        int(number), date.fromisoformat(day), kind, number_or_nothing(night), name_of(account),
        Decimal(amount), method, name_of(note), number_or_nothing(undone),
    )  # fmt: skip


def from_xlsx(cells: tuple[Any, ...]) -> tuple[Any, ...]:
    number, day, kind, night, account, amount, method, note, undone = cells
    assert isinstance(day, datetime)
    cents = Decimal(str(amount)).quantize(Decimal("0.01"))
    return (number, day.date(), kind, night, account, cents, method or "", note or "", undone)
