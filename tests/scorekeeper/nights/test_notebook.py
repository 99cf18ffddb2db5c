"""The old notebook on its page: understood, put right, matched, and written once."""

import csv
import html as markup
import io
import json
import re
import uuid
import zipfile
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from openpyxl import Workbook

from ledger.exchange import grid
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import rename_player, strike_night
from ledger.standings import names_of
from ledger.standings.money import balances
from scorekeeper.tasks import run_all
from tests import cast
from tests.ledger.exchange.test_expenses import SPLITWISE
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones
from tests.steady import some

EVENINGS = some(sorted((Path(__file__).parents[2] / "data" / "evenings").glob("*.csv")))
"""A year of a club, and all six in `make soak`, as always in tests/ledger/exchange/test_notebook.py."""
TABLE = "Date,Ann,Ben,Cleo\n2009-03-27,12,-4,-8\n2009-04-03,,5,-5\n"


def page(group: Group) -> str:
    return reverse("notebook", args=[group.code])


def kept(answer: Any) -> str:
    found = re.search(r'<textarea name="kept"[^>]*>(.*?)</textarea>', html_of(answer), re.DOTALL)
    assert found
    return markup.unescape(found[1])


def look(client: Client, group: Group, *files: bytes | Path, **more: Any) -> Any:
    uploads = [
        SimpleUploadedFile("book.csv", one)
        if isinstance(one, bytes)
        else SimpleUploadedFile(one.name, one.read_bytes())
        for one in files
    ]
    return client.post(page(group), {"files": uploads, **more})


def write(client: Client, group: Group, seen: Any, **more: Any) -> Any:
    return client.post(page(group), {"kept": kept(seen), "writes": "on", **more})


def nights(group: Group) -> int:
    return Session.objects.filter(group=group).count()


def points(group: Group) -> dict[str, int]:
    return {one.name: int(one.points) for one in cast.standings(group)}


def test_years_of_a_club_come_in_through_the_page_once(owner: Client, db: None) -> None:
    group, sums = cast.thursday_table(names=["Ann"]), Counter[str]()
    many = 0
    for path in EVENINGS:
        for row in csv.DictReader(path.read_text().splitlines()):
            many += 1
            sums.update({name: int(cell or 0) for name, cell in row.items() if name != "Date"})
    seen = look(owner, group, *EVENINGS)
    assert seen.status_code == 200
    assert not missing(
        html_of(seen), f"<h2>{many} nights</h2>", f"… and {many - 3} more nights", f"Add {many} nights"
    )
    assert nights(group) == 0
    answer = write(owner, group, seen)
    assert answer.status_code == 303
    assert f"{many} nights added" in html_of(owner.get(answer["Location"]))
    assert nights(group) == many
    assert {name: won for name, won in points(group).items() if won} == {k: v for k, v in sums.items() if v}
    again = look(owner, group, *EVENINGS)
    assert not missing(html_of(again), f"<b>0</b> new, {many} here already", "There is nothing new in it.")
    assert "Add 0 nights" not in html_of(again)
    assert "Nothing new" in html_of(owner.get(write(owner, group, again)["Location"]))
    assert nights(group) == many


def test_a_file_with_too_many_rows_offers_no_row_to_put_right(
    group: Group, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid, "MOST_ROWS", 1)
    html = html_of(look(phone("owner"), group, text=TABLE))
    assert not missing(
        html, "This file has too many rows: 1 at most. Bring it in parts.", "No night could be read"
    )
    assert not present(html, "Put these rows right here", 'name="fix-')


@pytest.mark.parametrize(
    ("data", "third"),
    [
        (TABLE.encode("utf-8-sig"), "Cleo"),
        (TABLE.replace(",", ";").encode(), "Cleo"),
        (TABLE.replace(",", "\t").replace("\n", "\r\n").encode(), "Cleo"),
        (TABLE.encode("utf-16"), "Cleo"),
        (TABLE.replace("Cleo", "Jürgen").encode("latin-1"), "Jürgen"),
    ],
)
def test_however_it_was_saved(group: Group, owner: Client, data: bytes, third: str) -> None:
    seen = look(owner, group, data)
    assert f"<bdi>{third}</bdi>" in html_of(seen)
    assert write(owner, group, seen).status_code == 303
    assert {one: won for one, won in points(group).items() if won} == {"Ann": 12, "Ben": 1, third: -13}


