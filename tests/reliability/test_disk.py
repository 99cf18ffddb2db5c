"""A full disk and a book that may only be read: a clear page, and a book that is whole."""

from __future__ import annotations

import re
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tests.reliability.table import Night, open_night
from tests.serving import Answer, serving

FULL = 503
MOST_HANDS = 400

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL's disk is looked after by others"),
]


@pytest.fixture
def night() -> Night:
    """A night whose book lies in the file, not in the log beside it, and leaves no room in it.

    Other tests deleted what they wrote into the same file; their pages would be room for more hands.
    """
    found = open_night()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return found


def says_so(answer: Answer) -> bool:
    return (
        answer.status == FULL
        and re.search(r"<h1[^>]*>\s*Nothing can be saved just now", answer.body) is not None
        and "Nothing was lost." in answer.body
        and "Traceback" not in answer.body
    )


def test_a_full_disk_is_said_in_a_sentence_and_the_book_is_whole(night: Night) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
    recorded = []
    with serving(connection.settings_dict, SERVED_PRAGMA=f"PRAGMA max_page_count={pages + 2}") as server:
        phone = night.phone(server)
        for number in range(1, MOST_HANDS):
            key = uuid.uuid4()
            answer = night.tell(phone, key, after=number)
            if answer.status != 303:
                break
            recorded.append(key)
        assert says_so(answer)
        assert night.newest(phone) == len(recorded) + 1  # it can still be read
        assert says_so(night.tell(phone, key, after=len(recorded) + 1))
        phone.close()
    night.check(recorded)
    assert night.session.entries.count() == len(recorded) + 1
    with serving(connection.settings_dict) as server:  # there is room again
        phone = night.phone(server)
        assert night.tell(phone, key, after=len(recorded) + 1).status == 303
        phone.close()
    night.check([*recorded, key])


def test_a_book_that_goes_away_while_it_is_served_is_said_in_a_sentence(night: Night, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as book:
        book.execute("VACUUM INTO ?", [str(copy)])
    with serving({**connection.settings_dict, "NAME": copy}) as server:
        phone = night.phone(server)
        assert phone.get(night.url).status == 200
        with closing(sqlite3.connect(copy)) as book:
            book.execute("ALTER TABLE ledger_membership RENAME TO gone")
        answer = phone.get(night.url)
        assert answer.status == FULL
        assert "The scores cannot be opened just now" in answer.body
        phone.close()
