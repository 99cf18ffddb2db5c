"""Who is nobody: the player to whom old notebooks book what the others' totals lack, so that a night adds up.

Such a player has points and money as everybody has, so that these add up to zero; but is nobody's opponent,
leads nothing, holds no record, and tells nothing of how far players differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ledger.counting import Counts
from ledger.standings.players import PlayerStanding

NOBODY = "Not accounted for"
"""What this player is called: by that name a notebook that is brought later finds it again."""


def is_nobody(name: str) -> bool:
    """Whether a player of this name is nobody."""
    return name.casefold() == NOBODY.casefold()


def people_in(players: Iterable[PlayerStanding]) -> tuple[PlayerStanding, ...]:
    """Of these standings those of people, in their order."""
    return tuple(one for one in players if not is_nobody(one.name))


def of_people(counts: Counts, names: Mapping[int, str]) -> Counts:
    """What nights add up to without what nobody won or lost on them: for all that compares players.

    `names` are those of the group, by player id. Nobody plays no hand, and is only in what nights brought.
    """
    nobody = {player for player, name in names.items() if is_nobody(name)}
    if not nobody:
        return counts
    return replace(
        counts,
        by_night={night: one for night, one in counts.by_night.items() if night.player not in nobody},
        courses={player: one for player, one in counts.courses.items() if player not in nobody},
    )
