"""A damaged book: whatever is destroyed in its file is said in sentences, and never called well."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.management.elsewhere import read_instead
from ledger.management.fitness import of_file
from ledger.recording import end_night
from tests.cast import a_night, context, tell, thursday_table
from tests.house.sources import ROOT
from tests.serving import url_of
from tests.steady import many

PAGE = 4096
PLACES = many(15, soak=40)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about an SQLite file"),
]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    group = thursday_table()
    for _ in range(3):
        session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
        for _ in range(6):
            tell(session, "Ben", "Cleo")
        end_night(session, context(session))
    file = tmp_path / "book.sqlite3"
    call_command("backup", str(file), verbosity=0)
    with closing(sqlite3.connect(file)) as copy:
        copy.execute("VACUUM")  # other tests deleted in it, and nobody misses a page that is free
    return file


def audit(file: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "DATABASE_URL": url_of({"ENGINE": "sqlite", "NAME": file}),
        "DJANGO_SETTINGS_MODULE": "tests.served",
    }
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
    command = [sys.executable, "manage.py", "audit"]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def audit_here(file: Path) -> tuple[int, str]:
    """Return exit status and words of an audit in this process, where an exception would come through."""
    out = StringIO()
    with read_instead(file):
        try:
            call_command("audit", stdout=out, stderr=out)
        except (SystemExit, CommandError) as ended:
            return 1, f"{out.getvalue()}{ended}"
    return 0, out.getvalue()


def is_sound(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(file)) as book:
            said = book.execute("PRAGMA integrity_check").fetchall()
            return said == [("ok",)] and book.execute("PRAGMA foreign_key_check").fetchall() == []
    except sqlite3.DatabaseError:
        return False


def test_no_destroyed_page_is_called_well(book: Path) -> None:
    whole, luck = book.read_bytes(), Random(7)
    pages = len(whole) // PAGE
    assert pages >= PLACES
    found = 0
    for page in luck.sample(range(1, pages), PLACES):
        book.write_bytes(whole[: page * PAGE] + luck.randbytes(PAGE) + whole[(page + 1) * PAGE :])
        for suffix in ("-wal", "-shm"):
            book.with_name(book.name + suffix).unlink(missing_ok=True)
        sound, (status, said) = is_sound(book), audit_here(book)
        assert (status, "All is well" in said) == ((0, True) if sound else (1, False)), (page, said)
        found += not sound
    assert found >= PLACES - 2


@pytest.mark.parametrize(
    ("begins", "sentence"),
    [
        (None, "There is no book at"),
        (b"", "is empty: there is no book in it"),
        (b"Dear diary, " * 900, "is not an SQLite database"),
        (b"SQLite format 3\0" + bytes(9000), "is not an SQLite database"),
    ],
)
def test_file_that_is_no_book_is_one_sentence(tmp_path: Path, begins: bytes | None, sentence: str) -> None:
    file = tmp_path / "some.sqlite3"
    if begins is not None:
        file.write_bytes(begins)
    said = audit(file)
    assert (said.returncode, said.stderr.count("\n"), said.stdout) == (1, 1, "")
    assert sentence in said.stderr
    assert (file.read_bytes() if file.exists() else None) == begins


def test_folder_is_no_book(tmp_path: Path) -> None:
    assert "cannot be read: it is no file" in audit(tmp_path).stderr


def test_no_lock_is_lost_when_it_is_asked_whether_a_book_is_there(book: Path) -> None:
    # Whoever closes a file takes his process's locks off it, SQLite's too; then two would write at once.
    asks = f"import sqlite3; sqlite3.connect({str(book)!r}, timeout=0).execute('BEGIN IMMEDIATE')"
    with closing(sqlite3.connect(book)) as own:
        own.execute("BEGIN IMMEDIATE")
        assert of_file(book) == ""
        other = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=False)
    assert "database is locked" in other.stderr


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        ("DELETE FROM django_migrations", "has no tables of a book"),
        ("DELETE FROM django_migrations WHERE name LIKE '0007%'", "is of an older version: 1 change to"),
        (
            "INSERT INTO django_migrations (app, name, applied) VALUES ('ledger', '0099_x', '2030-01-01')",
            "was written by a newer version, which has made ledger.0099_x of it",
        ),
    ],
)
def test_a_book_of_another_version_is_one_sentence(book: Path, deed: str, sentence: str) -> None:
    with closing(sqlite3.connect(book)) as copy:
        copy.execute(deed)
        copy.commit()
    said = audit(book)
    assert (said.returncode, said.stderr.count("\n"), said.stdout) == (1, 1, "")
    assert sentence in said.stderr


def test_a_reference_to_nothing_is_reported(book: Path) -> None:
    with closing(sqlite3.connect(book)) as copy:
        copy.execute(
            "UPDATE ledger_nightrole SET player_id = 7777 WHERE id = (SELECT min(id) FROM ledger_nightrole)"
        )
        copy.commit()
    said = audit(book)
    assert said.returncode == 1
    assert "of ledger_nightrole is about a row of ledger_player that is not there" in said.stdout


def test_book_whose_tables_are_all_gone_has_none_and_nothing_is_counted(book: Path) -> None:
    said = audit(book)
    assert (said.returncode, said.stdout) == (0, "All is well in 1 group; 0 guards are missing.\n")
    with closing(sqlite3.connect(book)) as copy:
        copy.execute("PRAGMA foreign_keys = OFF")
        names = copy.execute("SELECT type, name FROM sqlite_master WHERE name LIKE 'ledger_%'").fetchall()
        for kind, name in sorted(names, reverse=True):
            if kind in ("table", "trigger"):
                copy.execute(f'DROP {kind} "{name}"')
        copy.commit()
    said = audit(book)
    assert said.returncode == 1
    assert "has no tables of a book" in said.stderr
    assert "difference" not in said.stdout + said.stderr
