"""How people are called in what leaves the group, and whether money is told: as the address says."""

from enum import Enum

from django import forms
from django.utils.translation import gettext_lazy


class Called(Enum):
    """How players are called."""

    NAMES = "names"
    INITIALS = "initials"
    NUMBERS = "numbers"


CALLED = (
    (Called.NAMES.value, gettext_lazy("Names in full")),
    (Called.INITIALS.value, gettext_lazy("Initials")),
    (Called.NUMBERS.value, gettext_lazy("Player 1, Player 2, …")),
)
MONEY = (("yes", gettext_lazy("Points and money")), ("no", gettext_lazy("Points only")))


class PictureForm(forms.Form):
    """What the picture says; names in full and, where there is money, that too, unless it says otherwise."""

    called = forms.ChoiceField(choices=CALLED, required=False, label=gettext_lazy("Who it is"))
    money = forms.ChoiceField(choices=MONEY, required=False, label=gettext_lazy("What is told"))

    @property
    def named(self) -> Called:
        """How players are called; nonsense in an address asks for nothing."""
        self.is_valid()
        return Called(self.cleaned_data.get("called") or Called.NAMES.value)

    @property
    def tells_money(self) -> bool:
        """Whether money is told where there is some."""
        self.is_valid()
        return self.cleaned_data.get("money") != "no"
