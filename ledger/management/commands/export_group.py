"""`manage.py export_group --group NAME FILE`: the whole group as one JSON file, or as tables (.xlsx)."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.exchange.group import write_group
from ledger.exchange.tables import balance_sheet, journal, results, write_xlsx
from ledger.management.asking import group_called, progress, take_group
from ledger.steps import heard_by


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that only its owner reads, to be written; it gets its name when that went well.

    Raises OSError where it cannot be written, FileExistsError where that name is taken.
    """
    if path.exists():
        raise FileExistsError(17, "File exists", str(path))
    part = path.with_name(f".{path.name[:80]}.{secrets.token_hex(4)}.part")
    try:
        with open(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _name(part, path)
    finally:
        part.unlink(missing_ok=True)


def _name(part: Path, path: Path) -> None:
    try:
        os.link(part, path)  # unlike a new name, this never takes the place of another file
    except FileExistsError:
        raise
    except OSError:  # some file systems have no links
        if path.exists():
            raise FileExistsError(17, "File exists", str(path)) from None
        part.rename(path)


class Command(BaseCommand):
    """Write a group to a file that `import_group` reads."""

    help = "Writes a group to FILE: everything as JSON, or results, journal and balances as .xlsx."

    def add_arguments(self, parser: CommandParser) -> None:
        take_group(parser)
        parser.add_argument("file", metavar="FILE", type=Path, help="a file that does not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        group, path = group_called(options["group"]), options["file"]
        is_table = path.suffix.lower() == ".xlsx"
        try:
            with new_file(path) as file:
                if is_table:
                    write_xlsx(results(group), journal(group), balance_sheet(group), file=file)
                else:
                    with heard_by(progress(self.stderr, "lines written")):
                        write_group(group, file)
        except OSError as problem:
            raise CommandError(f"{path} cannot be written: {problem.strerror}.") from None
        self.stdout.write(f"Wrote {group} to {path} ({path.stat().st_size // 1024 + 1} KiB).")
