"""What every result would bring at a table as it stands: the score chart with tonight's doublings in it.

The engine itself is asked for every cell, so that the numbers on the buttons cannot contradict the score.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ledger.scoring.game import Game
from ledger.scoring.scored import Facts, HandRefused, Scored

# The facts of a hand with this result and so many partners, or in this mode with so many tapped.
#
# Raises HandRefused for what cannot be told.
Tells = Callable[[str, int], Facts]


def scored_results(
    game: Game[Any], rules: Any, active: int, codes: Sequence[str], partners: range, tells: Tells
) -> dict[tuple[str, int], Scored]:
    """Return what each result brings, by (its code, number of partners); what the rules do not allow is left
    out.

    Seat 0 picks, the next are his partners.
    """
    return {
        (code, count): scored
        for code in codes
        for count in partners
        if (scored := _scored(game, rules, active, tells, code, count))
    }


def scored_ties(
    game: Game[Any], rules: Any, active: int, counts: Sequence[int], tells: Tells, code: str
) -> dict[int, Scored | None]:
    """Return what a mode brings, by how many are tapped: seats 0, 1, … in that order; None for what cannot
    be."""
    return {count: _scored(game, rules, active, tells, code, count) for count in counts}


def _scored(game: Game[Any], rules: Any, active: int, tells: Tells, code: str, count: int) -> Scored | None:
    try:
        return game.score(active, rules, tells(code, count))
    except HandRefused:
        return None
