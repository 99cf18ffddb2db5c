"""A paper sheet of one night, typed in by its running totals, with the *foots* column as checksum. Pure."""

import csv
import re
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from io import StringIO

from ledger.exchange.notebook import Trouble
from ledger.words.messages import Message, message

# The name of a night that was typed in, where a notebook has the name of a file.
SHEET = "<sheet>"

FOOTS = {"foots", "check", "sum", "+"}
CELL = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,6}|/[1-9]\d{0,3})?")
BETWEEN = re.compile(r"\s*[\t;,|]\s*|\s{2,}")
MOST_ROWS = 1_000

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
        """Return the night as a notebook of one row has it."""
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
    if len(lines) > MOST_ROWS:
        return _wrong(lines[-1][0], message("unfooted", case="rows", most=MOST_ROWS))
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
