"""A change of what a group says of itself, from somebody who has seen so many changes of it before."""

from __future__ import annotations

from typing import Any

from ledger.models import Group
from ledger.recording import newest_change
from ledger.scoring import HandRefused
from scorekeeper.http.forms import Guarded


class SettingForm(Guarded):
    """A change of a group; who was behind sees the newest one when the page is shown again."""

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        super().__init__(*args, newest=newest_change(group), **kwargs)
        self.group = group

    def refuse(self, refused: HandRefused) -> None:
        """Note the refusal; the page that is shown again has the newest change."""
        super().refuse(refused)
        if self.is_behind:
            self.cleaned_data["after"] = self.newest
