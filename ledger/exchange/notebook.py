"""An old notebook's file read and understood, before anything is written. Pure.

Two forms are known. Wide: a row a night, a column a player. Long: a row a night and player, with columns for
the date, the player, the points and perhaps the evening (two tables on one date). The columns may be parted
by commas, semicolons or tabs. What cannot be read is said, line by line. Reading costs as much as the file
is long; what is longer than a notebook is refused before it is read.

A paper sheet of one night, typed in by its running totals with the *foots* column as checksum, is read as a
notebook of one row.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, reduce
from io import StringIO
from types import MappingProxyType
from typing import Literal

from ledger.scoring.receipt import plus
from ledger.words.messages import Message, message

MOST_ROWS = 20_000
MOST_COLUMNS = 400

# A row of a file: its line, and what stands in it.
Cells = tuple[int, list[str]]


class TooLongError(ValueError):
    """More than a notebook has, with the line where it is too much; 0 if it is the file as a whole."""

    def __init__(self, line: int, what: Message) -> None:
        super().__init__(line, what)
        self.line, self.what = line, what


def parted_by(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def rows_of(text: str) -> list[Cells]:
    """Return the rows that say something. Raises TooLongError, and csv.Error for what is no table at all."""
    text = text.removeprefix("\ufeff")
    rows: Iterator[list[str]] = csv.reader(text.splitlines(), delimiter=parted_by(text))
    found: list[Cells] = []
    for line, cells in enumerate(rows, 1):
        while cells and not cells[-1].strip():  # a table calculator fills its rows up
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            what = message("unread", case="columns", columns=len(cells), most=MOST_COLUMNS)
            raise TooLongError(line, what)
        if cells and len(found) > MOST_ROWS:
            raise TooLongError(0, message("unread", case="rows", most=MOST_ROWS))
        if cells:
            found.append((line, [cell.strip() for cell in cells]))
    return found


Zeros = Literal["", "absent", "played"]

# The first part of dates like 3/4/2009; "" where nobody has said.
Order = Literal["", "day", "month"]

DATES = {"date", "day", "night", "datum", "when"}
EVENINGS = {"evening", "session", "table", "game", "id"}
PEOPLE = {"player", "name", "who", "spieler"}
POINTS = {"points", "score", "total", "result", "won", "amount", "punkte"}
NO_PLAYERS = {
    "total",
    "totals",
    "sum",
    "check",
    "foots",
    "balance",
    "note",
    "notes",
    "comment",
    "where",
    "place",
}
NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,6}|/[1-9]\d{0,3})?")
BY_COMMAS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,6})?")

# Thousands parted off: 1,000.5 and 1.000,5.
BY_POINTS = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,6})?")

# A thousand, or one and no thousandths.
ONE_MARK = re.compile(r"([+-]?[1-9]\d{0,2})([.,])(\d{3})")
YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")
YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")

# In all files together: a club has fewer people in a lifetime.
MOST_NAMES = 300

MOST_TROUBLES = 1_000

# Letters of a cell that a message quotes.
SHOWN = 40


# Nights that are written in one go: sixty years of every week, handed over in one short step.
MOST_NIGHTS = 3_000


class Ask(StrEnum):
    """The questions that a file leaves open; `Answers` has the answer to each.

    ORDER: day or month first. YEAR: dates without a year; the answer is the year of the first of them. MONTH:
    months alone, of which a day has to stand for each night. UNIT: amounts with a currency, which may be
    points all the same. RUNNING: rows that look like running totals. HANDS: rows that look like hands of a
    night. NOT_A_PLAYER: a column that is likely no player. FAR_AHEAD: a date far in the future. TOTALS: a
    total or *foots* that disagrees with what it adds up.
    """

    ORDER = "order"
    YEAR = "year"
    MONTH = "month"
    UNIT = "unit"
    RUNNING = "running"
    HANDS = "hands"
    NOT_A_PLAYER = "not_a_player"
    FAR_AHEAD = "far_ahead"
    TOTALS = "totals"


class Unit(StrEnum):
    """The unit of amounts that are written with a currency."""

    POINTS = "points"
    MONEY = "money"


class Running(StrEnum):
    """The reading of rows that look like running totals: the nights as they stand, or the differences."""

    NIGHTS = "nights"
    DIFFERENCES = "differences"


class Hands(StrEnum):
    """The reading of rows that look like hands of a night.

    KEPT: a night with its hands. ADDED: a night with their sums alone. NIGHTS: each row a night of its own.
    """

    KEPT = "kept"
    ADDED = "added"
    NIGHTS = "nights"


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question that a file leaves open.

    `line` is 0 where the question is about the whole file. `cell` is an example out of the file: a date, an
    amount, the heading of a column. `days` are the days that the example may be: with ORDER as read with the
    day first and with the month first, with YEAR, MONTH and FAR_AHEAD the likeliest day. `what` says what
    disagrees, with TOTALS. A question that was answered stays, so that the answer can be changed.
    """

    ask: Ask
    file: str
    line: int = 0
    cell: str = ""
    days: tuple[date, ...] = ()
    what: Message | None = None
    is_open: bool = True


