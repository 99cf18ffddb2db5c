"""Nights of a player added up."""

from __future__ import annotations

from ledger.counting.kinds import Mark, Nights


def nights_added(one: Nights, other: Nights) -> Nights:
    """What nights of one player add up to with others of the same."""
    return Nights(
        nights=one.nights + other.nights,
        won=one.won + other.won,
        parts=one.parts + other.parts,
        squares=one.squares + other.squares,
        best=_dearest(one.best, other.best, 1),
        worst=_dearest(one.worst, other.worst, -1),
        comeback=_dearest(one.comeback, other.comeback, 1),
        hand=_dearest(one.hand, other.hand, 1),
        worst_hand=_dearest(one.worst_hand, other.worst_hand, -1),
        won_row=_dearest(one.won_row, other.won_row, 1),
        lost_row=_dearest(one.lost_row, other.lost_row, 1),
    )


def _dearest(one: Mark | None, other: Mark | None, sign: int) -> Mark | None:
    """The one of most (or, by the sign, fewest) parts; of two alike the earlier day, night and hand."""
    if one is None or other is None:
        return one or other
    if one.parts != other.parts:
        return one if sign * one.parts > sign * other.parts else other
    return min(one, other, key=lambda mark: mark.when)
