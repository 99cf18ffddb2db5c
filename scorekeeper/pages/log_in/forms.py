"""What somebody says who logs in."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

NO_NAME = gettext_lazy("Type your name.")
NO_PASSWORD = gettext_lazy("Type your password.")


class LogInForm(forms.Form):
    """A name and a password, as they are typed: nothing of a password is trimmed."""

    name = forms.CharField(max_length=200, error_messages={"required": NO_NAME})
    password = forms.CharField(max_length=1000, strip=False, error_messages={"required": NO_PASSWORD})
