"""How a player stands, as the standings show it: a card with their shares. Frozen dataclasses out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.standings import PlayerStanding, Share

ENOUGH = 20
"""Below so many of the thing counted a share is shown in grey: it could be luck."""


@dataclass(frozen=True, kw_only=True)
class SaidShare:
    """A share as the page says it."""

    label: str
    share: Share

    @property
    def enough(self) -> bool:
        """Whether enough was counted to take the percentage seriously."""
        return self.share.n >= ENOUGH


@dataclass(frozen=True, kw_only=True)
class Card:
    """A player's standing and its shares, in the order they are read."""

    place: int
    standing: PlayerStanding
    shares: tuple[SaidShare, ...]


def card_views(found: Sequence[PlayerStanding]) -> tuple[Card, ...]:
    """Everybody, best first; who has the same points shares a place."""
    return tuple(
        Card(
            place=1 + sum(other.points > one.points for other in found),
            standing=one,
            shares=(
                SaidShare(label=_("picked"), share=one.picked),
                SaidShare(label=_("won as picker"), share=one.won_picking),
                SaidShare(label=_("won as partner"), share=one.won_partner),
                SaidShare(label=_("won as opponent"), share=one.won_opponent),
                SaidShare(label=_("won alone"), share=one.won_alone),
                SaidShare(label=_("leasters won"), share=one.won_leaster),
            ),
        )
        for one in found
    )
