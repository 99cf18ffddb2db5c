"""What somebody says about their account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy

from scorekeeper.accounts.models import Account

LONGEST_PASSKEY = 40


class PasswordForm(forms.Form):
    """Another password. Who it is was asked before."""

    password = forms.CharField(
        max_length=1000,
        strip=False,
        error_messages={"required": gettext_lazy("Choose a new password.")},
    )

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean_password(self) -> str:
        """A password that is not easily guessed."""
        password = str(self.cleaned_data["password"])
        validate_password(password, self.account)
        return password


class PasskeyForm(forms.Form):
    """A passkey as the phone made it, and what it is called."""

    name = forms.CharField(max_length=LONGEST_PASSKEY, required=False)
    credential = forms.CharField()
