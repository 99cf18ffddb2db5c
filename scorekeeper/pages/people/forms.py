"""What is said of links and phones; a form knows how often its teller had seen the link or phone changed."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone

from ledger.models import Role
from ledger.models.group import LONGEST_NAME
from ledger.recording import TONIGHT, NewLink
from scorekeeper.http.forms import DAMAGED, Guarded, at_most

ROLES = [(role.value, role.label) for role in Role]
WRONG_ROLE = dict.fromkeys(("required", "invalid_choice"), DAMAGED)


class RowForm(Guarded):
    """A change of a link or a phone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, newest=0, **kwargs)


class LinkForm(RowForm):
    """A new link: what it lets do; one to keep score may be for tonight only."""

    role = forms.ChoiceField(choices=ROLES, error_messages=WRONG_ROLE)
    tonight = forms.BooleanField(required=False)

    @property
    def new_link(self) -> NewLink:
        """The link that is asked for; only of a valid form."""
        role = Role(self.cleaned_data["role"])
        for_tonight = self.cleaned_data["tonight"] and role == Role.SCORER
        until: datetime | None = timezone.now() + TONIGHT if for_tonight else None
        return NewLink(role=role, expires_at=until)


class NameForm(RowForm):
    """What a link is called: who it was made for."""

    name = forms.CharField(
        required=False, max_length=10 * LONGEST_NAME, error_messages={"max_length": at_most(LONGEST_NAME)}
    )


class OffForm(RowForm):
    """A link turned off, perhaps with those who came by it."""

    closes = forms.BooleanField(required=False)


class RemoveForm(RowForm):
    """A phone removed, perhaps with the link it came by."""

    link_too = forms.BooleanField(required=False)


class RoleForm(RowForm):
    """What a phone may do."""

    role = forms.ChoiceField(choices=ROLES, error_messages=WRONG_ROLE)


class PlayerForm(RowForm):
    """Whose phone it is; nobody's if it is not said. `joins` is sent by the page that asks who joins."""

    joins = forms.BooleanField(required=False)

    player = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), DAMAGED),
    )
