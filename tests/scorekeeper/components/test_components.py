"""Components: drawn by their templates, escaped, and each with a file of its exact values."""

import csv
import re
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.http import FileResponse, Http404
from django.template import Context, Engine
from django.test import RequestFactory

from ledger.standings.played import NightSum
from ledger.statistics import Interval
from scorekeeper.components import (
    Bar,
    Bars,
    Calendar,
    Column,
    Component,
    Matrix,
    Met,
    Table,
    file_of,
    reach_of,
)
from scorekeeper.text.figures import signed


def night(day: date, number: int, hands: int | None) -> NightSum:
    return NightSum(number, day, hands, 0, False, number, None, None, None)


DAYS = [date(2026, 1, day) for day in (5, 12, 19)]


def read(component: Component) -> list[list[str]]:
    request = RequestFactory().get("/", {"format": "csv", "of": component.key})
    answer: Any = file_of(request, [None, component], "Thursday <table>", "Ann")
    assert isinstance(answer, FileResponse)
    name = f"thursday-table-ann-{component.key.replace('_', '-')}.csv"
    assert (answer["Content-Type"], answer["Content-Disposition"]) == (
        "text/csv; charset=utf-8",
        f'attachment; filename="{name}"',
    )
    text = b"".join(answer).decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(StringIO(text.removeprefix("\ufeff"))))


def html(component: Component | None, query: str = "") -> str:
    page = Engine.get_default().from_string("{% load components %}{% component one %}")
    return page.render(Context({"one": component, "query": query}))


def people(entries: Iterable[tuple[str, Fraction]], **more: Any) -> Table[tuple[str, Fraction]]:
    columns: list[Column[tuple[str, Fraction]]] = [
        Column(
            name="player", value=lambda one: one[0], head="Player", url=lambda one: f"/{len(one[0])}/?a&b"
        ),
        Column(name="points", value=lambda one: one[1], head="Points", write=signed),
        Column(name="secret", value=lambda one: 7),
        Column(value=lambda one: "shown", head="Only here", below=lambda one: "<small>"),
    ]
    return Table(key="table", title="A & B", fields=columns, entries=[*entries], **more)


def missing(html: str, *parts: str) -> list[str]:
    return [part for part in parts if part not in html]


def test_table_is_escaped_and_a_component_that_is_none_draws_nothing() -> None:
    drawn = html(people([("<b>", Fraction(3)), ("Ben", Fraction(-3))]), "?table=5")
    parts = (
        '<th scope="row"><a href="/3/?a&amp;b"><bdi>&lt;b&gt;</bdi></a></th>',
        '<td class="plus">+3</td>',
        "<td>shown <small>&lt;small&gt;</small></td>",
        "A &amp; B",
    )
    assert missing(drawn, *parts, "secret") == ["secret"]
    assert html(None) == ""


def test_table_of_many_folds_all_but_the_first_and_its_file_has_every_entry() -> None:
    entries = [(f"P{number}", Fraction(number)) for number in range(5)]
    table = people(entries, first=2, every=lambda: [*entries, ("=1+1", Fraction(1, 3))])
    opened, _, folded = html(table).partition('<details class="fold">')
    assert (opened.count("/2/?a"), folded.count("/2/?a"), "3 more" in folded) == (2, 3, True)
    head, *lines = read(table)
    assert (head, lines[-1], len(lines)) == (["player", "points", "secret"], ["'=1+1", "1/3", "7"], 6)


def test_head_that_orders_the_table_is_a_link_and_says_that_it_does() -> None:
    column: Column[int] = Column(value=lambda one: one, head="Points", order_url="?by=points", is_order=True)
    drawn = " ".join(html(Table(key="t", title="T", fields=[column], entries=[1])).split())
    assert 'aria-sort="descending"> <a href="?by=points">Points</a>' in drawn


@pytest.mark.parametrize(
    ("component", "rows"),
    [
        (
            Bars(key="one", title="", bars=[Bar(name="Ann", k=1, n=2), Bar(name="Ben", k=0, n=0)]),
            [
                ["name", "k", "n", "low", "high"],
                ["Ann", "1", "2", "0.094531", "0.905469"],
                ["Ben", "0", "0", "", ""],
            ],
        ),
        (
            Bars(
                key="one",
                title="",
                bars=[Bar(name="-Ann", mean=Fraction(1, 3), n=3, interval=Interval(low=-1, high=2))],
                reach=5,
            ),
            [["name", "average", "n", "low", "high"], ["'-Ann", "1/3", "3", "-1", "2"]],
        ),
        (
            Matrix(
                key="one",
                title="",
                players=[1, 2],
                names={1: "Ann", 2: "Ben"},
                met={(1, 2): Met(value=Fraction(-7, 2), text="−3½")},
                corner="Points",
                url=str,
            ),
            [["name", "Ann", "Ben"], ["Ann", "", "-3.5"], ["Ben", "", ""]],
        ),
        (
            Calendar(key="one", title="", nights=[night(DAYS[0], 1, 30), night(DAYS[1], 2, None)], url=str),
            [["date", "hands"], ["2026-01-05", "30"], ["2026-01-12", ""]],
        ),
    ],
)
def test_every_component_can_be_taken_along(component: Component, rows: list[list[str]]) -> None:
    assert read(component) == rows


