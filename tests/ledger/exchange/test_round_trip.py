"""Results and journal of random groups leave as CSV and XLSX, and come back as the same nights and money."""

import csv
import uuid
from collections import Counter
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.utils.timezone import localdate
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from ledger.exchange.copying import are_kept, copy
from ledger.exchange.expenses import Program
from ledger.exchange.files import read_text
from ledger.exchange.notebook import read_notebooks
from ledger.exchange.preview import NO_ANSWERS, NightRow, Preview
from ledger.exchange.sharing import bringing_of, read_for
from ledger.exchange.tables import (
    FileTable,
    as_csv,
    balance_sheet,
    journal,
    results,
    score_sheet,
    write_csv,
    write_xlsx,
)
from ledger.exchange.workbook import Room, read_workbook
from ledger.models import Account, Group, Kind, Posting
from ledger.models.book import sheet_of
from ledger.recording import WriteContext, rename_player
from ledger.recording.auditing import audit
from ledger.recording.bringing import bring
from ledger.recording.journal import adjust, carry, pay, put_in_box, share_expense, spend_from_box, undo
from ledger.recording.projecting import evening_of
from ledger.standings.brought import noted
from ledger.standings.money import balances
from ledger.standings.nights import every_night
from scorekeeper.http.downloads import MARK
from scorekeeper.text.receipts import hand_called
from tests.cast import an_ended_night, ids, owner_of, player, thursday_table
from tests.ledger.histories import FULL, some_history
from tests.ledger.recording.test_notebook_hands import HANDS, notebook
from tests.notebooks import TODAY
from tests.steady import many, steady

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


# A deed with money: which it is, the order of the people, an amount in cents, the days since DAY, and a note.
Deed = tuple[str, list[str], int, int, str]
DAY = date(2025, 2, 1)
# Half a point is whole cents: an odd one goes by the order of the players, which a file does not have.
STAKE = 50
PEOPLE = ("Ann", "Ben", "Cleo", "Dave", "Edith")
DEEDS = (
    "pay",
    "pay the box",
    "share",
    "share some",
    "put in",
    "put in for good",
    "spend",
    "carry",
    "adjust",
    "undo",
)
NOTES = ("beer", "=2+3", "'s", 'Müller; 2 "x", 1/3', "pizza, beer")

deeds = st.tuples(
    st.sampled_from(DEEDS),
    st.permutations(PEOPLE),
    st.integers(1, 100_000),
    st.integers(0, 20),
    st.sampled_from(NOTES),
)
halves = st.integers(-40, 40).map(lambda number: Fraction(number, 2))
nights = st.tuples(st.integers(0, 20), st.permutations(PEOPLE), halves, halves)


def do(group: Group, deed: Deed) -> None:
    which, names, cents, days, note = deed
    one, two, three = ids(group, *names[:3])
    by = WriteContext(
        key=uuid.uuid4(), after=0, by=owner_of(group), at=evening_of(DAY + timedelta(days=days))
    )
    match which:
        case "pay":
            pay(
                group,
                one,
                two,
                cents,
                by,
                method="PayPal" if cents % 2 else "",
                note=note if cents % 3 else "",
            )
        case "pay the box":
            pay(group, one, Account.BOX, cents, by, method="cash")
        case "share":
            share_expense(group, one, cents, dict.fromkeys(ids(group, *names), 1), by, note=note)
        case "share some":
            share_expense(group, one, cents, {two: 2, three: 1}, by, note=note)
        case "put in" | "put in for good":
            put_in_box(group, (one, two), cents, by, is_owed_back=which == "put in", note=note)
        case "spend":
            spend_from_box(group, cents, by, note=note, shared_by=(one, two) if cents % 2 else ())
        case "carry":
            carry(group, {one: cents, two: -cents}, by, note=note)
        case "adjust":
            adjust(group, {one: cents, two: -cents + 1, three: -1}, by, reason=note)
        case _:
            last = group.transactions.exclude(kind=Kind.NIGHT).order_by("number").last()
            if last and not hasattr(last, "undone_by"):
                undo(group, last.number, by)


def as_csv_files(group: Group) -> tuple[str, str]:
    return csv_of(results(group)).decode(), csv_of(journal(group)).decode()


def as_sheets(group: Group) -> tuple[str, str]:
    first, second, _ = read_workbook(xlsx_of(results(group), journal(group), balance_sheet(group)), Room())
    return first.text, second.text


def as_saved_by_excel(group: Group) -> tuple[str, str]:
    """Return the files as a German spreadsheet saves them that were opened in it."""
    saved = []
    for table in (results(group), journal(group)):
        text = StringIO()
        rows = csv.reader(as_csv(table).splitlines())
        columns = next(rows)
        csv.writer(text, delimiter=";").writerow(columns)
        for row in rows:
            cells = [f"{date.fromisoformat(row[at]):%d.%m.%Y}" if name == "date" else row[at]
                     for at, name in enumerate(columns)]  # fmt: skip
            amounts = [f"{row[at].replace('.', ',')} €" if name in table.amounts and row[at] else cells[at]
                       for at, name in enumerate(columns)]  # fmt: skip
            csv.writer(text, delimiter=";").writerow(amounts)
        saved.append(read_text(text.getvalue().encode("cp1252")))
    return saved[0], saved[1]


