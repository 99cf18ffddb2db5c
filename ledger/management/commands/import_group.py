"""`manage.py import_group FILE`: a group that was exported elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.exchange.group import BIGGEST, group_import
from ledger.management.asking import NOT_OPEN_YET
from ledger.scoring import HandRefused


class Command(BaseCommand):
    """All or nothing; a group that is here already is left as it is."""

    help = "Brings in a group that `export_group` wrote. Run twice, it brings it once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where from."""
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Reads, checks, writes."""
        path: Path = options["file"]
        try:
            if path.stat().st_size > BIGGEST:
                raise CommandError(f"{path} is too big to be a group.")
            group, is_new = group_import(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as problem:
            raise CommandError(f"{path} cannot be read: {problem}.") from None
        except HandRefused as refused:
            raise CommandError(f"{refused.message} Nothing was written.") from None
        nights = group.sessions.count()
        if is_new:
            self.stdout.write(f"Brought in {group} with {nights} nights. {NOT_OPEN_YET}")
        else:
            self.stdout.write(f"{group} is here already, and was left as it is.")
