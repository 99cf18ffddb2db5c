"""`manage.py audit [--group NAME]`: is everything that was written down still there, and does it add up?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from ledger.management.asking import groups_called, progress
from ledger.models import guards
from ledger.recording.auditing import audit


class Command(BaseCommand):
    """Exit status 1 if anything differs; a line for each difference on standard output."""

    help = "Folds every night again, adds up every balance again, and reports differences. Repairs nothing."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """One group, or all of them."""
        parser.add_argument("--group", metavar="NAME", help="only this group (its name, or its code)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Reports, then exits with 1 if there was anything to report."""
        groups = groups_called(options["group"])
        found = 0
        for line in audit(groups, told=progress(self.stderr, "nights")):
            self.stdout.write(line)
            found += 1
        if found:
            self.stderr.write(f"{found} differences. Nothing was changed.")
            raise SystemExit(1)
        how_many = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
        self.stdout.write(f"All is well in {how_many}; {len(guards.missing(connection))} guards are missing.")
