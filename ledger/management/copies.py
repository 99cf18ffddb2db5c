"""Copies of the whole book, made while people play, and proved by opening them.

What it says is for whoever runs the command: English; no page shows it.
"""

import os
import secrets
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection, transaction

from ledger.management.elsewhere import asked_of, opened, read_instead
from ledger.management.fitness import Unfit, unfit
from ledger.messages import Message
from ledger.models import Entry, Group, Session, Transaction
from ledger.recording.auditing import newest_nights, of_groups, of_pages, of_rows

# The newest nights, which a copy can miss, are folded in every copy: so many.
LOOKED_OVER = 20

# The advisory lock under which a database for a proof is made.
PROVES = 7_026_551

# Nights, entries and transactions.
Counted = tuple[int, int, int]

OF_DJANGO = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}

# The variables in which PostgreSQL's programs look for what Django's settings and their options say.
OF_LIBPQ = {
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
}

# Differences in words.
Worded = Callable[[Message], str]


class NoCopy(Exception):
    """There is no copy, and why not, in a sentence."""


@dataclass(frozen=True, kw_only=True)
class Proof:
    """The counts that were compared in a copy, and the faults that the book and its copy share."""

    words: str
    faults: tuple[Message, ...] = ()


def of_sqlite(path: Path, *, prove_all: bool, worded: Worded) -> Proof:
    """Copy the book into this file, and prove it. Raises NoCopy; `worded` says a fault in it."""
    connection.ensure_connection()
    version = unfit()
    try:
        before = _counted() if version is None else None
        with closing(sqlite3.connect(path)) as copy:
            # In one step. Between two of them somebody writes, and then SQLite starts from the beginning. One
            # step reads the book as it was at its start, and in write-ahead mode no writer waits for it.
            connection.connection.backup(copy, pages=-1)
            # A copy is one file to carry away. The log would want memory that a network share has not.
            copy.execute("PRAGMA locking_mode=EXCLUSIVE")
            copy.execute("PRAGMA journal_mode=DELETE")
        after = _counted() if version is None else None
        with read_instead(path):
            _check_readable(version, worded)
            if before is None or after is None:
                return Proof(words="of another version, so its nights were not folded")
            return _proved(before, after, prove_all=prove_all)
    except (sqlite3.Error, DatabaseError) as problem:
        raise NoCopy(f"The book cannot be copied: {problem}.") from None


def _check_readable(version: Unfit | None, worded: Worded) -> None:
    # The copy, which is read instead of the book, is whole to its last page, and of the book's version.
    if fault := next(of_pages(), None):
        raise NoCopy(f"The copy is not sound, and was thrown away: {worded(fault)}. See `manage.py audit`.")
    has = unfit()
    if (has and has.reason) != (version and version.reason):
        raise NoCopy("The copy is of another version than the book, and was thrown away.")


def _counted() -> Counted:
    return Session.objects.count(), Entry.objects.count(), Transaction.objects.count()


def _proved(before: Counted, after: Counted, *, prove_all: bool) -> Proof:
    # The copy has what there was, or what was written or removed while it was made.
    has = _counted()
    if any(
        not min(was, now) <= one <= max(was, now) for was, one, now in zip(before, has, after, strict=True)
    ):
        raise NoCopy(f"The copy is not whole, and was thrown away: it has {has}, the book {before}.")
    faults = [*of_rows()]
    faults += of_groups(Group.every.order_by("pk")) if prove_all else newest_nights(LOOKED_OVER)
    nights, entries, _ = has
    looked = nights if prove_all else min(nights, LOOKED_OVER)
    return Proof(words=f"{nights} nights of {entries} entries, {looked} of them folded", faults=tuple(faults))


def of_postgresql(path: Path, *, prove_all: bool, worded: Worded) -> Proof:
    """Dump the book into this file, and prove that it can be read, or with `prove_all` that it can be
    restored and all its nights folded. Raises NoCopy; `worded` says a fault in it."""
    said = connection.settings_dict
    version = unfit()
    before = _counted() if prove_all and version is None else None
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={path}", f"--dbname={said['NAME']}")
    listed = _run("pg_restore", "--list", str(path))
    tables = {line.split()[6] for line in listed.splitlines() if " TABLE DATA " in line}
    wanted = {model._meta.db_table for model in (Group, Session, Entry, Transaction)} | {"django_migrations"}
    if missing := sorted(wanted - tables):
        raise NoCopy(f"The copy is not whole, and was thrown away: {missing[0]} is not in it.")
    if prove_all:
        after = before and _counted()
        with _restored(path):
            _check_readable(version, worded)
            if before is None or after is None:
                return Proof(words="restored, but of another version, so its nights were not folded")
            return _proved(before, after, prove_all=True)
    _run("pg_restore", f"--file={os.devnull}", str(path))  # reads all of it
    return Proof(words=f"{len(tables)} tables, read from the first line to the last")


@contextmanager
def _restored(path: Path) -> Iterator[None]:
    # Inside, every query of this thread asks a database that a dump was restored into, gone afterwards.
    name = f"proof_{secrets.token_hex(6)}"
    with opened({**connection.settings_dict, "NAME": name}) as copy:
        # A lock: another run must not drop a database that was just made and is not opened yet.
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PROVES])
            _drop_left_proofs()
            try:
                _run("createdb", "--template=template0", "--encoding=UTF8", name)
            except NoCopy as problem:
                user = connection.settings_dict["USER"] or "the user"
                raise NoCopy(
                    f"{problem} To be proved, the copy is restored into a database of its own beside the"
                    f" book. Where {user} may make none: ALTER ROLE … CREATEDB."
                ) from None
            copy.ensure_connection()  # held to the end, so that nobody takes the database for a left one
        try:
            _run("pg_restore", "--no-owner", "--exit-on-error", f"--dbname={name}", str(path))
            with asked_of(copy):
                yield
        finally:
            _run("dropdb", "--force", name)


def _drop_left_proofs() -> None:
    # Drop the databases for proof of runs that were killed: those of this user with no connection to them.
    #
    # PostgreSQL itself refuses to drop one to which somebody has connected meanwhile.
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT datname FROM pg_database WHERE datname ~ '^proof_[0-9a-f]{12}$'"
            " AND pg_get_userbyid(datdba) = current_user"
            " AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE datid = pg_database.oid)"
        )
        left = [name for (name,) in cursor.fetchall()]
    for name in left:
        with suppress(NoCopy):
            _run("dropdb", "--if-exists", name)


def way_there(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return psycopg's connection parameters as environment variables of PostgreSQL's programs."""
    options = settings.get("OPTIONS") or {}
    said = [(variable, settings.get(name)) for name, variable in OF_DJANGO.items()]
    said += [(variable, options.get(name)) for name, variable in OF_LIBPQ.items()]
    return {variable: str(value) for variable, value in said if value}


def _run(name: str, *arguments: str) -> str:
    # Raises NoCopy when the program is not there or does not succeed.
    if (program := shutil.which(name)) is None:
        raise NoCopy(f"{name} was not found. It comes with PostgreSQL (Debian: postgresql-client).")
    env = {**os.environ, **way_there(connection.settings_dict)}
    done = subprocess.run([program, *arguments], env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise NoCopy(f"{name} did not succeed: {' '.join(done.stderr.split())}")
    return done.stdout
