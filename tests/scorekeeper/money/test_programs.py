"""Another program's file on its page: recognised, understood, matched, written once, and undone."""

import html as markup
import json
import re
import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from ledger.exchange.tables import as_csv, journal
from ledger.models import Group, Player, Transaction
from ledger.recording import WriteContext
from ledger.recording.journal import pay
from ledger.standings.brought import brought_of
from ledger.standings.money import balances
from scorekeeper.models import Task
from tests import cast
from tests.cast import an_ended_night
from tests.ledger.exchange.test_board_games import export, play
from tests.ledger.exchange.test_expenses import (
    BILLS,
    BILLS_CSV,
    SPLIIT_CSV,
    SPLIIT_JSON,
    SPLITWISE,
    TRICOUNT,
)
from tests.reading import html_of, missing

ROWS = SPLITWISE.replace("USD", "EUR").replace("Cleo", "Cloe").replace("Note:", "Hint:")


@pytest.fixture
def group(db: None) -> Group:
    return cast.thursday_table(currency="EUR")


def to(group: Group, name: str = "programs", *args: Any) -> str:
    return reverse(name, args=[group.code, *args])


def look(client: Client, group: Group, text: str | bytes, name: str = "export.csv", **more: Any) -> Any:
    data = text.encode() if isinstance(text, str) else text
    return client.post(to(group), {"files": [SimpleUploadedFile(name, data)], **more})


def kept(answer: Any) -> str:
    found = re.search(r'<textarea name="kept"[^>]*>(.*?)</textarea>', html_of(answer), re.DOTALL)
    assert found
    return markup.unescape(found[1])


def text(answer: Any) -> str:
    found: str = html_of(answer)
    return " ".join(markup.unescape(re.sub(r"<[^>]+>", " ", found[found.index("<header") :])).split())


def write(client: Client, group: Group, seen: Any, **more: Any) -> Any:
    said = {"kept": kept(seen), "writes": "on", "key": str(uuid.uuid4()), **more}
    return client.post(to(group), said, follow=True)


def owed(group: Group) -> dict[str, int]:
    return {one.name: one.cents for one in balances(group).players if one.cents}


def test_splitwise_file_is_seen_written_once_and_undone(group: Group, owner: Client) -> None:
    seen = look(owner, group, ROWS, "friends.csv")
    assert seen.status_code == 200
    assert not missing(
        text(seen),
        "This is a file of Splitwise: friends.csv .",
        "4 entries", "From 5 Jan 2024 to 8 Jan 2024.", "4 new.",
        "5 Jan 2024 · Pizza Ann paid €30.00 for Ann, Ben and Cloe",
        "Ben paid Ann €10.00",
        "1 entry changes nobody’s balance", "1 entry was paid by several people",
        "The same person?", "Cloe", "Balances after it", "Ann +€13.67 +€13.67 by this file",
    )  # fmt: skip
    assert not Transaction.objects.exists()
    refused = write(owner, group, seen)
    assert refused.status_code == 422
    assert "answer what is marked first" in text(refused)
    done = write(owner, group, seen, **{"who-0": str(cast.ids(group)[2])})
    assert not missing(text(done), "4 entries added", "See who owes what", "Look at this import, or undo it")
    assert owed(group) == {"Ann": 1367, "Ben": 1266, "Cleo": -2633}
    again = look(owner, group, ROWS)
    assert not missing(text(again), "0 new, 4 here already", "there is nothing new in it")
    assert "answer what is marked" not in text(write(owner, group, seen))
    assert "Add " not in text(again)
    assert "The same person?" not in text(again)
    assert "Splitwise 1" in text(owner.get(to(group, "exchange")))
    page = owner.get(to(group, "brought_program", 1))
    assert not missing(text(page), "4 entries from Splitwise, 5 Jan 2024 to 8 Jan 2024.", "Undo this import")
    undone = owner.post(to(group, "undo_program", 1), {"key": str(uuid.uuid4())}, follow=True)
    assert "4 entries undone" in text(undone)
    assert owed(group) == {}
    assert "All of it was undone" in text(owner.get(to(group, "brought_program", 1)))
    assert not missing(text(look(owner, group, ROWS)), "4 new.", "4 entries were undone here before")
    write(owner, group, seen, **{"who-0": str(cast.ids(group)[2])})
    assert "undone here before" not in text(look(owner, group, ROWS))


