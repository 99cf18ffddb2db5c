"""Tables as people write them: dates, amounts, absences, titles, totals, turned, hands, running totals."""

import random
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from ledger.exchange.files import read_text
from ledger.exchange.notebook import read_notebooks
from ledger.exchange.preview import AmountUnit, Answers, Ask, Hands, Preview, Running, matched
from scorekeeper.text.refusals import sentence
from tests.notebooks import TODAY, read_notebook

EVENINGS = sorted((Path(__file__).parents[2] / "data" / "evenings").glob("*.csv"))
DAY = date(2019, 3, 12)
NIGHT = {"Ann": 3, "Ben": -1, "Cleo": -2}


def asked(preview: Preview) -> list[Ask]:
    return [question.ask for question in preview.open_questions]


def totals(preview: Preview) -> list[dict[str, Any]]:
    assert preview.troubles == ()
    return [dict(night.totals) for night in preview.nights]


def only(preview: Preview, ask: Ask) -> Any:
    """Return the one question, which is open."""
    (question,) = preview.open_questions
    assert question.ask is ask
    return question


@pytest.mark.parametrize(
    "cell",
    [
        "3/12/2019", "3/13/19", "26.3.19", "06.04.2019, 20:12", "Mo 06.04.2019", "Tue, Mar 12, 2019",
        "Apr 26 2019", "12. März 2019", "12-Mar-19", "2019-03-12T20:15:00Z",
    ],
)  # fmt: skip
def test_date_of_the_list_is_read(cell: str) -> None:
    preview = read_notebook("f", f"Date;Ann;Ben\n{cell};1;-1\n", order="month")
    assert (preview.troubles, [night.date.year for night in preview.nights]) == ((), [2019])


def test_error_names_the_dates_that_are_read() -> None:
    (trouble,) = read_notebook("f", "Date,Ann,Ben\nlast Friday,1,-1\n").troubles
    assert sentence(trouble.what) == (
        "“last Friday” is not a date. I read 2019-03-12, 12.03.2019, 3/12/19 and Mar 12 2019."
    )


def test_timestamp_of_a_form_is_the_date_unless_there_is_a_better_one() -> None:
    table = "Timestamp,Ann,Ben\n3/27/2019 22:03:11,1,-1\n"
    assert [night.date for night in read_notebook("f", table).nights] == [date(2019, 3, 27)]
    table = "Timestamp,Date,Ann,Ben\n3/28/2019 0:03:11,3/27/2019,1,-1\n"
    preview = read_notebook("f", table)
    assert ([night.date for night in preview.nights], preview.names) == ([date(2019, 3, 27)], ("Ann", "Ben"))


def test_order_of_day_and_month_is_asked_once_with_both_days() -> None:
    table = "Date,Ann,Ben\n3/3/19,1,-1\n3/4/19,1,-1\n5/6/19,1,-1\n"
    question = only(read_notebook("f", table), Ask.ORDER)
    assert (question.line, question.cell) == (3, "3/4/19")
    assert question.days == (date(2019, 4, 3), date(2019, 3, 4))
    preview = read_notebook("f", table, order="day")
    assert preview.nights[1].date == date(2019, 4, 3)
    assert [(one.ask, one.is_open) for one in preview.questions] == [(Ask.ORDER, False)]


def test_year_is_asked_and_goes_on_from_the_first_date() -> None:
    table = "Date,Ann,Ben\n12/20,1,-1\n12/27,2,-2\n1/3,3,-3\n"
    question = only(read_notebook("f", table), Ask.YEAR)
    assert (question.cell, question.days) == ("12/20", (date(2025, 12, 20),))
    preview = read_notebook("f", table, year=2018)
    assert [night.date.year for night in preview.nights] == [2018, 2018, 2019]
    assert asked(preview) == []
    backwards = "Date,Ann,Ben\n1/13,1,-1\n1/3,3,-3\n12/27,2,-2\n"
    assert [one.date.year for one in read_notebook("f", backwards, year=2019).nights] == [2018, 2019, 2019]
    muddled = "Date,Ann,Ben\n5/13,1,-1\n1/3,3,-3\n3/7,3,-3\n12/27,2,-2\n"
    assert {one.date.year for one in read_notebook("f", muddled, year=2019).nights} == {2019}