def test_a_name_much_like_another_has_to_be_answered(group: Group, phone: Phones) -> None:
    client, table = phone("owner"), TABLE.replace("Edith", "").replace("Cleo", "Edit")
    seen = look(client, group, text=table)
    edith = cast.player(group, "Edith").pk
    assert "The notebook says <bdi>Edit</bdi>. Who is that?" in html_of(seen)
    assert f'name="who-0" value="{edith}"' in one_line(seen)
    assert html_of(seen).index('value="new"') < html_of(seen).index("<h2>2 nights</h2>")
    assert "Tap who it is." in html_of(write(client, group, seen), 422)
    assert write(client, group, seen, **{"who-0": edith}).status_code == 303
    assert points(group)["Edith"] == -13
    assert not group.players.filter(name="Edit").exists()


def one_line(answer: Any) -> str:
    return re.sub(r"\s+", " ", html_of(answer))


@pytest.mark.parametrize(("answer", "who"), [("new", "Edit"), ("other", "Frank")])
def test_a_name_much_like_another_may_be_somebody_else(
    group: Group, owner: Client, answer: str, who: str
) -> None:
    seen = look(owner, group, text=TABLE.replace("Cleo", "Edit"))
    said = {"who-0": answer} if answer == "new" else {"else-0": cast.player(group, "Frank").pk}
    assert write(owner, group, seen, **said).status_code == 303
    assert points(group)[who] == -13


def test_a_name_mistyped_within_the_notebook_is_asked_about(group: Group, owner: Client) -> None:
    table = "date,player,points\n" + "".join(
        f"2009-03-0{day},{name},{won}\n"
        for day, points in enumerate((3, -4, 5, -2), 1)
        for name, won in (("Marlene", points), ("Ann", -points))
    )
    seen = look(owner, group, text=table + "2009-03-09,Malrene,2\n2009-03-09,Ann,-2\n")
    assert "The notebook says <bdi>Malrene</bdi>. Who is that?" in html_of(seen)
    assert '<input type="radio" name="who-1" value="as-0"' in one_line(seen)
    assert write(owner, group, seen).status_code == 422
    assert write(owner, group, seen, **{"who-1": "as-0"}).status_code == 303
    assert points(group)["Marlene"] == 4
    assert not group.players.filter(name="Malrene").exists()


@pytest.mark.parametrize("said", ["as-1", "as-0", "as-99", "as-", "as--1", "tea", "as-" + "9" * 9])
def test_nonsense_about_who_somebody_is_writes_new_people_or_nothing(
    group: Group, owner: Client, said: str
) -> None:
    seen = look(owner, group, text=TABLE.replace("Cleo", "Zoe").replace("Ben", "Yan"))
    assert write(owner, group, seen, **{"who-0": said, "who-1": said}).status_code in (303, 422)


TWO_WAYS = "Date,Ann,Ben\n03/04/2009,4,-4\n05/06/2009,1,-1\n"


def test_a_date_that_reads_two_ways_is_asked_about_in_plain_sight(group: Group, owner: Client) -> None:
    seen = look(owner, group, text=TWO_WAYS)
    page = one_line(seen)
    asked = page[page.index("Which day is that?") : page.index("<h2>2 nights</h2>")]
    assert "The date 03/04/2009 in what was pasted can be two different days." in asked
    assert "3 April 2009" in asked
    assert "4 March 2009" in asked
    assert "details" not in asked
    assert " checked" not in asked
    assert "This needs an answer." in html_of(write(owner, group, seen), 422)
    assert nights(group) == 0
    assert write(owner, group, seen, order="day").status_code == 303
    assert dates(group) == [date(2009, 4, 3), date(2009, 6, 5)]


def dates(group: Group) -> list[date]:
    return sorted(timezone.localdate(one.started_at) for one in group.sessions.all())


def test_the_month_may_stand_first(group: Group, owner: Client) -> None:
    seen = look(owner, group, text=TWO_WAYS, order="month")
    assert 'value="month" checked' in one_line(seen)
    write(owner, group, seen, order="month")
    assert dates(group) == [date(2009, 3, 4), date(2009, 5, 6)]


