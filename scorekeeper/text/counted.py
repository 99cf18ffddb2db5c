"""Sentence that names the counted hands: "Counted: Summer · September 2026 · five play"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.text.lists import standing_apart


@dataclass(frozen=True, kw_only=True)
class Counted:
    """A filter in words: the name of a season, "" for none, and all the rest."""

    season: str = ""
    rest: tuple[str, ...] = ()

    @property
    def is_all(self) -> bool:
        return not self.season and not self.rest

    @property
    def beside_season(self) -> Counted:
        """Return the same where the season is named already."""
        return replace(self, season="")

    @property
    def in_plain_text(self) -> str:
        """Return the sentence for a chat; "" where nothing was asked for."""
        season = [standing_apart(self.season)] if self.season else []
        return "" if self.is_all else sentence([*season, *self.rest])


def sentence(parts: Sequence[str]) -> str:
    return _("Counted: {hands}").format(hands=" · ".join(parts))