def test_day_of_a_month_alone_is_asked() -> None:
    table = "Month,Ann,Ben\nJanuary 2019,1,-1\nFebruary 2019,2,-2\n"
    question = only(read_notebook("f", table), Ask.MONTH)
    assert (question.cell, question.days) == ("January 2019", (date(2019, 1, 1),))
    assert [one.date.day for one in read_notebook("f", table, month_day=31).nights] == [31, 28]
    names = "Monat,Ann,Ben\nMärz,1,-1\nApril,2,-2\n"
    assert asked(read_notebook("f", names)) == [Ask.YEAR, Ask.MONTH]
    assert [one.date for one in read_notebook("f", names, year=2019, month_day=1).nights] == [
        date(2019, 3, 1), date(2019, 4, 1),
    ]  # fmt: skip


def test_date_far_ahead_is_asked_about() -> None:
    table = "Date,Ann,Ben\n2026-12-01,1,-1\n2027-03-27,1,-1\n2027-03-28,1,-1\n"
    question = only(read_notebook("f", table), Ask.FAR_AHEAD)
    assert (question.line, question.days) == (3, (date(2027, 3, 27),))
    assert asked(read_notebook("f", table, accepts_far_ahead=True)) == []


@pytest.mark.parametrize(
    ("won", "lost", "cell"),
    [
        ("$12.50", "-$12.50", "$12.50"),
        ("$12.50", "($12.50)", "$12.50"),
        ("$12.50", "$(12.50)", "$12.50"),
        ("12,50 €", "−12,50 €", "12,50 €"),
        ("€ 12.50", "€ -12.50", "€ 12.50"),
        ("12.50", "-12.50 EUR", "-12.50 EUR"),
        ("CHF 12.50", "(12.50)", "CHF 12.50"),
    ],
)
def test_unit_of_amounts_with_a_currency_is_asked_once(won: str, lost: str, cell: str) -> None:
    table = f"Date;Ann;Ben\n2019-03-12;{won};{lost}\n2019-03-13;{lost};{won}\n"
    preview = read_notebook("f", table)
    assert only(preview, Ask.UNIT).cell == cell
    assert totals(preview)[0] == {"Ann": Fraction(25, 2), "Ben": Fraction(-25, 2)}
    assert {night.is_money for night in read_notebook("f", table, unit=AmountUnit.MONEY).nights} == {True}
    assert {night.is_money for night in read_notebook("f", table, unit=AmountUnit.POINTS).nights} == {False}


def test_amount_in_brackets_is_below_zero() -> None:
    preview = read_notebook("f", "Date,Ann,Ben,Cleo\n2019-03-12,7,(4),(3)\n")
    assert (totals(preview), asked(preview)) == ([{"Ann": 7, "Ben": -4, "Cleo": -3}], [])


@pytest.mark.parametrize("cell", ["4(5)", "(4", "$$4", "$4€", "--4", "(-4)", "$", "()", "4 points"])
def test_amount_that_nobody_writes_is_trouble(cell: str) -> None:
    (trouble,) = read_notebook("f", f"Date;Ann;Ben\n2019-03-12;4;{cell}\n").troubles
    assert "is not a number of points for Ben" in sentence(trouble.what)


def test_two_currencies_in_one_file_are_trouble() -> None:
    (trouble,) = read_notebook("f", "Date;Ann;Ben\n2019-03-12;$4;-4 €\n").troubles
    assert sentence(trouble.what) == "“-4 €” is another currency than above. One file has amounts of one."


@pytest.mark.parametrize("mark", ["", "-", "x", "X", "n/a", "DNP", "–", "—", "abwesend", "fehlt", "Absent"])
def test_absence_is_written_in_many_ways(mark: str) -> None:
    table = f"Date,Ann,Ben,Cleo,Dave\n2019-03-12,3,-1,{mark},-2\n2019-03-13,{mark},-1,3,-2\n"
    assert totals(read_notebook("f", table)) == [
        {"Ann": 3, "Ben": -1, "Dave": -2}, {"Ben": -1, "Cleo": 3, "Dave": -2},
    ]  # fmt: skip
    long = f"date,player,points\n2019-03-12,Ann,3\n2019-03-12,Ben,-3\n2019-03-12,Cleo,{mark}\n"
    assert [*read_notebook("f", long).nights[0].totals] == ["Ann", "Ben"] or not mark


