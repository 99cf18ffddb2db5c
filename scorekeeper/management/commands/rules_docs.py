"""`manage.py rules_docs [--check]`: docs/rules/ written from the engine's declarations."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from scorekeeper.text.handbook import pages, stale


class Command(BaseCommand):
    """Writes the pages about the rules; with --check only says whether they are as the engine is."""

    help = "Writes docs/rules/ from the engine's declarations; --check exits with 1 if they are stale."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if stale")
        parser.add_argument("--folder", type=Path, default=Path(settings.BASE_DIR) / "docs" / "rules")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        old = stale({file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.md"))})
        if options["check"]:
            if old:
                self.stderr.write(f"{', '.join(old)} in docs/rules is stale: run `make rules-docs`.")
                raise SystemExit(1)
            return
        folder.mkdir(parents=True, exist_ok=True)
        wanted = pages()
        for name in old:
            if name in wanted:
                (folder / name).write_text(wanted[name], encoding="utf-8")
            else:
                (folder / name).unlink()
            self.stdout.write(f"docs/rules/{name}")
