"""What an owner says who wants a group removed: its name, and that what is in it is saved or not needed."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from ledger.models import Group, name_key

NOT_ITS_NAME = gettext_lazy("This is not the group’s name.")


class RemovalForm(forms.Form):
    """The group's name as it is called, typed by hand, so that nobody does this by accident."""

    is_saved = forms.BooleanField(
        error_messages={"required": gettext_lazy("Save the group’s file first, or say that nobody needs it.")}
    )
    name = forms.CharField(
        max_length=1000,
        error_messages={"required": gettext_lazy("Type the group’s name."), "max_length": NOT_ITS_NAME},
    )

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.group = group

    def clean_name(self) -> str:
        """The name, where it is the group's: as names are compared everywhere."""
        name = str(self.cleaned_data["name"])
        if name_key(name) != name_key(self.group.name):
            raise forms.ValidationError(NOT_ITS_NAME)
        return name
