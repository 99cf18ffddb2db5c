"""Texts that people type, as they are written down."""

from __future__ import annotations

from ledger.recording.writing import Refused
from ledger.texts import clean, is_fit


def clean_text(text: str, *, case: str, fact: str) -> str:
    """A text as it is written down; `case` says what it is (“note”), `fact` where it stands on a form.

    Raises Refused ("unfit") for one with a character that cannot be written down.
    """
    if not is_fit(text):
        raise Refused("unfit", fact=fact, case=case)
    return clean(text)
