"""The counts of a night with other ids for the same people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ledger.counting.kinds import Counts, Pair, Sums

Renames = Callable[[int], int]


def renamed(counts: Counts, of: Renames) -> Counts:
    """The counts of one night, in which nobody has two ids, with the ids that `of` answers."""
    people = {one.player for one in counts.roles} | set(counts.courses)
    if all(of(player) == player for player in people):
        return counts
    return replace(
        counts,
        roles=_keyed(counts.roles, of),
        places=_keyed(counts.places, of),
        card_points=_keyed(counts.card_points, of),
        occasions=_keyed(counts.occasions, of),
        by_night=_keyed(counts.by_night, of),
        partners={_pair(pair, of): sums for pair, sums in counts.partners.items()},
        between=dict(_turned(_pair(pair, of), sums) for pair, sums in counts.between.items()),
        courses={of(player): course for player, course in counts.courses.items()},
    )


def _keyed(found: Mapping[Any, Any], of: Renames) -> dict[Any, Any]:
    return {key._replace(player=of(key.player)): value for key, value in found.items()}


def _pair(pair: Pair, of: Renames) -> Pair:
    return pair._replace(player=of(pair.player), other=of(pair.other))


def _turned(pair: Pair, sums: Sums) -> tuple[Pair, Sums]:
    """With the lower id first, as two are who played against each other."""
    if pair.player < pair.other:
        return pair, sums
    turned = pair._replace(player=pair.other, other=pair.player)
    return turned, sums._replace(won=sums.hands - sums.won, parts=-sums.parts)
