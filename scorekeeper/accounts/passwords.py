"""Passwords as they are chosen: what they may not be, besides what Django refuses."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import name_key
from scorekeeper.accounts.models import Account


class NotTheName:
    """A password validator for Django: it is not the account's name, nor has it in it."""

    def validate(self, password: str, user: object = None) -> None:
        key, said = str(getattr(user, "key", "")), name_key(password)
        if key and (said == key or (len(key) > 3 and key in said)):
            raise ValidationError(_("The password must not have your name in it."), code="name_in_it")


class NewPasswordForm(forms.Form):
    """A new password for `account`, or for whoever types a name beside it."""

    password = forms.CharField(
        max_length=1000,
        strip=False,
        error_messages={"required": gettext_lazy("Choose a password.")},
    )

    def __init__(self, *args: Any, account: Account | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        name = str(said.get("name", ""))
        if "password" in said:
            try:
                validate_password(said["password"], self.account or Account(name=name, key=name_key(name)))
            except ValidationError as weak:
                self.add_error("password", weak)
        return said
