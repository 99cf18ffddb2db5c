"""How many of what there are, where that is all there is to say: "1 hand", "12 nights"."""

from __future__ import annotations

from django.utils.translation import ngettext


def hands(number: int) -> str:
    """How many hands."""
    return ngettext("{number} hand", "{number} hands", number).format(number=number)


def nights(number: int) -> str:
    """How many nights."""
    return ngettext("{number} night", "{number} nights", number).format(number=number)
