"""An old notebook's file read and understood, before anything is written. Pure.

Two forms are known. Wide: a row a night, a column a player. Long: a row a night and player, with columns for
the date, the player, the points and perhaps the evening (two tables on one date). The columns may be parted
by commas, semicolons or tabs. What cannot be read is said, line by line.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from difflib import SequenceMatcher
from fractions import Fraction
from typing import Literal

Zeros = Literal["", "absent", "played"]
Cells = tuple[int, list[str]]
"""A row of a file: its line, and what stands in it."""

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
YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")
YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")
ALIKE = (4, 5)
"""Two names are similar when so much of them is the same."""


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """What could not be understood, and where."""

    file: str
    line: int
    words: str


@dataclass(frozen=True, kw_only=True)
class NightRow:
    """One night as it was understood: points by name, of those who played."""

    file: str
    line: int
    date: date
    totals: Mapping[str, Fraction]

    @property
    def difference(self) -> Fraction:
        """What the totals add up to; 0 in a night that was written down right."""
        return sum(self.totals.values(), Fraction(0))


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What was understood of some files, oldest night first.

    `zeros` says by file what a 0 was taken for; `remarks` what was passed over or could be read in two ways.
    """

    nights: tuple[NightRow, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    remarks: tuple[str, ...] = ()
    zeros: Mapping[str, Zeros] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who played, in the order they first did."""
        return tuple(dict.fromkeys(name for night in self.nights for name in night.totals))

    @property
    def unbalanced(self) -> tuple[NightRow, ...]:
        """Nights that do not add up to zero."""
        return tuple(night for night in self.nights if night.difference)


def read_notebooks(files: Iterable[tuple[str, str]], *, zeros: Zeros = "") -> Preview:
    """Several files, each with its name and its text, as one notebook."""
    whole = Preview()
    for name, text in files:
        one = read_notebook(name, text, zeros=zeros)
        whole = Preview(
            nights=(*whole.nights, *one.nights),
            troubles=(*whole.troubles, *one.troubles),
            remarks=(*whole.remarks, *one.remarks),
            zeros={**whole.zeros, **one.zeros},
        )
    return replace(whole, nights=tuple(sorted(whole.nights, key=lambda night: night.date)))


def read_notebook(name: str, text: str, *, zeros: Zeros = "") -> Preview:
    """One file. `zeros` says what a 0 means, if the file is not to be asked."""
    rows = _rows(text)
    if not rows:
        return Preview(troubles=(Trouble(file=name, line=1, words="There is nothing in this file."),))
    reader = _Reader(name, rows)
    keys = [_key(cell) for cell in rows[0][1]]
    found = (_column(keys, DATES), _column(keys, PEOPLE), _column(keys, POINTS))
    if None not in found:
        reader.read_long(keys)
    elif found[0] is None:
        reader.trouble(rows[0][0], "The first row has to name the columns, one of them “Date”.")
    else:
        reader.read_wide(keys, found[0], zeros)
    return reader.preview()


def similar(names: Iterable[str], known: Iterable[str]) -> dict[str, str]:
    """For each name that is not known, a known one that could be meant."""
    there = {_key(name): name for name in known}
    found = {}
    for name in names:
        if _key(name) not in there and (close := _closest(_key(name), there)) is not None:
            found[name] = there[close]
    return found


def _closest(key: str, there: Iterable[str]) -> str | None:
    for other in there:
        if re.sub(r"\d", "", key) == re.sub(r"\d", "", other):  # P01 and P02 are two people
            continue
        same = sum(block.size for block in SequenceMatcher(None, key, other).get_matching_blocks())
        if 2 * same * ALIKE[1] >= (len(key) + len(other)) * ALIKE[0]:
            return other
    return None


class _Reader:
    """One file while it is being read."""

    def __init__(self, name: str, rows: list[Cells]) -> None:
        self.name, self.header, self.rows = name, rows[0][1], rows[1:]
        self.nights: list[NightRow] = []
        self.troubles: list[Trouble] = []
        self.remarks: list[str] = []
        self.zeros: Zeros = ""
        self.day_first = False

    def preview(self) -> Preview:
        return Preview(
            nights=tuple(sorted(self.nights, key=lambda night: night.date)),
            troubles=tuple(self.troubles),
            remarks=tuple(f"{self.name}: {remark}" for remark in self.remarks),
            zeros={self.name: self.zeros},
        )

    def trouble(self, line: int, words: str) -> None:
        self.troubles.append(Trouble(file=self.name, line=line, words=words))

    def read_wide(self, keys: list[str], date_column: int, zeros: Zeros) -> None:
        """A row a night, a column a player."""
        columns = self._players(keys, date_column)
        self.day_first = self._is_day_first(date_column)
        rows = [row for row in self.rows if self._is_night(row, date_column)]
        self.zeros = zeros or _zeros(rows, columns)
        for line, cells in rows:
            day = self._date(line, _cell(cells, date_column))
            totals = self._totals(line, cells, columns)
            if day is not None and totals is not None:
                self._night(line, day, totals)

    def read_long(self, keys: list[str]) -> None:
        """A row a night and player."""
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
                self.trouble(
                    line, f"{name or 'Nobody'} is there twice on {day}. Two tables need a column “Evening”."
                )
                continue
            totals[name] = points
        for (_, day), (line, totals) in found.items():
            self._night(line, day, totals)

    def _night(self, line: int, day: date, totals: Mapping[str, Fraction]) -> None:
        if len(totals) == 1 or (not totals and self.zeros != "absent"):
            self.trouble(line, f"On {day} fewer than two people played.")
            return
        if not totals:
            self.remarks.append(
                f"on {day} nobody won or lost: a night of which nobody is known to have played"
            )
        self.nights.append(NightRow(file=self.name, line=line, date=day, totals=totals))

    def _players(self, keys: list[str], date_column: int) -> dict[int, str]:
        columns: dict[int, str] = {}
        for column, (key, name) in enumerate(zip(keys, self.header, strict=True)):
            if column == date_column or not key:
                continue
            if key in NO_PLAYERS | EVENINGS:
                self.remarks.append(f"the column “{name}” was not taken for a player")
            elif key in {_key(other) for other in columns.values()}:
                self.trouble(1, f"Two columns are called “{name}”.")
            else:
                columns[column] = " ".join(name.split())
        return columns

    def _is_night(self, row: Cells, date_column: int) -> bool:
        cell = _key(_cell(row[1], date_column))
        if cell in NO_PLAYERS:
            self.remarks.append(f"line {row[0]} (“{cell}”) was not taken for a night")
        return cell not in NO_PLAYERS

    def _is_day_first(self, column: int) -> bool:
        """3/4/2009: what stands first is the month, unless the file itself says otherwise."""
        found = [match for _, cells in self.rows if (match := YEAR_LAST.fullmatch(_cell(cells, column)))]
        day_first = any(match[2] == "." or int(match[1]) > 12 for match in found)
        if found and not day_first and all(int(match[3]) <= 12 for match in found):
            self.remarks.append("in dates like 3/4/2009 the month was taken to stand first")
        return day_first

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
        self.trouble(line, f"“{cell}” is not a date.")
        return None

    def _totals(self, line: int, cells: list[str], columns: Mapping[int, str]) -> dict[str, Fraction] | None:
        totals: dict[str, Fraction] = {}
        for column, name in columns.items():
            cell = _cell(cells, column)
            points = self._number(line, name, cell) if cell else None
            if cell and points is None:
                return None
            if points is not None and (points or self.zeros == "played"):
                totals[name] = points
        if extra := [cell for cell in cells[len(self.header) :] if cell]:
            self.trouble(line, f"There is more in this row than there are columns: “{extra[0]}”.")
            return None
        return totals

    def _number(self, line: int, name: str, cell: str) -> Fraction | None:
        plain = cell.replace("\u2212", "-").replace("\u2013", "-").replace(" ", "")
        if plain.count(",") == 1 and "." not in plain:
            plain = plain.replace(",", ".")
        if NUMBER.fullmatch(plain):
            return Fraction(plain)
        self.trouble(line, f"“{cell}” is not a number of points for {name}.")
        return None


def _rows(text: str) -> list[Cells]:
    text = text.removeprefix("\ufeff")
    first = text.split("\n", 1)[0]
    by = max(",;\t", key=first.count)
    rows: Iterator[list[str]] = csv.reader(text.splitlines(), delimiter=by)
    stripped = ((line, [cell.strip() for cell in cells]) for line, cells in enumerate(rows, 1))
    return [(line, cells) for line, cells in stripped if any(cells)]


def _zeros(rows: Sequence[Cells], columns: Mapping[int, str]) -> Zeros:
    """Whether 0 is how this file says that somebody was away: more than a quarter of all cells, and more
    than are empty."""
    counted = Counter(_cell(cells, column) for _, cells in rows for column in columns)
    return "absent" if counted["0"] > max(counted[""], counted.total() // 4) else "played"


def _cell(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _column(keys: Sequence[str], meaning: set[str]) -> int | None:
    return next((column for column, key in enumerate(keys) if key in meaning), None)
