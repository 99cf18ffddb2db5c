"""Texts that people type, as they are written down."""

from ledger.recording.writing import Refused
from ledger.texts import clean, clean_lines, is_fit


def clean_text(text: str, *, case: str, fact: str) -> str:
    """Return a text as it is written down; `case` says what it is (“note”), `fact` where it stands on a form.

    Raises Refused ("unfit") for one with a character that cannot be written down.
    """
    _check_fit(text, case=case, fact=fact)
    return clean(text)


def clean_lines_of(text: str, *, case: str, fact: str, most: int) -> str:
    """Return a text of several lines as it is written down.

    Raises Refused ("unfit") as `clean_text` does, and ("too_long") for more than `most` letters.
    """
    _check_fit(text, case=case, fact=fact)
    lines = clean_lines(text)
    if len(lines) > most:
        raise Refused("too_long", fact=fact, most=most)
    return lines


def _check_fit(text: str, *, case: str, fact: str) -> None:
    if not is_fit(text):
        raise Refused("unfit", fact=fact, case=case)
