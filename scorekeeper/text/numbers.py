"""Whole numbers: small ones as words, as they stand in a sentence, and those that were typed or sent."""

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
    """Return a number up to ten as a word, "three"; a larger one in digits."""
    return str(WORDS[number]) if 0 <= number < len(WORDS) else str(number)


def beginning(text: str) -> str:
    """Return a text as it begins a sentence or a line: with a capital letter."""
    return text[:1].upper() + text[1:]


def number(text: str) -> int | None:
    """Return a whole number of at most 18 digits that was typed or sent, None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None
