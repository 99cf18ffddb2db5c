"""Ending a night, opening it again, and payments in its book undone: key and after, and which payment."""

from typing import Any

from django import forms

from ledger.recording import Hand
from ledger.sheet import THE_NIGHT, ScoreSheet
from scorekeeper.http.forms import DAMAGED, Guarded

WHICH = dict.fromkeys(("required", "invalid"), DAMAGED)


class EndingForm(Guarded):
    """The night is over, or goes on."""

    def said(self, sheet: ScoreSheet) -> dict[str, Any]:
        """What is said beside the guards; only of a valid form."""
        return {name: said for name, said in self.cleaned_data.items() if name not in Guarded.base_fields}


class DividePotForm(EndingForm):
    """What lies in the pot goes to everybody at the table alike."""

    def said(self, sheet: ScoreSheet) -> dict[str, Any]:
        """A hand at the table as it sits, in which no card was played."""
        return {"hand": Hand(seats=sheet.seating.seats, told={"kind": "pot_divide"})}


class NoteForm(EndingForm):
    """A name of the night, or a few words about it; none take away what stood there."""

    text = forms.CharField(required=False)

    def said(self, sheet: ScoreSheet) -> dict[str, Any]:
        """Return the words, as a remark on the night."""
        return {"of": THE_NIGHT, **super().said(sheet)}


class UnpaidForm(EndingForm):
    """A payment was not made after all: the entry that says it was."""

    of = forms.IntegerField(error_messages=WHICH)
