"""Played by some tables instead of a leaster: a moster, a schwanzer, a Mittler or a Schneidster.

Most points lose a moster, the strongest hand a schwanzer; the middle wins a Mittler, the closest to 30 a
Schneidster. No document has the last two: their payments, and that nobody pays for a tie, are convention."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.scoring.facts import per_seat, playing_seat, playing_seats, refuse_told
from ledger.scoring.receipt import Number, Receipt, divided, seated
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.leaster import read_counts
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules, not_played
from ledger.scoring.sheepshead.table import Table, add_doubler, played, pots_waiting
from ledger.words.messages import Message, message

# Four queens at 3, four jacks at 2 and six other trumps at 1.
MOST_STRENGTH = 26


@dataclass(frozen=True)
class Worst:
    """The losers (seats), or the one who took every trick and won."""

    losers: tuple[int, ...]
    taker: int | None
    why: Message


def score_moster(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Return the score: the most points pay 1 to everybody else; every trick wins 1 from everybody.

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
        share = divided(len(hand.losers) - len(table.active), len(hand.losers))
        base = seated(table.players, 0, (table.active, 1), (hand.losers, share))
    else:
        base = _pays(table, hand.losers, 1)
    return _answer(table, rules, "moster", base, hand)


def score_schwanzer(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Return the score: hands are laid open, and each of the strongest pays 1 to everybody else.

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
        taker = playing_seat(told, "all_tricks_by", table, "trick")
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
    return playing_seats(told, "losers", table, "lose", HandRefused("losers_missing", fact="losers"))


def _most(table: Table, counts: Sequence[int]) -> tuple[int, ...]:
    most = max([counts[place] for place in table.active])
    return tuple([place for place in table.active if counts[place] == most])


def _pays(table: Table, payers: Sequence[int], units: int) -> list[Number]:
    # Points of every seat when each payer pays `units` to everybody who is none.
    others = len(table.active) - len(payers)
    return seated(table.players, 0, (table.active, units * len(payers)), (payers, -units * others))


def _answer(table: Table, rules: SheepsheadRules, kind: str, base: list[Number], hand: Worst) -> Scored:
    named = hand.losers if hand.taker is None else (hand.taker,)
    rule = "moster_tie" if kind == "moster" and len(named) > 1 else "no_picker"
    case = "" if hand.taker is None else "won"
    return _answered(table, rules, kind, base, named, case=case, why=hand.why, rule=rule)


def _answered(
    table: Table,
    rules: SheepsheadRules,
    kind: str,
    base: list[Number],
    named: tuple[int, ...],
    *,
    case: str,
    why: Message,
    rule: str,
    doubles: bool = True,
) -> Scored:
    # The receipt: who lost or won, then what was doubled; the pot waits for the next picker.
    receipt = Receipt(table.players)
    receipt.add(kind, base, case=case, why=(why,), seats=named, rule=rule, source=CUSTOM)
    return played(
        table,
        rules,
        receipt,
        message("label", case=kind if any(base) else f"{kind}_tied"),
        pots_waiting(table, rules),
        add_doubler(receipt, base, 1, table, rules) if doubles else 1,
        roles=tuple(["leaster" if place in table.active else "out" for place in range(table.players)]),
        won=tuple([None if not point else point > 0 for point in base]),
    )


# Card points that a Schneidster must not go over.
SAFE = 30


def score_middle(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Return the score of a Mittler or a Schneidster: who wins gets `middle_pay` from everybody else.

    The middle number of points wins a Mittler, the closest to 30 and not over a Schneidster. Told as
    `winners` (all who are tied for it) or as points and tricks. Raises HandRefused: `no_mittler`,
    `no_schneidster`, `middle_players`, `told_twice`, `winners_missing`, and as the counts of a leaster do.
    """
    kind = told["kind"]
    if rules.no_picker != kind:
        if kind == "mittler":
            raise not_played("no_mittler", "kind", rules)
        raise not_played("no_schneidster", "kind", rules)
    if not 3 <= len(table.active) <= 7:
        raise HandRefused("middle_players", fact="kind")
    why = message("why", case="middle") if kind == "mittler" else message("why", case="closest")
    if told.get("winners") is None:
        points, _tricks = read_counts(table, rules, told)
        wins = _winning_points(rules, kind, sorted([points[place] for place in table.active]))
        winners = tuple([place for place in table.active if points[place] in wins])
        if len(wins) == 1:
            why = message("why", case="with_points", points=points[winners[0]])
        elif not wins:
            why = message("why", case="all_over")
    else:
        refuse_told(told, ("points", "tricks", "blind"), "told_twice", fact="winners")
        missing = HandRefused("winners_missing", fact="winners", case="middle")
        winners = playing_seats(told, "winners", table, "win", missing)
    base: list[Number] = [0] * table.players
    losers = [place for place in table.active if place not in winners]
    tied = len(winners) != 1 and (not losers or not winners or rules.middle_tie == "push")
    if not tied:
        share = divided(rules.middle_pay * len(losers), len(winners))
        base = seated(table.players, 0, (losers, -rules.middle_pay), (winners, share))
    rule, case = "middle_pay" if len(winners) == 1 else "middle_tie", "tied" if tied else ""
    return _answered(table, rules, kind, base, winners, case=case, why=why, rule=rule, doubles=not tied)


def _winning_points(rules: SheepsheadRules, kind: str, points: Sequence[int]) -> set[int]:
    # The numbers of points, of all of them in order, that win: one, two that are tied in the middle, or none.
    if kind == "schneidster":
        return set([number for number in points if number <= SAFE][-1:])
    upper, lower = points[len(points) // 2], points[(len(points) - 1) // 2]
    return {"tied": {upper, lower}, "upper": {upper}, "lower": {lower}}[rules.middle_even]
