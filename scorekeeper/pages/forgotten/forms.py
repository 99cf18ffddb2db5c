"""What somebody says who has forgotten their password."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy

from ledger.models import name_key
from scorekeeper.accounts.models import LONGEST_ADDRESS, Account


class NewPasswordForm(forms.Form):
    """A password that will do for the account."""

    password = forms.CharField(
        max_length=1000,
        strip=False,
        error_messages={"required": gettext_lazy("Choose a new password.")},
    )

    def whose(self) -> Account:
        """Whose password it is to be, at least by name."""
        name = str(self.cleaned_data.get("name", ""))
        return Account(name=name, key=name_key(name))

    def clean(self) -> dict[str, Any]:
        """With a password that is not easily guessed."""
        said = super().clean() or self.cleaned_data
        if "password" in said:
            try:
                validate_password(said["password"], self.whose())
            except forms.ValidationError as weak:
                self.add_error("password", weak)
        return said


class CodeForm(NewPasswordForm):
    """The account's name, a recovery code, and the new password."""

    name = forms.CharField(max_length=200, error_messages={"required": gettext_lazy("Type your name.")})
    code = forms.CharField(
        max_length=200, error_messages={"required": gettext_lazy("Type one of your recovery codes.")}
    )


class LetterForm(forms.Form):
    """The e-mail address to which a letter is to go."""

    address = forms.EmailField(
        max_length=LONGEST_ADDRESS,
        error_messages={
            "required": gettext_lazy("Type your e-mail address."),
            "invalid": gettext_lazy("This is no e-mail address."),
        },
    )


class LettersPasswordForm(NewPasswordForm):
    """The new password of whoever has got a letter."""

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def whose(self) -> Account:
        """Theirs."""
        return self.account
