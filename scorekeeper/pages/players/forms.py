"""A player's name; what a name may be, `ledger.recording` says."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy


class NameForm(forms.Form):
    """A name as somebody typed it."""

    name = forms.CharField(max_length=1000, error_messages={"required": gettext_lazy("Type a name first.")})

    def sentence(self) -> str:
        """What is wrong with it, in one sentence."""
        return " ".join(str(error) for errors in self.errors.values() for error in errors)
