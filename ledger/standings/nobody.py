"""Who is nobody: the player to whom old notebooks book what the others' totals lack, so that a night adds up.

Such a player has points and money as everybody has, so that these add up to zero; but is nobody's opponent,
leads nothing, holds no record, and tells nothing of how far players differ.
"""

from collections.abc import Iterable, Mapping

from ledger.standings.played import Played
from ledger.standings.players import PlayerStanding

# What this player is called: by that name a notebook that is brought later finds it again.
NOBODY = "Not accounted for"


def is_nobody(name: str) -> bool:
    """Check whether a player of this name is nobody."""
    return name.casefold() == NOBODY.casefold()


def people_in(players: Iterable[PlayerStanding]) -> tuple[PlayerStanding, ...]:
    """Return those of these standings that are of people, in their order."""
    return tuple(one for one in players if not is_nobody(one.name))


def of_people(played: Played, names: Mapping[int, str]) -> Played:
    """Return the same without what nobody won or lost: for all that compares players.

    `names` are those of the group, by player id. Nobody plays no hand, and is only in what nights brought.
    """
    nobody = {player for player, name in names.items() if is_nobody(name)}
    return played.leaving_out(nobody) if nobody else played
