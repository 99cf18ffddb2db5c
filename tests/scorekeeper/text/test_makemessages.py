"""A catalogue changes only where a text does."""

import re
import shutil

import pytest
from django.core.management import call_command

from scorekeeper.management.commands.makemessages import without_noise

MADE = """\
# SOME DESCRIPTIVE TITLE.
# FIRST AUTHOR <EMAIL@ADDRESS>, YEAR.
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: PACKAGE VERSION\\n"
"POT-Creation-Date: 2026-03-12 20:05+0000\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Language: en\\n"

#. Translators: a comment stays.
#: templates/group/rules/page.html
msgid "House rules"
msgstr ""
"""


def test_what_differs_from_run_to_run_is_left_out() -> None:
    tidy = without_noise(MADE)
    assert re.findall("Date|VERSION|fuzzy", tidy) == []
    assert tidy.startswith("# What the pages say.")
    assert '"Language: en\\n"' in tidy
    assert tidy.endswith(MADE[MADE.index("\n#. ") :])
    assert without_noise(tidy) == tidy


def test_without_gettext_nothing_is_checked_and_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, *_, **__: {"xgettext": None}[name])
    monkeypatch.delenv("REQUIRE_GETTEXT", raising=False)
    call_command("makemessages", check=True)
    assert "not checked" in capsys.readouterr().err
    monkeypatch.setenv("REQUIRE_GETTEXT", "1")
    with pytest.raises(SystemExit):
        call_command("makemessages", check=True)
