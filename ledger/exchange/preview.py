"""Previews of old notebooks: nights, troubles, remarks, and questions with their answers. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, reduce
from types import MappingProxyType
from typing import Literal

from ledger.scoring.receipt import plus
from ledger.words.messages import Message, message

Zeros = Literal["", "absent", "played"]

# In all files together: a club has fewer people in a lifetime.
MOST_NAMES = 300
MOST_TROUBLES = 1_000

# Letters of a cell that a message quotes.
SHOWN = 40

# The first part of dates like 3/4/2009; "" where nobody has said.
Order = Literal["", "day", "month"]


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


class AmountUnit(StrEnum):
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
class FileQuestion:
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
    unit: AmountUnit | None = None
    running: Running | None = None
    hands: Hands | None = None
    players: frozenset[str] = frozenset()
    not_players: frozenset[str] = frozenset()
    accepts_far_ahead: bool = False
    accepts_totals: bool = False


NO_ANSWERS = Answers()


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """A line that could not be read, and the reason; line 0 is the file as a whole.

    `row` is what stands in it, where it cannot be put right in place; of JSON its day and title.
    """

    file: str = ""
    line: int
    what: Message
    row: str = ""


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
    questions: tuple[FileQuestion, ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return everybody who played, in the order they first did."""
        return tuple(dict.fromkeys(name for night in self.nights for name in night.totals))

    @cached_property
    def open_questions(self) -> tuple[FileQuestion, ...]:
        return tuple(question for question in self.questions if question.is_open)

    @cached_property
    def unbalanced(self) -> tuple[NightRow, ...]:
        return tuple(night for night in self.nights if night.difference)


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
        hands = tuple(
            {called.get(name, name): points for name, points in hand.items()} for hand in night.hands
        )
        nights.append(replace(night, totals=totals, hands=hands))
    return replace(preview, nights=tuple(nights), troubles=tuple(troubles))
