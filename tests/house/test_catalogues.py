"""Every language has a folder in locale/, whole, with what its texts need, and compiled as it is written."""

import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings

from tests.house.sources import ROOT
from tests.pseudo import PATTERNS

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


# English words that German sentences never have.
ENGLISH = re.compile(
    r"\b([Tt]he|[Aa]nd|[Ww]ith|[Yy]ou|[Yy]our|[Tt]his|[Tt]hat|[Ww]hich|[Ww]ho|[Ww]hose|[Ww]hen|[Ff]rom|[Ff]or"
    r"|[Bb]y|[Oo]f|are|is|were|been|[Hh]ave|[Hh]as|hands?|[Nn]ights?|trick|picker|blind pick|leader|score"
    r"|house rules?|dealer|pot|stake|settle|share|phone|[Aa]ll tricks|[Nn]o trick|[Nn]obody|[Ee]verybody"
    r"|players?|points)\b"
)
# People are “du”; Schafkopf has a game that is called “Sie”.
FORMAL = re.compile(r"\b(?:Ihr|Ihre[mnrs]?|Ihnen)\b")
PLACEHOLDER = re.compile(r"\{(\w*)(?::\w+)?\}|(%\(\w+\)[sd])|(%%)")
TAG = re.compile(r"</?[a-z]\w*|&\w+;")


def placeholders(text: str) -> set[tuple[str, str, str]]:
    return {*PLACEHOLDER.findall(text)}


def faults(message: Message) -> Iterator[str]:
    """Yield what is wrong with a translation: it is missing or a guess, or has not what its text has."""
    texts, made = forms(message.id), forms(message.string)
    if not all(made):
        yield "is not translated"
        return
    if message.fuzzy:
        yield "is a guess"
    if message.context == PATTERNS:
        return
    for form, said in enumerate(made):
        # “One night” need not say its number.
        fitting = [placeholders(text) for text in (texts if form == 0 else texts[-1:])]
        if placeholders(said) not in fitting:
            yield "has other placeholders"
        if sorted(TAG.findall(said)) != sorted(TAG.findall(texts[min(form, len(texts) - 1)])):
            yield "has other tags"
        if said[0].isspace() != texts[0][0].isspace() or said[-1].isspace() != texts[0][-1].isspace():
            yield "begins or ends with another space"


def german_faults(text: str) -> Iterator[str]:
    plain = TAG.sub(" ", PLACEHOLDER.sub(" ", text))
    yield from (f"says “{word}”" for word in (*ENGLISH.findall(plain), *FORMAL.findall(plain)))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_with_what_it_needs(language: str) -> None:
    wrong = [(message.id, fault) for message in read(language) if message.id for fault in faults(message)]
    assert wrong == []


def test_german_texts_have_no_english_words_and_say_du() -> None:
    said = [text for one in read("de") if one.id and one.context != PATTERNS for text in forms(one.string)]
    assert [(text, fault) for text in said for fault in german_faults(text)] == []
