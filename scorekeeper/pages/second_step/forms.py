"""What somebody says who has no passkey at hand."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy


class SecondForm(forms.Form):
    """A recovery code in the place of the passkey."""

    code = forms.CharField(
        max_length=200, error_messages={"required": gettext_lazy("Type one of your recovery codes.")}
    )
