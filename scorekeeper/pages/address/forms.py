"""What somebody says who gives their account an e-mail address."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.accounts.models import LONGEST_ADDRESS

NO_ADDRESS = gettext_lazy("Type an e-mail address.")


class AddressForm(forms.Form):
    """An e-mail address."""

    address = forms.EmailField(
        max_length=LONGEST_ADDRESS,
        error_messages={"required": NO_ADDRESS, "invalid": gettext_lazy("This is no e-mail address.")},
    )
