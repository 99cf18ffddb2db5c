"""`manage.py import_group FILE`: a group that was exported elsewhere."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from ledger.exchange.group import read_group
from ledger.management.asking import NOT_OPEN_YET, WritingCommand, progress
from ledger.models import Group
from ledger.recording.removing import remove_group
from ledger.scoring import HandRefused
from ledger.steps import heard_by
from scorekeeper.text.refusals import sentence


class Command(WritingCommand):
    """All or nothing; a group that is here already is left as it is."""

    help = "Brings in a group that `export_group` wrote. Run twice, it brings it once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        begun: list[Group] = []
        try:
            with path.open("rb") as file, heard_by(progress(self.stderr, "nights and lines read")):
                arrival = read_group(file, began=begun.append)
        except KeyboardInterrupt:  # who stops the command stops it without a trace
            for group in begun:
                remove_group(group)
            raise
        except OSError as problem:
            raise CommandError(f"{path} cannot be read: {problem.strerror}.") from None
        except HandRefused as refused:
            raise CommandError(f"{sentence(refused)} Nothing was saved.") from None
        group, nights = arrival.group, arrival.group.sessions.count()
        if arrival.is_new:
            self.stdout.write(f"Brought in {group} with {nights} nights. {NOT_OPEN_YET}")
        else:
            self.stdout.write(f"{group} is here already, and was left as it is.")