@pytest.mark.parametrize(
    "table",
    [
        TWO_WAYS + "13/01/2010,1,-1\n",
        TWO_WAYS + "01/13/2010,1,-1\n",
        TWO_WAYS.replace("/", "."),
        TWO_WAYS.replace("03/04", "04/04").replace("05/06", "06/06"),
        TABLE,
        "Date,Ann,Ben\n00/04/2009,4,-4\n",
        "Date,Ann,Ben\n03/04/0000,4,-4\n",
    ],
)
def test_where_the_file_says_it_itself_nothing_is_asked(group: Group, phone: Phones, table: str) -> None:
    assert "Which day is that?" not in html_of(look(phone("owner"), group, text=table))


@pytest.mark.parametrize(
    ("days", "wanted", "asked"),
    [
        ((400, 300), {}, "all"),
        ((300, 3), {"Ann": 50, "Ben": -50}, "old"),
        ((20, 3), {"Ann": 75, "Ben": -75}, "none"),
    ],
)
def test_what_is_older_than_a_month_was_paid_unless_one_says_otherwise(
    group: Group, phone: Phones, days: tuple[int, int], wanted: dict[str, int], asked: str
) -> None:
    client, today = phone("owner"), timezone.localdate()
    table = "Date,Ann,Ben\n" + "".join(
        f"{today - timedelta(days=one)},{place},-{place}\n" for place, one in enumerate(days, 1)
    )
    seen = look(client, group, text=table)
    assert f'value="{asked}" checked' in one_line(seen)
    assert ("What is older than a month was paid" in html_of(seen)) == (asked == "old")
    write(client, group, seen)
    assert {one.name: one.cents for one in balances(group).players if one.cents} == wanted


@pytest.mark.parametrize(("paid", "owed"), [("none", {"Ann": 300, "Ben": 25, "Cleo": -325}), ("all", {})])
def test_what_is_old_is_owed_or_not_as_is_said(
    group: Group, owner: Client, paid: str, owed: dict[str, int]
) -> None:
    write(owner, group, look(owner, group, text=TABLE), paid=paid)
    assert nights(group) == 2
    assert {one.name: one.cents for one in balances(group).players if one.cents} == owed


def test_nights_that_were_taken_out_by_hand_are_said_to_stay_out(group: Group, owner: Client) -> None:
    written = write(owner, group, look(owner, group, text=TABLE))
    assert "Look at these nights, or undo the import" in html_of(owner.get(written["Location"]))
    night = group.sessions.order_by("started_at")[0]
    strike_night(night, cast.context(night))
    seen = html_of(look(owner, group, text=TABLE))
    assert "1 was taken out by hand: it stays out." in seen
    assert "<b>0</b> new, 1 here already" in seen


def test_the_files_list_what_was_brought(group: Group, phone: Phones) -> None:
    client, files = phone("owner"), reverse("exchange", args=[group.code])
    assert "Brought before" not in html_of(client.get(files))
    write(client, group, look(client, group, TABLE.encode()))
    brought = one_line(client.get(files))
    assert "Brought before" in brought
    assert "book.csv" in brought
    (key,) = set(group.sessions.values_list("brought", flat=True))
    assert reverse("imported", args=[group.code, key]) in brought


def workbook(**sheets: Sequence[Sequence[Any]]) -> bytes:
    made = Workbook(write_only=True)
    for title, table in sheets.items():
        sheet = made.create_sheet(title)
        for row in table:
            sheet.append(row)
    file = BytesIO()
    made.save(file)
    return file.getvalue()


NIGHTS = (("Date", "Ann", "Ben", "Cleo"), (date(2009, 3, 27), 12, -4, -8), ("2009-04-03", None, 5, -5))


def test_a_workbook_is_a_notebook_too(group: Group, owner: Client) -> None:
    seen = look(owner, group, workbook(Nights=NIGHTS))
    assert "<h2>2 nights</h2>" in html_of(seen)
    assert write(owner, group, seen).status_code == 303
    assert {one: won for one, won in points(group).items() if won} == {"Ann": 12, "Ben": 1, "Cleo": -13}
    assert "<b>0</b> new, 2 here already" in html_of(look(owner, group, TABLE.encode()))


def test_a_row_of_a_workbook_is_put_right_in_its_place(group: Group, owner: Client) -> None:
    seen = look(owner, group, workbook(Nights=[*NIGHTS[:2], ("2009-04-03", None, "five", -5)]))
    assert not missing(html_of(seen), "book.csv, row 3", 'value="2009-04-03,,five,-5"')
    assert write(owner, group, seen, **{"fix-0-3": "2009-04-03,,5,-5"}).status_code == 303
    assert points(group)["Ben"] == 1