def test_splitwise_file_with_other_totals_asks_before_it_is_written(group: Group, owner: Client) -> None:
    seen = look(owner, group, SPLITWISE.replace("USD", "EUR").replace("13.67,12.66", "14.67,11.66"))
    assert not missing(
        text(seen),
        "A total disagrees",
        "The last row of the file says +€14.67 for Ann . Its entries add up to +€13.67.",
        "Take the entries as they are",
    )
    refused = write(owner, group, seen)
    assert not missing(text(refused), "answer what is marked first", "This needs an answer.")
    assert "4 entries added" in text(write(owner, group, seen, accepts="on"))


def test_file_that_breaks_off_is_said_to_be_no_whole_one(group: Group, owner: Client) -> None:
    half = json.dumps(SPLIIT_JSON)[:400]
    assert "“half.json” is damaged, or only a part of the file." in text(
        look(owner, group, half, "half.json")
    )
    cut = SPLITWISE.replace("USD", "EUR").partition("2024-01-08")[0] + "2024-01-08,Room,Re"
    seen = look(owner, group, cut)
    assert not missing(
        text(seen), "This row breaks off, or has no amount of money.", "row 8", "2024-01-08, Room, Re"
    )
    assert "A total disagrees" not in text(seen)


@pytest.mark.parametrize(
    ("file", "program", "currency"),
    [
        (SPLIIT_CSV, "Spliit", "EUR"),
        (json.dumps(SPLIIT_JSON), "Spliit", "EUR"),
        (json.dumps(BILLS), "I Hate Money", "EUR"),
        (BILLS_CSV, "I Hate Money", "EUR"),
        (TRICOUNT, "Tricount", "CHF"),
    ],
)
def test_each_program_is_named_and_its_sums_are_booked(
    owner: Client, db: None, file: str, program: str, currency: str
) -> None:
    group = cast.thursday_table(currency=currency)
    seen = look(owner, group, file)
    assert f"This is a file of {program}" in text(seen)
    done = write(owner, group, seen, accepts="on")
    assert " added" in text(done), text(done)
    assert sum(owed(group).values()) == 0
    assert [one.program for one in brought_of(group)] == [program]


def test_rows_that_do_not_add_up_are_said_and_can_be_left_out(group: Group, owner: Client) -> None:
    seen = look(
        owner, group, ROWS.replace("20.00,-10.00,-10.00", "20.00,-10.00,-9.00").replace("Cloe", "Cleo")
    )
    assert not missing(text(seen), "adds up to 1.00, not to 0. row 5", "Bring the others without them")
    assert write(owner, group, seen).status_code == 422
    assert "3 entries added" in text(write(owner, group, seen, accepts="on"))


def test_several_and_other_currencies_are_refused_in_words(group: Group, owner: Client) -> None:
    seen = look(owner, group, ROWS.replace("9.00,EUR", "9.00,USD"))
    assert seen.status_code == 422
    assert "several currencies: EUR, USD" in text(seen)
    assert "This file is in USD, and this group counts in EUR." in text(look(owner, group, SPLITWISE))


def test_new_people_become_players(group: Group, owner: Client) -> None:
    seen = look(owner, group, ROWS)
    write(owner, group, seen, **{"who-0": "new"})
    assert owed(group)["Cloe"] == -2633
    assert group.players.filter(name="Cloe").count() == 1


def test_entries_that_are_gone_from_a_newer_file_are_said(group: Group, owner: Client) -> None:
    write(owner, group, look(owner, group, ROWS), **{"who-0": "new"})
    seen = look(owner, group, ROWS.replace("Pizza", "Pizza and beer"))
    assert not missing(
        text(seen), "1 new, 3 here already", "1 entry that came from Splitwise before is not in"
    )


