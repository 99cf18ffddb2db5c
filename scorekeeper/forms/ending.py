"""Ending a night, opening it again, and payments: the guards of the pen, and which payment."""

from __future__ import annotations

from django import forms

from scorekeeper.forms.guards import DAMAGED, Guarded

WHICH = dict.fromkeys(("required", "invalid"), DAMAGED)


class EndingForm(Guarded):
    """The night is over, or goes on."""

    @property
    def said(self) -> dict[str, int]:
        """What is said beside the guards; only of a valid form."""
        return {name: said for name, said in self.cleaned_data.items() if name not in Guarded.base_fields}


class PaidForm(EndingForm):
    """A payment was made: who gave it to whom."""

    payer = forms.IntegerField(error_messages=WHICH)
    payee = forms.IntegerField(error_messages=WHICH)


class UnpaidForm(EndingForm):
    """A payment was not made after all: the entry that says it was."""

    of = forms.IntegerField(error_messages=WHICH)