@dataclass(frozen=True, kw_only=True)
class Answers:
    """The answers to the questions of some files; None or empty where a question was not asked yet.

    `year` is the year of the first date without one, `month_day` the day of the month that stands for a month
    alone. `players` and `not_players` are headings of columns, as their questions quoted them.
    """

    zeros: Zeros = ""
    order: Order = ""
    year: int | None = None
    month_day: int | None = None
    unit: Unit | None = None
    running: Running | None = None
    hands: Hands | None = None
    players: frozenset[str] = frozenset()
    not_players: frozenset[str] = frozenset()
    accepts_far_ahead: bool = False
    accepts_totals: bool = False


NO_ANSWERS = Answers()


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """A line that could not be read, and the reason."""

    file: str
    line: int
    what: Message


@dataclass(frozen=True, kw_only=True)
class FileRemark:
    """A part of a file that was passed over, or that can be read in two ways."""

    file: str
    what: Message


@dataclass(frozen=True, kw_only=True)
class NightRow:
    """A night: points by name, of those who played; with `is_money` amounts of money instead.

    `hands` are the points of each hand, where the file has them; they add up to the totals.
    """

    file: str
    line: int
    date: date
    totals: Mapping[str, Fraction]
    hands: tuple[Mapping[str, Fraction], ...] = ()
    is_money: bool = False

    @cached_property
    def difference(self) -> Fraction:
        """Return the sum of the totals; 0 in a night that was written down right."""
        return reduce(plus, self.totals.values(), Fraction(0))


