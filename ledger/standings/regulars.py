"""Regulars, who came often enough to be compared: in rankings, records, badges and verdicts. Pure."""

from __future__ import annotations

from collections.abc import Collection

FEWEST_NIGHTS = 10
"""Fewer nights say too little about how much players differ."""

OF_THE_MOST = 10
"""A regular played a tenth of what the most eager player did: 14 of 600 nights are hardly the same race."""


def floor_of(played: Collection[int], *, least: int = 1) -> int:
    """Return from how many nights (or hands) on a player is a regular, of what everybody played."""
    return max(least, max(played, default=0) // OF_THE_MOST)
