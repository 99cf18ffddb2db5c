"""A group's file brought in."""

from __future__ import annotations

from django import forms

from ledger.exchange.group import BIGGEST
from scorekeeper.uploads import text_of

MOST = min(BIGGEST, 50_000_000)


class FileForm(forms.Form):
    """One JSON file with a group in it."""

    file = forms.FileField(
        error_messages={
            "required": "Choose the file first.",
            "empty": "There is nothing in this file.",
            "missing": "Choose the file first.",
            "invalid": "Choose the file first.",
        }
    )

    def text(self) -> str:
        """What the file says; only of a valid form. Raises Refused."""
        return text_of(self.cleaned_data["file"], most=MOST)
