"""No file costs more than it is long: what is twice as long is twice the work; and every file has limits."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import partial

import pytest

from ledger.exchange import notebook, paper
from ledger.exchange.notebook import NightRow, Preview, matched, read_notebook, read_notebooks
from ledger.exchange.paper import read_paper
from ledger.exchange.similar import similar
from ledger.recording import Refused
from ledger.recording.group import clean_name
from scorekeeper.pages.nights.notebook_form import read_text
from scorekeeper.text.refusals import sentence
from tests.work import LINEAR, growth

COLUMNS = "Date," + ",".join(f"P{place}" for place in range(300))


def header(columns: int) -> str:
    return "Date," + ",".join(f"P{place}" for place in range(columns)) + "\n2009-1-2,1,-1\n"


NOTEBOOKS: dict[str, Callable[[int], str]] = {
    "header": header,
    "names that are there twice": lambda size: "Date" + ",A" * size + "\n2009-1-2,1,-1\n",
    "rows": lambda size: "Date,A,B\n" + "2009-1-2,3,-3\n" * size,
    "short rows under many columns": lambda size: COLUMNS + "\n" + "2009-1-2,3,-3\n" * size,
    "rows with nothing in them": lambda size: "Date,A,B\n" + ",\n" * size,
    "rows that are no nights": lambda size: "Date,A,B\n" + "Total,1,-1\n" * size,
    "rows that make no sense": lambda size: "Date,A,B\n" + "yesterday,one,two\n" * size,
    "cells": lambda size: COLUMNS + "\n" + ("2009-1-2" + ",0" * 300 + "\n") * (size // 100),
    "blanks": lambda size: "Date,A,B\n2009-1-2,1," + " " * size + "-1\n",
    "digits": lambda size: "Date,A,B\n2009-1-2,1," + "9" * size + "\n",
    "days": lambda size: "Date,A,B\n" + "1/2/2009,3,-3\n" * size,
    "quotes": lambda size: 'Date,A,B\n2009-1-2,1,"' + '""' * size + '"\n',
    "a row a player": lambda size: (
        "date,player,points\n" + "".join(f"2009-1-2,P{place},0\n" for place in range(size))
    ),
    "the same again and again": lambda size: "date,player,points\n" + "2009-1-2,A,0\n" * size,
    "odd ends of lines": lambda size: "Date,A,B\n" + "2009-1-2,3,-3\u2028\x0b\x85" * size,
}


def check_sums(text: str) -> None:
    assert read_notebooks([("f", text)]).unbalanced is not None


@pytest.mark.parametrize("text", NOTEBOOKS.values(), ids=NOTEBOOKS.keys())
def test_a_notebook_costs_what_it_is_long(
    text: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook, "MOST_COLUMNS", 10**6)
    monkeypatch.setattr(notebook, "MOST_ROWS", 10**6)
    assert growth(lambda size: partial(check_sums, text(size)), 1500) < LINEAR


def test_many_files_cost_what_they_are_together() -> None:
    files = [("f", "Date,A,B\n2009-1-2,3,-3\n2009-1-3,x,1\n")] * 400
    assert growth(lambda size: partial(read_notebooks, files[:size]), 200) < LINEAR


@pytest.mark.parametrize(
    "text",
    [
        lambda size: "A B C foots\n" + "3 -1 -2 3\n" * size,
        lambda size: "A B C foots\n" + "what?\n" * size,
        lambda size: "A B C foots\n3 -1 -2" + " " * size + "3\n",
        lambda size: "A" + " " * size + "B" + "\t" * size + "C\n1 -1\n",
    ],
)
def test_a_sheet_costs_what_it_is_long(text: Callable[[int], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "MOST_ROWS", 10**6)
    assert growth(lambda size: partial(read_paper, text(size)), 500) < LINEAR


def test_matching_names_costs_what_there_is() -> None:
    night = NightRow(file="f", line=1, date=date(2009, 1, 2), totals={"A": Fraction(1), "B": Fraction(-1)})
    assert growth(lambda size: partial(matched, Preview(nights=(night,) * size), {"A": "Ann"}), 500) < LINEAR


@pytest.mark.parametrize("name", ["Player {}", "aaaaaaaaaaaaaaa{}", "{} Smith", "{0}{0}{0}{0}"])
def test_looking_for_names_that_are_alike_costs_what_there_is_on_both_sides(name: str) -> None:
    here = [name.format(place) for place in range(800)]
    assert (
        growth(lambda size: partial(similar, [f"{one}x" for one in here[:size]], here[:size]), 400) < LINEAR
    )


@pytest.mark.parametrize("text", [b"a", "ä".encode(), "ä".encode("cp1252"), "\ufeffä".encode("utf-16")])
def test_reading_a_file_costs_what_it_is_long(text: bytes) -> None:
    assert growth(lambda size: lambda: read_text(text * size, "f"), 2000) < LINEAR


@pytest.mark.parametrize("text", ["a", " ", "\u202e", "a\u0301", "\ufdfa"])
def test_a_name_costs_what_it_is_long(text: str) -> None:
    def clean(size: int) -> None:
        with pytest.raises(Refused, match=r"no_name|long_name"):
            clean_name(text * size, fact="name")

    assert growth(lambda size: partial(clean, size), 1000) < LINEAR


@pytest.mark.parametrize(
    ("limit", "text", "words"),
    [
        ("MOST_COLUMNS", "Date,A,B\n2009-1-2,1,-1\n2009-1-3,1,-1,2\n", "This row has 4 columns: 3 at most."),
        (
            "MOST_ROWS",
            "Date,A,B\n2009-1-2,1,-1\n\n2009-1-3,1,-1\n" * 2,
            "rows: 3 at most. Bring it in parts.",
        ),
    ],
)
def test_a_table_has_so_many_rows_and_columns(
    limit: str, text: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook, limit, 3)
    (trouble,) = read_notebook("f", text).troubles
    assert words in sentence(trouble.what)
    monkeypatch.setattr(notebook, limit, 6)
    assert not any(words in sentence(one.what) for one in read_notebook("f", text).troubles)


def test_empty_columns_at_the_end_count_for_nothing() -> None:
    assert len(read_notebook("f", "Date,A,B" + "," * 16_000 + "\n2009-1-2,1,-1,,,,\n").nights) == 1


def test_so_many_nights_are_brought_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [("a", "Date,A,B\n2009-1-2,3,-3\n2009-1-3,1,-1\n"), ("b", "Date,A,B\n2009-1-4,3,-3\n")]
    monkeypatch.setattr(notebook, "MOST_NIGHTS", 3)
    assert len(read_notebooks(files).nights) == 3
    monkeypatch.setattr(notebook, "MOST_NIGHTS", 2)
    found = read_notebooks(files)
    assert (len(found.nights), [sentence(one.what) for one in found.troubles]) == (
        0, ["These are 3 nights: 2 at most in one go. Bring them in parts."],
    )  # fmt: skip


def test_what_is_said_of_a_row_is_short_however_long_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MOST_TROUBLES", 5)
    long = "x" * 100_000
    for text in (f"Date,A,B\n{long},1,2\n", f"Date,A,B\n2009-1-2,{long},2\n", f"Date,{long},{long}\n"):
        assert len(sentence(read_notebook("f", text).troubles[0].what)) < 120
    assert len(read_notebook("f", "Date,A,B\n" + "x,1,2\n" * 9).troubles) == 5


def test_a_sheet_names_so_many_people_and_odd_fractions_are_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    names = " ".join(f"P{place}" for place in range(5000))
    odd = " ".join(f"1/{place}" for place in range(1000, 6000))
    assert read_paper(f"{names}\n{odd}\n").troubles
    monkeypatch.setattr(paper, "MOST_PEOPLE", 2)
    assert read_paper("A B\n1 -1\n").troubles == ()
    assert sentence(read_paper("A B C\n1 -1 0\n").troubles[0].what) == "A sheet names 2 people at most."