def test_sheets_without_dates_are_left_out_and_named(group: Group, owner: Client) -> None:
    assert "Left out" not in html_of(look(owner, group, workbook(Nights=NIGHTS)))
    sheets = {"Old": NIGHTS[:2], "<b>eer": [("beer",)], "New": [NIGHTS[0], NIGHTS[2]]}
    seen = look(owner, group, workbook(**sheets))
    assert not missing(html_of(seen), "<h2>2 nights</h2>", "book.csv, New")
    assert "no column for the date" not in html_of(seen)
    carried = [markup.unescape(one) for one in re.findall(r'name="left_out" value="([^"]*)"', html_of(seen))]
    again = owner.post(page(group), {"kept": kept(seen), "left_out": carried})
    for html in (html_of(seen), html_of(again)):
        assert "Left out, as no column says which day it was: <bdi>book.csv, &lt;b&gt;eer</bdi> </p>" in html
    alone = look(owner, group, workbook(Ideas=[("beer",)], Wine=[("red",)]))
    assert not missing(html_of(alone), "No night could be read", "<bdi>book.csv, Wine</bdi>")
    assert "book.csv, Ideas" not in html_of(alone)


def test_no_more_sheets_are_named_than_fit(group: Group, phone: Phones) -> None:
    said = {"text": TABLE, "left_out": [f"{place} " + "x" * 500 for place in range(99)]}
    html = html_of(phone("owner").post(page(group), said))
    assert html.count('name="left_out"') == 12
    assert "x" * 200 not in html


def test_a_file_beside_one_that_will_not_do_says_what_it_leaves_out(group: Group, phone: Phones) -> None:
    files = [
        SimpleUploadedFile("old.xlsx", workbook(Nights=NIGHTS, Beer=[("beer",)])),
        SimpleUploadedFile("tea.xlsx", b"PK\x03\x04tea"),
    ]
    assert "<bdi>old.xlsx, Beer</bdi>" in html_of(
        phone("owner").post(reverse("notebook", args=[group.code]), {"files": files}), 422
    )


def test_the_command_names_the_sheets_it_leaves_out(group: Group, tmp_path: Path) -> None:
    (file := tmp_path / "old.xlsx").write_bytes(workbook(Nights=NIGHTS, Beer=[("beer",)]))
    call_command("import_notebook", "--group", group.name, str(file), stdout=(out := StringIO()))
    assert "Left out: old.xlsx, Beer has no column for the date." in out.getvalue()


def with_hidden_entities(data: bytes) -> bytes:
    """The workbook with a sheet in UTF-16 without a mark, in which entities unfold."""
    sheet = '\n<!DOCTYPE x [<!ENTITY a "<c><v>1</v></c>">]><worksheet><row>&a;</row></worksheet>'
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            new.writestr(name, sheet.encode("utf-16-le") if "/sheet1.xml" in name else old.read(name))
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04tea", "is a ZIP or another packed file. Unpack it, and bring the table in it."),
        (workbook(A=[("x",) * 401]), "has too many columns: 400 at most."),
        (b"PK\x03\x04" + b"x" * 600_000, "is too large: 500 KB at most."),
        (
            with_hidden_entities(workbook(A=NIGHTS)),
            "cannot be read as a spreadsheet. Save it as XLSX or as CSV.",
        ),
    ],
)
def test_a_workbook_that_will_not_do_is_refused_in_a_sentence(
    group: Group, phone: Phones, data: bytes, words: str
) -> None:
    assert words in html_of(look(phone("owner"), group, data), 422)
    assert nights(group) == 0


def test_the_command_reads_workbooks(group: Group, tmp_path: Path) -> None:
    file = tmp_path / "old.xlsx"
    file.write_bytes(workbook(Nights=NIGHTS))
    call_command("import_notebook", "--group", group.name, str(file))
    assert nights(group) == 2
    file.write_bytes(b"PK\x03\x04")
    with pytest.raises(CommandError, match=r"old\.xlsx” is a ZIP or another packed file"):
        call_command("import_notebook", "--group", group.name, str(file))


