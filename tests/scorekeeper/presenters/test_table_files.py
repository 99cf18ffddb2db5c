"""Tables of a page as files: whatever a view holds, exact, and harmless in a spreadsheet."""

import csv
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.http import FileResponse, Http404
from django.test import RequestFactory

from ledger.models import PARTS
from ledger.statistics import Interval
from scorekeeper.charts import (
    POINTS,
    CourseChart,
    DataTable,
    Evening,
    Met,
    NamedAverage,
    NamedShare,
    Person,
    Row,
    average_bars,
    by_night,
    calendar,
    course,
    heat,
    histogram,
    line,
    money_in,
    share_bars,
)
from scorekeeper.presenters.table_files import table_addresses, table_file

DAYS = [date(2026, 1, day) for day in (5, 12, 19)]


@dataclass(frozen=True, kw_only=True)
class Inner:
    chart: CourseChart | None


@dataclass(frozen=True, kw_only=True)
class View:
    """A view as a page might have one."""

    title: str
    role_table: DataTable
    chart: CourseChart | None
    against: Inner | None = None


def of(
    names: tuple[str, ...] = ("Ann", "=1+1"), parts: tuple[int | None, ...] = (PARTS, -PARTS // 3, None)
) -> View:
    across = by_night(DAYS)
    lines = [line(name, parts, across) for name in names]
    table = DataTable(
        heads=("Who", "What"),
        rows=(Row(head="x", cells=("y",), values=("@x", Fraction(1, 4))),),
        columns=("who", "what"),
    )
    chart = course(lines, across, POINTS)
    return View(title="t", role_table=table, chart=chart, against=Inner(chart=chart))


def read(view: object, name: str, **asked: str) -> list[list[str]]:
    request = RequestFactory().get("/", {"format": "csv", "of": name, **asked})
    answer: Any = table_file(request, view, "Thursday <table>", "Ann")
    assert isinstance(answer, FileResponse)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert (
        answer["Content-Disposition"]
        == f'attachment; filename="thursday-table-ann-{name.replace("_", "-")}.csv"'
    )
    text = b"".join(answer).decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(StringIO(text.removeprefix("\ufeff"))))


def test_every_table_of_a_view_has_an_address_that_keeps_what_was_asked_for() -> None:
    assert table_addresses(of(), "?game=mehrkopf") == {
        "role": "?game=mehrkopf&format=csv&of=role",
        "chart": "?game=mehrkopf&format=csv&of=chart",
        "against_chart": "?game=mehrkopf&format=csv&of=against_chart",
    }
    assert table_addresses(of(), "")["role"] == "?format=csv&of=role"
    assert table_addresses(None, "") == {}


def test_numbers_are_exact_and_texts_are_no_formulas() -> None:
    assert read(of(), "role") == [["who", "what"], ["'@x", "0.25"]]
    assert read(of(), "chart") == [
        ["date", "Ann", "'=1+1"],
        ["2026-01-05", "1", "1"],
        ["2026-01-12", "-1/3", "-1/3"],
        ["2026-01-19", "0", "0"],
    ]
    assert read(of(), "against_chart") == read(of(), "chart")


def test_a_file_has_what_the_page_leaves_out() -> None:
    days = [date.fromordinal(date(2026, 1, 1).toordinal() + day) for day in range(70)]
    across = by_night(days)
    chart = course([line("Ann", [100 * day for day in range(70)], across)], across, money_in("EUR"))
    assert chart is not None
    assert len(chart.table.rows) == 50
    rows = read(Inner(chart=chart), "chart")
    assert [len(rows), rows[0], rows[1], rows[-1]] == [
        71,
        ["date", "Ann"],
        ["2026-01-01", "0"],
        ["2026-03-11", "69"],
    ]


@dataclass(frozen=True, kw_only=True)
class Charts:
    one: Any


@pytest.mark.parametrize(
    ("chart", "rows"),
    [
        (
            share_bars([NamedShare(name="Ann", k=1, n=2), NamedShare(name="Ben", k=0, n=0)]),
            [
                ["name", "k", "n", "low", "high"],
                ["Ann", "1", "2", "0.094531", "0.905469"],
                ["Ben", "0", "0", "", ""],
            ],
        ),
        (
            average_bars(
                [
                    NamedAverage(
                        name="-Ann", mean=Fraction(1, 3), n=3, counted="3", interval=Interval(low=-1, high=2)
                    )
                ],
                reach=5,
            ),
            [["name", "average", "n", "low", "high"], ["'-Ann", "1/3", "3", "-1", "2"]],
        ),
        (
            heat(
                [Person(1, "Ann"), Person(2, "Ben")],
                {(1, 2): Met(value=Fraction(-7, 2), text="−3½")},
                corner="Points",
            ),
            [["name", "Ann", "Ben"], ["Ann", "", "-3.5"], ["Ben", "", ""]],
        ),
        (
            calendar([Evening(day=DAYS[1], hands=None), Evening(day=DAYS[0], hands=30)]),
            [["date", "hands"], ["2026-01-05", "30"], ["2026-01-12", ""]],
        ),
        (
            histogram({61: 4}, [(51, 60), (61, 70)], head="Points"),
            [["from", "to", "times"], ["51", "60", "0"], ["61", "70", "4"]],
        ),
    ],
)
def test_every_chart_can_be_taken_along(chart: Any, rows: list[list[str]]) -> None:
    assert read(Charts(one=chart), "one") == rows


def test_a_page_is_a_page_and_what_there_is_not_is_not_found() -> None:
    get = RequestFactory().get
    assert table_file(get("/", {"of": "role"}), of()) is None
    for asked in ({"format": "csv"}, {"format": "csv", "of": "tea"}, {"format": "xlsx", "of": "role"}):
        with pytest.raises(Http404):
            table_file(get("/", asked), of())
    with pytest.raises(Http404):
        table_file(get("/", {"format": "csv", "of": "role"}), None)
