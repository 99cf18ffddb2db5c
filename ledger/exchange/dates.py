"""Dates as people write them into tables, in English and German, with French months: a closed list. Pure."""

import re
from dataclasses import dataclass
from datetime import date

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
MONTHS_ALONE = tuple(
    re.compile(pattern)
    for pattern in (rf"{MONTH}\.?,?[ -]*\d{{4}}", r"\d{4}[-/.]\d{1,2}", r"\d{1,2}[-/.]\d{4}", rf"{MONTH}\.?")
)
PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})",
        rf"(?P<day>\d{{1,2}})\.\s?(?P<month>\d{{1,2}})\.\s?{YEAR}?",
        rf"(?P<first>\d{{1,2}})(?P<mark>[-/])(?P<second>\d{{1,2}})(?P=mark){YEAR}",
        r"(?P<first>\d{1,2})/(?P<second>\d{1,2})",
        rf"(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?[ -]*{MONTH}\.?(?:[ ,-]+{YEAR})?",
        rf"{MONTH}\.?[ -]*(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?(?:[ ,-]+{YEAR})?",
    )
)

# Years that are written with two digits belong to the hundred years that end with the next one.
A_CENTURY = 100


@dataclass(frozen=True, kw_only=True)
class WrittenDate:
    """A date as it was written: its year, None if it has none, and two numbers.

    `first` and `second` are the month and the day, as in America, or the other way round if the file is one
    in which the day stands first; with `is_sure` they are month and day whatever the file is.
    """

    year: int | None
    first: int
    second: int
    is_sure: bool

    def on(self, *, day_first: bool, year: int | None = None) -> date | None:
        """Return the date, in `year` if none was written; None for a day that no calendar has."""
        swapped = day_first and not self.is_sure
        month, day = (self.second, self.first) if swapped else (self.first, self.second)
        try:
            return date(self.year or year or 0, month, day)
        except ValueError:
            return None


def read_date(cell: str, today: date) -> WrittenDate | None:
    """Return a date that is written in one of the patterns; None for anything else.

    `today` says in which century a year of two digits lies.
    """
    text = _bare(cell)
    if any(pattern.fullmatch(text) for pattern in MONTHS_ALONE):
        return None
    for pattern in PATTERNS:
        if match := pattern.fullmatch(text):
            found = match.groupdict()
            year = found.get("year")
            written = _whole_year(year, today) if year else None
            if "first" in found:
                return WrittenDate(
                    year=written, first=int(found["first"]), second=int(found["second"]), is_sure=False
                )
            month = found["month"]
            number = int(month) if month.isdecimal() else MONTH_OF[month]
            return WrittenDate(year=written, first=number, second=int(found["day"]), is_sure=True)
    return None


def is_month(cell: str) -> bool:
    """Check for a month without a day, such as "March 2019", "2019-03" or "März"."""
    return any(pattern.fullmatch(_bare(cell)) for pattern in MONTHS_ALONE)


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
