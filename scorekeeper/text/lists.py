"""Several things in a row, as the reader's language writes them."""

import unicodedata
from collections.abc import Sequence
from functools import cache

from babel import Locale
from babel.lists import format_list
from django.conf import settings
from django.utils.translation import get_language, to_locale


def reader() -> Locale:
    """Return the locale of whoever reads this page."""
    return _locale(get_language() or settings.LANGUAGE_CODE)


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(to_locale(language))


WITHOUT_LAST_COMMA = Locale.parse("en_GB")


def joined(items: Sequence[str]) -> str:
    """Return names in a row: "Ann", "Ann and Ben", "Ann, Ben and Cleo"; "" for none."""
    locale = reader()
    return format_list(items, locale=WITHOUT_LAST_COMMA if locale.language == "en" else locale)


def either(items: Sequence[str]) -> str:
    """Return things of which one is enough: "“Crack” or “Blitz”"; "" for none."""
    return format_list(items, style="or", locale=reader())


def listed(items: Sequence[str]) -> str:
    """Return things without a word between them: "Ann +2, Ben +1, Cleo −3"; "" for none."""
    found = "".join(items[:1])
    for item in items[1:]:
        found = pattern().format(found, item)
    return found


def pattern() -> str:
    """Return the pattern of `listed` for a script that does the same: "{0}, {1}"."""
    return str(reader().list_patterns["standard"]["middle"])


def standing_apart(name: str) -> str:
    """Return a name for plain text: one that runs from right to left does not turn the line around it."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if turns else name
