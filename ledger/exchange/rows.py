"""A table in a file as rows of cells: parted by commas, semicolons or tabs, and not too many. Pure."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from ledger.messages import Message, message

MOST_ROWS = 20_000
MOST_COLUMNS = 400

# A row of a file: its line, and what stands in it.
Cells = tuple[int, list[str]]


class TooMuchError(ValueError):
    """More than a notebook has, with the line where it is too much; 0 if it is the file as a whole."""

    def __init__(self, line: int, what: Message) -> None:
        super().__init__(line, what)
        self.line, self.what = line, what


def parted_by(text: str) -> str:
    """What parts the columns, by the first row."""
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def rows_of(text: str) -> list[Cells]:
    """The rows that say something. Raises TooMuchError, and csv.Error for what is no table at all."""
    text = text.removeprefix("\ufeff")
    rows: Iterator[list[str]] = csv.reader(text.splitlines(), delimiter=parted_by(text))
    found: list[Cells] = []
    for line, cells in enumerate(rows, 1):
        while cells and not cells[-1].strip():  # a table calculator fills its rows up
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            what = message("unread", case="columns", columns=len(cells), most=MOST_COLUMNS)
            raise TooMuchError(line, what)
        if cells and len(found) > MOST_ROWS:
            raise TooMuchError(0, message("unread", case="rows", most=MOST_ROWS))
        if cells:
            found.append((line, [cell.strip() for cell in cells]))
    return found
