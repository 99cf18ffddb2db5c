"""What an owner says who has a name forgotten: that they mean it, and which name they saw."""

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.http.forms import DAMAGED


class ForgettingForm(forms.Form):
    """Ticked by hand; `name` is what the player was called on the page."""

    name = forms.CharField(strip=False, max_length=200, error_messages={"required": DAMAGED})
    is_sure = forms.BooleanField(
        error_messages={"required": gettext_lazy("Tick this first: the name cannot be brought back.")}
    )
