"""An old notebook is understood first and copied once; twice as long a file is twice the work."""

import csv
import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ledger.exchange import grid, notebook, paper
from ledger.exchange.files import read_text
from ledger.exchange.notebook import read_notebooks
from ledger.exchange.paper import read_paper
from ledger.exchange.preview import NightRow, Preview, matched
from ledger.exchange.similar import similar
from ledger.models import Entry, Group, Session
from ledger.models.book import sheet_of
from ledger.models.group import NOBODY
from ledger.recording import Refused, end_night
from ledger.recording.auditing import audit
from ledger.recording.group import clean_name
from ledger.standings import nights_page
from ledger.standings.groups import last_table
from scorekeeper.text.refusals import sentence
from tests.cast import a_night, an_ended_night, by_nights, context, ids, standings, tell, thursday_table
from tests.notebooks import TODAY, read_notebook
from tests.work import LINEAR, growth

EVENINGS = sorted((Path(__file__).parents[2] / "data" / "evenings").glob("*.csv"))


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def bring_in(*files: Path, options: tuple[str, ...] = ()) -> str:
    return run("import_notebook", "--group", "Thursday table", *map(str, files), *options)


def assert_mostly_luck(group: str) -> None:
    """Compare with the numbers of the founders' own script for the same files (within 3 %)."""
    found = {}
    for fewest in (50, 70, 100):
        [found[fewest]] = json.loads(run("statistics", "--group", group, "--nights", str(fewest)))["games"]
    for fewest, between, for_half in ((50, 1.16, 114), (100, 1.13, 120)):
        spread = found[fewest]["spread"]
        assert spread["night_sd"] == pytest.approx(12.4, rel=0.03)
        assert spread["between_players_sd"] == pytest.approx(between, rel=0.03)
        assert spread["nights_for_half_signal"] == pytest.approx(for_half, rel=0.03)
    # The script left out played zeros, and took those of 60 nights without them.
    assert found[70]["split_halves"] == pytest.approx(0.59, rel=0.05)


@pytest.mark.django_db
def test_six_years_of_a_club_are_brought_in_once() -> None:
    group = thursday_table(names=())
    assert "930 nights were written" in bring_in(*EVENINGS, options=("--paid", "none"))
    assert Session.objects.filter(group=group, hands=0).count() == 930
    # The club's files are added up without our reader.
    sums: Counter[str] = Counter()
    for row in (row for path in EVENINGS for row in csv.DictReader(path.read_text().splitlines())):
        sums.update({name: int(cell or 0) for name, cell in row.items() if name != "Date"})
    found = {one.name: one.points for one in standings(group) if one.points}
    assert found == {name: points for name, points in sums.items() if points}
    assert all(sum(sheet_of(session).totals.values()) == 0 for session in group.sessions.all()[::31])
    rows = list(csv.DictReader(run("standings", "--group", "Thursday table").splitlines()))
    assert all(int(row["balance"]) == 25 * int(row["points"]) for row in rows)
    assert sum(int(row["balance"]) for row in rows) == 0
    assert {row["hands"] for row in rows} == {"0"}
    assert sum(int(row["sessions"]) for row in rows) > 930 * 5
    assert_mostly_luck(group.name)
    assert list(audit([group])) == []
    assert "930 of them are in the book already, 0 are new" in bring_in(*EVENINGS)
    assert "930 of them are in the book already" in bring_in(*reversed(EVENINGS), options=("--dry-run",))
    assert Session.objects.filter(group=group).count() == 930


@pytest.fixture
def file(db: None, tmp_path: Path) -> Path:
    found = tmp_path / "old.csv"
    found.write_text("Date,Ann,Ben,Cleo\n2009-1-2,3,-1,-2\n")
    return found


def test_a_name_that_no_group_has_starts_one_with_the_money_it_plays_for(file: Path) -> None:
    club = ("import_notebook", "--group", "Club", str(file))
    assert "Nothing was saved." in run(*club, "--dry-run")
    assert not Group.objects.exists()
    assert "Club is a new group. No phone can open it yet" in run(
        *club, "--stake", "25", "--currency", "usd", "--paid", "none"
    )
    assert "Ann,1,0,3,75" in run("standings", "--group", "Club")
    assert "is a new group" not in run(*club)
    assert "0 nights were written" in run(*club, "--stake", "25", "--currency", "USD")
    for more, words in (
        (("--stake", "5", "--currency", "USD"), "what a point is worth there was said there"),
        (("--stake", "25", "--currency", "EUR"), "what a point is worth there was said there"),
        (("--stake", "5"), "takes two"),
    ):
        with pytest.raises(CommandError, match=words):
            run(*club, *more)


