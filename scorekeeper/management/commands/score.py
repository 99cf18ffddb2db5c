"""`manage.py score [FILE]`: hands in as JSON lines, what they are worth out as JSON lines."""

import json
import sys
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from scorekeeper.text.wire import answer_line


class Command(BaseCommand):
    """Scores one hand a line; exit status 1 if any was refused, 2 if the file cannot be read.

    Programs read it, so that it answers in English whatever the settings say.
    """

    help = "Reads hands as JSON lines (standard input without FILE), writes what each is worth."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", help="JSON lines; standard input if not given")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("en"):
            if (path := options["file"]) in (None, "-"):
                refused = self._answer(getattr(sys.stdin, "buffer", sys.stdin))
            else:
                try:
                    with open(path, "rb") as lines:
                        refused = self._answer(lines)
                except BrokenPipeError:  # whoever reads the answers has read enough
                    raise SystemExit(1) from None
                except OSError as problem:
                    self.stderr.write(f"{path} cannot be read: {problem.strerror}.")
                    raise SystemExit(2) from None
        if refused:
            raise SystemExit(1)

    def _answer(self, lines: Iterable[str | bytes]) -> int:
        # Writes one answer for every line that is not blank; returns how many were refused.
        refused = 0
        for number, line in enumerate(lines, start=1):
            if line.strip():
                answer = answer_line(line, number)
                refused += "refused" in answer
                self.stdout.write(json.dumps(answer))
        return refused