def test_the_command_asks_which_day_it_was(group: Group, tmp_path: Path) -> None:
    file = tmp_path / "old.csv"
    file.write_text(TWO_WAYS)
    with pytest.raises(CommandError, match=r"03/04/2009 in old\.csv .* Say --order day, or"):
        call_command("import_notebook", "--group", group.name, str(file))
    call_command("import_notebook", "--group", group.name, "--order", "day", str(file))
    assert dates(group) == [date(2009, 4, 3), date(2009, 6, 5)]


def test_two_names_cannot_be_the_same_person_on_a_night(group: Group, phone: Phones) -> None:
    client, ben = phone("owner"), cast.player(group, "Ben").pk
    seen = look(client, group, text=TABLE.replace("Cleo", "Benny"))
    assert "a second time" in html_of(write(client, group, seen, **{"who-0": ben}), 422)


def test_a_row_that_does_not_add_up_is_put_right_in_its_place(group: Group, owner: Client) -> None:
    seen = look(owner, group, text=TABLE.replace("-8", "-7"))
    assert not missing(html_of(seen), "27 Mar 2009 adds up to +1, not to 0.", 'value="2009-03-27,12,-4,-7"')
    assert write(owner, group, seen).status_code == 422
    assert nights(group) == 0
    assert write(owner, group, seen, **{"fix-0-2": "2009-03-27,12,-4,-8"}).status_code == 303
    assert points(group)["Cleo"] == -13


def test_row_that_does_not_add_up_is_written_if_accepted(group: Group, owner: Client) -> None:
    seen = look(owner, group, text=TABLE.replace("-8", "-7"))
    assert write(owner, group, seen, accepts="on").status_code == 303
    assert points(group)["Not accounted for"] == -1


def test_a_zero_may_mean_that_he_was_away(group: Group, phone: Phones) -> None:
    client, table = phone("owner"), "Date,Ann,Ben,Cleo\n2009-03-27,4,-4,0\n"
    assert "a 0 means that somebody was away" in html_of(look(client, group, text=table, zeros="absent"))
    assert "a 0 means that somebody played and ended even" in html_of(
        look(client, group, text=table, zeros="played")
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n\0\0\0",
        b"\xff\xfe\x00",
        b"hello",
        b"x" * 2_100_000,
        b"Date," + b",".join(b"P%d" % one for one in range(400)) + b"\n2009-03-27" + b",1,-1" * 200,
        b'Date,"' + b"a" * 200_000,
        b"Date,Ann,Ben\nyesterday,1,-1",
        b"Date,Ann,Ben\n2009-02-30,1,-1",
        b"Date,Ann,Ben\n9999-12-31,1,-1",
        b"Date,Ann,Ben\n0001-01-01,1,-1",
        b"Date,Ann,Ben\n2009-03-27,1e9,-1",
        b"Date,Ann,Ben\n2009-03-27,1/7,-1/7",
        b"Date,Ann,Ben\n2009-03-27,1/11,-1/11",
        b"Date,Ann," + b"B" * 50 + b"\n2009-03-27,1,-1",
        b"Date,Ann,Ann\n2009-03-27,1,-1",
    ],
)
def test_what_is_no_notebook_is_never_written_nor_a_crash(group: Group, owner: Client, data: bytes) -> None:
    seen = look(owner, group, data)
    assert seen.status_code in (200, 422)
    if "1/7" in str(data):
        return
    if seen.status_code == 422:
        assert 'class="wrong"' in html_of(seen)
    else:
        answer = write(owner, group, seen)
        assert answer.status_code in (303, 422)
        if answer.status_code == 303:  # it was refused when it was to be written
            assert 'class="wrong"' in html_of(owner.get(answer["Location"]))
    assert nights(group) == 0


@pytest.mark.parametrize(
    "said",
    [
        *(
            {"kept": broken, "writes": "on"}
            for broken in (
                "tea", "[", "{}", "[1]", "[[1]]", '[["a"]]', "null", '[["a", "\\ud800"]]',
                '[["a", "\\u0000"]]', "[" * 9999,
            )
        ),
        {}, {"text": "   "}, {"text": "\0"},
    ],
)  # fmt: skip
def test_a_damaged_or_empty_page_is_refused(group: Group, phone: Phones, said: dict[str, str]) -> None:
    assert phone("owner").post(page(group), said).status_code == 422
    assert nights(group) == 0