def test_board_games_go_on_to_the_notebook(group: Group, owner: Client) -> None:
    said = export(play(1, "2024-03-02", "60", "45", "10"), play(3, "2024-03-02", "1", "2"))
    seen = look(owner, group, json.dumps(said), "BGStatsExport.json")
    assert not missing(
        text(seen), "This is a file of BG Stats", "1 play with points", "Not kept: which game it was",
        "1 play of a game without points is left out.",
    )  # fmt: skip
    nights = owner.post(to(group, "notebook"), {"kept": kept(seen), "zeros": "played"})
    assert not missing(text(nights), "1 night", "Ann +21⅔")
    assert "Do not add up" not in text(nights)


def test_notebook_sends_other_programs_files_on(group: Group, owner: Client) -> None:
    files = {"files": [SimpleUploadedFile("export.csv", ROWS.encode())]}
    sent = owner.post(to(group, "notebook"), files)
    assert (sent.status_code, sent["Location"]) == (307, to(group))
    table = {"files": [SimpleUploadedFile("book.csv", b"Date,Ann,Ben\n2009-03-27,1,-1\n")]}
    assert owner.post(to(group, "notebook"), table).status_code == 200


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0", "“photo.png” is a picture."),
        ("bill.pdf", b"%PDF-1.7", "“bill.pdf” is a PDF."),
        ("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "“old.xls” is of an old Excel (.xls)."),
        ("all.zip", b"PK\3\4\0\0", "“all.zip” is a ZIP"),
        (
            "log.json",
            b'{"albums": [], "songs": 1}',
            "“log.json” is JSON of no program that is known here. It has: albums, songs.",
        ),
        ("list.json", b"[1, 2]", "“list.json” is JSON of no program that is known here."),
        ("us.json", b'{"format": "scorekeeper group"}', "“us.json” is a whole group."),
    ],
)
def test_file_that_is_no_table_is_called_what_it_is(
    group: Group, owner: Client, name: str, data: bytes, says: str
) -> None:
    for page in ("programs", "notebook"):
        sent = owner.post(to(group, page), {"files": [SimpleUploadedFile(name, data)]})
        if page == "notebook" and name.endswith(".json"):
            assert sent.status_code == 307
        else:
            assert sent.status_code == 422
            assert says in text(sent)


def test_nonsense_is_refused_and_never_an_error(group: Group, owner: Client) -> None:
    for said in ({}, {"kept": "x"}, {"kept": "[1, 2]"}, {"kept": '["a", "b"]'}, {"kept": "[" * 9_000}):
        assert owner.post(to(group), said).status_code == 422
    assert look(owner, group, b"\0\xff\xfe" * 100).status_code == 422
    assert look(owner, group, b"").status_code == 422
    files = [SimpleUploadedFile(f"{one}.csv", ROWS.encode()) for one in range(2)]
    assert "one at a time" in text(owner.post(to(group), {"files": files}))
    seen = look(owner, group, ROWS)
    for who in ("9" * 30, "٣", "as-0", "x" * 200, str(2**70)):
        assert owner.post(to(group), {"kept": kept(seen), "who-0": who}).status_code == 200


@pytest.mark.parametrize("said", [{**SPLIIT_JSON, "currency": "€"}, export(play(1, "2024-03-02", "10", "0"))])
def test_half_a_character_is_no_error(group: Group, owner: Client, said: dict[str, Any]) -> None:
    seen = look(owner, group, json.dumps(said).replace("Ann", "Ann\\ud800").replace("Dinner", "\\udc00"))
    assert seen.status_code == 200
    assert kept(seen)


def test_the_same_form_twice_is_one_import(group: Group, owner: Client) -> None:
    seen = look(owner, group, ROWS.replace("Cloe", "Cleo"))
    key = str(uuid.uuid4())
    write(owner, group, seen, key=key)
    write(owner, group, seen, key=key)
    assert Task.objects.filter(kind=Task.Kind.BRING_SHARED).count() == 1
    assert Transaction.objects.count() == 4


