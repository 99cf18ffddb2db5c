"""`manage.py backup FILE`, or `--keep N FOLDER/`: a whole copy of the book, made while people play.

With `--every MINUTES` one copy after the other, for as long as it runs.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from ledger.management import copies
from ledger.management.fitness import UnfitReason, book_file, unfit
from scorekeeper.text.refusals import sentence

NAMED = "%Y-%m-%d-%H%M%SZ.copy"

# What `--keep` names a copy by, in UTC: so their names sort by time, also in the hour that comes twice.
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
        with contextlib.suppress(KeyboardInterrupt):
            self._go_on(options, every)

    def _go_on(self, options: Mapping[str, Any], every: int) -> None:
        # Until it is stopped. What goes wrong is said, and tried again the next time.
        seen: Stamp | None = None
        while True:
            now = _stamp()
            if now is None or now != seen:
                try:
                    self._back_up(options)
                    seen = now
                except CommandError as problem:
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
        except copies.NoCopy as problem:
            raise CommandError(str(problem)) from None

    def _copy(self, path: Path, *, prove_all: bool) -> copies.Proof:
        partly = path.with_name(f"{path.name}.partly")
        try:
            # An empty file that nobody else reads: a book has names in it, and who owes whom.
            partly.unlink(missing_ok=True)
            os.close(os.open(partly, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            if connection.vendor == "sqlite":
                proof = copies.of_sqlite(partly, prove_all=prove_all, worded=sentence)
            else:
                proof = copies.of_postgresql(partly, prove_all=prove_all, worded=sentence)
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
    files = (book, book.with_name(f"{book.name}-wal"))
    return tuple((found.st_mtime_ns, found.st_size) for found in map(_found, files) if found)


def _found(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except OSError:
        return None


def _keep_on_disk(path: Path) -> None:
    # Whatever happens to the power from here on: old copies go only when the new one stays.
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
