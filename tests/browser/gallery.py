"""All charts on one page, with what is hard to draw: nothing yet, one night, long names, many nights."""

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

from django.template import engines

from ledger.models import PARTS
from ledger.statistics import Interval, piece_of
from scorekeeper.charts import (
    POINTS,
    Across,
    Edge,
    Evening,
    Line,
    Met,
    NamedAverage,
    NamedShare,
    Person,
    average_bars,
    by_date,
    by_night,
    by_piece,
    calendar,
    course,
    heat,
    histogram,
    line,
    line_of_pieces,
    money_in,
    reach_of,
    share_bars,
    spark,
)

SIX = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Fritz")
LONG = (
    "Maximiliana-Theodora von Hohenlohe 🐑🃏",
    "<b>&amp;\"'</b>",
    "שָׁלוֹם בן אברהם",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "محمد عبد الله",
    "Al",
    "👨‍👩‍👧‍👦 Family",
)
FOURTEEN = (*SIX, "Gus", "Hanna", "Ida", "Jo", "Karl", "Lena", "Max", "Nora")
BEGAN = date(2024, 10, 3)
WEEK = timedelta(days=7)

PAGE = """{% extends "base.html" %}
{% load static %}
{% block title %}Charts{% endblock %}
{% block head %}<link rel="stylesheet" href="{% static 'css/components.css' %}">{% endblock %}
{% block top %}<h1>Charts</h1>{% endblock %}
{% block main %}
  <div class="stack">
    {% for one in charts %}
      <h2>{{ one.title }}</h2>
      {% include one.template with chart=one.chart id=one.id title=one.title csv=one.csv %}
    {% endfor %}
  </div>
{% endblock %}"""


def weeks(number: int) -> list[date]:
    return [BEGAN + WEEK * night for night in range(number)]


def brought(number: int, seed: int, *, comes: int = 10) -> list[int]:
    """What some nights brought somebody who comes to so many of ten, in parts."""
    luck = Random(seed)
    return [
        round(luck.gauss(0.3 * (seed % 3 - 1), 12)) * PARTS if luck.randrange(10) < comes else 0
        for _ in range(number)
    ]


