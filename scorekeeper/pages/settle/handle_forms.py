"""What somebody is called at payment services."""

from django import forms
from django.utils.translation import gettext_lazy

from ledger.models import Service

LONG = gettext_lazy("That is too long for a name there.")


class HandlesForm(forms.Form):
    """A field for each service; empty takes it away."""

    venmo = forms.CharField(
        label="Venmo", required=False, max_length=200, error_messages={"max_length": LONG}
    )
    paypal = forms.CharField(
        label="PayPal.me", required=False, max_length=200, error_messages={"max_length": LONG}
    )
    cashapp = forms.CharField(
        label="Cash App", required=False, max_length=200, error_messages={"max_length": LONG}
    )

    def said(self) -> dict[Service, str]:
        """What was typed, by service; only of a valid form."""
        return {service: self.cleaned_data[service.value] for service in Service}
