"""`manage.py makemessages [--check]`: locale/ written from every text that is marked for translation.

Django's own command, for all languages there are, and without line numbers and dates: a catalogue changes
only where a text does.
"""

import os
import re
import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

# Folders that hold nothing to translate.
WITHOUT_TEXTS = ("build", "data", "docs", "static", "test-results", "tests", "var")

TITLE = "# What the pages say. Written by `make messages` from the texts that are marked for translation.\n"
COMMENT = re.compile(r'\A(?:#.*\n)*(?=msgid ""\n)')
NOISE = re.compile(
    r'^"(?:Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator'
    r"|Language-Team): .*\n",
    flags=re.MULTILINE,
)


def without_noise(catalogue: str) -> str:
    """A catalogue without the lines that differ from one run to the next, or say nothing."""
    return COMMENT.sub(TITLE, NOISE.sub("", catalogue), count=1)


class Command(makemessages.Command):
    """Writes every catalogue in locale/; with --check only says whether they are as the texts are."""

    help = "Writes the catalogues in locale/; --check exits with 1 where they are not as the texts are."
    # A guess at what a new text may mean would be shown to nobody, and only stand in the way.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where stale")
        parser.set_defaults(all=True, no_obsolete=True, no_wrap=True, add_location="file", verbosity=0)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write; what was only looked at is put back as it was."""
        if options["check"] and shutil.which("xgettext") is None:
            self.stderr.write(
                "!!! locale/ was not checked: there is no xgettext. (Debian: apt install gettext)"
            )
            if os.environ.get("REQUIRE_GETTEXT") == "1":
                raise SystemExit(1)
            return
        options["ignore_patterns"] = [*options["ignore_patterns"], *WITHOUT_TEXTS]
        files = sorted(Path(settings.BASE_DIR).glob("locale/*/LC_MESSAGES/*.po"))
        before = {file: file.read_text(encoding="utf-8") for file in files}
        try:
            super().handle(*args, **options)
            for file in before:
                file.write_text(without_noise(file.read_text(encoding="utf-8")), encoding="utf-8")
            stale = [file for file, old in before.items() if file.read_text(encoding="utf-8") != old]
        finally:
            if options["check"]:
                for file, old in before.items():
                    file.write_text(old, encoding="utf-8")
        names = ", ".join(str(file.relative_to(settings.BASE_DIR)) for file in stale)
        if stale and options["check"]:
            self.stderr.write(f"{names} is not what the pages say: run `make messages`.")
            raise SystemExit(1)
        if stale:
            self.stdout.write(f"Written: {names}")