def lines(names: Sequence[str], across: Across, *, scale: int = 1) -> list[Line]:
    number = len(across.marks)
    found = []
    for seed, name in enumerate(names):
        late = number // 3 if seed == 1 else 0
        sums = [value // scale for value in accumulate(brought(number - late, seed))]
        found.append(line(name, [*[None] * late, *sums], across))
    return found


def months(names: Sequence[str], number: int) -> tuple[Across, list[Line]]:
    """Courses of so many months with twenty nights each."""
    days = [date(2005 + month // 12, month % 12 + 1, 28) for month in range(number)]
    across = by_piece([(20, day) for day in days])
    found = []
    for seed, name in enumerate(names):
        nights = brought(20 * number, seed)
        pieces = [piece_of(nights[month * 20 : month * 20 + 20]) for month in range(number)]
        found.append(line_of_pieces(name, pieces, across))
    return across, found


def courses() -> dict[str, Any]:
    once, season, few, many = (by_night(weeks(number)) for number in (1, 45, 12, 5000))
    dated = by_date([day for number, day in enumerate(weeks(60)) if not 20 < number < 34])
    in_months, of_months = months(SIX, 240)
    return {
        "A season of six": course(lines(SIX, season), season, POINTS),
        "The same in money": course(lines(SIX, season, scale=100), season, money_in("USD")),
        "One night": course(lines(SIX, once), once, POINTS),
        "Long names": course(lines(LONG, few), few, POINTS),
        "Fourteen players": course(lines(FOURTEEN, season), season, POINTS),
        "By the calendar": course(lines(SIX, dated), dated, POINTS),
        "Five thousand nights": course(lines(SIX, many), many, POINTS),
        "Twenty years in months": course(of_months, in_months, POINTS),
    }


def shares(names: Sequence[str]) -> list[NamedShare]:
    luck = Random(3)
    counted = [(28, 45), (3, 3), (0, 0), (40, 90), (212, 400), (0, 20), (20, 20)]
    return [
        NamedShare(name=name, k=k, n=n, url="#hands" if luck.randrange(2) else "")
        for name, (k, n) in zip(names, counted, strict=False)
    ]


def averages(names: Sequence[str]) -> list[NamedAverage]:
    found = []
    for seed, name in enumerate(names):
        nights, mean = (4, 12, 45, 0, 120, 400)[seed % 6], Fraction((seed * 7) % 11 - 5, 3)
        reach = 24 / max(nights, 1) ** 0.5
        interval = Interval(low=float(mean) - reach, high=float(mean) + reach)
        found.append(
            NamedAverage(
                name=name,
                mean=mean if nights else Fraction(0),
                n=nights,
                counted=f"{nights} nights",
                interval=interval,
            )
        )
    return found


def bars() -> dict[str, Any]:
    usual = NamedShare(name="everybody here", k=570, n=1000)
    nights = averages(SIX)
    return {
        "Does Ann win more when she picks?": share_bars(shares(("Ann",)), usual=usual),
        "Who wins most when picking?": share_bars(shares(SIX), usual=usual),
        "Shares with long names": share_bars(shares(LONG)),
        "Points a night": average_bars(nights, reach=reach_of(nights)),
    }


def heats() -> dict[str, Any]:
    found = {}
    for title, names in (("Points from each other", SIX), ("Fourteen", FOURTEEN), ("Long", LONG)):
        luck, people, met = Random(5), [Person(*one) for one in enumerate(names)], {}
        for row in range(len(names)):
            for column in range(row):
                points, hands = luck.randrange(-60, 61), luck.randrange(60)
                for pair, value in (((row, column), points), ((column, row), -points)):
                    if hands:
                        met[pair] = Met(
                            value=Fraction(value),
                            text=POINTS.write(value * PARTS),
                            said=f"in {hands} hands",
                            is_enough=hands >= 10,
                            url="#hands" if title == "Fourteen" else "",
                        )
        found[title] = heat(people, met, corner="Points of … from …")
    return found


def calendars() -> dict[str, Any]:
    luck = Random(8)
    evenings = [
        Evening(day=day, hands=luck.randrange(8, 45) if day.year > 2024 else None, url="#night")
        for day in weeks(100)
        if luck.randrange(6)
    ]
    often = [
        Evening(day=date(2026, 1, 1) + timedelta(days=day), hands=luck.randrange(60)) for day in range(200)
    ]
    return {"Our evenings": calendar(evenings), "Every evening": calendar([*often, *often[:9]])}


def histograms() -> dict[str, Any]:
    luck = Random(9)
    counts: dict[int, int] = {}
    for _ in range(900):
        points = min(120, max(0, round(luck.gauss(68, 24))))
        counts[points] = counts.get(points, 0) + 1
    edges = [Edge(at=61, label="won"), Edge(at=91, label="schneider")]
    return {
        "Card points when picking": histogram(counts, edges=edges, head="Card points"),
        "One hand": histogram({61: 1}, edges=edges, head="Card points"),
    }


def sparks() -> dict[str, Any]:
    across = by_night(weeks(45))
    return {f"Points of {one.name}": spark(one.points, POINTS) for one in lines(("Ann", "Ben"), across)}


@cache
def gallery() -> str:
    """The page."""
    drawn = {
        "charts/course.html": courses(),
        "charts/bars.html": bars(),
        "charts/heat.html": heats(),
        "charts/evenings.html": calendars(),
        "charts/histogram.html": histograms(),
        "charts/spark.html": sparks(),
    }
    charts = [
        {"template": template, "chart": chart, "title": title, "id": f"chart-{number}-{place}", "csv": "#csv"}
        for number, (template, found) in enumerate(drawn.items())
        for place, (title, chart) in enumerate(found.items())
    ]
    return engines["django"].from_string(PAGE).render({"charts": charts})
