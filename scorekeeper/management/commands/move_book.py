"""`manage.py move_book URL`: the whole book goes to another database; `--take-back`: it stays after all."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from ledger.management import moving
from ledger.management.asking import progress
from ledger.management.elsewhere import opened
from ledger.management.fitness import unfit
from scorekeeper.settings import database
from scorekeeper.text.refusals import sentence


class Command(BaseCommand):
    """Says that it is done only when both sides were compared and audited; stopped, it can be run again."""

    help = "Moves the whole book to the database at URL (as in DATABASE_URL). Stop the server first."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("url", metavar="URL", nargs="?", help="an empty database, as DATABASE_URL says it")
        which.add_argument(
            "--take-back", action="store_true", help="let the book go on here, wherever it was sent"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if trouble := unfit():
            raise CommandError(trouble.sentence)
        try:
            if options["take_back"]:
                place = moving.take_back()
                self.stdout.write(f"The book goes on here. What was written at {place} since is not in it.")
            else:
                self._move(options["url"])
        except moving.Cannot as problem:
            raise CommandError(str(problem)) from None
        except DatabaseError as problem:
            said = " ".join(str(problem).split())
            raise CommandError(f"That was cut off, and can be called again: {said}") from None

    def _move(self, url: str) -> None:
        try:
            there = database(url)
        except ImproperlyConfigured as problem:
            raise CommandError(str(problem).replace("DATABASE_URL", "URL")) from None
        rows, nights = progress(self.stderr, "rows carried"), progress(self.stderr, "nights audited")
        with opened(there) as target:
            moved = moving.move(target, moving.Hears(rows=rows, nights=nights, worded=sentence))
        how = (
            "an earlier call of this has carried, compared and audited it"
            if moved.was_whole
            else "every row is the same on both sides, and both were audited"
        )
        self.stdout.write(
            f"The book has moved from {moved.source} to {moved.target}: {how}.\n"
            f"Set DATABASE_URL to the new place. What is at {moved.source} stays as it was, and is not served"
            f" any more; `{settings.PLACES.move_command} --take-back` would let it go on there."
        )
