"""Read dates as people write them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.exchange.dates import is_date, read_date

TODAY = date(2026, 11, 26)
GERMAN = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
]
ENGLISH = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
DAYS = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("2019-03-12", date(2019, 3, 12)),
        ("2019/3/12", date(2019, 3, 12)),
        ("2019-03-12T20:15:00Z", date(2019, 3, 12)),
        ("2019-03-12 20:15:00.123+01:00", date(2019, 3, 12)),
        ("12.03.2019", date(2019, 3, 12)),
        ("26.3.19", date(2019, 3, 26)),
        ("6. 4. 2026", date(2026, 4, 6)),
        ("06.04.2026, 20:12", date(2026, 4, 6)),
        ("06.04.2026 um 20:12 Uhr", date(2026, 4, 6)),
        ("Mo 06.04.2026", date(2026, 4, 6)),
        ("Mo., 06.04.2026", date(2026, 4, 6)),
        ("Montag, 6. April 2026", date(2026, 4, 6)),
        ("Tue, Mar 12, 2019", date(2019, 3, 12)),
        ("Tuesday March 12th 2019", date(2019, 3, 12)),
        ("Apr 26 2009", date(2009, 4, 26)),
        ("Apr. 26, '09", date(2009, 4, 26)),
        ("26 Apr 2009", date(2009, 4, 26)),
        ("26-Apr-09", date(2009, 4, 26)),
        ("12. März 2019", date(2019, 3, 12)),
        ("12. Dez. 98", date(1998, 12, 12)),
        ("1.1.27", date(2027, 1, 1)),
        ("1.1.28", date(1928, 1, 1)),
    ],
)
def test_date_of_one_meaning_is_that_day_in_every_file(cell: str, expected: date) -> None:
    written = read_date(cell, TODAY)
    assert written is not None
    assert written.is_sure
    assert {written.on(day_first=day_first) for day_first in (False, True)} == {expected}


@pytest.mark.parametrize("cell", ["4/6/09", "4/6/2009", "04-06-2009", "4/6/2009 19:03:11", "4/6/2009, 7:03"])
def test_numbers_in_either_order_are_read_as_the_file_does(cell: str) -> None:
    written = read_date(cell, TODAY)
    assert written is not None
    assert written.on(day_first=False) == date(2009, 4, 6)
    assert written.on(day_first=True) == date(2009, 6, 4)


@pytest.mark.parametrize(
    ("cell", "day_first", "expected"),
    [
        ("3/12", False, date(2019, 3, 12)),
        ("12/3", True, date(2019, 3, 12)),
        ("12.3.", False, date(2019, 3, 12)),
        ("Mar 12", False, date(2019, 3, 12)),
        ("12. März", False, date(2019, 3, 12)),
    ],
)
def test_date_without_a_year_takes_the_one_it_is_given(cell: str, expected: date, *, day_first: bool) -> None:
    written = read_date(cell, TODAY)
    assert written is not None
    assert written.year is None
    assert written.on(day_first=day_first) is None
    assert written.on(day_first=day_first, year=2019) == expected


@pytest.mark.parametrize("cell", ["March 2019", "Mar 2019", "2019-03", "3/2019", "03.2019", "März", "Mrz."])
def test_month_alone_takes_the_day_it_is_given(cell: str) -> None:
    written = read_date(cell, TODAY)
    assert written is not None
    assert written.year in {2019, None}
    assert written.on(day_first=True, year=2019) == date(2019, 3, 1)
    assert written.on(day_first=False, year=2019, month_day=31) == date(2019, 3, 31)


def test_last_day_stands_for_a_shorter_month() -> None:
    written = read_date("Feb 2019", TODAY)
    assert written is not None
    assert written.on(day_first=False, month_day=31) == date(2019, 2, 28)


def test_name_of_a_month_alone_may_be_a_person() -> None:
    assert [is_date(cell) for cell in ("April", "Jan", "Apr 2009", "3. April", "4/6/09")] == [
        False, False, True, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "cell",
    ["", "Ann", "12", "12.5", "soon", "2019", "12.03.2019 or so", "20:15", "1/2/3/4", "May be 3"],
)
def test_anything_else_is_no_date(cell: str) -> None:
    assert read_date(cell, TODAY) is None
    assert not is_date(cell)


@pytest.mark.parametrize("cell", ["30.2.2019", "2019-13-01", "31 Apr 2009", "0/0/2009", "2019-13", "0000-01"])
def test_day_that_no_calendar_has_is_none(cell: str) -> None:
    written = read_date(cell, TODAY)
    assert written is not None
    assert written.on(day_first=False) is None


@given(day=st.dates(date(1928, 1, 1), date(2027, 12, 31)), style=st.integers(0, 9))
def test_date_written_in_any_style_reads_back_as_the_same_day(day: date, style: int) -> None:
    cell = (
        day.isoformat(),
        f"{day.day}.{day.month}.{day.year}",
        f"{day:%d.%m.%y}, 20:12",
        f"{DAYS[day.weekday()]} {day:%d.%m.%Y}",
        f"{day.day}. {GERMAN[day.month - 1]} {day.year}",
        f"{ENGLISH[day.month - 1]} {day.day}, {day.year}",
        f"{day.day} {ENGLISH[day.month - 1][:3]} {day.year}",
        f"{day.month}/{day.day}/{day.year}",
        f"{day.month}/{day.day}/{day:%y}",
        f"{day:%Y/%m/%d} 7:00",
    )[style]
    written = read_date(cell, TODAY)
    assert written is not None
    assert written.on(day_first=False) == day