@dataclass(frozen=True, kw_only=True)
class Preview:
    """The nights of some files, oldest first.

    `zeros` says by file what a 0 was taken for; `remarks` what was passed over. While a question is open the
    nights are the likeliest reading.
    """

    nights: tuple[NightRow, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    remarks: tuple[FileRemark, ...] = ()
    zeros: Mapping[str, Zeros] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return everybody who played, in the order they first did."""
        return tuple(dict.fromkeys(name for night in self.nights for name in night.totals))

    @cached_property
    def open_questions(self) -> tuple[Question, ...]:
        return tuple(question for question in self.questions if question.is_open)

    @cached_property
    def unbalanced(self) -> tuple[NightRow, ...]:
        return tuple(night for night in self.nights if night.difference)


def read_notebooks(
    files: Iterable[tuple[str, str]], *, answers: Answers = NO_ANSWERS, today: date
) -> Preview:
    """Return several files, each with its name and its text, as one notebook.

    `today` says in which century a year of two digits lies, and which dates are far ahead.
    """
    read = [_read_notebook(name, text, answers, today) for name, text in files]
    if (nights := sum(len(one.nights) for one in read)) > MOST_NIGHTS:
        what = message("unread", case="nights", nights=nights, most=MOST_NIGHTS)
        file = next(night.file for one in read for night in one.nights)
        return Preview(troubles=(Trouble(file=file, line=0, what=what),))
    return Preview(
        nights=tuple(sorted((night for one in read for night in one.nights), key=lambda night: night.date)),
        troubles=tuple(trouble for one in read for trouble in one.troubles),
        remarks=tuple(remark for one in read for remark in one.remarks),
        zeros={file: meaning for one in read for file, meaning in one.zeros.items()},
        questions=tuple(question for one in read for question in one.questions),
    )


def _read_notebook(name: str, text: str, answers: Answers, today: date) -> Preview:
    try:
        rows = rows_of(text)
    except TooLongError as much:
        return Preview(troubles=(Trouble(file=name, line=much.line, what=much.what),))
    if not rows:
        return Preview(troubles=(Trouble(file=name, line=1, what=message("unread", case="nothing")),))
    reader = _Reader(name, rows, answers.order, parted_by(text))
    keys = [_key(cell) for cell in rows[0][1]]
    found = (_column(keys, DATES), _column(keys, PEOPLE), _column(keys, POINTS))
    if None not in found:
        reader.read_long(keys)
    elif found[0] is None:
        reader.trouble(rows[0][0], message("unread", case="no_date_column"))
    else:
        reader.read_wide(keys, found[0], answers.zeros)
    return reader.preview()


class _Reader:
    """The state of reading one file."""

    def __init__(self, name: str, rows: list[Cells], order: Order, by: str) -> None:
        self.name, self.header, self.rows = name, rows[0][1], rows[1:]
        self.nights: list[NightRow] = []
        self.troubles: list[Trouble] = []
        self.remarks: list[Message] = []
        self.zeros: Zeros = ""
        self.order = order
        self.questions: tuple[Question, ...] = ()
        self.day_first, self.by = False, by
        self.numbers: dict[str, Fraction] = {}

    def preview(self) -> Preview:
        return Preview(
            nights=tuple(sorted(self.nights, key=lambda night: night.date)),
            troubles=tuple(self.troubles),
            remarks=tuple(FileRemark(file=self.name, what=what) for what in self.remarks),
            zeros={self.name: self.zeros},
            questions=self.questions,
        )

    def trouble(self, line: int, what: Message) -> None:
        if len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(Trouble(file=self.name, line=line, what=what))

    def read_wide(self, keys: list[str], date_column: int, zeros: Zeros) -> None:
        """Read a file with a row a night and a column a player."""
        columns = self._players(keys, date_column)
        self.day_first = self._is_day_first(date_column)
        rows: list[Cells] = []
        for row in self.rows:
            if (cell := _key(_cell(row[1], date_column))) in NO_PLAYERS:
                self.remarks.append(message("remark", case="no_night", line=row[0], cell=cell))
            else:
                rows.append(row)
        # Is 0 how this file says that somebody was away? More than a quarter of all cells, and more than are
        # empty.
        filled = [cell for _, row in rows for column, cell in enumerate(row) if column in columns]
        total, none = len(rows) * len(columns), filled.count("0")
        empty = total - len(filled) + filled.count("")
        self.zeros = zeros or ("absent" if none > max(empty, total // 4) else "played")
        for line, cells in rows:
            day = self._date(line, _cell(cells, date_column))
            totals = self._totals(line, cells, columns)
            if day is not None and totals is not None:
                self._night(line, day, totals)

    def read_long(self, keys: list[str]) -> None:
        """Read a file with a row for each night and player."""
        columns = [_column(keys, one) or 0 for one in (DATES, PEOPLE, POINTS)]
        evening = _column(keys, EVENINGS)
        self.day_first, self.zeros = self._is_day_first(columns[0]), "played"
        found: dict[tuple[str, date], tuple[int, dict[str, Fraction]]] = {}
        for line, cells in self.rows:
            day_cell, name, cell = (_cell(cells, column) for column in columns)
            day, points = self._date(line, day_cell), self._number(line, name, cell)
            if day is None or points is None:
                continue
            table = "" if evening is None else _cell(cells, evening)
            _, totals = found.setdefault((table, day), (line, {}))
            if not name or name in totals:
                twice = message("unread", case="twice", name=_short(name), day=day)
                self.trouble(line, twice if name else message("unread", case="nobody_twice", day=day))
                continue
            totals[name] = points
        for (_, day), (line, totals) in found.items():
            self._night(line, day, totals)

    def _night(self, line: int, day: date, totals: Mapping[str, Fraction]) -> None:
        if len(totals) == 1 or (not totals and self.zeros != "absent"):
            self.trouble(line, message("unread", case="too_few", day=day))
            return
        if not totals:
            self.remarks.append(message("remark", case="nobody_played", day=day))
        self.nights.append(NightRow(file=self.name, line=line, date=day, totals=totals))

    def _players(self, keys: list[str], date_column: int) -> dict[int, str]:
        columns: dict[int, str] = {}
        seen: set[str] = set()
        for column, (key, name) in enumerate(zip(keys, self.header, strict=True)):
            if column == date_column or not key:
                continue
            if key in NO_PLAYERS | EVENINGS:
                self.remarks.append(message("remark", case="no_player", name=name))
            elif key in seen:
                self.trouble(1, message("unread", case="two_columns", name=_short(name)))
            else:
                columns[column] = " ".join(name.split())
                seen.add(key)
        return columns

    def _is_day_first(self, column: int) -> bool:
        # In 3/4/2009 the day stands first if any date of the file can only be read so, else as was answered.
        found = [match for _, cells in self.rows if (match := YEAR_LAST.fullmatch(_cell(cells, column)))]
        day_first = any(match[2] == "." or int(match[1]) > 12 for match in found)
        if day_first or any(int(match[3]) > 12 for match in found):
            return day_first
        for match in found:
            first, second, year = int(match[1]), int(match[3]), int(match[4])
            if first != second and 0 < first <= 12 and 0 < second <= 12 and year > 0:
                days = (date(year, second, first), date(year, first, second))
                question = Question(
                    ask=Ask.ORDER, file=self.name, cell=match[0], days=days, is_open=not self.order
                )
                self.questions = (question,)
                break
        return self.order == "day"

    def _date(self, line: int, cell: str) -> date | None:
        numbers: list[int] | None = None
        if match := YEAR_FIRST.fullmatch(cell):
            numbers = [int(match[1]), int(match[2]), int(match[3])]
        elif match := YEAR_LAST.fullmatch(cell):
            first, second = int(match[1]), int(match[3])
            numbers = [int(match[4]), *((second, first) if self.day_first else (first, second))]
        try:
            if numbers:
                return date(*numbers)
        except ValueError:
            pass  # the 30th of February
        self.trouble(line, message("unread", case="no_date", cell=_short(cell)))
        return None

    def _totals(self, line: int, cells: list[str], columns: Mapping[int, str]) -> dict[str, Fraction] | None:
        totals: dict[str, Fraction] = {}
        for column, cell in enumerate(cells):  # not by the columns: a short row costs no more than it is long
            if not cell or column not in columns:
                continue
            points = self._number(line, columns[column], cell)
            if points is None:
                return None
            if points or self.zeros == "played":
                totals[columns[column]] = points
        if extra := [cell for cell in cells[len(self.header) :] if cell]:
            self.trouble(line, message("unread", case="more_cells", cell=_short(extra[0])))
            return None
        return totals

    def _number(self, line: int, name: str, cell: str) -> Fraction | None:
        if (known := self.numbers.get(cell)) is not None:
            return known
        if (points := read_points(cell, by=self.by)) is not None:
            self.numbers[cell] = points
            return points
        cell, name = _short(cell), _short(name)
        if ways := _two_numbers(_plain(cell), self.by):
            one, other = ways
            what = message("unread", case="two_numbers", cell=cell, name=name, one=one, other=other)
        else:
            what = message("unread", case="no_points", cell=cell, name=name)
        self.trouble(line, what)
        return None


def read_points(cell: str, *, by: str = "") -> Fraction | None:
    """Return points as people write them: "12", "−4", "2,5", "7/2", "1,000.5"; None for what is no number.

    `by` is what parts the columns of the file, "" of none. Where that are commas, or tabs, a comma in a cell
    parts thousands: elsewhere nobody can say what "1,000" is, and where semicolons part the columns what
    "1.000" is, and None is the answer as well.
    """
    plain = _plain(cell)
    if _two_numbers(plain, by):
        return None
    if BY_COMMAS.fullmatch(plain):
        plain = plain.replace(",", "")
    elif BY_POINTS.fullmatch(plain) and ("," in plain or plain.count(".") > 1):
        plain = plain.replace(".", "").replace(",", ".")
    elif plain.count(",") == 1 and "." not in plain:
        plain = plain.replace(",", ".")
    if not NUMBER.fullmatch(plain):
        return None
    # A whole number is read in a fifth of the time that Fraction takes to read a string.
    return Fraction(int(plain)) if plain.lstrip("+-").isdecimal() else Fraction(plain)


def _plain(cell: str) -> str:
    return cell.replace("\u2212", "-").replace("\u2013", "-").replace(" ", "")


def _two_numbers(plain: str, by: str) -> tuple[str, str] | None:
    # The two numbers that "1,250" may be, "1250" and "1.25"; None of what can be only one.
    if not (match := ONE_MARK.fullmatch(plain)):
        return None
    if by in (",", "\t") or (match[2] == "." and by != ";"):
        return None
    return f"{match[1]}{match[3]}", f"{match[1]}.{match[3]}".rstrip("0").rstrip(".")


def _cell(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _column(keys: Sequence[str], meaning: set[str]) -> int | None:
    return next((column for column, key in enumerate(keys) if key in meaning), None)


YEARS = range(1850, 2200)


def matched(
    preview: Preview, called: Mapping[str, str], *, same: Mapping[str, str] = MappingProxyType({})
) -> Preview:
    """Return the notebook with some of its people called otherwise; `same` says who goes by another name now.

    Somebody who would sit twice on a night is trouble, and so is a date of another age.
    """
    nights: list[NightRow] = []
    troubles = list(preview.troubles)
    for night in preview.nights:
        totals: dict[str, Fraction] = {}
        people: set[str] = set()
        if night.date.year not in YEARS:
            what = message("unread", case="far_away", day=night.date)
            troubles.append(Trouble(file=night.file, line=night.line, what=what))
        for name, points in night.totals.items():
            one = called.get(name, name)
            person = same.get(one, one)
            if person in people:
                what = message("unread", case="second_time", day=night.date, name=name, player=person)
                troubles.append(Trouble(file=night.file, line=night.line, what=what))
            people.add(person)
            totals[one] = points
        hands = tuple({called.get(name, name): won for name, won in hand.items()} for hand in night.hands)
        nights.append(replace(night, totals=totals, hands=hands))
    return replace(preview, nights=tuple(nights), troubles=tuple(troubles))


# The name of a night that was typed in, where a notebook has the name of a file.
SHEET = "<sheet>"

FOOTS = {"foots", "check", "sum", "+"}
CELL = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,6}|/[1-9]\d{0,3})?")
BETWEEN = re.compile(r"\s*[\t;,|]\s*|\s{2,}")
MOST_TYPED_ROWS = 1_000

# More than come and go at one table in a night.
MOST_PEOPLE = 40


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A sheet as it was typed: who played, the last running totals, how many rows; what is wrong with it."""

    names: tuple[str, ...] = ()
    totals: tuple[Fraction, ...] = ()
    rows: int = 0
    troubles: tuple[Trouble, ...] = ()

    def as_notebook(self, day: date) -> str:
        text = StringIO()
        csv.writer(text).writerows((("Date", *self.names), (day.isoformat(), *map(str, self.totals))))
        return text.getvalue()


def read_paper(text: str) -> Paper:
    """Read a sheet: first the names (and perhaps “foots”), then rows of running totals.

    Cells are parted by tabs, commas, semicolons or two blanks; a row of single blanks will do, too.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2:
        return _wrong(1, message("unfooted", case="nothing"))
    if len(lines) > MOST_TYPED_ROWS:
        return _wrong(lines[-1][0], message("unfooted", case="rows", most=MOST_TYPED_ROWS))
    names = tuple(BETWEEN.split(lines[0][1])) if BETWEEN.search(lines[0][1]) else tuple(lines[0][1].split())
    has_foots = names[-1].casefold() in FOOTS
    people = names[:-1] if has_foots else names
    if len(people) > MOST_PEOPLE:
        return _wrong(lines[0][0], message("unfooted", case="people", most=MOST_PEOPLE))
    if len(people) < 2 or len({name.casefold() for name in people}) < len(people) or not all(people):
        return _wrong(lines[0][0], message("unfooted", case="names"))
    return _read_rows(lines[1:], people, has_foots=has_foots)


def _read_rows(lines: list[tuple[int, str]], people: tuple[str, ...], *, has_foots: bool) -> Paper:
    troubles: list[Trouble] = []
    totals: tuple[Fraction, ...] = ()
    for number, line in lines:
        parts = re.split(r"[\s;|,]+", line.replace("\u2212", "-").replace("\u2013", "-"))
        cells = tuple(Fraction(part) for part in parts if CELL.fullmatch(part))
        if len(cells) < sum(map(bool, parts)) or len(cells) != len(people) + has_foots:
            what = message(
                "unfooted",
                case="no_foots" if has_foots else "no_totals",
                people=len(people),
                line=line[:60],
            )
            troubles.append(_trouble(number, what))
            continue
        totals = cells[: len(people)]
        if left := sum(totals, Fraction(0)):
            troubles.append(_trouble(number, message("unfooted", case="left", left=left)))
        above = sum((one for one in totals if one > 0), Fraction(0))
        if has_foots and cells[-1] != above:
            troubles.append(_trouble(number, message("unfooted", case="foots", above=above, said=cells[-1])))
    return Paper(names=people, totals=totals, rows=len(lines), troubles=tuple(troubles))


def _trouble(line: int, what: Message) -> Trouble:
    return Trouble(file=SHEET, line=line, what=what)


def _wrong(line: int, what: Message) -> Paper:
    return Paper(troubles=(_trouble(line, what),))