@pytest.mark.parametrize("by", [",", ";", "\t"])
@pytest.mark.parametrize(
    "title", ["Skat club, 2019\n\n", "Results; all of them\nprinted on 12.03.2019\n", "A\tB\tC\n", "\n\n\n"]
)
def test_title_lines_above_the_table_are_passed_over(by: str, title: str) -> None:
    table = by.join(("Date", "Ann", "Ben", "Cleo")) + "\n" + by.join(("2019-03-12", "3", "-1", "-2")) + "\n"
    preview = read_notebook("f", title + table)
    assert totals(preview) == [NIGHT]
    assert preview.nights[0].line == len((title + table).splitlines())


def test_column_of_dates_needs_no_name() -> None:
    assert totals(read_notebook("f", ",Ann,Ben,Cleo\n2019-03-12,3,-1,-2\n")) == [NIGHT]
    assert totals(read_notebook("f", "Club\n,Ann,Ben,Cleo\n2019-03-12,7/2,-3/2,-2\n2019-03-13,3/2,-1,-1/2\n"))
    assert read_notebook("f", "2019-03-12,3,-1,-2\n2019-03-13,3,-1,-2\n").nights == ()


@pytest.mark.parametrize(
    ("heading", "cell"),
    [
        ("Ort", "Köln"), ("Spieltyp", "Skat"), ("Bemerkung", "spät"), ("night", "7"), ("hands", "24"),
        ("stake", "5"), ("Nacht", "7"), ("Spiele", "24"), ("Nr.", "1"), ("Location", "Bar"), ("Tisch", "2"),
        ("Remarks:", "late"), ("Gastgeber", "Ann"), ("Runden", "4"),
    ],
)  # fmt: skip
def test_known_column_is_no_player(heading: str, cell: str) -> None:
    table = f"Datum;{heading};Ann;Ben;Cleo\n12.03.2019;{cell};3;-1;-2\n13.03.2019;{cell};3;-1;-2\n"
    preview = read_notebook("f", table)
    assert (totals(preview), asked(preview)) == ([NIGHT, NIGHT], [])
    assert [one.what.params["name"] for one in preview.remarks] == [heading]


def test_column_without_a_number_is_offered_as_no_player() -> None:
    table = "Date,Ann,Ben,Snacks\n2019-03-12,3,-3,crisps\n2019-03-13,1,-1,\n2019-03-14,1,-1,nuts 2x\n"
    preview = read_notebook("f", table)
    assert only(preview, Ask.NOT_A_PLAYER).cell == "Snacks"
    assert preview.names == ("Ann", "Ben")
    left_out = read_notebook("f", table, not_players=frozenset({"Snacks"}))
    assert (asked(left_out), left_out.names, len(left_out.nights)) == ([], ("Ann", "Ben"), 3)
    kept = read_notebook("f", table, players=frozenset({"Snacks"}))
    assert (asked(kept), len(kept.troubles), len(kept.questions)) == ([], 2, 1)


def test_column_that_alone_breaks_every_sum_is_offered_as_no_player() -> None:
    table = "Date,Evng,Ann,Ben\n2019-03-12,1,3,-3\n2019-03-13,2,1,-1\n2019-03-14,3,2,-2\n"
    preview = read_notebook("f", table)
    assert only(preview, Ask.NOT_A_PLAYER).cell == "Evng"
    assert (preview.names, preview.unbalanced) == (("Ann", "Ben"), ())
    kept = read_notebook("f", table, players=frozenset({"Evng"}))
    assert (asked(kept), kept.names, len(kept.unbalanced)) == ([], ("Evng", "Ann", "Ben"), 3)


def test_numbers_in_a_column_without_a_name_are_said_to_be_left_out() -> None:
    preview = read_notebook("f", "Date,Ann,,Ben\n2019-03-12,3,17,-3\n")
    assert [sentence(one.what) for one in preview.remarks] == ["column 3 has no name and was not read"]


TOTALS = """Datum;Ann;Ben;Cleo;Summe
12.03.2019;3;-1;-2;{row}
13.03.2019;2;2;-4;0
Gesamt;5;{ben};-6;0
"""


def test_totals_that_agree_are_only_said_to_be_no_night() -> None:
    preview = read_notebook("f", TOTALS.format(row=0, ben=1))
    assert (asked(preview), len(preview.nights), len(preview.remarks)) == ([], 2, 2)
    foots = read_notebook("f", "Date,Ann,Ben,Foots\n2019-03-12,3,-3,3\n2019-03-13,-7,7,7\n")
    assert (asked(foots), foots.names) == ([], ("Ann", "Ben"))