@pytest.mark.parametrize(
    ("stake", "currency", "words"),
    [
        ("-5", "EUR", "whole number of cents"),
        ("9" * 20, "EUR", "whole number of cents"),
        ("5", "EURO", "no currency “EURO”"),
        ("5", "zzz", "no currency “ZZZ”"),
    ],
)
def test_money_that_there_is_not_starts_no_group(file: Path, stake: str, currency: str, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        run("import_notebook", "--group", "Club", str(file), f"--stake={stake}", f"--currency={currency}")
    assert not Group.objects.exists()


def test_a_mistyped_name_starts_no_group(file: Path) -> None:
    thursday_table()
    with pytest.raises(CommandError, match="Is “Thursday table” meant"):
        run("import_notebook", "--group", "Thurdsay table", str(file))
    file.write_text("Date,Ann,Ben,Cleo\n2009-1-2,3,-1,-1\n")
    with pytest.raises(CommandError, match="adds up to 1"):
        run("import_notebook", "--group", "Friday at the mill", str(file))
    assert Group.objects.count() == 1


def test_old_nights_are_listed_where_they_were_played(file: Path) -> None:
    group = thursday_table()
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    end_night(session, context(session))
    file.write_text("Date,Ann,Ben,Cleo\n2009-1-2,3,-1,-2\n2008-12-31,-3,1,2\n")
    bring_in(file)
    nights, table = nights_page(group).nights, last_table(group)
    assert [night.number for night in nights] == [1, 3, 2]
    assert [one.number for one in by_nights(group)] == [2, 3, 1]
    assert nights[1].results[0] == ("Ann", Fraction(3))
    assert table is not None
    assert table.seats == ids(group)
    assert list(audit([group])) == []


def test_a_night_played_here_is_not_brought_in_again(file: Path) -> None:
    group = thursday_table()
    day = an_ended_night(group).started_at.date()
    file.write_text(f"Date,Ann,Ben,Cleo,Dave,Edith\n{day},2,1,-1,-1,-1\n{day},2,1,-1,-1,-1\n")
    assert "1 of them are in the book already, 1 are new" in bring_in(file)
    assert "2 of them are in the book already, 0 are new" in bring_in(file)
    assert group.sessions.count() == 2


def test_what_does_not_add_up_is_shown_and_refused(file: Path) -> None:
    group = thursday_table()
    file.write_text("Date,Ann,Ben,Cleo\n2009-1-2,3,-1,-2\n2009-1-3,3,-1,-1\n")
    with pytest.raises(CommandError, match=r"line 3: 2009-01-03 adds up to 1, not to 0"):
        bring_in(file)
    assert not Entry.objects.exists()
    assert NOBODY in bring_in(file, options=("--accept-unbalanced",))
    assert {one.name: int(one.points) for one in standings(group)}[NOBODY] == -1
    assert "2 of them are in the book already" in bring_in(file, options=("--accept-unbalanced",))


def test_a_dry_run_writes_nothing_and_names_who_is_new(file: Path) -> None:
    group = thursday_table()
    file.write_text("Date,Ann,Bem,Edit,Zoe\n2009-1-2,3,-1,-2,0\n")
    said = bring_in(file, options=("--dry-run",))
    assert "New players: Bem, Edit, Zoe." in said
    assert "“Edit” is much like “Edith”" in said
    assert (Entry.objects.exists(), group.players.count()) == (False, 6)


def test_what_was_paid_long_ago_is_not_owed(file: Path) -> None:
    thursday_table()
    file.write_text("Date,Ann,Ben,Cleo\n2009-1-2,3/2,-1.5,0\n")
    bring_in(file, options=("--paid", "all"))
    assert run("standings", "--group", "Thursday table").splitlines()[:2] == [
        "player,sessions,hands,points,balance",
        "Ann,1,0,3/2,0",
    ]


def test_an_empty_cell_and_a_zero_are_told_apart() -> None:
    full = "Date,A,B,C,D,E,F\n2009-1-2,0,0,0,1,2,-3\n2009-1-3,0,0,0,-1,-2,3\n"
    for text, totals in (
        ("Date,A,B,C\n2009-1-2,0,0,0\n", {}),
        ("Date,A,B,C,D\n2009-1-2,0,,1,-1\n", {"A": 0, "C": 1, "D": -1}),
        (full, {"D": 1, "E": 2, "F": -3}),
        ("Date,A,B,C\n2009-1-2,0,1,-1\n2009-1-3,2,-1,-1\n2009-1-4,2,-1,-1\n", {"A": 0, "B": 1, "C": -1}),
    ):
        preview = read_notebook("book.csv", text)
        assert preview.troubles == ()
        assert preview.nights[0].totals == totals
    assert len(read_notebook("", full, zeros="played").nights[0].totals) == 6
    assert read_notebook("f", full).zeros == {"f": "absent"}


@pytest.mark.parametrize(
    ("cells", "meaning"),
    [
        # Twelve cells: a quarter of them is three.
        (("0,0,0,1", "1,2,3,4", "1,2,3,4"), "played"),
        (("0,0,0,0", "1,2,3,4", "1,2,3,4"), "absent"),
        # A file that leaves cells empty says with them who was away, so more zeros than those are needed.
        (("0,0,0,0", ",,,4", "1,2,3,4"), "absent"),
        (("0,0,0,0", ",,,", "1,2,3,4"), "played"),
        # Ten cells: a quarter of them is between two and three.
        (("0,0", "1,2", "1,2", "1,2", "1,2"), "played"),
        (("0,0", "0,2", "1,2", "1,2", "1,2"), "absent"),
    ],
)
def test_zeros_mean_away_when_they_are_more_than_a_quarter_and_more_than_the_empty_cells(
    cells: tuple[str, ...], meaning: str
) -> None:
    names = ",".join("ABCD"[: cells[0].count(",") + 1])
    text = f"Date,{names}\n" + "".join(f"2009-1-{day},{row}\n" for day, row in enumerate(cells, 2))
    assert read_notebook("book", text).zeros == {"book": meaning}


def test_the_long_form_knows_two_tables_on_one_date() -> None:
    text = (
        "evening;date;player;points\n1;2.1.2009;A;3\n1;2.1.2009;B;−3\n2;2.1.2009;A;1,5\n2;2.1.2009;B;-1,5\n"
    )
    assert [night.totals for night in read_notebook("long.csv", text).nights] == [
        {"A": 3, "B": -3},
        {"A": Fraction(3, 2), "B": Fraction(-3, 2)},
    ]


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("2009-1-2", date(2009, 1, 2)),
        ("2009/01/02", date(2009, 1, 2)),
        ("2009-01-02 20:15", date(2009, 1, 2)),
        ("2.1.2009", date(2009, 1, 2)),
        ("1/2/2009", date(2009, 1, 2)),
        ("12/2/2009", date(2009, 12, 2)),
        ("12/12/2009", date(2009, 12, 12)),
        ("12/31/2009", date(2009, 12, 31)),
        ("13/12/2009", date(2009, 12, 13)),
        ("31/1/2009", date(2009, 1, 31)),
    ],
)
def test_dates_are_read_as_people_write_them(cell: str, day: date) -> None:
    assert read_notebook("", f"Date,A,B\n{cell},1,-1\n").nights[0].date == day


