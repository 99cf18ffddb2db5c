"""What the pages that show lines of the money journal have in common: ways to pay, and taking a line back."""

from __future__ import annotations

from django import forms

from ledger.models import Group, Membership
from ledger.models.journal import LONGEST_NOTE
from ledger.recording import WriteContext
from ledger.recording.journal import undo
from scorekeeper.http.forms import Keyed, at_most


class UndoForm(Keyed):
    """Taking a line of the journal back, by its opposite."""

    reason = forms.CharField(
        required=False,
        max_length=LONGEST_NOTE,
        error_messages={"max_length": at_most(LONGEST_NOTE)},
    )

    def write(self, group: Group, number: int, by: Membership) -> None:
        """Book the opposite; raises Refused."""
        undo(
            group,
            number,
            WriteContext(key=self.cleaned_data["key"], after=0, by=by),
            reason=self.cleaned_data["reason"],
        )
