"""Two more hands that nobody picked: the middle wins a Mittler, the closest to 30 a Schneidster.

Some tables play them; no document has them. What they pay, and that nobody pays for a tie, is convention.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ledger.messages import Message, message
from ledger.scoring.facts import seats
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.at_table import not_played
from ledger.scoring.sheepshead.leaster_told import read_counts
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.rules_customs import CUSTOM
from ledger.scoring.sheepshead.table import Table, add_doubler, played, pot_here

SAFE = 30
"""What a Schneidster must not go over: card points."""

Best = Callable[[Table, Sequence[int]], tuple[int, ...]]
"""Who wins with these card points of every seat: one, those who are tied for it, or nobody."""


def score_mittler(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Whoever has the middle number of points gets `middle_pay` from everybody else.

    Told as `winners` (all who are tied for the middle) or as points and tricks. Raises HandRefused:
    `no_mittler`, `middle_players`, `told_twice`, `winners_missing`, and as the counts of a leaster do.
    """
    if rules.no_picker != "mittler":
        raise not_played("no_mittler", "kind", rules)
    winners, why = _read(table, rules, told, _middle, message("why", case="middle"))
    return _answer(table, rules, "mittler", winners, why)


def score_schneidster(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Whoever comes closest to 30 points without going over gets `middle_pay` from everybody else.

    Told as `winners` (all who are tied for it) or as points and tricks. Raises HandRefused: `no_schneidster`,
    `middle_players`, `told_twice`, `winners_missing`, and as the counts of a leaster do.
    """
    if rules.no_picker != "schneidster":
        raise not_played("no_schneidster", "kind", rules)
    winners, why = _read(table, rules, told, _closest, message("why", case="closest"))
    return _answer(table, rules, "schneidster", winners, why)


def _read(
    table: Table, rules: SheepsheadRules, told: Facts, best: Best, plain: Message
) -> tuple[tuple[int, ...], Message]:
    """Who won, all of those tied, and what says why: `plain` where there is no one number of points."""
    if not 3 <= len(table.active) <= 7:
        raise HandRefused("middle_players", fact="kind")
    if told.get("winners") is None:
        points, _tricks = read_counts(table, rules, told)
        winners = best(table, points)
        if not winners:
            return (), message("why", case="all_over")
        if len({points[place] for place in winners}) > 1:
            return winners, plain
        return winners, message("why", case="with_points", points=points[winners[0]])
    if any(told.get(fact) is not None for fact in ("points", "tricks", "blind")):
        raise HandRefused("told_twice", fact="winners")
    winners = seats(told["winners"], "winners", table.players)
    if not winners:
        raise HandRefused("winners_missing", fact="winners", case="middle")
    if any(place not in table.active for place in winners):
        raise HandRefused("sits_out", fact="winners", case="win")
    return winners, plain


def _middle(table: Table, points: Sequence[int]) -> tuple[int, ...]:
    """Who has the middle number, or either of the two middle ones where an even number of people play."""
    ranked = sorted([points[place] for place in table.active])
    middle = {ranked[(len(ranked) - 1) // 2], ranked[len(ranked) // 2]}
    return tuple([place for place in table.active if points[place] in middle])


def _closest(table: Table, points: Sequence[int]) -> tuple[int, ...]:
    """Who has the most of those who have no more than 30."""
    within = [place for place in table.active if points[place] <= SAFE]
    most = max([points[place] for place in within], default=0)
    return tuple([place for place in within if points[place] == most])


def _answer(
    table: Table, rules: SheepsheadRules, kind: str, winners: tuple[int, ...], why: Message
) -> Scored:
    """The receipt: who won, or that nobody did, then what was doubled; the pot waits for the next picker."""
    receipt = Receipt(table.players)
    base: list[Number] = [0] * table.players
    losers = [place for place in table.active if place not in winners]
    tied = len(winners) != 1 and (not losers or not winners or rules.middle_tie == "push")
    if not tied:
        for place in losers:
            base[place] = -rules.middle_pay
        for place in winners:
            base[place] = divided(rules.middle_pay * len(losers), len(winners))
    rule = "middle_pay" if len(winners) == 1 else "middle_tie"
    case = "tied" if tied else ""
    receipt.add(kind, base, case=case, why=(why,), seats=winners, rule=rule, source=CUSTOM)
    factor = 1 if tied else add_doubler(receipt, base, 1, table, rules)
    pot = pot_here(table, rules)
    return played(
        table,
        rules,
        receipt,
        message("label", case=f"{kind}_tied" if tied else kind),
        None if pot is None else pot.pots,
        factor,
        roles=tuple(["leaster" if place in table.active else "out" for place in range(table.players)]),
        won=tuple([None if not point else point > 0 for point in base]),
    )
