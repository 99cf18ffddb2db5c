"""Tables that leave the house: a night's score sheet, results, and the journal, as CSV and XLSX.

Spreadsheets take some texts for formulas. Here a name is a name: in CSV such a text gets an apostrophe in
front, in XLSX it is typed as text. The words in them (columns, titles, accounts) are of the language in force
(`ledger.exchange.headings`).
"""

import csv
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO
from itertools import chain, islice
from tempfile import TemporaryDirectory
from typing import BinaryIO

from babel.numbers import get_currency_precision, get_currency_symbol, get_decimal_symbol
from django.conf import settings
from django.utils.timezone import localdate
from django.utils.translation import get_language
from xlsxwriter import Workbook

from ledger.book.sheet import HandRow, ScoreSheet
from ledger.exchange.columns import (
    ACCOUNTS,
    ALL_IN_ALL,
    COPIED,
    JOURNAL,
    REMARK,
    RESULTS,
    RUNNING,
    SHEET,
    Kitty,
)
from ledger.exchange.headings import english, headings, word
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.standings import names_of
from ledger.standings.journal import whole_journal
from ledger.standings.money import balances
from ledger.standings.nights import every_night
from ledger.steps import pause
from ledger.words.texts import for_xml

FileValue = str | int | Decimal | date | None

STEP_NS = 8_000_000
TableRow = tuple[FileValue, ...]
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

# A third of a point: no column of decimals holds it exactly.
IS_A_FRACTION = re.compile(r"-?[0-9]{1,40}/[0-9]{1,40}")

# A workbook says when it was made; the same table is to be the same bytes on every day.
MADE_AT = datetime(2000, 1, 1)  # noqa: DTZ001 - a workbook knows no time zones

# Spreadsheets count days from here on.
FIRST_DAY = date(1900, 1, 1)

# Rows by which the widths of the columns are chosen, and the least and most letters of a column.
ROWS_MEASURED = 200
NARROWEST, WIDEST = 8, 50


@dataclass(frozen=True, kw_only=True)
class FileTable:
    """The content of a file: a title, the names of the columns, and rows. Numbers are exact.

    Rows may be read from the book while they are asked for, each time anew. `amounts` are the columns of
    money in `currency`.
    """

    title: str
    columns: tuple[str, ...]
    rows: Iterable[TableRow]
    currency: str = ""
    amounts: frozenset[str] = frozenset()


