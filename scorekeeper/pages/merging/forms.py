"""Whom a player is the same person as: chosen first, then said of the two names that were seen."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import Player
from scorekeeper.http.forms import DAMAGED, Guarded, Keyed
from scorekeeper.http.people import MOST_OFFERED, PersonField


class OtherForm(forms.Form):
    """Who else it is."""

    other = PersonField(
        coerce=int,
        error_messages={
            "required": gettext_lazy("Choose somebody first."),
            "invalid_choice": gettext_lazy("Choose one of the players of this group."),
        },
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, names: Mapping[int, str]) -> None:
        super().__init__(data)
        self.is_typed, self.everybody = len(names) > MOST_OFFERED, names.values()
        self.fields["other"].offer(names, first=_("Choose…"))  # type: ignore[attr-defined]


class MergeForm(Guarded):
    """The two are one: `name` and `other_name` are what they were called on the page."""

    other = forms.IntegerField(min_value=1, error_messages={"required": DAMAGED, "invalid": DAMAGED})
    name = forms.CharField(strip=False, max_length=200, error_messages={"required": DAMAGED})
    other_name = forms.CharField(strip=False, max_length=200, error_messages={"required": DAMAGED})
    facts = {"into": "other"}

    def is_of(self, one: Player, other: Player) -> bool:
        """Whether both are still called as they were on the page; only of a valid form."""
        seen = (self.cleaned_data["name"], self.cleaned_data["other_name"])
        if seen == (one.name, other.name):
            return True
        self.is_behind = True
        self.add_error(None, _("Somebody gave one of them another name meanwhile. Look at it again."))
        return False


class UnmergeForm(Keyed):
    """They are two people after all."""
