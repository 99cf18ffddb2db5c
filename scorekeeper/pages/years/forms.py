"""What is said when the page of a year is switched on for others, or off."""

from __future__ import annotations

from typing import Any

from django import forms

from scorekeeper.http.forms import Guarded


class SwitchForm(Guarded):
    """A page switched off; it knows how often its teller had seen it switched."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, newest=0, **kwargs)


class ShareForm(SwitchForm):
    """A page switched on, with the names of the players or only their initials."""

    names = forms.BooleanField(required=False)
