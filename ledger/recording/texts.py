"""Texts that people type, as the pen takes them."""

from __future__ import annotations

from ledger.recording.writing import Refused
from ledger.texts import clean, is_fit


def clean_text(text: str, *, what: str, fact: str) -> str:
    """A text as it is written down; `what` names it in a sentence (“The note”), `fact` on a form.

    Raises Refused for one with a character that cannot be written down.
    """
    if not is_fit(text):
        words = f"{what} has a character in it that cannot be written down. Type it anew."
        raise Refused("unfit", words, fact=fact)
    return clean(text)
