"""An old notebook's file read and understood, before anything is written. Pure.

Two forms are known. Wide: a row a night, a column a player. Long: a row a night and player, with columns for
the date, the player, the points and perhaps the evening (two tables on one date). The columns may be parted
by commas, semicolons or tabs. What cannot be read is said, line by line. Reading costs as much as the file
is long; what is longer than a notebook is refused before it is read.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from functools import reduce
from operator import attrgetter
from typing import NamedTuple

from ledger.exchange.columns import AFTER, MONEY, RESULTS, RUNNING, SHEET
from ledger.exchange.dates import ISO, WrittenDate, is_day_first, read_date, turns_of_year
from ledger.exchange.grid import (
    ABSENCES,
    EVENINGS,
    GAMES,
    HANDS,
    LONGEST_AMOUNT,
    NO_PLAYERS,
    PEOPLE,
    POINTS,
    TOTALS,
    Grid,
    TooLongError,
    UnreadError,
    cell_of,
    find_column,
    is_total,
    key_of,
    name_of,
    read_grid,
    read_points,
    two_numbers,
    without_currency,
    word_of,
)
from ledger.exchange.paper import SHEET as PAPER
from ledger.exchange.preview import (
    MOST_TROUBLES,
    NO_ANSWERS,
    SHOWN,
    AmountUnit,
    Answers,
    Ask,
    FileQuestion,
    FileRemark,
    Hands,
    NightRow,
    Preview,
    Running,
    Trouble,
    Zeros,
)
from ledger.exchange.rows import (
    ZERO,
    Row,
    add_sums,
    look_like_hands,
    look_like_running_totals,
    odd_name,
    squares_of_steps,
    sums_of,
    take_differences,
)
from ledger.scoring.receipt import plus
from ledger.words.messages import Message, message

# Questions of one kind, in one file.
MOST_QUESTIONS = 20

LONGEST_DATE = 60

# A date later than so many days from today is asked about.
A_FEW_DAYS = timedelta(days=7)

# Rows of running totals that a question quotes.
SHOWN_ROWS = 4

# Nights that are written in one go: sixty years of every week, handed over in one short step.
MOST_NIGHTS = 3_000

# The year in which days without a year are compared: it has every day that there is.
LEAP_YEAR = 2000
JANUARY_1 = date(LEAP_YEAR, 1, 1)


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
        nights=tuple(sorted((night for one in read for night in one.nights), key=attrgetter("date"))),
        troubles=tuple(trouble for one in read for trouble in one.troubles),
        remarks=tuple(remark for one in read for remark in one.remarks),
        zeros={file: meaning for one in read for file, meaning in one.zeros.items()},
        questions=tuple(question for one in read for question in one.questions),
    )


def _read_notebook(name: str, text: str, answers: Answers, today: date) -> Preview:
    try:
        grid = read_grid(text)
    except TooLongError as much:
        return Preview(troubles=(Trouble(file=name, line=much.line, what=much.what),))
    if grid is None:
        return Preview(troubles=(Trouble(file=name, line=1, what=message("unread", case="nothing")),))
    reader = _NotebookReader(name, grid, answers, today)
    if not grid.header:
        reader.trouble(grid.line, message("unread", case="no_date_column"))
    else:
        reader.read()
    return reader.preview()


@dataclass(frozen=True, kw_only=True)
class _TotalRow:
    """A row of totals, and how many rows stand above it."""

    line: int
    above: int
    cells: Sequence[str]


class _UnclearDate(NamedTuple):
    """A date that can be several days: its place among the rows of nights, its line and its cell."""

    place: int
    line: int
    cell: str
    written: WrittenDate


def are_results(grid: Grid) -> bool:
    """Check for the results that left this program: its three columns first, with days and whole numbers.

    People who write by hand call columns so, too; then the answers are theirs.
    """
    return tuple(map(word_of, grid.header[: len(RESULTS)])) == RESULTS and all(
        ISO.fullmatch(cell_of(cells, 0)) and cell_of(cells, 1).isdecimal() and cell_of(cells, 2).isdecimal()
        for _line, cells in grid.rows
    )


class _NotebookReader:
    """The state of reading one file."""

    def __init__(self, name: str, grid: Grid, answers: Answers, today: date) -> None:
        self.name, self.grid, self.today = name, grid, today
        words = set(map(word_of, grid.header))
        self.is_score_sheet, is_paper = set(SHEET) <= words, name == PAPER
        if self.is_score_sheet or is_paper or are_results(grid):
            # This program wrote it: that leaves nothing to be asked.
            hands = Hands.KEPT if self.is_score_sheet or is_paper else Hands.NIGHTS
            answers = replace(
                answers,
                zeros=answers.zeros or "played",
                running=answers.running or Running.NIGHTS,
                hands=answers.hands or hands,
            )
        self.answers = answers
        self.nights: list[NightRow] = []
        self.troubles: list[Trouble] = []
        self.remarks: list[Message] = []
        self.questions: list[FileQuestion] = []
        self.zeros: Zeros = answers.zeros
        self.currency = ""
        # Amounts by cell, and dates.
        self.amounts: dict[str, Fraction] = {}
        self.dates: dict[str, WrittenDate | None] = {}
        # Columns by what they are.
        self.players = [""] * len(grid.header)
        self.totals: list[int] = []
        self.others: list[int] = []
        self.hand = find_column(grid.header, HANDS)
        self.looked_through: set[int] = set()
        self.rows: list[Row] = []
        self.total_rows: list[_TotalRow] = []
        self.keeps_hands = False

    def preview(self) -> Preview:
        return Preview(
            nights=tuple(sorted(self.nights, key=attrgetter("date"))),
            troubles=tuple(self.troubles),
            remarks=tuple(FileRemark(file=self.name, what=what) for what in self.remarks),
            zeros={self.name: self.zeros},
            questions=tuple(self.questions),
        )

    def trouble(self, line: int, what: Message) -> None:
        if len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(Trouble(file=self.name, line=line, what=what))

    def ask(
        self,
        ask: Ask,
        line: int,
        cell: str = "",
        *,
        is_open: bool,
        days: Sequence[date | None] = (),
        what: Message | None = None,
    ) -> None:
        if sum(one.ask is ask for one in self.questions) < MOST_QUESTIONS:
            there = tuple(day for day in days if day)
            self.questions.append(
                FileQuestion(
                    ask=ask, file=self.name, line=line, cell=cell, days=there, what=what, is_open=is_open
                )
            )

    def read(self) -> None:
        """Read a row a night and a column a player, or a row for each night and player."""
        header = self.grid.header
        if (heading := word_of(header[self.grid.dates])).endswith(MONEY):
            self.currency = MONEY
            self.ask(Ask.UNIT, self.grid.line, heading, is_open=self.answers.unit is None)
        people, points = find_column(header, PEOPLE), find_column(header, POINTS)
        if people is None or points is None or self.grid.lines:
            self._read_wide()
        else:
            self._read_long(people, points)
        self._find_nights()

    def _read_wide(self) -> None:
        self._sort_columns()
        times: Counter[tuple[str, date, str]] = Counter()
        table = self._column_of_tables([one for one in EVENINGS if one not in GAMES])
        for line, cells, day in self._dated_rows():
            try:
                totals = self._totals(line, cells)
            except UnreadError as unread:
                self.trouble(unread.line, unread.what)
                continue
            for column in self.totals:
                at = self.grid.line_of(line, column)
                self._check_total(at, self._checksum(cell_of(cells, column)), totals)
            evening = cell_of(cells, table)
            if hand := cell_of(cells, self.hand):
                # A hand that is there twice on a day was played at two tables.
                times[evening, day, hand] += 1
                evening = f"{evening}\n{times[evening, day, hand]}"
            self.rows.append(Row(line=line, day=day, table=evening, totals=totals))

    def _read_long(self, people: int, points: int) -> None:
        table = self._column_of_tables(EVENINGS)
        for column, heading in enumerate(self.grid.header):
            if heading and column not in (self.grid.dates, people, points, table, self.hand):
                self.remarks.append(message("remark", case="no_player", name=_short(heading)))
        found: dict[tuple[str, date, str], Row] = {}
        checked: list[tuple[int, Fraction | None, Row]] = []
        for line, cells, day in self._dated_rows():
            name, cell = name_of(cell_of(cells, people)), cell_of(cells, points)
            evening = cell_of(cells, table)
            hand = cell_of(cells, self.hand)
            row = found.setdefault((evening, day, hand), Row(line=line, day=day, table=evening, totals={}))
            if word_of(name) in TOTALS:
                checked.append((line, self._checksum(cell), row))
            elif cell.casefold() in ABSENCES:
                continue
            elif not name:
                self.trouble(line, message("unread", case="nobody_twice", day=day))
            elif name in row.totals:
                self.trouble(line, message("unread", case="twice", name=_short(name), day=day))
            else:
                try:
                    row.totals[name] = self._amount(line, cell, name)
                except UnreadError as unread:
                    self.trouble(unread.line, unread.what)
        for line, amount, row in checked:
            self._check_total(line, amount, row.totals)
        self.rows = list(found.values())
        self.zeros = self.zeros or "played"

    def _column_of_tables(self, headings: Sequence[str]) -> int | None:
        column = find_column(self.grid.header, headings)
        return None if column == self.grid.dates else column

    def _sort_columns(self) -> None:
        # Say of each column what it is: of a player, of totals, or something else.
        seen: set[str] = set()
        words = set(map(word_of, self.grid.header))
        for column, heading in enumerate(self.grid.header):
            word, name = word_of(heading), name_of(heading)
            line = self.grid.line_of(self.grid.line, column)
            if column == self.grid.dates:
                continue
            if not name:
                if any(cell_of(cells, column) for _, cells in self.grid.rows):
                    self.remarks.append(message("remark", case="no_heading", column=column + 1))
                self.others.append(column)
            elif self.is_score_sheet and word.removesuffix(RUNNING) in words - {word}:
                self.others.append(column)
            elif word in TOTALS or word in NO_PLAYERS:
                (self.totals if word in TOTALS else self.others).append(column)
                self.remarks.append(message("remark", case="no_player", name=_short(name)))
            elif _short(name) in self.answers.not_players:
                self.others.append(column)
                self.ask(Ask.NOT_A_PLAYER, line, _short(name), is_open=False)
            elif key_of(name) in seen:
                self.trouble(line, message("unread", case="two_columns", name=_short(name)))
            else:
                self.players[column] = name
                seen.add(key_of(name))

    def _dated_rows(self) -> Iterator[tuple[int, list[str], date]]:
        # Yield the rows of nights and hands; rows of totals are kept to be compared.
        rows: list[tuple[int, list[str], str, date | None]] = []
        unclear: list[_UnclearDate] = []
        above = ""
        for line, cells in self.grid.rows:
            cell = cell_of(cells, self.grid.dates)
            written = self._written(cell)
            if (written is None or self.hand is not None) and self._is_total(cells, cell):
                self.total_rows.append(_TotalRow(line=line, above=len(rows), cells=cells))
                self.remarks.append(
                    message(
                        "remark", case="no_night", line=line, cell=_short(cell or next(filter(None, cells)))
                    )
                )
                continue
            if not cell and self.hand is not None:  # the date stands once beside the hands of a night
                written = self._written(cell := above)
            if written is not None:
                above = cell
                if written.is_clear:
                    rows.append((line, cells, cell, written.on(day_first=False)))
                else:
                    unclear.append(_UnclearDate(len(rows), line, cell, written))
                    rows.append((line, cells, cell, None))
            elif word_of(cell) in NO_PLAYERS:
                self.remarks.append(message("remark", case="no_night", line=line, cell=_short(cell)))
            else:
                self.trouble(line, message("unread", case="no_date", cell=_short(cell)))
        days = self._read_unclear(unclear)
        for place, (line, cells, cell, clear_day) in enumerate(rows):
            day = clear_day or days.get(place)
            if day is None:
                self.trouble(line, message("unread", case="no_date", cell=_short(cell)))
            else:
                yield line, cells, day

    def _read_unclear(self, dates: Sequence[_UnclearDate]) -> dict[int, date | None]:
        # Return by place the days of dates that the whole file, or an answer, makes clear.
        day_first, month_day = self._is_day_first(dates), self.answers.month_day or 1
        years = self._years([one for one in dates if one.written.year is None], day_first=day_first)
        days = {
            one.place: one.written.on(day_first=day_first, year=years.get(one.place), month_day=month_day)
            for one in dates
        }
        if month := next((one for one in dates if one.written.second is None), None):
            is_open = self.answers.month_day is None
            self.ask(Ask.MONTH, month.line, month.cell, is_open=is_open, days=[days[month.place]])
        return days

    def _written(self, cell: str) -> WrittenDate | None:
        if cell not in self.dates:
            self.dates[cell] = read_date(cell, self.today) if 0 < len(cell) <= LONGEST_DATE else None
        return self.dates[cell]

    def _is_total(self, cells: Sequence[str], cell: str) -> bool:
        labels = [cell_of(cells, column) for column in self.others] if not cell else [cell]
        if self.hand is not None:
            labels.append(cell_of(cells, self.hand))
        return any(is_total(label) for label in labels)

    def _is_day_first(self, dates: Sequence[_UnclearDate]) -> bool:
        # In 3/4/2009 the day stands first if any date of the file can only be read so, else as was answered.
        if (found := is_day_first(one.written for one in dates)) is not None:
            return found
        for one in (one for one in dates if not one.written.is_sure):
            year = self.answers.year or self.today.year
            days = [one.written.on(day_first=is_first, year=year) for is_first in (True, False)]
            if days[0] != days[1] and None not in days:
                self.ask(Ask.ORDER, one.line, one.cell, is_open=not self.answers.order, days=days)
                break
        return self.answers.order == "day"

    def _years(self, dates: Sequence[_UnclearDate], *, day_first: bool) -> dict[int, int]:
        # Return the years by place of dates that have none: they go on from the first of them.
        if not dates:
            return {}
        days = [one.written.on(day_first=day_first, year=LEAP_YEAR) or JANUARY_1 for one in dates]
        turns = turns_of_year(days)
        first = self.answers.year
        if first is None:  # most likely the last year in which nothing is ahead of today
            turn, latest = max(zip(turns, days, strict=True))
            is_ahead = (latest.month, latest.day) > (self.today.month, self.today.day)
            first = self.today.year - turn - is_ahead
        day = dates[0].written.on(day_first=day_first, year=first)
        is_open = self.answers.year is None
        self.ask(Ask.YEAR, dates[0].line, dates[0].cell, is_open=is_open, days=[day])
        return {one.place: first + turn for one, turn in zip(dates, turns, strict=True)}

    def _totals(self, line: int, cells: Sequence[str]) -> dict[str, Fraction]:
        totals: dict[str, Fraction] = {}
        amounts = self.amounts
        for name, cell in zip(self.players, cells, strict=False):
            if not cell or not name:
                continue
            try:
                totals[name] = amounts[cell]
            except KeyError:
                self._add_amount(totals, line, cell, name)
        width = len(self.players)
        if len(cells) > width and (extra := [cell for cell in cells[width:] if cell]):
            raise UnreadError(line, message("unread", case="more_cells", cell=_short(extra[0])))
        return totals

    def _add_amount(self, totals: dict[str, Fraction], line: int, cell: str, name: str) -> None:
        # Add a cell that was not read before, unless it says that somebody was away.
        if cell.casefold() in ABSENCES:
            return
        column = self.players.index(name)
        try:
            totals[name] = self._amount(self.grid.line_of(line, column), cell, name)
        except UnreadError:
            if self._is_player(column):
                raise

    def _is_player(self, column: int) -> bool:
        # Ask about a column in which no cell is an amount; it is passed over until somebody says otherwise.
        if column in self.looked_through:
            return True
        self.looked_through.add(column)
        cells = (cell for _, row in self.grid.rows if (cell := cell_of(row, column)))
        # Amounts are numbers, those that can be two, and formulas that were never worked out.
        amounts = (
            cell.startswith("=")
            or self._read_amount(cell)[0] is not None
            or (len(cell) <= LONGEST_AMOUNT and two_numbers(cell, self.grid.by) is not None)
            for cell in cells
        )
        if len(self.grid.rows) == 1 or any(amounts):
            return True
        name = _short(self.players[column])
        is_open = name not in self.answers.players
        self.ask(Ask.NOT_A_PLAYER, self.grid.line_of(self.grid.line, column), name, is_open=is_open)
        if is_open:
            self.players[column] = ""
            self.others.append(column)
        return not is_open

    def _amount(self, line: int, cell: str, name: str) -> Fraction:
        if (known := self.amounts.get(cell)) is not None:
            return known
        amount, currency = self._read_amount(cell)
        if amount is None:
            bare = without_currency(cell)[0] if len(cell) <= SHOWN else ""
            if ways := two_numbers(bare, self.grid.by):
                raise UnreadError(
                    line,
                    message(
                        "unread", case="two_numbers", cell=cell, name=_short(name), one=ways[0], other=ways[1]
                    ),
                )
            raise UnreadError(line, message("unread", case="no_points", cell=_short(cell), name=_short(name)))
        if currency and self.currency and currency != self.currency:
            raise UnreadError(line, message("unread", case="two_currencies", cell=cell))
        if currency and not self.currency:
            self.currency = currency
            self.ask(Ask.UNIT, line, cell, is_open=self.answers.unit is None)
        self.amounts[cell] = amount or ZERO
        return self.amounts[cell]

    def _read_amount(self, cell: str) -> tuple[Fraction | None, str]:
        # Return an amount and its currency; None for what is no amount.
        if len(cell) > LONGEST_AMOUNT:
            return None, ""
        if (points := read_points(cell, by=self.grid.by)) is not None:
            return points, ""
        bare, currency = without_currency(cell)
        return read_points(bare, by=self.grid.by), currency

    def _checksum(self, cell: str) -> Fraction | None:
        return self._read_amount(cell)[0] if cell else None

    def _check_total(self, line: int, written: Fraction | None, totals: Mapping[str, Fraction]) -> None:
        # Compare a cell with the sum of its row, and with the sum of what stands above zero (*foots*).
        if written is None or not totals:
            return
        added = reduce(plus, totals.values(), ZERO)
        foots = reduce(plus, (points for points in totals.values() if points > 0), ZERO)
        if written not in (added, foots):
            what = message(
                "remark", case="total_differs", line=line, written=written, added=added, foots=foots
            )
            self._ask_about_total(line, written, what)

    def _check_total_rows(self) -> None:
        # Compare them with the sums of all rows, of those above, and of those since the last row of totals.
        everything, above, done = sums_of(self.rows), dict[str, Fraction](), 0
        for total in self.total_rows:
            part = sums_of(self.rows[done : total.above])
            done = total.above
            above = add_sums(above, part)
            written = {
                column: amount
                for column, name in enumerate(self.players)
                if name and (amount := self._checksum(cell_of(total.cells, column))) is not None
            }
            differ = [
                [
                    column
                    for column, amount in written.items()
                    if sums.get(self.players[column], ZERO) != amount
                ]
                for sums in (everything, above, part)
            ]
            if all(differ):
                column = differ[0][0]
                name, line = self.players[column], self.grid.line_of(total.line, column)
                what = message(
                    "remark",
                    case="total_of_player_differs",
                    line=line,
                    name=name,
                    written=written[column],
                    added=everything.get(name, ZERO),
                )
                self._ask_about_total(line, written[column], what)

    def _ask_about_total(self, line: int, written: Fraction, what: Message) -> None:
        self.ask(Ask.TOTALS, line, str(written), is_open=not self.answers.accepts_totals, what=what)

    def _find_nights(self) -> None:
        nights = self._nights_of_rows()
        is_running = self._take_differences(nights)
        if not self.zeros:
            if len(nights) < len(self.rows):  # a hand that brings somebody nothing is played all the same
                self.zeros = "played"
            else:  # who was away keeps a running total
                self.zeros = "absent" if is_running else self._meaning_of_zeros()
        if self.zeros == "absent":
            for row in self.rows:
                row.totals = {name: points for name, points in row.totals.items() if points is not ZERO}
        if self.total_rows and not self.troubles:
            self._check_total_rows()
        if any(self.players):
            self._leave_out_an_odd_column()
        for rows in nights:
            self._add_night(rows)
        last_day = self.today + A_FEW_DAYS
        if ahead := next((rows[0] for rows in nights if rows[0].day > last_day), None):
            is_open, day = not self.answers.accepts_far_ahead, ahead.day
            self.ask(Ask.FAR_AHEAD, ahead.line, day.isoformat(), is_open=is_open, days=[day])

    def _nights_of_rows(self) -> list[list[Row]]:
        # Return the rows of each night: one, or the hands of the night.
        if len({(row.table, row.day) for row in self.rows}) == len(self.rows):
            return [[row] for row in self.rows]
        by_night: dict[tuple[str, date], list[Row]] = defaultdict(list)
        for row in self.rows:
            by_night[row.table, row.day].append(row)
        nights = list(by_night.values())
        if self.hand is None and not look_like_hands(nights):
            return [[row] for row in self.rows]
        of_many = next(rows for rows in nights if len(rows) > 1)
        self.ask(Ask.HANDS, of_many[1].line, is_open=self.answers.hands is None, days=[of_many[0].day])
        if self.answers.hands is Hands.NIGHTS:
            return [[row] for row in self.rows]
        self.keeps_hands = self.answers.hands is not Hands.ADDED
        return nights

    def _take_differences(self, nights: Sequence[Sequence[Row]]) -> bool:
        # Take the differences of running totals, unless they are said to be none.
        rows = self.rows[::-1] if self.rows and self.rows[0].day > self.rows[-1].day else self.rows
        runs: list[Sequence[Sequence[Row]]] = [[sorted(rows, key=attrgetter("day"))]]
        if len(nights) < len(rows):  # the totals of hands may begin anew each night
            runs.append(nights)
        run = min(runs, key=squares_of_steps) if len(runs) > 1 else runs[0]
        is_own = word_of(self.grid.header[self.grid.dates]).removesuffix(MONEY) == AFTER
        if not (is_own or look_like_running_totals(run)):
            return False
        shown = [row for sequence in run for row in sequence if row.totals][:SHOWN_ROWS]
        name = next(iter(shown[0].totals))
        cell = ", ".join(str(row.totals[name]) for row in shown if name in row.totals)
        self.ask(Ask.RUNNING, shown[-1].line, cell, is_open=self.answers.running is None)
        if self.answers.running is Running.NIGHTS:
            return False
        for sequence in run:
            take_differences(sequence)
        return True

    def _meaning_of_zeros(self) -> Zeros:
        # Is 0 how this file says that somebody was away? More than a quarter of all cells, and more than are
        # empty.
        total = len(self.rows) * sum(map(bool, self.players))
        none = sum(points is ZERO for row in self.rows for points in row.totals.values())
        empty = total - sum(len(row.totals) for row in self.rows)
        return "absent" if none > max(empty, total // 4) else "played"

    def _leave_out_an_odd_column(self) -> None:
        # Ask about a column without which every row would add up to zero.
        if (name := odd_name(self.rows, filter(None, self.players))) is None:
            return
        is_open = _short(name) not in self.answers.players
        self.ask(Ask.NOT_A_PLAYER, self.grid.line, _short(name), is_open=is_open)
        for row in self.rows if is_open else ():
            row.totals.pop(name, None)

    def _add_night(self, rows: Sequence[Row]) -> None:
        first = rows[0]
        totals = first.totals if len(rows) == 1 else sums_of(rows)
        if len(totals) == 1 or (not totals and self.zeros != "absent"):
            self.trouble(first.line, message("unread", case="too_few", day=first.day))
            return
        if not totals:
            self.remarks.append(message("remark", case="nobody_played", day=first.day))
        self.nights.append(
            NightRow(
                file=self.name,
                line=first.line,
                date=first.day,
                totals=totals,
                hands=tuple(row.totals for row in rows if row.totals) if self.keeps_hands else (),
                is_money=bool(self.currency) and self.answers.unit is not AmountUnit.POINTS,
            )
        )


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