def test_strangers_and_scorers_find_nothing(
    group: Group, owner: Client, scorer: Client, client: Client
) -> None:
    write(owner, group, look(owner, group, ROWS.replace("Cloe", "Cleo")))
    for one in (scorer, client):
        assert look(one, group, ROWS).status_code in (403, 404)
        assert one.get(to(group, "brought_program", 1)).status_code in (403, 404)
        assert one.post(to(group, "undo_program", 1)).status_code in (403, 404)
    assert owner.get(to(group, "brought_program", 2)).status_code == 404
    assert owner.post(to(group, "undo_program", 2)).status_code == 404
    assert len(owed(group)) == 3


def test_group_that_plays_for_points_says_so(owner: Client, db: None) -> None:
    group = cast.thursday_table(currency="")
    assert look(owner, group, ROWS).status_code == 422


def test_money_history_says_which_nights_it_does_not_bring(group: Group, owner: Client) -> None:
    night = an_ended_night(group, "won")
    ann, ben, *_ = cast.ids(group)
    pay(group, ann, ben, 150, cast.context(night), note="=beer")
    file = as_csv(journal(group))
    assert not missing(
        text(look(owner, group, file)),
        "This is a money history of this score keeper",
        "0 new, 1 here already: not added again.",
        "1 night of this file is here already: what it brought is not added again.",
        "It is here already: there is nothing new in it.",
    )
    other = cast.thursday_table(name="Friday")
    seen = look(owner, other, file)
    assert not missing(
        text(seen),
        "1 new.", "=beer Ann paid Ben €1.50",
        "1 night of this file is not here.", "Not kept: who entered it",
    )  # fmt: skip
    assert "1 entry added" in text(write(owner, other, seen))
    assert owed(other) == {"Ann": 150, "Ben": -150}
    assert [one.method for one in brought_of(other)] == ["Money history 1"]


def written_by_owner(group: Group) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group))


def test_own_money_history_is_known_again_however_a_note_is_written(group: Group, owner: Client) -> None:
    ann, ben, *_ = cast.ids(group)
    for note in ("two  spaces", "'-5 Euro", "aus dem Heft", "(the box)", "not accounted for"):
        pay(group, ann, ben, 150, written_by_owner(group), note=note, method="Pay  Pal")
    for language in ("en", "de"):
        with override(language):
            file = as_csv(journal(group))
        assert "0 new, 5 here already: not added again." in text(look(owner, group, file))


def test_player_called_like_the_kitty_is_no_kitty_in_a_money_history(group: Group, owner: Client) -> None:
    ann, ben, *_ = cast.ids(group)
    Player.objects.filter(pk=ann).update(name="(the box)", name_key="(the box)")
    pay(group, ann, ben, 150, written_by_owner(group))
    seen = text(look(owner, cast.thursday_table(name="Friday"), as_csv(journal(group))))
    assert not missing(seen, "1 new.", "(the box) * paid Ben €1.50")


def test_money_history_that_has_a_line_twice_or_no_cents_in_the_kitty_is_no_other_money(
    group: Group, owner: Client
) -> None:
    ann, ben, *_ = cast.ids(group)
    pay(group, ann, ben, 150, written_by_owner(group))
    head, *lines = as_csv(journal(group)).splitlines()
    other = cast.thursday_table(name="Friday")
    assert "0 new." in text(look(owner, other, "\n".join([head, *lines, *lines])))
    box = lines[0].replace("Ann", "(the box)").replace("1.50", "0.00")
    assert "1 new." in text(look(owner, other, "\n".join([head, *lines, box])))


def test_entries_that_were_undone_too_often_are_said_to_be_left_out(
    group: Group, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.recording.bringing.MOST_TIMES", 1)
    write(owner, group, look(owner, group, ROWS.replace("Cloe", "Cleo")))
    owner.post(to(group, "undo_program", 1), {"key": str(uuid.uuid4())})
    assert "4 entries were undone here too often to come again, and are left out." in text(
        look(owner, group, ROWS.replace("Cloe", "Cleo"))
    )