def test_what_is_sent_twice_is_written_once(group: Group, phone: Phones) -> None:
    client, key = phone("owner"), uuid.uuid4()
    seen = look(client, group, text=TABLE)
    first, again = (write(client, group, seen, key=key) for _ in range(2))
    assert first["Location"] == again["Location"]
    assert "2 nights added" in html_of(client.get(again["Location"]))
    assert nights(group) == 2


def test_a_notebook_that_is_refused_at_last_can_be_looked_at_again(group: Group, owner: Client) -> None:
    refused = write(owner, group, look(owner, group, text=TABLE.replace("Ben", "B" * 50)))
    assert "This did not work" in html_of(owner.get(refused["Location"]))
    again = owner.post(page(group), {"kept": kept(owner.get(refused["Location"]))})
    assert "<h2>2 nights</h2>" in html_of(again)


def test_a_player_who_was_renamed_meanwhile_is_still_the_same(group: Group, phone: Phones) -> None:
    client, ben = phone("owner"), cast.player(group, "Ben")
    seen = look(client, group, text=TABLE)
    with override_settings(TASKS_AT_ONCE=False):
        write(client, group, seen)
    rename_player(ben, "Benjamin")
    run_all()
    assert {one: won for one, won in points(group).items() if won} == {
        "Ann": 12,
        "Benjamin": 1,
        "Cleo": -13,
    }


SHEET = "Ann  Ben  Cleo  foots\n2  -1  -1  2\n4 -2 -2 4\n3\t-3\t0\t3\n"


def paper(client: Client, group: Group, sheet: str, day: str = "2009-03-27") -> Any:
    return client.post(reverse("paper", args=[group.code]), {"date": day, "sheet": sheet})


def test_a_paper_sheet_that_foots_becomes_a_night(group: Group, owner: Client) -> None:
    seen = paper(owner, group, SHEET)
    assert seen.status_code == 200
    assert "<h2>1 night</h2>" in html_of(seen)
    assert write(owner, group, seen).status_code == 303
    assert points(group) == {"Ann": 3, "Cleo": 0, "Ben": -3}


@pytest.mark.parametrize("day", ["27. März 2009", "Mar 27 2009", "27.3.2009", "3/27/2009"])
def test_day_of_a_paper_sheet_is_read_as_days_of_a_notebook(group: Group, owner: Client, day: str) -> None:
    assert write(owner, group, paper(owner, group, SHEET, day)).status_code == 303
    assert group.sessions.get().started_at.date() == date(2009, 3, 27)


def test_pasted_rows_of_another_program_are_named(group: Group, owner: Client) -> None:
    seen = owner.post(page(group), {"text": SPLITWISE})
    assert seen.status_code == 422
    assert not missing(html_of(seen), "This is out of another program’s file.", "Pizza")


def test_rows_of_a_paper_sheet_are_kept_as_hands(group: Group, owner: Client) -> None:
    seen = paper(owner, group, SHEET)
    assert "3 hands are kept, as points of another game" in html_of(seen)
    assert re.search(r'name="hands"\s+value="kept"\s+checked', html_of(seen))
    write(owner, group, seen)
    night = group.sessions.get()
    sheet = sheet_of(night)
    names = names_of(group)
    assert [{names[one]: won for one, won in row.points.items()} for row in sheet.rows] == [
        {"Ann": 2, "Ben": -1, "Cleo": -1},
        {"Ann": 2, "Ben": -1, "Cleo": -1},
        {"Ann": -1, "Ben": -1, "Cleo": 2},
    ]
    assert night.hands == 3
    for name in ("table", "report"):
        assert owner.get(reverse(name, args=[group.code, night.number])).status_code == 200
    hand = owner.get(reverse("hand", args=[group.code, night.number, sheet.rows[0].entry]))
    assert "who dealt is not known" in html_of(hand)


def test_a_sheet_that_does_not_foot_is_a_night_by_its_last_row_if_asked(group: Group, owner: Client) -> None:
    sheet = SHEET.replace("4 -2 -2 4", "5 -2 -2 5")
    assert "Keep only the last row" in html_of(paper(owner, group, sheet), 422)
    data = {"date": "2009-03-27", "sheet": sheet, "totals_only": "on"}
    seen = owner.post(reverse("paper", args=[group.code]), data)
    assert write(owner, group, seen).status_code == 303
    assert (points(group), group.sessions.get().is_copied) == ({"Ann": 3, "Cleo": 0, "Ben": -3}, True)


