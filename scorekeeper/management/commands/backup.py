"""`manage.py backup FILE`, or `--keep N FOLDER/`: a whole copy of the book, made while people play.

It is proved by opening it. With `--every MINUTES` one copy after the other, for as long as it runs.
"""

import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection, transaction

from ledger.management.elsewhere import asked_of, opened, read_instead
from ledger.management.fitness import Unfit, UnfitReason, book_file, unfit
from ledger.models import Entry, Group, Session, Transaction
from ledger.recording.auditing import newest_nights, of_groups, of_pages, of_rows
from ledger.words.messages import Message
from scorekeeper.text.refusals import sentence

# The newest nights, which a copy can miss, are folded in every copy: so many.
LOOKED_OVER = 20

# The advisory lock under which a database for a proof is made.
PROVES = 7_026_551

# Nights, entries and transactions.
BookCounts = tuple[int, int, int]

# The variables in which PostgreSQL's programs look for what Django's settings and their options say.
OF_LIBPQ = {
    "HOST": "PGHOST",
    "PORT": "PGPORT",
    "USER": "PGUSER",
    "PASSWORD": "PGPASSWORD",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
}


@dataclass(frozen=True, kw_only=True)
class Proof:
    """The counts that were compared in a copy, and the faults that the book and its copy share."""

    words: str
    faults: tuple[Message, ...] = ()


def of_sqlite(path: Path, *, prove_all: bool) -> Proof:
    """Copy the book into this file, and prove it. Raises CommandError."""
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
            _check_readable(version)
            if before is None or after is None:
                return Proof(words="of another version, so its nights were not folded")
            return _proved(before, after, prove_all=prove_all)
    except (sqlite3.Error, DatabaseError) as problem:
        raise CommandError(f"The book cannot be copied: {problem}.") from None


def _check_readable(version: Unfit | None) -> None:
    # The copy, which is read instead of the book, is whole to its last page, and of the book's version.
    if fault := next(of_pages(), None):
        raise CommandError(
            f"The copy is not sound, and was thrown away: {sentence(fault)}. See `manage.py audit`."
        )
    has = unfit()
    if (has and has.reason) != (version and version.reason):
        raise CommandError("The copy is of another version than the book, and was thrown away.")


def _counted() -> BookCounts:
    return Session.objects.count(), Entry.objects.count(), Transaction.objects.count()


def _proved(before: BookCounts, after: BookCounts, *, prove_all: bool) -> Proof:
    # The copy has what there was, or what was written or removed while it was made.
    has = _counted()
    if any(
        not min(was, now) <= one <= max(was, now) for was, one, now in zip(before, has, after, strict=True)
    ):
        raise CommandError(f"The copy is not whole, and was thrown away: it has {has}, the book {before}.")
    faults = [*of_rows()]
    faults += of_groups(Group.every.order_by("pk")) if prove_all else newest_nights(LOOKED_OVER)
    nights, entries, _ = has
    looked = nights if prove_all else min(nights, LOOKED_OVER)
    return Proof(words=f"{nights} nights of {entries} entries, {looked} of them folded", faults=tuple(faults))


