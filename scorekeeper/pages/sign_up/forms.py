"""What somebody says who makes an account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy

from ledger.models import name_key
from ledger.texts import clean, is_fit
from scorekeeper.accounts.models import LONGEST_NAME, Account
from scorekeeper.http.forms import Keyed, at_most

TAKEN = gettext_lazy("Somebody has this name already. Take another one, or log in.")
NO_NAME = gettext_lazy("Type a name: your own, or one that you make up.")
NO_PASSWORD = gettext_lazy("Choose a password.")
UNFIT = gettext_lazy("The name has a character in it that cannot be written down.")


class SignUpForm(Keyed):
    """A name that nobody has yet, and a password that is not easily guessed."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        error_messages={"required": NO_NAME, "max_length": at_most(LONGEST_NAME)},
    )
    password = forms.CharField(max_length=1000, strip=False, error_messages={"required": NO_PASSWORD})

    def clean_name(self) -> str:
        """The name as it is written down."""
        name = str(self.cleaned_data["name"])
        if not is_fit(name):
            raise forms.ValidationError(UNFIT)
        name = clean(name)
        key = name_key(name)
        if not key:
            raise forms.ValidationError(NO_NAME)
        if len(key) > 4 * LONGEST_NAME:
            raise forms.ValidationError(at_most(LONGEST_NAME))
        return name

    def clean(self) -> dict[str, Any]:
        """With a password that will do for somebody of this name."""
        said = super().clean() or self.cleaned_data
        name = str(said.get("name", ""))
        if "password" in said:
            try:
                validate_password(said["password"], Account(name=name, key=name_key(name)))
            except forms.ValidationError as weak:
                self.add_error("password", weak)
        return said
