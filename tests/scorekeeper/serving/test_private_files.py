"""Check that files with a book or a secret are readable by their owner only."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.db import connection

from scorekeeper.serving.private_files import files_of, make_private
from tests.house.sources import ROOT
from tests.serving import serving, url_of

only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="about an SQLite file")


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_what_others_may_read_is_made_private_and_that_is_said(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "tasks").mkdir(parents=True)
    book = data / "book.sqlite3"
    files = [tmp_path / ".env", book, data / "book.sqlite3-wal", data / "book.sqlite3-shm"]
    for file in files:
        file.write_text("dear")
        file.chmod(0o644)
    data.chmod(0o755)
    found = files_of(book, data, [tmp_path / ".env", data / ".env"])
    assert set(found) == {*files, data, data / "tasks"}
    said = list(make_private(found))
    assert len(said) == 6
    assert f"{book} could be read by others on this machine: now by its owner only." in said
    assert ({mode(file) for file in files}, mode(data)) == ({0o600}, 0o700)
    assert list(make_private(found)) == []


def test_where_that_is_not_possible_it_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tmp_path / "book.sqlite3"
    book.touch()
    book.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", Mock(side_effect=PermissionError(1, "Operation not permitted")))
    expected = f"Others on this machine may read {book}, and it stays so: Operation not permitted."
    assert list(make_private([book, tmp_path / "gone"])) == [expected]


def test_a_folder_of_others_stays_as_it_is(tmp_path: Path) -> None:
    book = tmp_path / "book.sqlite3"
    book.touch()
    tmp_path.chmod(0o755)
    list(make_private(files_of(book, tmp_path, [], is_own_folder=False)))
    assert (mode(tmp_path), mode(book)) == (0o755, 0o600)


@only_sqlite
def test_a_new_book_is_private_from_the_start(tmp_path: Path) -> None:
    book = tmp_path / "new" / "book.sqlite3"
    environment = {
        **os.environ,
        "DATABASE_URL": url_of({"ENGINE": "sqlite", "NAME": book}),
        "DJANGO_SETTINGS_MODULE": "tests.served",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "",
    }
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=120)
    assert (mode(book), mode(book.parent)) == (0o600, 0o700)


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_book_that_others_could_read_is_private_once_it_is_served(tmp_path: Path) -> None:
    book = tmp_path / "book.sqlite3"
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as source:
        source.execute("VACUUM INTO ?", [str(book)])
    book.chmod(0o644)
    with serving({**connection.settings_dict, "NAME": book}):
        files = [one for one in tmp_path.iterdir() if one.name.startswith("book.sqlite3")]
        assert {mode(one) for one in files} == {0o600}
