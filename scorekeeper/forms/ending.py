"""Ending a night, opening it again, and payments: the guards of the pen, and which payment."""

from __future__ import annotations

from django import forms

from ledger.models import Membership
from ledger.recording import Pen
from scorekeeper.forms.guards import DAMAGED, Guarded

WHICH = dict.fromkeys(("required", "invalid"), DAMAGED)


class EndingForm(Guarded):
    """The night is over, or goes on."""

    def pen(self, by: Membership) -> Pen:
        """The pen in this member's hand, with both guards."""
        return Pen(key=self.cleaned_data["key"], after=self.cleaned_data["after"], by=by)


class PaidForm(EndingForm):
    """A payment was made: who gave it to whom."""

    payer = forms.IntegerField(error_messages=WHICH)
    payee = forms.IntegerField(error_messages=WHICH)


class UnpaidForm(EndingForm):
    """A payment was not made after all: the entry that says it was."""

    of = forms.IntegerField(error_messages=WHICH)