class _RowsAnew:
    """Rows that are read when they are asked for."""

    def __init__(self, read: Callable[[], Iterator[TableRow]]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[TableRow]:
        return self._read()


def score_sheet(session: Session, called: Callable[[HandRow], str]) -> FileTable:
    """Return a row a hand: the night's day, who dealt, what was played, everybody's points, the running
    totals, and the remark on it.

    `called` says in words what a hand was.
    """
    sheet, names, day = sheet_of(session), names_of(session.group), localdate(session.started_at)
    people = [names[player] for player in sheet.players]
    rows: list[TableRow] = []
    for row in (row for row in sheet.rows if row.number):
        points = (*_by_player(row.points, sheet), *_by_player(row.totals, sheet))
        remark = sheet.remarks.get(row.entry)
        dealer = names.get(row.dealer, "") if row.is_dealer_known else ""
        words = remark.text if remark else ""
        rows.append((day, row.number, dealer, called(row), *points, words))
    if sheet.notebook:
        points = (*_by_player(sheet.notebook, sheet), *_by_player(sheet.totals, sheet))
        rows.append((day, "", "", word("from a notebook"), *points, ""))
    totals = (f"{name}{word(RUNNING)}" for name in people)
    columns = (*headings(*SHEET), *people, *totals, word(REMARK))
    title = word("Night {number}").format(number=session.number)
    return FileTable(title=title, columns=columns, rows=tuple(rows))


def results(group: Group) -> FileTable:
    """Return a row a night, a column a player: points won or lost; empty where somebody was away."""
    people = list(names_of(group).values())

    def rows() -> Iterator[TableRow]:
        for night in every_night(group):
            won = dict(night.results)
            points = (number(won[name]) if name in won else None for name in people)
            yield (localdate(night.started_at), night.number, night.hands, *points)

    columns = (*headings(*RESULTS), *people)
    return FileTable(title=word("Results"), columns=columns, rows=_RowsAnew(rows))


def journal(group: Group) -> FileTable:
    """Return a row a posting, from the first; amounts in the group's currency.

    A night out of a notebook has its own day, not that of its import. The people of a line stand in the order
    of the group, so that the same money is the same file, in whatever order it was booked.
    """

    def rows() -> Iterator[TableRow]:
        places = {name: place for place, name in enumerate(names_of(group).values())}
        for line in whole_journal(group):
            about: TableRow = (line.number, localdate(line.day_at), word(line.kind), line.night)
            in_all = None if line.amount is None else _amount(line.amount, group)
            note = word(COPIED) if line.is_copied else line.note
            after: TableRow = (line.method, note, line.undoes, in_all)
            for name, cents in sorted(line.postings, key=lambda one: places.get(one[0], len(places))):
                # A player who is called like the kitty is no kitty when the file comes back.
                account = f"{name} *" if english(name) in set(Kitty) else name
                account = word(ACCOUNTS[name]) if name in ACCOUNTS else account
                yield (*about, account, _amount(cents, group), *after)

    return FileTable(
        title=word("Journal"),
        columns=headings(*JOURNAL),
        rows=_RowsAnew(rows),
        currency=group.currency,
        amounts=frozenset(headings("amount", ALL_IN_ALL)),
    )


def balance_sheet(group: Group) -> FileTable:
    """Return a row an account of the journal, people first: its balance, and what waits for a night's end.

    Both columns together add up to zero, as the journal does.
    """

    def rows() -> Iterator[TableRow]:
        found = balances(group)
        for one in found.players:
            yield one.name, _amount(one.cents, group), _amount(one.waits, group)
        if found.in_box or found.common or found.box_waits:
            in_box = _amount(-found.in_box - found.box_waits, group)
            yield word(ACCOUNTS[""]), in_box, _amount(found.box_waits, group)
            yield word(ACCOUNTS[" "]), _amount(found.common, group), _amount(0, group)

    return FileTable(
        title=word("Balances"),
        columns=headings("account", "balance", "waits"),
        rows=_RowsAnew(rows),
        currency=group.currency,
        amounts=frozenset(headings("balance", "waits")),
    )


def _amount(cents: int, group: Group) -> Decimal:
    return Decimal(cents).scaleb(-get_currency_precision(group.currency) if group.currency else 0)


def write_csv(table: FileTable, file: BinaryIO) -> None:
    """Write the table as CSV in UTF-8, with a line of column names.

    Where decimals have a comma, spreadsheets want columns parted by semicolons.
    """
    mark = get_decimal_symbol(get_language() or settings.LANGUAGE_CODE)
    by = ";" if mark == "," else ","
    for row in _paced(chain((table.columns,), table.rows)):
        text = StringIO()
        csv.writer(text, lineterminator="\r\n", delimiter=by).writerow(_written(one, mark) for one in row)
        file.write(text.getvalue().encode())


def write_xlsx(*tables: FileTable, file: BinaryIO) -> None:
    """Write a workbook with a sheet a table; the same tables make the same bytes."""
    # The rows wait in files of their own, and are gone with the folder where this is stopped.
    with TemporaryDirectory() as folder, Workbook(file, {"constant_memory": True, "tmpdir": folder}) as book:
        book.set_properties({"created": MADE_AT})
        names = book.add_format({"bold": True, "bottom": 1})
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        for table in tables:
            money = book.add_format({"num_format": _money_format(table.currency)})
            formats = [money if name in table.amounts else None for name in table.columns]
            rows = iter(table.rows)
            first = list(islice(rows, ROWS_MEASURED))
            sheet = book.add_worksheet(table.title)
            sheet.freeze_panes(1, 0)
            for column, name in enumerate(table.columns):
                # Two letters more than the longest value, as the bold names are wider.
                values = (name, *(row[column] for row in first))
                longest = max(len(str(value)) + 2 for value in values if value is not None)
                sheet.set_column(column, column, min(WIDEST, max(NARROWEST, longest)))
                sheet.write_string(0, column, for_xml(name), names)
            for at, row in enumerate(_paced(chain(first, rows)), 1):
                for column, value in enumerate(row):
                    if isinstance(value, date) and value >= FIRST_DAY:
                        sheet.write_datetime(at, column, value, day)
                    elif isinstance(value, str | date):
                        sheet.write_string(at, column, for_xml(str(value)))
                    elif value is not None:
                        sheet.write_number(at, column, value, formats[column])


def _money_format(currency: str) -> str:
    if not currency:
        return "0"
    symbol, digits = get_currency_symbol(currency, locale="en"), get_currency_precision(currency)
    space = "\u00a0" if symbol[-1].isalpha() else ""
    return f"[${symbol}{space}]#,##0{'.' if digits else ''}{'0' * digits}"


def as_csv(table: FileTable) -> str:
    file = BytesIO()
    write_csv(table, file)
    return file.getvalue().decode()


def _paced(rows: Iterable[Sequence[FileValue]]) -> Iterator[Sequence[FileValue]]:
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


def _written(value: FileValue, mark: str) -> FileValue:
    if isinstance(value, Decimal) and mark != ".":
        # Readers take "1,250" for a thousand and more, and "1,2500" for what it is.
        text = f"{value:f}0" if value.as_tuple().exponent == -3 else f"{value:f}"
        return text.replace(".", mark)
    if not isinstance(value, str):
        return value
    text = for_xml(value)
    return f"'{text}" if text.startswith(BEGINS_A_FORMULA) and not IS_A_FRACTION.fullmatch(text) else text