def test_total_of_a_player_that_differs_is_a_question() -> None:
    table = TOTALS.format(row=0, ben=10)
    question = only(read_notebook("f", table), Ask.TOTALS)
    assert question.line == 4
    assert sentence(question.what) == "Row 4 has 10 as the total of Ben: the nights add up to 1."
    assert asked(read_notebook("f", table, accepts_totals=True)) == []


def test_totals_that_differ_are_said_in_decimals() -> None:
    question = only(read_notebook("f", TOTALS.format(row=0, ben="-0,60")), Ask.TOTALS)
    assert sentence(question.what) == "Row 4 has −0.6 as the total of Ben: the nights add up to 1."


def test_total_of_a_night_that_differs_is_a_question() -> None:
    question = only(read_notebook("f", TOTALS.format(row=5, ben=1)), Ask.TOTALS)
    assert sentence(question.what) == (
        "Row 2 has 5 as its total: its players add up to 0, and what is above zero to 3."
    )


def test_totals_of_parts_and_of_all_may_stand_anywhere() -> None:
    table = (
        "Date,Ann,Ben\nTotal,6,-6\n2018-03-12,1,-1\n2018-03-13,2,-2\nTotal 2018,3,-3\n2019-03-12,3,-3\n"
        "Total 2019:,3,-3\nSum,6,-6\n"
    )
    preview = read_notebook("f", table)
    assert (asked(preview), len(preview.nights)) == ([], 3)
    assert len(asked(read_notebook("f", table.replace("Total 2018,3,-3", "Total 2018,4,-4")))) == 1


def test_total_may_be_named_beside_an_empty_date() -> None:
    for heading in ("Ort", ""):
        table = f"Datum;{heading};Ann;Ben\n12.3.2019;Köln;1;-1\n13.3.2019;Bonn;2;-2\n;Summe;3;-3\n"
        assert (len(read_notebook("f", table).nights), asked(read_notebook("f", table))) == (2, [])


def test_total_of_a_night_in_the_long_form_is_compared() -> None:
    table = "date,player,points\n2019-03-12,Ann,3\n2019-03-12,Ben,-3\n2019-03-12,Total,{}\n"
    assert asked(read_notebook("f", table.format(0))) == []
    assert asked(read_notebook("f", table.format(1))) == [Ask.TOTALS]
    assert read_notebook("f", table.format(0)).names == ("Ann", "Ben")


TURNED = """Player;12.03.2019;19.03.2019;26.03.2019;Total
Ann;3;-4;;-1
Ben;-1;4;2;{ben}
Cleo;-2;-;-2;-4
Total;0;0;0;0
"""


@pytest.mark.parametrize("corner", ["Player", "Spieler", "", "Datum", "Results"])
def test_table_on_its_side_is_turned_back(corner: str) -> None:
    preview = read_notebook("f", TURNED.format(ben=5).replace("Player", corner))
    assert totals(preview) == [NIGHT, {"Ann": -4, "Ben": 4}, {"Ben": 2, "Cleo": -2}]
    assert (preview.nights[0].date, asked(preview)) == (DAY, [])


def test_total_and_trouble_of_a_turned_table_name_their_line() -> None:
    assert "Ben" in sentence(only(read_notebook("f", TURNED.format(ben=6)), Ask.TOTALS).what)
    (trouble,) = read_notebook("f", TURNED.format(ben=5).replace("-2;-;", "-2;well;")).troubles
    assert trouble.line == 4


def test_turned_table_may_have_one_night_and_a_title_one_date() -> None:
    assert totals(read_notebook("f", "Date,2019-03-12\nAnn,3\nBen,-1\nCleo,-2\n")) == [NIGHT]
    table = "Date:,2019-04-01\nName,Ann\n\nDate,Ann,Ben,Cleo\n2019-03-12,3,-1,-2\n"
    assert totals(read_notebook("f", table)) == [NIGHT]


def test_months_may_be_the_names_of_people() -> None:
    preview = read_notebook("f", "Date,Jan,April,June\n2019-03-12,3,-1,-2\n")
    assert totals(preview) == [{"Jan": 3, "April": -1, "June": -2}]


HANDS = """Date,Hand,Ann,Ben,Cleo
2019-03-12,1,3,-1,-2
,2,-4,2,2
,3,0,1,-1
2019-03-13,1,1,1,-2
,2,2,,-2
"""


