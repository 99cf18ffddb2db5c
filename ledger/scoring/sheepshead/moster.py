"""What some tables play instead of a leaster: most points lose a moster, the strongest hand a schwanzer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.messages import Message, message
from ledger.scoring.facts import per_seat, seat, seats
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.at_table import not_played
from ledger.scoring.sheepshead.leaster_told import read_counts
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.rules_customs import CUSTOM
from ledger.scoring.sheepshead.table import Table, add_doubler, played, pot_here

# Four queens at 3, four jacks at 2 and six other trumps at 1.
MOST_STRENGTH = 26


@dataclass(frozen=True)
class Worst:
    """Who lost (seats), or the one who took every trick and won."""

    losers: tuple[int, ...]
    taker: int | None
    why: Message


def score_moster(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Whoever has the most points pays 1 to everybody else; taking every trick wins 1 from everybody.

    Raises HandRefused: `no_moster`, `told_twice`, `losers_missing`, and as the counts of a leaster do.
    """
    if rules.no_picker != "moster":
        raise not_played("no_moster", "kind", rules)
    if not 3 <= len(table.active) <= 7:
        raise HandRefused("moster_players", fact="kind")
    hand = _read_moster(table, rules, told)
    if hand.taker is not None:
        base = _pays(table, (hand.taker,), -1)
        return _answer(table, rules, "moster", base, hand)
    if rules.moster_tie == "push" and len(hand.losers) > 1:
        base = [0] * table.players
    elif rules.moster_tie == "share":
        base = _shares(table, hand.losers)
    else:
        base = _pays(table, hand.losers, 1)
    return _answer(table, rules, "moster", base, hand)


def score_schwanzer(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """All hands are laid open, and each of the strongest pays 1 to everybody else.

    `strength` counts queens 3, jacks 2 and other trumps 1; or `losers` names who has the most. Raises
    HandRefused: `no_schwanzer`, `told_twice`, `losers_missing`, `strength_sum`, and as `facts` does.
    """
    if rules.no_picker != "schwanzer":
        raise not_played("no_schwanzer", "kind", rules)
    if told.get("strength") is None:
        hand = Worst(_read_losers(table, told), None, message("why", case="strongest"))
    else:
        _not_twice(told, "losers", "strength")
        strength = per_seat(told["strength"], "strength", table.players, table.active, MOST_STRENGTH)
        if sum(strength) > MOST_STRENGTH:
            raise HandRefused("strength_sum", fact="strength", total=MOST_STRENGTH)
        why = message("why", case="strength", strength=max(strength))
        hand = Worst(_most(table, strength), None, why)
    return _answer(table, rules, "schwanzer", _pays(table, hand.losers, 1), hand)


def _read_moster(table: Table, rules: SheepsheadRules, told: Facts) -> Worst:
    if told.get("all_tricks_by") is not None:
        _not_twice(told, "all_tricks_by", "losers", "points", "tricks", "blind")
        taker = seat(told["all_tricks_by"], "all_tricks_by", table.players)
        if taker not in table.active:
            raise HandRefused("sits_out", fact="all_tricks_by", case="trick")
        return Worst((), taker, message("why", case="all_tricks"))
    if told.get("losers") is not None:
        _not_twice(told, "losers", "points", "tricks", "blind")
        return Worst(_read_losers(table, told), None, message("why", case="most_points"))
    points, tricks = read_counts(table, rules, told)
    takers = [place for place in table.active if tricks[place]]
    if len(takers) == 1:
        return Worst((), takers[0], message("why", case="all_tricks"))
    return Worst(_most(table, points), None, message("why", case="most", points=max(points)))


def _not_twice(told: Facts, said: str, *others: str) -> None:
    if told.get(said) is not None and any(told.get(fact) is not None for fact in others):
        raise HandRefused("told_twice", fact=said, case="losers")


def _read_losers(table: Table, told: Facts) -> tuple[int, ...]:
    losers = seats(told.get("losers"), "losers", table.players)
    if not losers:
        raise HandRefused("losers_missing", fact="losers")
    if any(place not in table.active for place in losers):
        raise HandRefused("sits_out", fact="losers", case="lose")
    return losers


def _most(table: Table, counts: Sequence[int]) -> tuple[int, ...]:
    most = max([counts[place] for place in table.active])
    return tuple([place for place in table.active if counts[place] == most])


def _pays(table: Table, payers: Sequence[int], units: int) -> list[Number]:
    """Points of every seat when each payer pays `units` to everybody who is none."""
    others = len(table.active) - len(payers)
    points: list[Number] = [
        units * len(payers) if place in table.active else 0 for place in range(table.players)
    ]
    for place in payers:
        points[place] = -units * others
    return points


def _shares(table: Table, losers: Sequence[int]) -> list[Number]:
    """Points of every seat when everybody else gets 1, and the losers share that exactly."""
    points: list[Number] = [1 if place in table.active else 0 for place in range(table.players)]
    for place in losers:
        points[place] = divided(len(losers) - len(table.active), len(losers))
    return points


def _answer(table: Table, rules: SheepsheadRules, kind: str, base: list[Number], hand: Worst) -> Scored:
    """The receipt: who lost or won, then what was doubled; the pot waits for the next picker."""
    receipt = Receipt(table.players)
    named = hand.losers if hand.taker is None else (hand.taker,)
    rule = "moster_tie" if kind == "moster" and len(named) > 1 else "no_picker"
    case = "" if hand.taker is None else "won"
    receipt.add(kind, base, case=case, why=(hand.why,), seats=named, rule=rule, source=CUSTOM)
    factor = add_doubler(receipt, base, 1, table, rules)
    pot = pot_here(table, rules)
    pushed = not any(base)
    return played(
        table,
        rules,
        receipt,
        message("label", case=f"{kind}_tied" if pushed else kind),
        None if pot is None else pot.pots,
        factor,
        roles=tuple(["leaster" if place in table.active else "out" for place in range(table.players)]),
        won=tuple([None if not point else point > 0 for point in base]),
    )