@pytest.mark.parametrize(
    ("by", "cell", "points"),
    [
        (",", "-1,000", -1000),
        (",", "12,345,678", 12_345_678),
        (",", "\u22121,234.5", Fraction(-2469, 2)),
        (",", "1.000", 1),
        (",", "1,5", Fraction(3, 2)),
        (",", "0,125", Fraction(1, 8)),
        ("\t", "1,000", 1000),
        ("\t", "1.000.000", 1_000_000),
        (";", "1,5", Fraction(3, 2)),
        (";", "0,125", Fraction(1, 8)),
        (";", "1.000,5", Fraction(2001, 2)),
        (";", "12,345,678", 12_345_678),
        (";", "1234,567", Fraction(1_234_567, 1000)),
        (";", "1000", 1000),
    ],
)
def test_points_are_read_with_their_thousands(by: str, cell: str, points: Fraction) -> None:
    text = StringIO()
    csv.writer(text, delimiter=by).writerows([("Date", "A", "B"), ("2009-1-2", cell, "0")])
    preview = read_notebook("", text.getvalue(), zeros="played")
    assert (preview.troubles, preview.nights[0].totals["A"]) == ((), points)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing in this file"),
        ("Name,Cards\nA,B\n", "“Date”"),
        ("Date,A,B\n2009-2-30,1,-1\n", "not a date"),
        ("Date,A,B\nyesterday,1,-1\n", "not a date"),
        ("Date,A,B\n2009-2-3,one,-1\n", "not a number"),
        ("Date,A,B\n2009-2-3,1e9,-1\n", "not a number"),
        ("Date,A,B\n2009-2-3,1,-1,7\n", "more in this row"),
        ("Date,A,A\n2009-2-3,1,-1\n", "Two columns"),
        ("Date,A,B\n2009-2-3,1,\n", "fewer than two"),
        ("date,player,points\n2009-1-2,A,1\n2009-1-2,B,-1\n2009-1-2,A,1\n", "twice"),
        (
            "Date;A;B\n2009-1-2;1,000;0\n",
            "“1,000” of A can be 1000 as well as 1. Write it as one of these, all",
        ),
        ("Date;A;B\n2009-1-2;-1,250;0\n", "“-1,250” of A can be -1250 as well as -1.25."),
        ("Date;A;B\n2009-1-2;1.050;0\n", "“1.050” of A can be 1050 as well as 1.05."),
    ],
)
def test_what_cannot_be_understood_is_said(text: str, words: str) -> None:
    assert words in sentence(read_notebook("", text).troubles[0].what)


