"""Files leave in the words of a language, and come back as if they had left in English."""

import csv
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO

import pytest
from django.utils.translation import override

from ledger.exchange.files import read_text, texts_of
from ledger.exchange.grid import name_of
from ledger.exchange.headings import in_english
from ledger.exchange.notebook import read_notebooks
from ledger.exchange.tables import FileTable, as_csv, balance_sheet, journal, results, score_sheet, write_xlsx
from ledger.exchange.workbook import Room
from ledger.models import Group
from ledger.models.group import NOBODY
from scorekeeper.text.receipts import hand_called
from tests import cast
from tests.ledger.standings.test_nobody import brought_to


@pytest.fixture
def group(db: None) -> Group:
    return cast.thursday_table()


def tables(group: Group) -> Iterator[FileTable]:
    yield results(group)
    yield journal(group)
    yield balance_sheet(group)
    yield score_sheet(group.sessions.get(number=1), hand_called)


def in_language(group: Group, language: str) -> list[str]:
    with override(language):
        return [as_csv(one) for one in tables(group)]


def rows(text: str, by: str = ",") -> list[list[str]]:
    return [*csv.reader(StringIO(text, newline=""), delimiter=by)]


def test_headings_and_kinds_are_in_the_language_in_force(group: Group) -> None:
    cast.an_ended_night(group)
    _results, money, balances, sheet = in_language(group, "de")
    assert money.startswith("Nummer;Datum;Art;Abend;Konto;Betrag;Zahlweg;Notiz;Nimmt zurück;Insgesamt\r\n")
    assert {row[2] for row in rows(money, ";")[1:]} == {"Abend"}
    assert balances.startswith("Konto;Stand;Wartet\r\nAnn;")
    assert sheet.startswith("Datum;Spiel;Geber;Gespielt;Ann;")
    assert ";Ann, Summe;" in sheet.partition("\r\n")[0]


def test_journal_and_score_sheet_in_german_are_read_as_the_english_ones(group: Group) -> None:
    cast.an_ended_night(group)
    brought_to(group)
    for german, english in zip(in_language(group, "de")[1::2], in_language(group, "en")[1::2], strict=True):
        # The words that a hand is called, and notes, are no heading: they stay in the language of the file.
        again, first = (rows(read_text(text.encode())) for text in (german, english))
        kept = [at for at, heading in enumerate(first[0]) if heading not in ("played", "note")]
        strip = [[row[at] for at in kept] for row in (*again, *first)]
        assert strip[: len(again)] == strip[len(again) :]
        assert read_text(english.encode()) == english


def test_workbook_in_german_is_read_as_the_english_one(group: Group) -> None:
    cast.an_ended_night(group)
    texts = []
    for language in ("de", "en"):
        file = BytesIO()
        with override(language):
            write_xlsx(journal(group), file=file)
        texts.append(texts_of(file.getvalue(), Room()))
    assert texts[0] == texts[1]


def test_results_in_german_come_back_with_the_nights_of_the_english_ones(group: Group) -> None:
    brought_to(group)
    found = []
    for text in (one[0] for one in (in_language(group, "de"), in_language(group, "en"))):
        preview = read_notebooks([("results.csv", read_text(text.encode()))], today=date(2026, 11, 1))
        assert not preview.troubles
        found.append([(one.date, dict(one.totals), one.hands) for one in preview.nights])
    assert found[0] == found[1] != []
    assert NOBODY in found[0][0][1]


@pytest.mark.parametrize("number", ["0.5", "-1.25", "1.125", "12.125", "1234.5", "0.0625"])
def test_number_with_a_comma_is_read_back_as_it_was(number: str) -> None:
    row = (date(2026, 5, 1), Decimal(number), -Decimal(number))
    with override("de"):
        text = as_csv(FileTable(title="x", columns=("Datum", "Anna", "Bene"), rows=[row]))
    (night,) = read_notebooks([("a.csv", text)], today=date(2026, 11, 1)).nights
    assert [*night.totals.values()] == [Fraction(number), -Fraction(number)]


@pytest.mark.parametrize(
    "text",
    [
        "Datum;Ort;Spiele\n1.2.2009;1;2,5\n",
        "Spiel;Geber;Anna\n1;2;3\n",
        "number,date,kind\n1,2026-05-01,night\n",
        "Nummer;Datum;Art\n" + "x" * 200_000,
        "",
    ],
)
def test_tables_of_others_and_english_ones_stay_as_they_are(text: str) -> None:
    assert in_english(text) == text


def test_results_and_sums_in_german_get_english_headings_and_keep_their_rows() -> None:
    assert (
        in_english("Datum;Abend;Spiele;Anna\n1.2.2009;1;3;2,5\n")
        == "date;night;hands;Anna\n1.2.2009;1;3;2,5\n"
    )
    assert in_english("Danach (Geld);Spiel\n1.2.2009;2,5\n") == "after (money);Spiel\n1.2.2009;2,5\n"


def test_placeholder_is_known_in_every_language() -> None:
    assert [name_of(name) for name in ("Nicht zugeordnet", NOBODY, "Ann")] == [NOBODY, NOBODY, "Ann"]


@pytest.mark.parametrize("by", [";", ",", "\t"])
def test_headings_in_quotes_and_between_tabs_are_read(by: str) -> None:
    heads = by.join(f'"{one}"' for one in ("Datum", "Spiel", "Geber", "Gespielt", "Ann", "Ann, Summe"))
    text = in_english(f"{heads}\n2026-05-01{by}1{by}Ann{by}{by}2{by}2\n")
    assert text.startswith('date,hand,dealer,played,Ann,"Ann, total"\n')


def test_notes_stay_as_they_were_written(group: Group) -> None:
    heads = "Nummer;Datum;Art;Abend;Konto;Betrag;Zahlweg;Notiz;Nimmt zurück"
    text = in_english(f"{heads}\n1;2026-05-01;Zahlung;;Ann;1,50;;(die Kasse);\n")
    assert rows(text)[1][4:8] == ["Ann", "1.50", "", "(die Kasse)"]
