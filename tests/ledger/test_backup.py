"""A backup is whole, private, and can be played on from; it is made while people play."""

import os
import sqlite3
import subprocess
import threading
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.models import Entry
from tests.cast import a_night, tell, thursday_table

pytestmark = pytest.mark.django_db(transaction=True)
SQLITE = connection.vendor == "sqlite"
only_sqlite = pytest.mark.skipif(not SQLITE, reason="about an SQLite file")


def backup(path: Path) -> str:
    out = StringIO()
    call_command("backup", str(path), stdout=out)
    return out.getvalue()


def restored_entries(path: Path) -> int:
    """How many entries there are in the book that a backup brings back."""
    if SQLITE:
        with closing(sqlite3.connect(path)) as copy:
            return int(copy.execute("SELECT count(*) FROM ledger_entry").fetchone()[0])
    said = connection.settings_dict
    env = {**os.environ, "PGHOST": str(said["HOST"]), "PGUSER": str(said["USER"])}
    for command in (
        ["dropdb", "--if-exists", "restored"],
        ["createdb", "restored"],
        ["pg_restore", "--no-owner", "--exit-on-error", "--dbname=restored", str(path)],
    ):
        subprocess.run(command, env=env, check=True, capture_output=True)
    asked = ["psql", "--dbname=restored", "--tuples-only", "--command=SELECT count(*) FROM ledger_entry"]
    found = subprocess.run(asked, env=env, check=True, capture_output=True, text=True)
    subprocess.run(["dropdb", "restored"], env=env, check=True)
    return int(found.stdout)


def test_a_backup_brings_the_book_back(tmp_path: Path) -> None:
    session = a_night(thursday_table())
    tell(session, "Ben", "Cleo")
    path = tmp_path / "book.copy"
    assert "whole and checked" in backup(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["book.copy"]
    tell(session, "Dave", "Edith")
    assert restored_entries(path) == 2


def test_a_backup_writes_over_nothing(tmp_path: Path) -> None:
    path = tmp_path / "book.copy"
    path.write_text("dear")
    with pytest.raises(CommandError, match="writes over nothing"):
        backup(path)
    with pytest.raises(CommandError, match="cannot be written"):
        backup(tmp_path / "nowhere" / "book.copy")
    assert path.read_text() == "dear"


@only_sqlite
def test_the_copy_is_under_guard_as_well(tmp_path: Path) -> None:
    tell(a_night(thursday_table()), "Ben", "Cleo")
    backup(tmp_path / "book.copy")
    with (
        closing(sqlite3.connect(tmp_path / "book.copy")) as copy,
        pytest.raises(sqlite3.IntegrityError, match="never changed"),
    ):
        copy.execute("UPDATE ledger_entry SET kind = 'left'")


def test_people_play_while_it_is_made(tmp_path: Path) -> None:
    session = a_night(thursday_table())
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            tell(session, "Ben" if Entry.objects.count() % 2 else "Cleo", "Dave", "lost")
        connection.close()

    def night() -> None:
        try:
            play()
        except Exception:
            stop.set()
            connection.close()

    thread = threading.Thread(target=night)
    thread.start()
    try:
        for number in range(3):
            backup(tmp_path / f"{number}.copy")
    finally:
        stop.set()
        thread.join()
    counts = [restored_entries(tmp_path / f"{number}.copy") for number in range(3)]
    assert counts == sorted(counts)
    assert counts[-1] <= Entry.objects.count()


def test_without_pg_dump_there_is_a_plain_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if SQLITE:
        pytest.skip("about PostgreSQL")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="pg_dump was not found"):
        backup(tmp_path / "book.copy")
