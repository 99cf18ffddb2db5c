"""Who comes and who goes, in the middle of a night."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.standings import Person
from scorekeeper.http.forms import Guarded
from scorekeeper.http.people import near


class JoinForm(Guarded):
    """Who comes (somebody of the group, or a new name), and on whose left he sits, or in whose place."""

    player = forms.ChoiceField(
        required=False, error_messages={"invalid_choice": _("There is no such player here.")}
    )
    newcomer = forms.CharField(required=False, max_length=10_000)
    left_of = forms.TypedChoiceField(
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("On whose left is the free chair?")),
    )
    instead_of = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        error_messages={"invalid_choice": _("That player does not sit here.")},
    )
    facts = {"after": "left_of", "goes": "instead_of", "names": "newcomer"}

    def __init__(self, *args: Any, people: Sequence[Person], seats: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = str(self["player"].value() or "")
        shown = near(people, lambda one: str(one) == chosen)
        self.coming = [person for person in shown if person.player not in seats]
        self.seated = in_order(people, seats)
        player = cast(forms.ChoiceField, self.fields["player"])
        player.choices = [("", ""), *((str(person.player), "") for person in people)]
        self.fields["left_of"].choices = [(str(person.player), "") for person in people]  # type: ignore[attr-defined]
        self.fields["instead_of"].choices = self.fields["player"].choices  # type: ignore[attr-defined]
        if seats:
            self.initial.setdefault("left_of", seats[-1])

    def clean(self) -> dict[str, Any]:
        """Somebody has to come."""
        facts = super().clean() or {}
        if not facts.get("player") and not facts.get("newcomer") and not self.errors:
            self.add_error("newcomer", _("Who comes? Tap a name or write a new one."))
        return facts

    @property
    def kept(self) -> dict[str, Any]:
        """Who comes and where he sits, as it was typed."""
        return {name: self[name].value() for name in ("player", "newcomer", "left_of", "instead_of")}


class LeaveForm(Guarded):
    """Who goes."""

    player = forms.TypedChoiceField(
        coerce=int,
        error_messages={"required": _("Who goes?"), "invalid_choice": _("That player does not sit here.")},
    )

    def __init__(self, *args: Any, people: Sequence[Person], seats: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seated = in_order(people, seats)
        # Everybody of the group can be named: the same tap may come twice, and what is recorded knows better.
        self.fields["player"].choices = [(str(person.player), "") for person in people]  # type: ignore[attr-defined]


def in_order(people: Sequence[Person], seats: Sequence[int]) -> list[Person]:
    """Those who sit there, clockwise."""
    known = {person.player: person for person in people}
    return [known[player] for player in seats]