def of_postgresql(path: Path, *, prove_all: bool) -> Proof:
    """Dump the book into this file, and prove that it can be read, or with `prove_all` that it can be
    restored and all its nights folded. Raises CommandError."""
    said = connection.settings_dict
    version = unfit()
    before = _counted() if prove_all and version is None else None
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={path}", f"--dbname={said['NAME']}")
    listed = _run("pg_restore", "--list", str(path))
    tables = {line.split()[6] for line in listed.splitlines() if " TABLE DATA " in line}
    wanted = {model._meta.db_table for model in (Group, Session, Entry, Transaction)} | {"django_migrations"}
    if missing := sorted(wanted - tables):
        raise CommandError(f"The copy is not whole, and was thrown away: {missing[0]} is not in it.")
    if prove_all:
        after = before and _counted()
        with _restored(path):
            _check_readable(version)
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
            except CommandError as problem:
                user = connection.settings_dict["USER"] or "the user"
                raise CommandError(
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
        with suppress(CommandError):
            _run("dropdb", "--if-exists", name)


def way_there(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return psycopg's connection parameters as environment variables of PostgreSQL's programs."""
    said = {**settings, **(settings.get("OPTIONS") or {})}
    return {variable: str(said[name]) for name, variable in OF_LIBPQ.items() if said.get(name)}


def _run(name: str, *arguments: str) -> str:
    # Raises CommandError when the program is not there or does not succeed.
    if (program := shutil.which(name)) is None:
        raise CommandError(f"{name} was not found. It comes with PostgreSQL (Debian: postgresql-client).")
    env = {**os.environ, **way_there(connection.settings_dict)}
    done = subprocess.run([program, *arguments], env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise CommandError(f"{name} did not succeed: {' '.join(done.stderr.split())}")
    return done.stdout


NAMED = "%Y-%m-%d-%H%M%SZ.copy"

# The pattern of a copy's name with `--keep`, in UTC: names sort by time, also in the hour that comes twice.
OURS = re.compile(r"\d{4}-\d{2}-\d{2}-\d{6}Z\.copy(\.partly)?")

Stamp = tuple[tuple[int, int], ...]

A_DAY = 24 * 60 * 60


class Command(BaseCommand):
    """The copy appears under its name only when it is whole and was proved; only then old ones go."""

    help = "Writes a consistent copy of the whole book to FILE, while people play."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a file that does not exist yet")
        parser.add_argument(
            "--keep",
            type=int,
            metavar="N",
            help="FILE is a folder: keep the last N copies of this command there",
        )
        parser.add_argument(
            "--prove",
            action="store_true",
            help="look over every night of the copy, not only the newest; on PostgreSQL restore it for that",
        )
        parser.add_argument(
            "--every",
            type=int,
            metavar="MINUTES",
            help="with --keep: go on, and make a copy whenever something was written in so many minutes",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        every: int | None = options["every"]
        if every is None:
            self._back_up(options)
            return
        if every < 1 or options["keep"] is None:
            raise CommandError("--every says after how many minutes, at least 1, and goes with --keep N.")
        seen: Stamp | None = None
        with suppress(KeyboardInterrupt):
            while True:
                now = _stamp()
                if now is None or now != seen:
                    try:
                        self._back_up(options)
                        seen = now
                    except CommandError as problem:  # it is tried again the next time
                        self.stderr.write(str(problem))
                    self.stdout.flush()
                time.sleep(60 * every)

    def _back_up(self, options: Mapping[str, Any]) -> None:
        # Copies beside FILE, proves the copy, and gives it its name.
        trouble = unfit()
        if trouble and trouble.reason in (UnfitReason.NO_BOOK, UnfitReason.DAMAGED):
            raise CommandError(trouble.sentence)
        path: Path = options["file"]
        keep: int | None = options["keep"]
        if keep is not None:
            if keep < 1:
                raise CommandError("--keep says how many copies stay, at least 1.")
            if not path.is_dir():
                raise CommandError(f"There is no folder {path}. --keep N wants one.")
            path /= datetime.now(UTC).strftime(NAMED)
        if path.exists():
            raise CommandError(f"{path} exists already. A backup writes over nothing.")
        try:
            proof = self._copy(path, prove_all=options["prove"])
            size = path.stat().st_size // 1024 + 1
            self.stdout.write(f"Wrote {path} ({size} KiB), whole and checked: {proof.words}.")
            if proof.faults:
                raise CommandError(
                    f"The book itself has faults, and so has its copy: {sentence(proof.faults[0])}."
                    " `manage.py audit` tells all of them. No older copy was removed."
                )
            if keep is not None:
                self._remove_old(path, keep)
        except OSError as problem:
            raise CommandError(f"{problem.filename or path} cannot be written: {problem.strerror}.") from None

    def _copy(self, path: Path, *, prove_all: bool) -> Proof:
        partly = path.with_name(f"{path.name}.partly")
        try:
            # An empty file that nobody else reads: a book has names in it, and who owes whom.
            partly.unlink(missing_ok=True)
            os.close(os.open(partly, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            if connection.vendor == "sqlite":
                proof = of_sqlite(partly, prove_all=prove_all)
            else:
                proof = of_postgresql(partly, prove_all=prove_all)
            _keep_on_disk(partly)
            partly.rename(path)
            _keep_on_disk(path.parent)
        finally:
            for suffix in ("", "-journal", "-wal", "-shm"):
                partly.with_name(partly.name + suffix).unlink(missing_ok=True)
        return proof

    def _remove_old(self, newest: Path, keep: int) -> None:
        # Delete the oldest copies that this command named, and half copies that a killed one left.
        named = sorted(one for one in newest.parent.iterdir() if OURS.fullmatch(one.name))
        whole = [one for one in named if one.suffix == ".copy" and one != newest]
        left = [
            one
            for one in named
            if one.suffix != ".copy" and newest.stat().st_mtime - one.stat().st_mtime > A_DAY
        ]
        for one in [*whole[: max(0, len(whole) + 1 - keep)], *left]:
            one.unlink(missing_ok=True)
            self.stdout.write(f"Removed {one}.")


def _stamp() -> Stamp | None:
    # When the files of the book were written, and how long they are; None where there are no files.
    book = book_file(connection.settings_dict)
    if book is None:
        return None
    stamp: Stamp = ()
    for file in (book, book.with_name(f"{book.name}-wal")):
        with suppress(OSError):
            found = file.stat()
            stamp += ((found.st_mtime_ns, found.st_size),)
    return stamp


def _keep_on_disk(path: Path) -> None:
    # Whatever happens to the power from here on: old copies go only when the new one stays.
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
