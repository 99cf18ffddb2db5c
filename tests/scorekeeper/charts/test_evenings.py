"""The calendar: years, months and weeks, every evening in its place and in words."""

from datetime import date, timedelta

from django.template.loader import render_to_string

from scorekeeper.charts import Evening, calendar
from scorekeeper.charts.evenings import BUSY


def evening(day: str, hands: int | None = 20) -> Evening:
    return Evening(day=date.fromisoformat(day), hands=hands, url=f"/{day}")


def test_no_evening_makes_no_year() -> None:
    assert calendar([]).years == ()


def test_an_evening_stands_in_its_week_of_its_month() -> None:
    (year,) = calendar([evening("2026-03-07"), evening("2026-03-31"), evening("2026-05-08")]).years
    assert [month.short for month in year.months] == ["Mar", "Apr", "May"]
    assert [[spot.day for spot in week] for week in year.months[0].weeks] == [[7], [], [], [], [31]]
    assert [month.nights for month in year.months] == [2, 0, 1]
    assert year.months[2].weeks[1][0].url == "/2026-05-08"


def test_evenings_of_one_day_stand_together() -> None:
    (year,) = calendar([evening("2026-03-12", 31), evening("2026-03-12", 1)]).years
    assert [spot.said for spot in year.months[0].weeks[1]] == ["12 March: 31 hands", "12 March: 1 hand"]


def test_the_latest_year_comes_first_and_years_between_are_whole() -> None:
    found = calendar([evening("2024-11-02"), evening("2026-02-03"), evening("2025-06-01")])
    assert [(year.year, len(year.months)) for year in found.years] == [(2026, 2), (2025, 12), (2024, 2)]


def test_steps_go_from_few_hands_to_the_most_of_all_years() -> None:
    found = calendar([evening("2025-01-02", 40), *(evening(f"2026-01-0{n}", n * 5) for n in range(1, 5))])
    (january,) = found.years[0].months
    assert [spot.step for spot in january.weeks[0]] == [1, 1, 2, 2]
    assert found.years[1].months[0].weeks[0][0].step == 4
    assert found.most == 40


def test_a_night_of_totals_says_so_and_has_no_step() -> None:
    found = calendar([evening("2026-01-02", None), evening("2026-01-09", 0)])
    (year,) = found.years
    totals, none = (year.months[0].weeks[week][0] for week in (0, 1))
    assert (totals.said, totals.step) == ("2 January: only the totals are known", 0)
    assert (none.said, none.step) == ("9 January: 0 hands", 0)
    assert found.has_unknown
    assert year.summary == "2 nights"


def test_a_year_is_summed_up() -> None:
    (year,) = calendar([evening("2026-01-02", 12), evening("2026-07-09", 31)]).years
    assert year.summary == "2 nights, 43 hands; the longest on 9 July with 31 hands"


def test_a_year_of_which_a_part_is_drawn_says_how_many_nights_it_had() -> None:
    evenings = [evening("2025-03-02", 9), evening("2026-01-02", 12), evening("2026-07-09", 31)]
    found = calendar(evenings, {2026: 233, 2025: 1})
    assert [(year.nights, year.drawn) for year in found.years] == [(233, 2), (1, 1)]
    assert [year.summary for year in found.years] == [
        "drawn are the latest 2 of 233 nights, 43 hands; the longest on 9 July with 31 hands",
        "1 night, 9 hands; the longest on 2 March with 9 hands",
    ]
    said = {"chart": found, "id": "evenings", "title": "Nights"}
    assert "233 nights in 2026" in " ".join(render_to_string("charts/evenings.html", said).split())


def test_a_year_of_an_evening_almost_every_day_is_folded_away_until_it_is_asked_for() -> None:
    def drawn(evenings: int) -> str:
        days = [date(2026, 1, 1) + timedelta(days=day) for day in range(evenings)]
        chart = calendar([Evening(day=day, hands=20) for day in days])
        said = {"chart": chart, "id": "evenings", "title": "Nights"}
        return render_to_string("charts/evenings.html", said)

    assert "<details" not in drawn(BUSY)
    busy = drawn(BUSY + 1)
    assert f"{BUSY + 1} nights in 2026" in " ".join(busy.partition("<details")[2].split())
    assert busy.count("<table") == 1
