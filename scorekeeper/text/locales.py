"""How the reader's language writes numbers and lists: Babel's locale for Django's active language."""

from functools import cache

from babel import Locale
from django.conf import settings
from django.utils.translation import get_language, to_locale


def reader() -> Locale:
    """Return the locale of whoever reads this page."""
    return _locale(get_language() or settings.LANGUAGE_CODE)


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(to_locale(language))
