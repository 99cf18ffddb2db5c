"""What went from whom to whom in a hand."""

from __future__ import annotations

from collections.abc import Mapping

POT = 0
"""The pot among the players; ids of players begin with 1."""


def flows(parts: Mapping[int, int]) -> dict[tuple[int, int], int]:
    """What of a hand went from whom to whom: (winner, loser) -> parts, more than nothing.

    Each loser pays every winner in the measure of what was won. The sums are exact: what does not come out
    even goes to one after the other, by a part.
    """
    gains = [(who, won) for who, won in sorted(parts.items()) if won > 0]
    losses = [(who, -won) for who, won in sorted(parts.items()) if won < 0]
    # What the pot won or lost is its part; it stands at the end.
    left = sum(won for _, won in gains) - sum(lost for _, lost in losses)
    if left:
        (losses if left > 0 else gains).append((POT, abs(left)))
    claims = dict(gains)
    found: dict[tuple[int, int], int] = {}
    for loser, lost in losses:
        # In the measure of what each has still to get: nobody gets more than was won, and nobody less than 0.
        whole, upto, paid = sum(claims.values()), 0, 0
        for winner, claim in claims.items():
            upto += claim
            flow = upto * lost // whole - paid
            paid += flow
            claims[winner] = claim - flow
            if flow and POT not in (winner, loser):
                found[winner, loser] = flow
    return found
