"""A hand on a running score sheet: the totals before it, the hand, the totals and the money after it.

The same for every game (SH-016, SH-018, MK-043), so every game's `score` sends its `sheet` hands here.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence

from ledger.scoring.facts import MOST_SEATS, check_names, exact, items, read_players
from ledger.scoring.receipt import Number, divided
from ledger.scoring.scored import Facts, HandRefused, Points, Scored

SHEET_FACTS = frozenset({"kind", "previous", "result"})


def score_sheet(
    players: object, least: int, stake: Number, told: Facts, score_hand: Callable[[Facts], Scored]
) -> Scored:
    """Return the hand told as `result`, with the totals (points) and the money (points × stake) after it.

    `players` are those at the table, `least` as many as the game needs.
    `previous` are the totals before the hand, one exact number a seat. Raises HandRefused as the hand does,
    and `wrong_length`, `not_exact`, `result_missing` or `sheet_in_sheet` for the sheet itself.
    """
    count = read_players(players, least, MOST_SEATS)
    check_names(told, SHEET_FACTS, SHEET_FACTS)
    told_before = items(told.get("previous"), "previous", 10)
    if len(told_before) != count:
        raise HandRefused("wrong_length", fact="previous", case="previous", players=count)
    previous = [exact(total, "previous") for total in told_before]
    result = told.get("result")
    if not isinstance(result, Mapping):
        raise HandRefused("result_missing", fact="result", case="sheet")
    if result.get("kind") == "sheet":
        raise HandRefused("sheet_in_sheet", fact="result")
    scored = score_hand(result)
    totals = tuple(before + gained for before, gained in zip(previous, scored.points, strict=True))
    return dataclasses.replace(scored, totals=totals, money=in_money(totals, stake))


def in_money(points: Points, stake: Number) -> Points:
    """Return points as money, in the stake's own unit (cents at a table that plays for cents), exact
    (SH-013)."""
    return tuple(point * stake for point in points)


def evened(points: Sequence[Number], way: str, *, low_wins: bool) -> list[Number]:
    """Return these points as points that add up to zero: by the average, each pair, or for the winner.

    `way` is a value of the option `money`. Without any points there is nothing to even out.
    """
    count, total = len(points), sum(points)
    sign = -1 if low_wins else 1
    if way == "each":
        return [sign * (one * count - total) for one in points]
    if way == "average":
        return [sign * divided(one * count - total, count) for one in points]
    best = (min if low_wins else max)(points, default=0)
    share = divided(sign * (best * count - total), sum(one == best for one in points) or 1)
    return [share if one == best else sign * (one - best) for one in points]
