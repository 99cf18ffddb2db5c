"""A paper sheet of one night, typed in by its running totals with the *foots* column as checksum. Pure."""

import csv
import re
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from io import StringIO

from ledger.exchange.grid import TOTALS, read_points, word_of
from ledger.exchange.preview import Trouble
from ledger.words.messages import Message, message

# The name of a night that was typed in, where a notebook has the name of a file.
SHEET = "<sheet>"

BETWEEN = re.compile(r"\s*[\t;,|]\s*|\s{2,}")
MOST_TYPED_ROWS = 1_000

# More than come and go at one table in a night.
MOST_PEOPLE = 40


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A sheet as it was typed: who played, the running totals after each hand, and what is wrong with it.

    `uneven` are rows that do not balance: then only the last row can be kept.
    """

    names: tuple[str, ...] = ()
    rows: tuple[tuple[Fraction, ...], ...] = ()
    troubles: tuple[Trouble, ...] = ()
    uneven: tuple[Trouble, ...] = ()

    def as_notebook(self, day: date) -> str:
        """Return the night as CSV: a row a hand with what changed, or if `uneven` the last totals alone."""
        befores = ((Fraction(0),) * len(self.names), *self.rows)
        hands = [
            ("Hand", *self.names),
            *(
                (number, *(total - before for total, before in zip(totals, before, strict=True)))
                for number, (before, totals) in enumerate(zip(befores, self.rows, strict=False), 1)
            ),
        ]
        totals = [self.names, self.rows[-1]]
        text = StringIO()
        for place, row in enumerate(totals if self.uneven else hands):
            csv.writer(text).writerow(("Date" if place == 0 else day.isoformat(), *map(str, row)))
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
    has_foots = word_of(names[-1]) in TOTALS
    people = names[:-1] if has_foots else names
    if len(people) > MOST_PEOPLE:
        return _wrong(lines[0][0], message("unfooted", case="people", most=MOST_PEOPLE))
    if len(people) < 2 or len({name.casefold() for name in people}) < len(people) or not all(people):
        return _wrong(lines[0][0], message("unfooted", case="names"))
    return _read_rows(lines[1:], people, has_foots=has_foots)


def _read_rows(lines: list[tuple[int, str]], people: tuple[str, ...], *, has_foots: bool) -> Paper:
    troubles: list[Trouble] = []
    uneven: list[Trouble] = []
    rows: list[tuple[Fraction, ...]] = []
    for number, line in lines:
        parts = [part for part in re.split(r"[\s;|,]+", line) if part]
        cells = tuple(points for part in parts if (points := read_points(part, by=",")) is not None)
        if len(cells) < len(parts) or len(cells) != len(people) + has_foots:
            what = message(
                "unfooted",
                case="no_foots" if has_foots else "no_totals",
                people=len(people),
                line=line[:60],
            )
            troubles.append(_trouble(number, what))
            continue
        totals = cells[: len(people)]
        rows.append(totals)
        if left := sum(totals, Fraction(0)):
            uneven.append(_trouble(number, message("unfooted", case="left", left=left)))
        above = sum((one for one in totals if one > 0), Fraction(0))
        if has_foots and cells[-1] != above:
            uneven.append(_trouble(number, message("unfooted", case="foots", above=above, said=cells[-1])))
    return Paper(names=people, rows=tuple(rows), troubles=tuple(troubles), uneven=tuple(uneven))


def _trouble(line: int, what: Message) -> Trouble:
    return Trouble(file=SHEET, line=line, what=what)


def _wrong(line: int, what: Message) -> Paper:
    return Paper(troubles=(_trouble(line, what),))
