"""What somebody says who is asked once more."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy


class ConfirmForm(forms.Form):
    """The password of whoever is logged in."""

    password = forms.CharField(
        max_length=1000,
        strip=False,
        error_messages={"required": gettext_lazy("Type your password.")},
    )
