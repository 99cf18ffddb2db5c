"""The placeholder player, to whom old notebooks book what the others' totals lack, so that a night adds up.

Such a player has points and money as everybody has, so that these add up to zero; but is nobody's opponent,
leads nothing, holds no record, and tells nothing of how far players differ. The column `is_placeholder` marks
it, so that a person of that name stays a person.
"""

from collections.abc import Iterable

from ledger.standings.groups import Names
from ledger.standings.played import Played
from ledger.standings.players import PlayerStanding

# The name that an import gives the player; files of groups have no other mark.
NOBODY = "Not accounted for"


def is_nobody(name: str) -> bool:
    """Check whether a notebook or the file of a group means the placeholder by this name."""
    return name.casefold() == NOBODY.casefold()


def people_in(players: Iterable[PlayerStanding]) -> tuple[PlayerStanding, ...]:
    """Return the standings of people, in their order."""
    return tuple(one for one in players if not one.is_placeholder)


def of_people(played: Played, names: Names) -> Played:
    """Return the same without what placeholders won or lost: for all that compares players."""
    return played.leaving_out(names.placeholders) if names.placeholders else played