def test_row_a_hand_is_a_night_with_its_hands() -> None:
    preview = read_notebook("f", HANDS)
    assert only(preview, Ask.HANDS).line == 3
    assert totals(preview) == [{"Ann": -1, "Ben": 2, "Cleo": -1}, {"Ann": 3, "Ben": 1, "Cleo": -4}]
    assert [len(night.hands) for night in preview.nights] == [3, 2]
    assert preview.nights[1].hands[1] == {"Ann": 2, "Cleo": -2}
    called = matched(preview, {"Ann": "Anna"})
    assert called.nights[1].hands[1] == {"Anna": 2, "Cleo": -2}


def test_row_a_hand_is_added_up_or_a_night_as_answered() -> None:
    added = read_notebook("f", HANDS, hands=Hands.ADDED)
    assert ([night.hands for night in added.nights], len(added.nights)) == ([(), ()], 2)
    assert added.open_questions == ()
    assert len(read_notebook("f", HANDS, hands=Hands.NIGHTS).nights) == 5


def test_hands_that_are_numbered_anew_are_of_another_table() -> None:
    table = "Date,Hand,A,B,C,D\n" + "".join(
        f"2019-03-12,{row}\n" for row in ("1,5,-5", "2,-3,3", "1,,,4,-4", "2,,,-7,7")
    )
    assert totals(read_notebook("f", table)) == [{"A": 2, "B": -2}, {"C": -3, "D": 3}]


def test_hand_that_nobody_played_is_no_hand() -> None:
    preview = read_notebook("f", "Date,Hand,A,B\n2019-03-12,1,1,-1\n,2,,\n,3,2,-2\n")
    assert [dict(hand) for hand in preview.nights[0].hands] == [{"A": 1, "B": -1}, {"A": 2, "B": -2}]


def test_many_rows_of_one_date_look_like_hands_and_tables_do_not() -> None:
    chance = random.Random(1)
    names = ["Ann", "Ben", "Cleo"]
    rows = []
    for day in ("2019-03-12", "2019-03-13"):
        for _ in range(8):
            one, two = chance.randint(-5, 5), chance.randint(-5, 5)
            rows.append(",".join(map(str, (day, one, two, -one - two))))
    table = "\n".join([f"Date,{','.join(names)}", *rows])
    preview = read_notebook("f", table)
    assert (asked(preview), [len(night.hands) for night in preview.nights]) == ([Ask.HANDS], [8, 8])
    tables = "Date,A,B,C,D,E,F,G,H\n" + "".join(
        f"2019-03-12{',' * (2 * at + 1)}{at + 1},{-at - 1}\n" for at in range(4)
    )
    assert (asked(read_notebook("f", tables)), len(read_notebook("f", tables).nights)) == ([], 4)


def test_hands_in_the_long_form_are_hands() -> None:
    table = "date,hand,player,points\n" + "".join(
        f"2019-03-12,{hand},{name},{points}\n"
        for hand in (1, 2)
        for name, points in (("Ann", hand), ("Ben", -hand))
    )
    preview = read_notebook("f", table)
    assert only(preview, Ask.HANDS)
    (night,) = preview.nights
    assert [dict(hand) for hand in night.hands] == [{"Ann": 1, "Ben": -1}, {"Ann": 2, "Ben": -2}]


def random_nights(chance: random.Random, nights: int, people: int, spread: int = 20) -> list[list[int]]:
    rows = []
    for _ in range(nights):
        row = [chance.choice((-1, 1)) * chance.randint(1, spread) for _ in range(people - 1)]
        rows.append([*row, -sum(row)])
    return rows


def as_table(rows: Sequence[Sequence[int]]) -> str:
    header = ",".join(["Date", *(f"P{place}" for place in range(len(rows[0])))])
    days = [f"2019-{1 + place // 28:02}-{1 + place % 28:02}" for place in range(len(rows))]
    lines = (",".join(map(str, (day, *row))) for day, row in zip(days, rows, strict=True))
    return "\n".join([header, *lines])


