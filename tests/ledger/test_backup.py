"""A backup is whole, private, and can be played on from; it is made while people play."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.management.elsewhere import opened, read_instead
from ledger.models import Entry, Session
from scorekeeper.management.commands import backup as backing_up
from scorekeeper.settings import database
from tests.cast import a_night, tell, thursday_table
from tests.serving import LOOPBACK, free_port

pytestmark = pytest.mark.django_db(transaction=True)
SQLITE = connection.vendor == "sqlite"
only_sqlite = pytest.mark.skipif(not SQLITE, reason="about an SQLite file")


# A program that writes into a book as often as it can.
HAMMER = """
import sqlite3, sys
book = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
book.execute("CREATE TABLE hammered (at INTEGER PRIMARY KEY)")
book.execute("INSERT INTO hammered DEFAULT VALUES")
print("begun", flush=True)
while True:
    book.execute("INSERT INTO hammered DEFAULT VALUES")
"""


def backup(path: Path, *options: str) -> str:
    out = StringIO()
    call_command("backup", str(path), *options, stdout=out)
    return out.getvalue()


def restored_entries(path: Path) -> int:
    """Return how many entries there are in the book that a backup brings back."""
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


def test_backup_brings_the_book_back_under_guard_and_writes_over_nothing(tmp_path: Path) -> None:
    session = a_night(thursday_table())
    tell(session, "Ben", "Cleo")
    path = tmp_path / "book.copy"
    assert "whole and checked" in backup(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["book.copy"]
    tell(session, "Dave", "Edith")
    with pytest.raises(CommandError, match="writes over nothing"):
        backup(path)
    with pytest.raises(CommandError, match="cannot be written"):
        backup(tmp_path / "nowhere" / "book.copy")
    assert restored_entries(path) == 2
    if SQLITE:
        with (
            closing(sqlite3.connect(path)) as copy,
            pytest.raises(sqlite3.IntegrityError, match="never changed"),
        ):
            copy.execute("UPDATE ledger_entry SET kind = 'left'")


def test_people_play_while_it_is_made(tmp_path: Path) -> None:
    session = a_night(thursday_table())
    stop = threading.Event()

    def play() -> None:
        # On SQLite a hand may wait for the copy for too long; then this night is over.
        with contextlib.suppress(Exception):
            while not stop.is_set():
                tell(session, "Ben" if Entry.objects.count() % 2 else "Cleo", "Dave", "lost")
        connection.close()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        for number in range(3):
            backup(tmp_path / f"{number}.copy")
    finally:
        stop.set()
        thread.join()
    counts = [restored_entries(tmp_path / f"{number}.copy") for number in range(3)]
    assert [*counts, Entry.objects.count()] == sorted([*counts, Entry.objects.count()])


@only_sqlite
def test_it_ends_while_another_process_writes_all_the_time(tmp_path: Path) -> None:
    book = tmp_path / "book.sqlite3"
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as source:
        source.execute("VACUUM INTO ?", [str(book)])
    with closing(sqlite3.connect(book)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE ballast (body BLOB)")
        db.executemany("INSERT INTO ballast VALUES (randomblob(1000000))", [()] * 40)
        db.commit()
    writer = subprocess.Popen([sys.executable, "-c", HAMMER, str(book)], stdout=subprocess.PIPE, text=True)
    settings = connection.settings_dict
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "begun\n"
        connection.close()
        connection.settings_dict = {**settings, "NAME": str(book)}
        backup(tmp_path / "book.copy")
        with closing(sqlite3.connect(book)) as db:
            written = db.execute("SELECT count(*) FROM hammered").fetchone()[0]
        assert writer.poll() is None
    finally:
        connection.close()
        connection.settings_dict = settings
        writer.kill()
        writer.communicate()
    with closing(sqlite3.connect(tmp_path / "book.copy")) as db:
        copied = db.execute("SELECT count(*) FROM hammered").fetchone()[0]
    assert 0 < copied < written  # it went on being written while it was copied
    assert [one.name for one in tmp_path.iterdir() if "copy" in one.name] == ["book.copy"]


def test_the_last_copies_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    tell(a_night(thursday_table()), "Ben", "Cleo")
    others = ["notes.copy", "2020-01-01.copy", "2020-01-01-000000Z.copy.gz", "2020-01-01-000000Z"]
    old = [f"2020-01-0{number}-120000Z.copy" for number in (1, 2, 3, 4)]
    left = "2020-01-01-000000Z.copy.partly"
    for name in (*others, *old, left):
        (tmp_path / name).write_text(name)
    os.utime(tmp_path / left, (0, 0))
    backup(tmp_path, "--keep", "3")
    third, fourth, newest = sorted(one.name for one in tmp_path.iterdir() if one.name not in others)
    assert [third, fourth] == old[2:]
    assert restored_entries(tmp_path / newest) == 2
    assert (tmp_path / newest).stat().st_mode & 0o777 == 0o600
    assert [(tmp_path / name).read_text() for name in others] == others


def test_copy_that_is_not_whole_takes_no_older_one_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "2020-01-01-120000Z.copy"
    old.write_text("old")

    def fails(*_: object, **__: object) -> NoReturn:
        raise CommandError("The copy is not sound.")

    monkeypatch.setattr(backing_up, "of_sqlite" if SQLITE else "of_postgresql", fails)
    for folder, options, says in (
        (tmp_path, ["--keep", "1"], r"^The copy is not sound\.$"),
        (tmp_path, ["--keep", "0"], "at least 1"),
        (tmp_path / "gone", ["--keep", "1"], "There is no folder"),
        (tmp_path, [], "exists already"),
        (tmp_path, ["--every", "15"], "--every says after how many minutes"),
        (tmp_path, ["--keep", "3", "--every", "0"], "--every says after how many minutes"),
    ):
        with pytest.raises(CommandError, match=says):
            backup(folder, *options)
        assert [one.name for one in tmp_path.iterdir()] == [old.name]


@only_sqlite
def test_a_copy_has_what_the_book_had_before_or_after_or_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(a_night(thursday_table()), "Ben", "Cleo")
    for before, after in ((2, 4), (4, 2)):  # somebody writes meanwhile, or removes a group
        for copied in range(1, 6):
            counts = iter([(1, before, 0), (1, after, 0), (1, copied, 0)])
            monkeypatch.setattr(backing_up, "_counted", counts.__next__)
            path = tmp_path / f"{before}-{copied}"
            with nullcontext() if 2 <= copied <= 4 else pytest.raises(CommandError, match="not whole"):
                backup(path)
            assert path.exists() == (2 <= copied <= 4)


@only_sqlite
def test_a_book_with_faults_is_copied_and_says_so_and_older_copies_stay(tmp_path: Path) -> None:
    tell(a_night(thursday_table()), "Ben", "Cleo")
    Session.objects.update(hands=7)
    (tmp_path / "2020-01-01-120000Z.copy").write_text("sound")
    with pytest.raises(CommandError, match="it says 7 hands, the book says 1"):
        backup(tmp_path, "--keep", "1")
    assert len(list(tmp_path.iterdir())) == 2


@only_sqlite
def test_a_damaged_book_is_not_copied(tmp_path: Path) -> None:
    tell(a_night(thursday_table()), "Ben", "Cleo")
    book = tmp_path / "book.sqlite3"
    backup(book)
    with closing(sqlite3.connect(book)) as db:
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ledger_entry'").fetchone()[0]
    whole = book.read_bytes()
    book.write_bytes(whole[: (page - 1) * 4096] + bytes(range(256)) * 16 + whole[page * 4096 :])
    with read_instead(book), pytest.raises(CommandError):
        backup(tmp_path / "book.copy")
    assert [one.name for one in tmp_path.iterdir()] == ["book.sqlite3"]


@only_sqlite
def test_every_night_of_a_copy_is_proved_on_request(tmp_path: Path) -> None:
    for _ in range(22):
        a_night(thursday_table())
    assert "22 nights of 22 entries, 20 of them folded" in backup(tmp_path / "1.copy")
    assert "22 nights of 22 entries, 22 of them folded" in backup(tmp_path / "2.copy", "--prove")
    Session.objects.filter(pk=Session.objects.earliest("pk").pk).update(hands=3)
    assert "whole and checked" in backup(tmp_path / "3.copy")
    with pytest.raises(CommandError, match="it says 3 hands, the book says 0"):
        backup(tmp_path / "4.copy", "--prove")


def test_without_pg_dump_there_is_a_plain_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if SQLITE:
        pytest.skip("about PostgreSQL")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="pg_dump was not found"):
        backup(tmp_path / "book.copy")


@pytest.mark.skipif(SQLITE, reason="a copy of SQLite is opened as it is")
def test_a_dump_is_proved_by_restoring_it_and_folding_every_night(tmp_path: Path) -> None:
    tell(a_night(thursday_table()), "Ben", "Cleo")
    assert "1 nights of 2 entries, 1 of them folded" in backup(tmp_path / "1.copy", "--prove")
    assert databases_for_proof() == []
    Session.objects.update(hands=3)
    with pytest.raises(CommandError, match="it says 3 hands, the book says 1"):
        backup(tmp_path / "2.copy", "--prove")
    assert databases_for_proof() == []


@pytest.mark.skipif(SQLITE, reason="a copy of SQLite is opened as it is")
def test_a_database_that_a_killed_proof_left_is_dropped_by_the_next_and_no_other(tmp_path: Path) -> None:
    tell(a_night(thursday_table()), "Ben", "Cleo")
    left, used, others = "proof_0123456789ab", "proof_ba9876543210", "proof_of_a_theorem"
    with connection.cursor() as cursor:
        for name in (left, used, others):
            cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        with opened({**connection.settings_dict, "NAME": used}) as maker:
            maker.ensure_connection()
            backup(tmp_path / "1.copy", "--prove")
            assert sorted(databases_for_proof()) == sorted([used, others])
        backup(tmp_path / "2.copy", "--prove")
        assert databases_for_proof() == [others]
    finally:
        with connection.cursor() as cursor:
            for name in (left, used, others):
                cursor.execute(f"DROP DATABASE IF EXISTS {name}")


@pytest.mark.skipif(SQLITE, reason="a copy of SQLite is opened as it is")
def test_who_may_make_no_database_is_told_what_a_proof_needs(tmp_path: Path) -> None:
    tell(a_night(thursday_table()), "Ben", "Cleo")
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE keeper LOGIN")
        cursor.execute("GRANT pg_read_all_data TO keeper")
    settings = connection.settings_dict
    connection.close()
    connection.settings_dict = {**settings, "USER": "keeper"}
    try:
        with pytest.raises(CommandError, match=r"Where keeper may make none: ALTER ROLE … CREATEDB\."):
            backup(tmp_path / "book.copy", "--prove")
    finally:
        connection.close()
        connection.settings_dict = settings
        with connection.cursor() as cursor:
            cursor.execute("REVOKE pg_read_all_data FROM keeper")
            cursor.execute("DROP ROLE keeper")
    assert list(tmp_path.iterdir()) == []


def databases_for_proof() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'proof%%'")
        return [name for (name,) in cursor.fetchall()]


class Stopped(Exception):
    """Somebody stops what would go on for ever."""


def test_copies_are_made_one_after_the_other_while_something_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = a_night(thursday_table())
    begun = datetime(2027, 1, 1, tzinfo=UTC)
    waited, had = [], []

    def sleep(seconds: int) -> None:
        waited.append(seconds)
        had.append(len(list(tmp_path.iterdir())))
        if len(waited) == 2:
            tell(session, "Ben", "Cleo")
        if len(waited) == 4:
            raise Stopped

    times = (begun + timedelta(minutes=number) for number in range(100))
    monkeypatch.setattr(backing_up, "time", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(backing_up, "datetime", SimpleNamespace(now=lambda _: next(times)))
    with a_server(), pytest.raises(Stopped):
        backup(tmp_path, "--keep", "9", "--every", "15")
    assert waited == [900] * 4
    assert had == ([1, 1, 2, 2] if SQLITE else [1, 2, 3, 4])


@contextmanager
def a_server() -> Iterator[None]:
    """Hold the book open all the time, as a server does."""
    if not SQLITE:
        yield
        return
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as held:
        held.execute("SELECT count(*) FROM ledger_group").fetchall()
        yield


def test_what_goes_wrong_once_is_said_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[int] = []

    def sleep(seconds: int) -> None:
        if waited:
            raise Stopped
        waited.append(seconds)
        monkeypatch.undo()
        monkeypatch.setattr(backing_up, "time", SimpleNamespace(sleep=sleep))

    def fails(*_: object, **__: object) -> NoReturn:
        raise CommandError("The disk is full.")

    monkeypatch.setattr(backing_up, "time", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(backing_up, "of_sqlite" if SQLITE else "of_postgresql", fails)
    complaints = StringIO()
    with pytest.raises(Stopped):
        call_command("backup", tmp_path, keep=3, every=1, stdout=StringIO(), stderr=complaints)
    assert complaints.getvalue() == "The disk is full.\n"
    assert len(list(tmp_path.iterdir())) == 1


def test_postgresqls_own_programs_are_told_of_all_hosts_and_which_of_them_is_asked() -> None:
    address = "postgresql://cards:p@one:5432,other:5433/cards?target_session_attrs=read-write&sslmode=require"
    assert backing_up.way_there(database(address)) == {
        "PGHOST": "one,other",
        "PGPORT": "5432,5433",
        "PGUSER": "cards",
        "PGPASSWORD": "p",
        "PGCONNECT_TIMEOUT": "3",
        "PGSSLMODE": "require",
        "PGTARGETSESSIONATTRS": "read-write",
    }


@pytest.mark.skipif(SQLITE, reason="about PostgreSQL")
def test_a_backup_is_made_and_proved_of_the_one_of_several_hosts_that_can_be_written(tmp_path: Path) -> None:
    tell(a_night(thursday_table()), "Ben", "Cleo")
    usual = connection.settings_dict
    connection.close()
    connection.settings_dict = {
        **usual,
        "HOST": f"{LOOPBACK},{usual['HOST'] or LOOPBACK}",
        "PORT": f"{free_port()},{usual['PORT'] or 5432}",
        "OPTIONS": {**usual["OPTIONS"], "target_session_attrs": "read-write"},
    }
    try:
        assert "1 of them folded" in backup(tmp_path / "copy", "--prove")
    finally:
        connection.close()
        connection.settings_dict = usual
