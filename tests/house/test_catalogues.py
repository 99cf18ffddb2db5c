"""Every language has a folder in locale/, compiled as it is written."""

import gettext
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

from tests.house.sources import ROOT

LOCALES = ROOT / "locale"
TRANSLATED = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def catalogue_of(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    with catalogue_of(language).open("rb") as file:
        return read_po(file, locale=language)


def forms(said: object) -> tuple[str, ...]:
    """Return the forms of a text or of its translation: one, or one for each kind of number."""
    return tuple(map(str, said)) if isinstance(said, tuple | list) else (str(said or ""),)


def compiled_form(catalogue: Catalog) -> dict[str | tuple[str, int], str]:
    """Return the translated texts under the keys that `gettext` finds them by."""
    found: dict[str | tuple[str, int], str] = {}
    for message in catalogue:
        context = f"{message.context}\x04" if message.context else ""
        made = forms(message.string)
        if isinstance(message.id, str):
            found |= {f"{context}{message.id}": made[0]} if message.id and made[0] else {}
        elif any(made):
            found |= {(f"{context}{message.id[0]}", form): text for form, text in enumerate(made)}
    return found


def test_every_language_of_the_settings_is_a_folder_and_no_other_is() -> None:
    assert sorted(folder.name for folder in LOCALES.iterdir()) == sorted(
        code for code, _ in settings.LANGUAGES
    )


@pytest.mark.parametrize("language", TRANSLATED)
def test_compiled_catalogue_is_as_it_was_written(language: str) -> None:
    with catalogue_of(language).with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    compiled.pop("", None)
    assert compiled == compiled_form(read(language)), "run `make messages`"
