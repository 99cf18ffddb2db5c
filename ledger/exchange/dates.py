"""Dates as people write them into tables, in English and German, with French months: a closed list. Pure."""

import re
from calendar import monthrange
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

MONTHS = (
    "january jan januar jänner janvier",
    "february feb februar feber février",
    "march mar märz mär mrz maerz mars",
    "april apr avril",
    "may mai",
    "june jun juni juin",
    "july jul juli juillet",
    "august aug août",
    "september sep sept septembre",
    "october oct oktober okt octobre",
    "november nov novembre",
    "december dec dezember dez décembre",
)
MONTH_OF = {name: number for number, names in enumerate(MONTHS, 1) for name in names.split()}
WEEKDAYS = (
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun "
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so"
)

MONTH = f"(?P<month>{'|'.join(sorted(MONTH_OF, key=len, reverse=True))})"
YEAR = r"(?P<year>\d{4}|’?\d{2})"
# The day of the week in front, and the time of the day behind, say nothing more.
BEFORE = re.compile(rf"(?:{'|'.join(sorted(WEEKDAYS.split(), key=len, reverse=True))})(?:\.,?|,)?\s+")
BEHIND = re.compile(
    r"(?:[\s,]+|t)(?:at |um |à )?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?"
    r"(?:\s?[ap]\.?m\.?|\s?uhr)?(?:\s?(?:z|utc|gmt|[+-]\d{2}:?\d{2}))?"
)
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})",
        rf"(?P<day>\d{{1,2}})\.\s?(?P<month>\d{{1,2}})\.\s?{YEAR}?",
        rf"(?P<first>\d{{1,2}})(?P<mark>[-/])(?P<second>\d{{1,2}})(?P=mark){YEAR}",
        r"(?P<first>\d{1,2})/(?P<second>\d{1,2})",
        # Months alone.
        rf"{MONTH}\.?,?[ -]*(?P<year>\d{{4}})",
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})",
        r"(?P<month>\d{1,2})[-/.](?P<year>\d{4})",
        # Days of a month that is named.
        rf"(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?[ -]*{MONTH}\.?(?:[ ,-]+{YEAR})?",
        rf"{MONTH}\.?[ -]*(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?(?:[ ,-]+{YEAR})?",
    )
)

# Years that are written with two digits belong to the hundred years that end with the next one.
A_CENTURY = 100

# Days.
HALF_A_YEAR = 183


class WrittenDate(NamedTuple):
    """A date as it was written: its year, None if it has none, and two numbers.

    `first` and `second` are the month and the day, as in America, or the other way round if the file is one
    in which the day stands first; with `is_sure` they are month and day whatever the file is. `second` is
    None for a month alone.
    """

    year: int | None
    first: int
    second: int | None
    is_sure: bool

    @property
    def is_clear(self) -> bool:
        """Whether it is a day that no answer changes."""
        return self.is_sure and self.year is not None and self.second is not None

    def on(self, *, day_first: bool, year: int | None = None, month_day: int = 1) -> date | None:
        """Return the date; None for a day that no calendar has.

        `year` is taken if none was written, and `month_day`, or the month's last day, for a month alone.
        """
        year = (year or 0) if self.year is None else self.year
        try:
            if self.second is None:
                return date(year, self.first, min(month_day, monthrange(year, self.first)[1]))
            swapped = day_first and not self.is_sure
            month, day = (self.second, self.first) if swapped else (self.first, self.second)
            return date(year, month, day)
        except ValueError:
            return None


def read_date(cell: str, today: date) -> WrittenDate | None:
    """Return a date, or a month alone, that is written in one of the patterns; None for anything else.

    `today` says in which century a year of two digits lies.
    """
    if iso := ISO.fullmatch(cell):  # most files have these; the other patterns take twenty times as long
        return WrittenDate(int(iso[1]), int(iso[2]), int(iso[3]), is_sure=True)
    if (found := _parts(cell) or _parts(_bare(cell))) is None:
        alone = MONTH_OF.get(_bare(cell).removesuffix("."))
        return WrittenDate(year=None, first=alone, second=None, is_sure=True) if alone else None
    year = found.get("year")
    written = _whole_year(year, today) if year else None
    if "first" in found:
        return WrittenDate(
            year=written, first=int(found["first"]), second=int(found["second"]), is_sure=False
        )
    month, day = found["month"], found.get("day")
    number = int(month) if month.isdecimal() else MONTH_OF[month]
    return WrittenDate(year=written, first=number, second=int(day) if day else None, is_sure=True)


def is_date(cell: str) -> bool:
    """Check for a date, or a month of a year; the name of a month alone may be somebody's: "April", "Jan"."""
    return bool(cell) and _parts(_bare(cell)) is not None


def _parts(text: str) -> dict[str, str] | None:
    for pattern in PATTERNS:
        if match := pattern.fullmatch(text):
            return match.groupdict()
    return None


def _bare(cell: str) -> str:
    # Small letters, one blank between words, without the day of the week and the time of the day.
    text = " ".join(cell.replace("'", "’").split()).casefold()
    if before := BEFORE.match(text):
        text = text[before.end() :]
    for behind in BEHIND.finditer(text):
        if behind.end() == len(text):
            return text[: behind.start()]
    return text


def _whole_year(year: str, today: date) -> int:
    number = int(year.lstrip("’"))
    if len(year.lstrip("’")) == 4:
        return number
    last = today.year + 1
    return last - (last - number) % A_CENTURY


def is_day_first(dates: Iterable[WrittenDate]) -> bool | None:
    """Return what stands first in the dates of a file, by those of one meaning; None if there is none."""
    open_dates = [one for one in dates if not one.is_sure]
    if any(one.first > 12 for one in open_dates):
        return True
    return False if any((one.second or 0) > 12 for one in open_dates) else None


def turns_of_year(days: Sequence[date]) -> list[int]:
    """Return by how many years each of the days of one year lies after the first.

    In a list from the oldest to the latest, or the other way round, a step over half a year back or ahead
    is a turn of the year. In any other list no year turns.
    """
    for step in (1, -1):
        turns, turn, is_in_order = [0] * len(days), 0, True
        for place, (day, later) in enumerate(pairwise(days), 1):
            ahead = (later - day).days * step
            turn += step if ahead < -HALF_A_YEAR else 0
            is_in_order = is_in_order and (ahead >= 0 or ahead < -HALF_A_YEAR)
            turns[place] = turn
        if is_in_order:
            return turns
    return [0] * len(days)
