"""All components on one page, with what is hard to draw: one night, long names, many nights, many people."""

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from random import Random

from django.template import engines

from ledger.models import PARTS
from ledger.standings.nights_by_player import NightResult
from ledger.standings.played import NightSum
from scorekeeper.components import (
    POINTS,
    Bar,
    Bars,
    Calendar,
    Column,
    Component,
    Course,
    Matrix,
    Measure,
    Met,
    Table,
    money_in,
)
from scorekeeper.text.figures import signed

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
{% load components static %}
{% block title %}Components{% endblock %}
{% block head %}<link rel="stylesheet" href="{% static 'css/components.css' %}">{% endblock %}
{% block top %}<h1>Components</h1>{% endblock %}
{% block main %}
  <div class="stack">{% for one in components %}{% component one %}{% endfor %}</div>
{% endblock %}"""


def course(title: str, names: Sequence[str], nights: int, measure: Measure = POINTS) -> Course:
    """Return a course of made-up nights, a week apart, the second player from the third of them on."""
    luck, unit = Random(nights), PARTS if measure is POINTS else 25
    found = []
    for number in range(nights):
        there = [player for player in range(len(names)) if player != 1 or number >= nights // 3]
        parts = {player: round(luck.gauss(0.3 * (player % 3 - 1), 12)) * unit for player in there}
        found.append(NightResult(number + 1, BEGAN + WEEK * number, parts))
    key = f"course-{len(names)}-{nights}-{measure is POINTS}"
    return Course(key=key, title=title, nights=found, names=dict(enumerate(names)), measure=measure)


def bars(title: str, names: Sequence[str], *, usual: bool = False) -> Bars:
    counted = [(28, 45), (3, 3), (0, 0), (40, 90), (212, 400), (0, 20), (20, 20)]
    found = [
        Bar(name=name, k=k, n=n, url="#hands" if k % 2 else "")
        for name, (k, n) in zip(names, counted, strict=False)
    ]
    held = ("everybody here", Fraction(57, 100)) if usual else None
    return Bars(key=f"bars-{len(found)}-{usual}", title=title, bars=found, usual=held)


def matrix(title: str, names: Sequence[str]) -> Matrix:
    luck, met = Random(5), {}
    for row in range(len(names)):
        for column in range(row):
            points, hands = luck.randrange(-60, 61), luck.randrange(60)
            for pair, value in (((row, column), points), ((column, row), -points)):
                if hands:
                    said, url = f"in {hands} hands", "#hands" if len(names) > 6 else ""
                    met[pair] = Met(Fraction(value), signed(value), "", said, hands >= 10, url)
    return Matrix(
        key=f"matrix-{len(names)}",
        title=title,
        players=range(len(names)),
        names=dict(enumerate(names)),
        met=met,
        corner="Points of … from …",
        url=lambda player: "#player",
    )


def calendar(title: str, nights: Sequence[tuple[date, int | None]], *, is_linked: bool) -> Calendar:
    found = [
        NightSum(number, day, hands, 0, False, number, None, None, None)
        for number, (day, hands) in enumerate(sorted(nights, key=lambda one: one[0]), start=1)
    ]
    key = f"nights-{len(found)}"
    return Calendar(key=key, title=title, nights=found, url=lambda one: "#night" if is_linked else "")


def calendars() -> list[Calendar]:
    luck = Random(8)
    weekly = [BEGAN + WEEK * week for week in range(100) if luck.randrange(6)]
    told = [(day, luck.randrange(8, 45) if day.year > 2024 else None) for day in weekly]
    often = [(date(2026, 1, 1) + timedelta(days=day % 200), luck.randrange(60)) for day in range(209)]
    return [
        calendar("Our nights", told, is_linked=True),
        calendar("Every night", often, is_linked=False),
    ]


def table() -> Table[str]:
    places: list[Column[str]] = [
        Column(
            value=lambda one: len(one) - 9,
            head=head,
            write=signed,
            below=lambda one: "1.",
            order_url="#table",
            is_order=head == "Points",
        )
        for head in ("Points", "A hand", "A night", "Skat")
    ]
    name: Column[str] = Column(
        value=str, head="Player", below=lambda one: "12 nights\n+$8.50", url=lambda one: "#player", css="who"
    )
    return Table(key="table", title="How everybody stands", fields=[name, *places], entries=LONG, first=5)


@cache
def gallery() -> str:
    components: list[Component] = [
        course("A season of six", SIX, 45),
        course("The same in money", SIX, 45, money_in("USD")),
        course("One night", SIX, 1),
        course("Long names", LONG, 12),
        course("Fourteen players", FOURTEEN, 45),
        course("Five thousand nights", SIX, 5000),
        bars("Does Ann win more when she picks?", SIX[:1], usual=True),
        bars("Who wins most when picking?", SIX, usual=True),
        bars("Shares with long names", LONG),
        matrix("Points from each other", SIX),
        matrix("Fourteen", FOURTEEN),
        matrix("Long", LONG),
        *calendars(),
        table(),
    ]
    return engines["django"].from_string(PAGE).render({"components": components})