def test_all_components_of_a_page_are_one_file_of_files() -> None:
    asked, table = RequestFactory().get("/", {"format": "zip"}), people([("Ann", Fraction(3))])
    answer: Any = file_of(asked, [None, table], "Ann")
    assert answer["Content-Disposition"] == 'attachment; filename="ann.zip"'
    with ZipFile(BytesIO(b"".join(answer))) as packed:
        assert packed.namelist() == ["table.csv"]
        assert packed.read("table.csv").decode("utf-8-sig").splitlines()[1].startswith("Ann,3")


def test_page_is_a_page_and_a_missing_table_is_404() -> None:
    get, table = RequestFactory().get, people([])
    assert file_of(get("/", {"of": "table"}), [table]) is None
    for asked in ({"format": "csv"}, {"format": "csv", "of": "tea"}, {"format": "xlsx", "of": "table"}):
        with pytest.raises(Http404):
            file_of(get("/", asked), [table, None])


def test_bar_of_few_says_k_of_n_without_a_percentage() -> None:
    bars = [Bar(name="Ann", k=3, n=19), Bar(name="Ben", k=10, n=20, url="/ben/"), Bar(name="Cleo", n=0)]
    shown = Bars(key="bars", title="Won", bars=bars, usual=("everybody here", Fraction(1, 2)))
    assert [(one["number"], one["counted"], one["said"]) for one in shown.drawn()["bars"]] == [
        ("", "3 of 19", "3 of 19"),
        ("50%", "10 of 20", "50%, 10 of 20; in the long run between 30% and 70%."),
        ("", "0 of 0", "0 of 0"),
    ]
    drawn = html(shown)
    assert missing(drawn, '<a class="name" href="/ben/"><bdi>Ben</bdi></a>', "everybody here: 50%") == []
    assert drawn.count("<circle") == 2


def test_averages_lie_on_an_axis_that_reaches_round_points_to_both_sides() -> None:
    bars = [Bar(name="Ann", mean=Fraction(-4), n=9, counted="9 nights", interval=Interval(low=-11, high=3))]
    assert reach_of(bars) == 15
    shown = Bars(key="bars", title="", bars=bars, reach=15).drawn()
    assert [one["label"] for one in shown["ticks"]] == ["−10", "0", "+10"]
    assert [(one["said"], one["at"]) for one in shown["bars"]] == [
        ("−4.0, 9 nights; in the long run between −11.0 and +3.0.", "36.67%")
    ]


def test_cell_of_a_matrix_has_the_colour_of_its_distance_and_grey_where_too_few_were_counted() -> None:
    met = {
        (1, 2): Met(value=Fraction(4), text="+4", url="/hands/", said="<in 30 hands>"),
        (2, 1): Met(value=Fraction(-1), text="−1"),
        (1, 3): Met(value=Fraction(9), text="+9", is_enough=False),
        (3, 1): Met(value=Fraction(0), text="0"),
    }
    names = {1: "<Ann>", 2: "Ben", 3: "Cleo"}
    drawn = html(Matrix(key="m", title="", players=[1, 2, 3], names=names, met=met, corner="…", url=str))
    assert 'class="heat-p4" title="&lt;in 30 hands&gt;"><a href="/hands/">+4</a>' in drawn
    assert Counter(re.findall(r'"heat-(\w+)"', drawn)) == {
        "p4": 1, "m1": 1, "few": 1, "0": 1, "self": 3, "none": 2,
    }  # fmt: skip
    assert "<Ann>" not in drawn


def test_calendar_has_the_latest_year_open_and_the_months_between_the_first_night_and_the_last() -> None:
    days = [date(2024, 10, 3) + timedelta(days=7 * week) for week in range(70)]
    nights = [night(day, at, at % 40 if day.year > 2024 else None) for at, day in enumerate(days, start=1)]
    calendar = Calendar(key="nights", title="Nights", nights=nights, url=lambda one: f"/{one.number}/")
    chart = calendar.drawn()
    told = [(year["name"], year["nights"], year["is_folded"]) for year in chart["years"]]
    assert told == [("2026", 5, False), ("2025", 52, True), ("2024", 13, True)]
    assert [year["body"].count("<tr") for year in chart["years"]] == [1, 12, 3]
    assert (chart["has_totals"], chart["has_more"]) == (True, False)
    parts = ('href="/70/" title="29 January: 30 hands"', "3 October: only the totals are known")
    assert missing(html(calendar), *parts) == []


def test_calendar_of_many_years_has_the_latest_and_its_file_all() -> None:
    nights = [night(date(2000, 1, 1) + timedelta(days=7 * week), week, 20) for week in range(400)]
    calendar = Calendar(key="nights", title="", nights=nights, url=lambda one: "")
    assert [year["name"] for year in calendar.drawn()["years"]] == ["2007", "2006", "2005"]
    assert ("Earlier years are in the file." in html(calendar), len(read(calendar))) == (True, 401)