def test_sums_and_notes_are_no_players() -> None:
    preview = read_notebook("b", "\ufeffDate\tA\tB\tTotal\n2009-2-3\t1\t-1\t0\n\nTotal\t1\t-1\t0\n")
    assert (preview.names, len(preview.remarks)) == (("A", "B"), 2)
    twice = [("b", "Date,A,B\n2009-2-3,1,-1\n")] * 2
    assert len(read_notebooks(twice, today=TODAY).nights) == 2


def test_names_are_similar_by_their_letters_and_not_by_their_numbers() -> None:
    assert similar(["P01", "Jon", "Ann"], ["P02", "John", "ANN"]) == {"Jon": "John"}
    assert similar(["Dvae", "Celo", "Nan", "Dane", "Vade", "Daev"], ["Ann", "Dave", "Cleo"]) == {
        "Dvae": "Dave",
        "Celo": "Cleo",
        "Nan": "Ann",
        "Daev": "Dave",
    }


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
    "rows of totals among nights": lambda size: "Date,A,B\n" + "2009-1-2,1,-1\nTotal,7,-7\n" * size,
    "many hands": lambda size: "Date,Hand,A,B\n" + "2009-1-2,1,1,-1\n" * size,
    "absences": lambda size: "Date,A,B,C\n" + "2009-1-2,1,x,-1\n" * size,
    "nights across": lambda size: "Player" + ",1.2.2009" * size + "\nA" + ",1" * size + "\nB" + ",-1" * size,
    "columns of words": lambda size: (
        "Date,A,B" + ",X{}" * size + "\n" + ("2009-1-2,1,-1" + ",no" * size + "\n") * 5
    ).format(*range(size)),
    "brackets": lambda size: "Date,A,B\n2009-1-2,1," + "(" * size + "-1\n",
    "titles": lambda size: "a,b;c\td " * size + "\n" + "Date,A,B\n2009-1-2,1,-1\n",
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
    assert read_notebooks([("f", text)], today=TODAY).unbalanced is not None


@pytest.mark.parametrize("text", NOTEBOOKS.values(), ids=NOTEBOOKS.keys())
def test_a_notebook_costs_what_it_is_long(
    text: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid, "MOST_COLUMNS", 10**6)
    monkeypatch.setattr(grid, "MOST_ROWS", 10**6)
    assert growth(lambda size: partial(check_sums, text(size)), 1500) < LINEAR


def test_many_files_cost_what_they_are_together() -> None:
    files = [("f", "Date,A,B\n2009-1-2,3,-3\n2009-1-3,x,1\n")] * 400
    assert growth(lambda size: partial(read_notebooks, files[:size], today=TODAY), 200) < LINEAR


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
    monkeypatch.setattr(paper, "MOST_TYPED_ROWS", 10**6)
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
    assert growth(lambda size: lambda: read_text(text * size), 2000) < LINEAR


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
    monkeypatch.setattr(grid, limit, 3)
    (trouble,) = read_notebook("f", text).troubles
    assert words in sentence(trouble.what)
    monkeypatch.setattr(grid, limit, 6)
    assert not any(words in sentence(one.what) for one in read_notebook("f", text).troubles)


def test_empty_columns_at_the_end_count_for_nothing() -> None:
    assert len(read_notebook("f", "Date,A,B" + "," * 16_000 + "\n2009-1-2,1,-1,,,,\n").nights) == 1


def test_so_many_nights_are_brought_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [("a", "Date,A,B\n2009-1-2,3,-3\n2009-1-3,1,-1\n"), ("b", "Date,A,B\n2009-1-4,3,-3\n")]
    monkeypatch.setattr(notebook, "MOST_NIGHTS", 3)
    assert len(read_notebooks(files, today=TODAY).nights) == 3
    monkeypatch.setattr(notebook, "MOST_NIGHTS", 2)
    found = read_notebooks(files, today=TODAY)
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