def running(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    by_player = [list(accumulate(column)) for column in zip(*rows, strict=True)]
    return [list(row) for row in zip(*by_player, strict=True)]


def test_running_totals_are_asked_about_and_differences_taken() -> None:
    rows = random_nights(random.Random(7), 12, 4)
    preview = read_notebook("f", as_table(running(rows)))
    question = only(preview, Ask.RUNNING)
    assert question.cell == ", ".join(str(row[0]) for row in running(rows)[:4])
    as_nights = [{f"P{place}": points for place, points in enumerate(row) if points} for row in rows]
    assert totals(preview) == as_nights
    answered = read_notebook("f", as_table(running(rows)), running=Running.DIFFERENCES)
    assert (totals(answered), asked(answered)) == (as_nights, [])
    as_they_stand = read_notebook("f", as_table(running(rows)), running=Running.NIGHTS)
    assert [list(night.totals.values()) for night in as_they_stand.nights] == running(rows)


def test_running_totals_from_the_latest_down_are_the_same() -> None:
    rows = random_nights(random.Random(8), 12, 4)
    header, *lines = as_table(running(rows)).splitlines()
    preview = read_notebook("f", "\n".join([header, *lines[::-1]]))
    assert asked(preview) == [Ask.RUNNING]
    assert totals(preview) == totals(read_notebook("f", as_table(rows)))


def test_running_totals_within_a_night_are_differences_of_its_hands() -> None:
    rows = running(random_nights(random.Random(9), 12, 4))
    lines = ["2019-03-11,1,,,,", "2019-03-11,2,90,-90,,"]
    lines += [",".join(map(str, ("2019-03-12", place, *row))) for place, row in enumerate(rows, 1)]
    preview = read_notebook("f", "Date,Hand,A,B,C,D\n" + "\n".join(lines))
    assert asked(preview) == [Ask.HANDS, Ask.RUNNING]
    assert [len(night.hands) for night in preview.nights] == [1, 12]
    assert [*preview.nights[1].totals.values()] == rows[-1]


def test_who_is_away_keeps_a_running_total() -> None:
    table = as_table([[12, -12, 0], [9, -12, 3], [9, -19, 10], [21, -25, 4], [20, -25, 5], [15, -21, 6]])
    assert totals(read_notebook("f", table)) == [
        {"P0": 12, "P1": -12}, {"P0": -3, "P2": 3}, {"P1": -7, "P2": 7}, {"P0": 12, "P1": -6, "P2": -6},
        {"P0": -1, "P2": 1}, {"P0": -5, "P1": 4, "P2": 1},
    ]  # fmt: skip


@pytest.mark.parametrize("row", ["1,-1", "3,-3", "5,-5"])
def test_nights_that_are_all_alike_are_no_running_totals(row: str) -> None:
    table = "Date,A,B\n" + "".join(f"2019-03-{day:02},{row}\n" for day in range(1, 20))
    assert asked(read_notebook("f", table)) == []


@pytest.mark.parametrize("people", [3, 4, 5, 6])
def test_random_nights_are_no_running_totals(people: int) -> None:
    chance = random.Random(people)
    books = [as_table(random_nights(chance, chance.randint(8, 30), people)) for _ in range(60)]
    assert [book for book in books if asked(read_notebook("f", book))] == []


@pytest.mark.parametrize("people", [3, 4, 5, 6])
def test_running_totals_of_many_nights_are_hardly_ever_missed(people: int) -> None:
    chance = random.Random(people)
    books = [as_table(running(random_nights(chance, 30, people))) for _ in range(60)]
    assert sum(asked(read_notebook("f", book)) == [Ask.RUNNING] for book in books) >= 59


def test_six_years_of_a_club_leave_no_question() -> None:
    files = [(path.name, path.read_text()) for path in EVENINGS]
    preview = read_notebooks(files, answers=Answers(), today=TODAY)
    assert (len(preview.nights), preview.questions, preview.troubles) == (930, (), ())
    assert not any(night.hands or night.is_money for night in preview.nights)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8", "cp1252"])
def test_file_of_any_usual_encoding_is_read(encoding: str) -> None:
    data = "Datum;Jörg;Ann\n12. März 2019;3;-3\n".encode(encoding)
    assert totals(read_notebook("f", read_text(data))) == [{"Jörg": 3, "Ann": -3}]


def test_results_of_this_program_are_no_running_totals_and_a_notebook_with_its_columns_is_asked() -> None:
    rows = [5, 9, 9, 12, 15]
    own = [f"2024-05-0{at},{at},3,{won},{-won}" for at, won in enumerate(rows, start=1)]
    assert asked(read_notebook("f", "\n".join(["date,night,hands,Ann,Ben", *own]))) == []
    by_hand = [f"{at}.5.2024;{at};3;{won};{-won}" for at, won in enumerate(rows, start=1)]
    preview = read_notebook("f", "\n".join(["Datum;Abend;Spiele;Anna;Ben", *by_hand]), order="day")
    assert asked(preview) == [Ask.RUNNING]
