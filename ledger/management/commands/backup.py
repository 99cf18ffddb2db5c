"""`manage.py backup FILE`: a whole and consistent copy of the book, while people play."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

PAGES = 1000
"""Of the file are copied at a time; in between, people write."""


class Command(BaseCommand):
    """The copy appears under its name only when it is whole and has been looked over."""

    help = "Writes a consistent copy of the whole book to FILE, while people play."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument("file", metavar="FILE", type=Path, help="a file that does not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Copies beside FILE, checks the copy, and gives it its name."""
        path: Path = options["file"]
        if path.exists():
            raise CommandError(f"{path} exists already. A backup writes over nothing.")
        partly = path.with_name(f"{path.name}.partly")
        try:
            _make_private(partly)
            (_from_sqlite if connection.vendor == "sqlite" else _from_postgres)(partly)
            partly.rename(path)
        except OSError as problem:
            raise CommandError(f"{path} cannot be written: {problem.strerror}.") from None
        finally:
            partly.unlink(missing_ok=True)
        self.stdout.write(f"Wrote {path} ({path.stat().st_size // 1024 + 1} KiB), whole and checked.")


def _make_private(path: Path) -> None:
    """An empty file that nobody else reads: a book has names in it, and who owes whom."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _from_sqlite(path: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy, pages=PAGES)
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
        strangers = copy.execute("PRAGMA foreign_key_check").fetchone()
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, that can be carried away
    if found != "ok" or strangers:
        raise CommandError(f"The copy is not sound, and was thrown away: {found}.")


def _from_postgres(path: Path) -> None:
    if (dump := shutil.which("pg_dump")) is None:
        raise CommandError("pg_dump was not found. It comes with PostgreSQL (Debian: postgresql-client).")
    said = connection.settings_dict
    where = {
        "PGHOST": said["HOST"],
        "PGPORT": said["PORT"],
        "PGUSER": said["USER"],
        "PGPASSWORD": said["PASSWORD"],
    }
    env = {**os.environ, **{name: str(value) for name, value in where.items() if value}}
    command = [dump, "--format=custom", "--no-owner", f"--file={path}", f"--dbname={said['NAME']}"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise CommandError(f"pg_dump did not succeed: {done.stderr.strip()}")
