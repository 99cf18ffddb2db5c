"""Check figures, money, counts, lists and dates in the reader's language."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from django import forms
from django.template import Context, Template
from django.utils import timezone, translation
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.text import methods
from scorekeeper.text.amounts import read_amount
from scorekeeper.text.dates import SHAPES, ago, when
from scorekeeper.text.figures import (
    average,
    count,
    hands,
    money,
    nights,
    percentage,
    points,
    read_points,
    signed,
    signed_money,
    stake,
    stake_aloud,
    typed,
    whole_money,
)
from scorekeeper.text.lists import joined, listed
from scorekeeper.text.methods import METHODS, method_kept, method_shown, usual_methods

AT = datetime(2026, 3, 12, 20, 5, tzinfo=UTC)


def test_english_writes_figures_as_ever() -> None:
    assert [count(19_990), count(7), average(Fraction(-6, 5))] == ["19,990", "7", "−1.20"]
    assert [money(123_450, "USD"), money(225, "EUR"), money(225, "JPY")] == ["$1,234.50", "€2.25", "¥225"]
    assert [stake(25, "USD"), stake(100, "USD"), stake(10, "EUR")] == [
        "25¢ a point",
        "$1.00 a point",
        "€0.10 a point",
    ]
    assert [typed(1250, "USD"), typed(12, "JPY")] == ["12.50", "12"]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(2, 3), "+0.67"),
        (Fraction(-2, 3), "−0.67"),
        (Fraction(1, 3), "+0.33"),
        (Fraction(1, 200), "+0.01"),
        (Fraction(-1, 200), "−0.01"),
        (Fraction(1, 201), "0.00"),
        (Fraction(399, 200), "+2.00"),
        (Fraction(-1999, 1000), "−2.00"),
        (Fraction(0), "0.00"),
        (None, ""),
    ],
)
def test_an_average_is_rounded_and_not_cut(value: Fraction | None, written: str) -> None:
    assert average(value) == written


def test_german_has_a_decimal_comma() -> None:
    with override("de"):
        assert [count(19_990), average(Fraction(-6, 5)), typed(1250, "EUR")] == ["19.990", "−1,20", "12,50"]
        assert signed_money(-123_450, "EUR") == "−1.234,50\xa0€"
        assert [whole_money(cents, "EUR") for cents in (-123_400, 250)] == ["−1.234\xa0€", "+2,50\xa0€"]
        assert [percentage(50), stake(10, "EUR"), stake_aloud(5, "EUR"), stake_aloud(1, "EUR")] == [
            "50\xa0%",
            "0,10\xa0€ je Punkt",
            "fünf Cent je Punkt",
            "ein Cent je Punkt",
        ]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_points_are_the_same_in_every_language_and_an_amount_is_read_as_it_is_written(language: str) -> None:
    worths = [Fraction(8, 3), Fraction(-1, 2), Fraction(-1234), Fraction(0)]
    with override(language):
        assert [signed(worth) for worth in worths] == ["+2⅔", "−½", "−1234", "0"]
        assert (points(None), read_amount(typed(1250, "EUR"), "EUR")) == ("", 1250)


def test_lists() -> None:
    names = ["Ann", "Ben", "Cleo"]
    assert [joined(names[:many]) for many in range(4)] == ["", "Ann", "Ann and Ben", "Ann, Ben and Cleo"]
    assert [listed(names[:many]) for many in range(4)] == ["", "Ann", "Ann, Ben", "Ann, Ben, Cleo"]
    assert listed(["{0}", "{1}"]) == "{0}, {1}"
    with override("de"):
        assert joined(names) == "Ann, Ben und Cleo"
    with override("ja"):
        assert (joined(names), listed(names)) == ("Ann、Ben、Cleo", "Ann、Ben、Cleo")


def test_dates() -> None:
    assert {shape: when(AT, shape) for shape in SHAPES} == {
        "day": "12 Mar 2026",
        "day_month_long": "12 March",
        "month_name": "Mar",
        "day_time": "12 Mar, 20:05",
        "day_year_time": "12 Mar 2026, 20:05",
        "long": "12 March 2026",
        "day_month": "12 Mar",
        "month_short": "Mar 2026",
        "weekday": "Thu 12 Mar",
        "weekday_time": "Thu 12 Mar, 20:05",
        "weekday_year_time": "Thu 12 Mar 2026, 20:05",
        "weekday_long": "Thursday, 12 March 2026",
        "month_alone": "March",
        "month": "March 2026",
        "year": "2026",
        "time": "20:05",
    }
    assert when(date(2026, 12, 1), "month") == "December 2026"


def test_dates_in_german() -> None:
    with override("de"):
        assert {shape: when(AT, shape) for shape in SHAPES} == {
            "day": "12. März 2026",
            "day_month_long": "12. März",
            "month_name": "Mär",
            "day_time": "12. März, 20:05",
            "day_year_time": "12. März 2026, 20:05",
            "long": "12. März 2026",
            "day_month": "12. März",
            "month_short": "März 2026",
            "weekday": "Do, 12. März",
            "weekday_time": "Do, 12. März, 20:05",
            "weekday_year_time": "Do, 12. März 2026, 20:05",
            "weekday_long": "Donnerstag, 12. März 2026",
            "month_alone": "März",
            "month": "März 2026",
            "year": "2026",
            "time": "20:05",
        }
        assert when(date(2026, 11, 22), "day_month") == "22. Nov."
        assert [ago(timedelta(minutes=minutes)) for minutes in (1, 90, 2000)] == [
            "gerade eben",
            "vor einer Stunde",
            "gestern",
        ]


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        ("1,024.34", 102434),
        ("1.024,34", 102434),
        ("12,50 €", 1250),
        ("$5", 500),
        ("1'024.50", 102450),
        ("1 024,50", 102450),
        ("1,000,000", 100000000),
        ("CHF 12.5", 1250),
        (".25", 25),
        ("0,5", 50),
    ],
)
def test_amount_as_people_write_it_is_read_exactly(written: str, cents: int) -> None:
    assert read_amount(written, "USD") == cents


@pytest.mark.parametrize("written", ["1,024", "1.024", "12.345"])
def test_amount_that_can_be_read_in_two_ways_is_refused_with_both(written: str) -> None:
    with pytest.raises(forms.ValidationError, match="two ways"):
        read_amount(written, "USD")
    assert read_amount(written, "JPY") == int(written.replace(",", "").replace(".", ""))


@pytest.mark.parametrize(
    ("count", "number", "words"),
    [
        *((hands, number, words) for number, words in ((0, "0 hands"), (1, "1 hand"), (1200, "1200 hands"))),
        *((nights, number, words) for number, words in ((0, "0 nights"), (1, "1 night"), (2, "2 nights"))),
    ],
)
def test_hands_and_nights_are_counted_in_words_that_fit_their_number(
    count: Callable[[int], str], number: int, words: str
) -> None:
    assert count(number) == words


def test_a_template_says_how_many_as_the_house_does() -> None:
    template = Template("{% load figures %}{{ played|hands }} on {{ met|nights }}")
    assert template.render(Context({"played": 1, "met": 3})) == "1 hand on 3 nights"


def test_a_day_is_written_in_the_language_of_whoever_reads_it() -> None:
    day = date(2026, 5, 12)
    for language, month, is_ordinal in (("en", "May", ""), ("de", "Mai", ".")) * 2:
        with translation.override(language):
            assert (when(day, "day"), when(day, "month")) == (f"12{is_ordinal} {month} 2026", f"{month} 2026")


def test_a_time_is_told_in_the_zone_that_counts_when_it_is_written() -> None:
    at = datetime(2026, 5, 12, 23, 30, tzinfo=UTC)
    for zone, written in (("UTC", "12 May, 23:30"), ("Europe/Berlin", "13 May, 01:30")):
        with timezone.override(zone):
            assert when(at, "day_time") == written


@settings(deadline=None)
@given(st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**6))
def test_points_that_were_written_are_read_as_the_same(value: Fraction) -> None:
    assert read_points(points(value)) == read_points(signed(value)) == value


@pytest.mark.parametrize("text", ["", "+", "−", "1/2", "2 ", "½½", "1⁄0", "⁄", "5⁄", "leaster", "٣"])
def test_text_that_is_no_points_is_none(text: str) -> None:
    assert read_points(text) is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("", "cash"), ("bar", "cash"), ("Venmo", "Venmo"), ("a goat", "a goat"), ("cash", "cash")],
)
def test_a_usual_way_is_kept_by_its_code(typed: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "METHODS", {**METHODS, "cash": "bar"})
    assert method_kept(typed) == kept
    assert method_shown(kept) == {"cash": "bar"}.get(kept, kept)
    assert usual_methods()[0] == "bar"
