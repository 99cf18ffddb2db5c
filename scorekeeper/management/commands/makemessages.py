"""`manage.py makemessages [--check]`: locale/ written from every text that is marked for translation.

Django's own command, for all languages there are, and without line numbers and dates: a catalogue changes
only where a text does.

Each translated catalogue is compiled beside its source, and git keeps both, as Django keeps its own. So a
checkout, a package and a container read every language as they are, without GNU gettext and a step of their
own; `tests/house/test_catalogues.py` compares the two.
"""

import os
import re
import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import makemessages
from django.core.management.utils import popen_wrapper

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


def compiled(catalogue: Path) -> Path | None:
    """Return the path of a catalogue's compiled form; None for English, in which the texts are written."""
    is_written_so = catalogue.parent.parent.name == settings.LANGUAGE_CODE
    return None if is_written_so else catalogue.with_suffix(".mo")


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
        if not options["check"]:
            for file in files:
                self._compile(file)
        if stale:
            self.stdout.write(f"Written: {names}")

    def _compile(self, catalogue: Path) -> None:
        # msgfmt also refuses a translation whose placeholders are not those of its text.
        if made := compiled(catalogue):
            call = ["msgfmt", "--check-format", "--no-hash", "-o", str(made), str(catalogue)]
            _written, trouble, status = popen_wrapper(call)
            if status:
                raise CommandError(trouble)
            # Files that a command makes are its owner's only, and whoever runs an image is another user.
            made.chmod(0o644)
