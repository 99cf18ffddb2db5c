"""`manage.py audit [--group NAME]`: is everything that was written down still there, and does it add up?"""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from ledger.management.asking import groups_called, progress, take_group
from ledger.management.fitness import UnfitReason, unfit
from ledger.models import Group, guards
from ledger.recording.auditing import audit, of_database
from ledger.recording.auditing.reading import reported, why
from ledger.steps import heard_by
from scorekeeper.text.refusals import sentence


class Command(BaseCommand):
    """Exit status 1 if anything differs; a line for each difference on standard output."""

    help = "Folds every night again, adds up every balance again, and reports differences. Repairs nothing."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        take_group(parser, "only this group (its name, or its code)", is_needed=False)

    def handle(self, *args: Any, **options: Any) -> None:
        """Report, then exit with 1 if there was anything to report."""
        found = 0
        for line in self._lines(options["group"]):
            self.stdout.write(printable(line))
            found += 1
        if found:
            said = "1 difference" if found == 1 else f"{found} differences"
            self.stderr.write(f"{said}. Nothing was changed.")
            raise SystemExit(1)
        how_many = "1 group" if self.groups == 1 else f"{self.groups} groups"
        self.stdout.write(f"All is well in {how_many}; {len(guards.missing(connection))} guards are missing.")

    def _lines(self, name: str | None) -> Iterator[str]:
        # Yield the lines of the report. Raise CommandError where there is no book.
        trouble = unfit()
        if trouble and trouble.reason is not UnfitReason.DAMAGED:
            raise CommandError(trouble.sentence)
        if trouble:
            yield trouble.sentence
            yield from map(sentence, of_database())
            return
        groups: list[Group] = []
        try:
            groups = groups_called(name)
        except DatabaseError as problem:
            yield sentence(reported("groups", why=why(problem)))
        self.groups = len(groups)
        with heard_by(progress(self.stderr, "nights")):
            yield from map(sentence, audit(groups))


def printable(line: str) -> str:
    """A line that a terminal can show: what is not drawn (a name may hold anything) is written out."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)
