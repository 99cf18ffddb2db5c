"""What is said when the page of a year is switched on for others, or off."""

from __future__ import annotations

from django import forms

from scorekeeper.http.forms import Guarded


class ShareForm(Guarded):
    """A page switched on, with the names of the players or only their initials; or off."""

    names = forms.BooleanField(required=False)
