"""Tables that leave the house: a night's score sheet, results, and the journal, as CSV and XLSX.

Spreadsheets take some texts for formulas. Here a name is a name: in CSV such a text gets an apostrophe in
front, in XLSX it is typed as text.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO

from babel.numbers import get_currency_precision
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.sheet import HandRow, ScoreSheet
from ledger.standings import names_of
from ledger.standings.money import whole_journal
from ledger.standings.nights import every_night

Value = str | int | Decimal | None
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
ACCOUNTS = {"": "(the box)", " ": "(all together)"}


@dataclass(frozen=True, kw_only=True)
class Table:
    """What a file holds: a title, the names of the columns, and rows. Numbers are exact."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def score_sheet(session: Session) -> Table:
    """A row a hand: who dealt, what was played, everybody's points, and the running totals beside them."""
    sheet, names = sheet_of(session), names_of(session.group)
    people = [names[player] for player in sheet.players]
    rows = [_hand(row, sheet, names) for row in sheet.rows if row.number]
    if sheet.notebook:
        rows.append(
            ("", "", "from a notebook", *_by_player(sheet.notebook, sheet), *_by_player(sheet.totals, sheet))
        )
    columns = ("hand", "dealer", "played", *people, *(f"{name}, total" for name in people))
    return Table(title=f"Night {session.number}", columns=columns, rows=tuple(rows))


def results(group: Group) -> Table:
    """A row a night, a column a player: points won or lost; empty where somebody was away."""
    people = list(names_of(group).values())
    rows = []
    for night in every_night(group):
        won = dict(night.results)
        points = (_number(won[name]) if name in won else None for name in people)
        rows.append((night.started_at.date().isoformat(), night.number, night.hands, *points))
    return Table(title="Results", columns=("date", "night", "hands", *people), rows=tuple(rows))


def journal(group: Group) -> Table:
    """A row a posting, from the first; amounts in the group's currency."""
    rows: list[tuple[Value, ...]] = []
    digits = int(get_currency_precision(group.currency)) if group.currency else 0
    for line in whole_journal(group):
        about: tuple[Value, ...] = (line.number, line.at.date().isoformat(), line.kind, line.night)
        after: tuple[Value, ...] = (line.method, line.note, line.undoes)
        for name, cents in line.postings:
            rows.append((*about, ACCOUNTS.get(name, name), Decimal(cents).scaleb(-digits), *after))
    columns = ("number", "date", "kind", "night", "account", "amount", "method", "note", "takes back")
    return Table(title="Journal", columns=columns, rows=tuple(rows))


def as_csv(table: Table) -> str:
    """The table as CSV, with a line of column names."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([_harmless(name) for name in table.columns])
    writer.writerows([_harmless(value) for value in row] for row in table.rows)
    return text.getvalue()


def as_xlsx(*tables: Table) -> bytes:
    """The tables as sheets of one workbook."""
    book = Workbook(write_only=True)
    for table in tables:
        page = book.create_sheet(table.title)
        for row in (table.columns, *table.rows):
            cells = []
            for value in row:
                cell = WriteOnlyCell(page, value=value)
                if isinstance(value, str):
                    cell.data_type = "s"
                cells.append(cell)
            page.append(cells)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _hand(row: HandRow, sheet: ScoreSheet, names: Mapping[int, str]) -> tuple[Value, ...]:
    played = row.scored.label if row.scored else ""
    points = (*_by_player(row.points, sheet), *_by_player(row.totals, sheet))
    return (row.number, names.get(row.dealer, ""), played, *points)


def _by_player(points: Mapping[int, Fraction], sheet: ScoreSheet) -> list[Value]:
    return [_number(points[player]) if player in points else None for player in sheet.players]


def _number(points: Fraction) -> Value:
    """A number where a spreadsheet can hold it exactly, else a fraction as text."""
    points = Fraction(points)
    if points.denominator == 1:
        return points.numerator
    if 10_000 % points.denominator == 0:
        return Decimal(points.numerator) / Decimal(points.denominator)
    return str(points)


def _harmless(value: Value) -> Value:
    return f"'{value}" if isinstance(value, str) and value.startswith(BEGINS_A_FORMULA) else value