def filled(files: tuple[str, str]) -> Group:
    """Return a new group with the nights and the entries of these files."""
    made = thursday_table(names=(), stake_cents=STAKE)
    copy(made, brought_back(files[0]))
    found = read_for(made, files[1])
    assert found is not None
    assert (found.program, found.troubles) == (Program.JOURNAL, ())
    bring(made, bringing_of(found, {}))
    return Group.objects.get(pk=made.pk)


def nights_of(group: Group) -> list[PlainNight]:
    return [(localdate(night.started_at), dict(night.results)) for night in every_night(group)]


def money_of(group: Group) -> tuple[dict[str, int], int, int]:
    found = balances(group)
    return {one.name: one.cents for one in found.players if one.cents}, found.in_box, found.common


def entries_of(group: Group) -> Counter[str]:
    """Return the entries that count, as the file has them: without what a group has of its own."""
    rows = [row for row in journal(group).rows if row[2] != "night"]
    undone = {row[8] for row in rows} - {None}
    return Counter(
        repr((*row[1:3], *row[4:6], noted(str(row[6]), str(row[7])), row[9]))
        for row in rows
        if row[8] is None and row[0] not in undone
    )


@steady(many(5, soak=300))
@given(played=st.lists(nights, max_size=4), done=st.lists(deeds, max_size=12))
def test_results_and_journal_of_any_group_fill_an_empty_one(
    played: list[tuple[int, list[str], Fraction, Fraction]], done: list[Deed]
) -> None:
    group = thursday_table(names=PEOPLE, stake_cents=STAKE)
    copy(group, Preview(nights=tuple(
        NightRow(file="old.csv", line=1, date=DAY + timedelta(days=days),
                 totals={names[0]: one, names[1]: two, names[2]: -two - one})
        for days, names, one, two in played
    )))  # fmt: skip
    an_ended_night(group, "won", "lost")
    for deed in done:
        do(group, deed)
    for files in (as_csv_files, as_sheets, as_saved_by_excel):
        first = filled(files(group))
        assert (sorted(nights_of(first), key=repr), money_of(first)) == (
            sorted(nights_of(group), key=repr), money_of(group),
        )  # fmt: skip
        assert entries_of(first) == entries_of(group)
        second = filled(files(first))
        assert as_csv_files(second) == as_csv_files(first)
        assert xlsx_of(results(second), journal(second)) == xlsx_of(results(first), journal(first))
        assert [*audit([first, second])] == []
    found = read_for(group, as_csv_files(group)[1])
    assert found is not None
    assert bring(group, bringing_of(found, {})) is None


def test_score_sheets_come_back_as_the_same_hands(group: Group) -> None:
    names = dict(group.players.values_list("pk", "name"))
    for session in group.sessions.filter(is_copied=False):
        session.group = group
        sheet, table = sheet_of(session), score_sheet(session, hand_called)
        hands = [
            {names[player]: won for player, won in row.points.items()} for row in sheet.rows if row.number
        ]
        (page,) = read_workbook(xlsx_of(table), Room())
        for text in (csv_of(table).decode(), page.text):
            (night,) = brought_back(text).nights
            assert (night.date, [*night.hands]) == (localdate(session.started_at), hands)
            if are_kept(night):
                other = thursday_table(names=())
                assert copy(other, Preview(nights=(night,))) == 1
                called = dict(other.players.values_list("pk", "name"))
                again = [row.points for row in sheet_of(other.sessions.get()).rows if row.number]
                # Who sits out has no points, and 0 where hands were typed.
                assert [{called[one]: won for one, won in points.items() if won} for points in again] == [
                    {name: won for name, won in hand.items() if won} for hand in hands
                ]


def number_or_nothing(cell: str) -> int | None:
    return int(cell) if cell else None


def name_of(cell: str) -> str:
    """Return a text as it was before the writer made it harmless to a spreadsheet."""
    return cell[1:] if cell.startswith(("'=", "'+", "'-", "'@")) else cell


def from_csv(cells: list[str]) -> tuple[Any, ...]:
    number, day, kind, night, account, amount, method, note, undone, in_all = cells
    return (
        int(number), date.fromisoformat(day), kind, number_or_nothing(night), name_of(account),
        Decimal(amount), method, name_of(note), number_or_nothing(undone),
        Decimal(in_all) if in_all else None,
    )  # fmt: skip


def from_xlsx(cells: tuple[Any, ...]) -> tuple[Any, ...]:
    number, day, kind, night, account, amount, method, note, undone, in_all = cells
    assert isinstance(day, datetime)
    cents, whole = (
        None if one is None else Decimal(str(one)).quantize(Decimal("0.01")) for one in (amount, in_all)
    )
    return (number, day.date(), kind, night, account, cents, method or "", note or "", undone, whole)
