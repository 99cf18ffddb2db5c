"""Small numbers as words, as they stand in a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

WORDS = (
    _("nobody"),
    _("one"),
    _("two"),
    _("three"),
    _("four"),
    _("five"),
    _("six"),
    _("seven"),
    _("eight"),
    _("nine"),
    _("ten"),
)


def in_words(number: int) -> str:
    """A number up to ten as a word, "three"; a larger one in digits."""
    return str(WORDS[number]) if 0 <= number < len(WORDS) else str(number)


def beginning(text: str) -> str:
    """A text as it begins a sentence or a line: with a capital letter."""
    return text[:1].upper() + text[1:]