def test_what_has_no_file_is_called_by_what_it_is(group: Group, owner: Client) -> None:
    pasted = owner.post(page(group), {"text": "Date,Ann,Ben\n2009-1-2,1,-1\n2009-1-3,tea,-1\n"})
    assert "what was pasted, row 3" in html_of(pasted)
    assert "the paper sheet: a 0 means that somebody played and ended even" in html_of(
        paper(owner, group, SHEET)
    )


@pytest.mark.parametrize(
    ("sheet", "day", "says"),
    [
        *(
            (sheet, "2009-03-27", says)
            for sheet, says in (
                (
                    SHEET.replace("4 -2 -2 4", "4 -2 -2 5"),
                    "Row 3: Above zero this row has 4 together, and it says 5.",
                ),
                (SHEET.replace("4 -2 -2 4", "5 -2 -2 5"), "Row 3: This row adds up to +1, not to 0."),
                (SHEET.replace("4 -2 -2 4", "4 -2 -2"), "Row 3: This row needs 3 running totals"),
                (SHEET.replace("4 -2 -2 4", "tea"), "Row 3: This row needs"),
                ("Ann Ann\n1 -1", "names at least two people, each once"),
                ("Ann", "Type the names in the first row"),
                ("", "Type the sheet first."),
                ("x" * 200_000, "too long for one night"),
                ("Ann Ben\n" + "1 -1\n" * 2000, "1000 rows at most"),
            )
        ),
        *((SHEET, day, "Which day was it?") for day in ("", "tea", "2009-02-30", "9" * 5000, "a\0b")),
    ],
)
def test_a_sheet_that_does_not_foot_or_has_no_day_says_so_and_is_kept(
    group: Group, phone: Phones, sheet: str, day: str, says: str
) -> None:
    html = html_of(paper(phone("owner"), group, sheet, day), 422)
    assert says in html
    assert "foots" not in sheet or "Ann  Ben  Cleo  foots" in html


def test_names_are_escaped(group: Group, phone: Phones) -> None:
    evil: Sequence[str] = ("<script>alert(1)</script>", '"><b>')
    seen = look(
        phone("owner"), group, kept=json.dumps([["<b>", f"Date;{evil[0]};{evil[1]}\n2009-03-27;1;-2"]])
    )
    assert not present(html_of(seen), "<script>alert", "<b>,")


@pytest.mark.parametrize("checks", [True, False])
@pytest.mark.parametrize("field", ["text", "kept"])
def test_too_much_for_a_form_is_said_in_a_sentence(
    group: Group, owner: Client, field: str, checks: bool
) -> None:
    owner.get(page(group))
    owner.handler.enforce_csrf_checks = checks
    html = html_of(owner.post(page(group), {field: "1,2,3\n" * 900_000}), 413)
    assert not missing(html, "one page takes 5 MB at most", 'href="/"')
    assert nights(group) == 0


def test_a_little_too_much_is_said_on_the_page(group: Group, phone: Phones) -> None:
    assert "Too much at once: 500 KB at most." in html_of(
        look(phone("owner"), group, text=TABLE + "x" * 3_000_000), 422
    )


def test_what_cannot_be_read_at_all_is_told_so(group: Group, phone: Phones) -> None:
    assert "Nothing was saved." in html_of(
        phone("owner").post(page(group), b"tea", content_type="multipart/form-data; boundary="), 400
    )


def test_german_score_sheet_that_is_pasted_is_one_night_without_columns_of_totals_as_players(
    group: Group, owner: Client
) -> None:
    heads = "Datum\tSpiel\tGeber\tGespielt\tAnn\tBen\tCleo\tAnn, Summe\tBen, Summe\tCleo, Summe\tBemerkung"
    hands = ["2024-05-01\t1\tAnn\t\t2\t-1\t-1\t2\t-1\t-1\t", "2024-05-01\t2\tBen\t\t-4\t2\t2\t-2\t1\t1\t"]
    seen = owner.post(page(group), {"text": "\n".join([heads, *hands])})
    [night] = seen.context["form"].preview.nights
    assert (dict(night.totals), len(night.hands)) == ({"Ann": -2, "Ben": 1, "Cleo": 1}, 2)
