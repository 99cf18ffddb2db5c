"""Two players without a blind and without a picker: more points wins (SH-140, SH-141)."""

from __future__ import annotations

from ledger.scoring.facts import per_seat
from ledger.scoring.receipt import Number, Receipt
from ledger.scoring.scored import HandRefused, Scored, Told
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import Table, add_doubler, played, pot_here

CARD_POINTS = 120
CARD_TRICKS = 16


def score_two_handed(table: Table, rules: SheepsheadRules, told: Told) -> Scored:
    """More card points wins one unit, two against a schneider, three against no trick; 60–60 pays nothing.

    Raises HandRefused: `two_handed_off`, `points_sum`, `tricks_sum`, `points_without_trick`, …
    """
    if len(table.active) != 2 or rules.two_handed != "symmetric":
        raise HandRefused("two_handed_off", "Two-handed without a picker is not played here.", fact="kind")
    one, other = table.active
    points, tricks = _read_counts(table, told)
    receipt = Receipt(table.players)
    base: list[Number] = [0] * table.players
    if points[one] == points[other]:
        receipt.add("tie", "60 each: nobody pays", base, rule="two_handed", source="SH-140")
        return _answer(table, rules, receipt, None, 1)
    winner, loser = (one, other) if points[one] > points[other] else (other, one)
    level = _level(rules, points[loser], tricks[loser])
    base[winner], base[loser] = level, -level
    detail = (
        f"{points[winner]} to {points[loser]}: a {('single', 'double', 'triple', 'fourfold')[level - 1]} game"
    )
    receipt.add(
        "two_handed",
        "{0} wins",
        base,
        detail=detail,
        seats=(winner,),
        rule="two_handed",
        source="SH-140, SH-141",
    )
    return _answer(table, rules, receipt, winner, add_doubler(receipt, base, 1, table, rules))


def _read_counts(table: Table, told: Told) -> tuple[list[int], list[int]]:
    points = per_seat(told.get("points"), "points", table.players, table.active, CARD_POINTS)
    tricks = per_seat(told.get("tricks"), "tricks", table.players, table.active, CARD_TRICKS)
    if sum(points) != CARD_POINTS:
        raise HandRefused("points_sum", f"The points make {sum(points)}, not 120.", fact="points")
    if sum(tricks) != CARD_TRICKS:
        raise HandRefused("tricks_sum", f"There are 16 tricks, not {sum(tricks)}.", fact="tricks")
    if any(points[place] and not tricks[place] for place in table.active):
        raise HandRefused("points_without_trick", "Without a trick there are no points.", fact="points")
    return points, tricks


def _level(rules: SheepsheadRules, points: int, tricks: int) -> int:
    """The level of a win, from the loser's card points and tricks."""
    if not tricks and rules.trick_rows:
        return rules.trick_level
    return 2 if points < rules.two_handed_safe else 1


def _answer(
    table: Table, rules: SheepsheadRules, receipt: Receipt, winner: int | None, factor: int
) -> Scored:
    pot = pot_here(table, rules)
    plays = table.active
    won = [
        None if winner is None or place not in plays else place == winner for place in range(table.players)
    ]
    return played(
        table,
        rules,
        receipt,
        "60–60" if winner is None else "two-handed",
        None if pot is None else pot.pots,
        roles=tuple(["" if place in plays else "out" for place in range(table.players)]),
        won=tuple(won),
        factor=factor,
    )
