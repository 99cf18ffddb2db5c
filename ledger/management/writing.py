"""What commands that write in the book have in common: where the book is not, they say so and do nothing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from ledger.management.fitness import gone, unfit


class WritingCommand(BaseCommand):
    """Ends in one sentence, exit status 1, where there is no book of this version or it has moved away."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Asks before it begins, and once more when the database refuses: a book can leave meanwhile."""
        if trouble := unfit():
            raise CommandError(trouble.sentence)
        if away := gone():
            raise CommandError(away)
        try:
            return super().execute(*args, **options)
        except DatabaseError:
            if away := gone():
                raise CommandError(away) from None
            raise
