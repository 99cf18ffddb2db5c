"""A leaster: nobody picked, everybody plays alone, and the fewest card points win.

The points and tricks of everybody say who won, or the winners are told alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.scoring.facts import (
    fields,
    one_of,
    per_seat,
    playing_seat,
    refuse_told,
    seat,
    seats,
    whole,
)
from ledger.scoring.receipt import Number, Receipt, divided, seated
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.pots import feed_pot
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules, not_played, rules_at
from ledger.scoring.sheepshead.table import Table, add_doubler, most_in_blind, played
from ledger.words.messages import Message, message

CARD_POINTS = 120
JACK_POINTS = 2
# Tricks of a hand by active players; three-handed the deck has 32, 30 or 26 cards (SH-142 to SH-154).
TRICKS = {3: (8, 9, 10), 4: (7,), 5: (6,), 6: (5,), 7: (4,)}
WON_WITH = ("points", "no_points", "all_tricks", "no_trick")


@dataclass(frozen=True)
class Leaster:
    """The winners of a leaster (seats; none if it is a push) and how they won.

    `won_with` is one of WON_WITH, or "jack"; `trickless` the players known to have taken no trick.
    """

    winners: tuple[int, ...]
    tied: bool
    won_with: str
    trickless: tuple[int, ...]
    why: Message


def read_leaster(table: Table, rules: SheepsheadRules, told: Facts) -> Leaster:
    """Return the winners, and how they won.

    Raises HandRefused: `jack_off`, `jack_contradicts`, `counts_missing`, `points_sum`, `tricks_sum`,
    `points_without_trick`, `blind`, `winners_contradict`, `tie_winner`, `won_with`, and as the questions of
    `facts` do.
    """
    # The seat that took the jack of diamonds, where it wins the leaster.
    jack = None
    if told.get("jack") is not None:
        if not rules.leaster_jack:
            raise HandRefused("jack_off", fact="jack")
        jack = playing_seat(told, "jack", table, "jack")
    if told.get("winners") is not None or (jack is not None and told.get("points") is None):
        return _from_winners(table, rules, told, jack)
    # The fewest points among those who can win (SH-093, SH-094, SH-098, SH-099, SH-100).
    refuse_told(told, ("won_with", "trickless"), "winners_missing", fact="winners", case="leaster")
    points, tricks = read_counts(table, rules, told)
    if jack is not None and (not tricks[jack] or points[jack] < JACK_POINTS):
        raise HandRefused("jack_contradicts", fact="jack", case="points")
    active = table.active
    trickless = tuple([place for place in active if not tricks[place]])
    takers = tuple([place for place in active if tricks[place]])
    why: Message | None = None
    best: tuple[int, ...]
    if len(takers) == 1 and rules.leaster_all_tricks_pay == 3:
        how, best = "all_tricks", takers
    elif jack is not None:
        how, best = "jack", (jack,)
    elif trickless and rules.leaster_trickless == "paid_double":
        how, best = "no_trick", trickless
    else:
        can_win = takers if rules.leaster_need_trick else active
        fewest = min([points[place] for place in can_win])
        best = tuple([place for place in can_win if points[place] == fewest])
        how = "no_points" if fewest == 0 and all(tricks[place] for place in best) else "points"
        why = message("why", case="fewest", points=fewest)
    winners = _decide(rules, told, best)
    return Leaster(winners, len(best) > 1, how, trickless, why or message("why", case=how))


def _from_winners(table: Table, rules: SheepsheadRules, told: Facts, jack: int | None) -> Leaster:
    # Only the winners were told, all of those tied for the fewest, or who took the jack of diamonds.
    refuse_told(told, ("points", "tricks", "blind"), "told_twice", fact="winners")
    named = told.get("winners")
    best = (jack,) if named is None and jack is not None else seats(named, "winners", table.players)
    trickless = seats(told.get("trickless"), "trickless", table.players)
    if not best or any(place not in table.active for place in (*best, *trickless)):
        raise HandRefused("winners_contradict", fact="winners")
    how = "points" if told.get("won_with") is None else one_of(told["won_with"], "won_with", WON_WITH)
    if jack is not None and (best != (jack,) or jack in trickless or how in ("no_points", "no_trick")):
        raise HandRefused("jack_contradicts", fact="jack")
    _check_how(table, rules, how, best, trickless)
    if jack is not None and how == "points":
        how = "jack"
    if how == "all_tricks":
        trickless = tuple([place for place in table.active if place not in best])
    winners = _decide(rules, told, best)
    return Leaster(winners, len(best) > 1, how, trickless, message("why", case=how))


def _check_how(
    table: Table, rules: SheepsheadRules, how: str, best: Sequence[int], trickless: Sequence[int]
) -> None:
    if how == "all_tricks" and len(best) > 1:
        raise HandRefused("won_with", fact="won_with", case="one")
    if how == "no_trick" and (rules.leaster_trickless != "paid_double" or len(best) == len(table.active)):
        raise HandRefused("won_with", fact="won_with", case="leaster_no_trick")
    if trickless and rules.leaster_need_trick and how != "no_trick" and set(best) & set(trickless):
        raise HandRefused("winners_contradict", fact="winners", case="trick")
    if len(trickless) >= len(table.active):
        raise HandRefused("winners_contradict", fact="trickless", case="trickless")
    if table.edition == 1:  # hands told long ago are not checked further
        return
    # SH-098 to SH-100.
    if how == "no_points" and len(best) == len(table.active):
        raise HandRefused("won_with", fact="won_with", case="somebody_has_points")
    if how in ("no_points", "all_tricks") and set(best) & set(trickless):
        raise HandRefused("won_with", fact="won_with", case="needs_a_trick")
    if how == "no_trick" and trickless and set(best) != set(trickless):
        raise HandRefused("winners_contradict", fact="trickless", case="no_trick")
    # A player without a trick has the fewest points, or wins by not taking any.
    wins_without = not rules.leaster_need_trick or rules.leaster_trickless == "paid_double"
    if how in ("points", "no_points") and wins_without and set(trickless) - set(best):
        raise HandRefused("winners_contradict", fact="trickless", case="no_trick")


def read_counts(table: Table, rules: SheepsheadRules, told: Facts) -> tuple[list[int], list[int]]:
    """Return everybody's card points, the blind included, and tricks, checked against the deck."""
    points = per_seat(told.get("points"), "points", table.players, table.active, CARD_POINTS)
    tricks = per_seat(told.get("tricks"), "tricks", table.players, table.active, 10)
    if sum(tricks) not in TRICKS[len(table.active)]:
        raise HandRefused("tricks_sum", fact="tricks", case="deck", tricks=sum(tricks))
    if any(points[place] and not tricks[place] for place in table.active):
        raise HandRefused("points_without_trick", fact="points")
    aside, in_blind = 0, most_in_blind(len(table.active))
    if told.get("blind") is not None:
        # Add the blind to who gets it; else it lies aside (SH-095, SH-096, SH-097).
        parts = fields(told["blind"], "blind", ("points", "to"))
        aside = whole(parts.get("points"), "blind", 0, in_blind)
        if (parts.get("to") is None) != (rules.leaster_blind == "nobody"):
            raise HandRefused("blind", fact="blind", case="taker")
        if parts.get("to") is not None:
            taker = seat(parts["to"], "blind", table.players)
            if not tricks[taker]:
                raise HandRefused("blind", fact="blind")
            points[taker], aside = points[taker] + aside, 0
    total = sum(points) + aside
    open_blind = rules.leaster_blind == "nobody" and told.get("blind") is None
    least = CARD_POINTS - (in_blind if open_blind else 0)
    if not least <= total <= CARD_POINTS:
        raise HandRefused("points_sum", fact="points", points=total, total=CARD_POINTS)
    return points, tricks


def _decide(rules: SheepsheadRules, told: Facts, best: tuple[int, ...]) -> tuple[int, ...]:
    # The winners among those with the fewest: all, none, or the one the table names (SH-101).
    named = told.get("tie_winner")
    if named is not None and (isinstance(named, bool) or not isinstance(named, int) or named not in best):
        raise HandRefused("tie_winner", fact="tie_winner")
    if len(best) == 1:
        return best
    if rules.leaster_tie == "push":
        return ()
    if rules.leaster_tie == "split" and named is None:
        return best
    if rules.leaster_tie == "split":
        raise HandRefused("tie_winner", fact="tie_winner", case="share")
    if named is None:
        raise HandRefused("tie_winner", fact="tie_winner", case="missing")
    if rules.leaster_tie == "two_one":
        return (named, *[place for place in best if place != named])
    return (named,)


LABEL, TIED = message("label", case="leaster"), message("label", case="leaster_tied")
# The payment of every loser (points), and the house rule that makes it more than one, with its source.
ONE = (1, "", "")
PRICES = {
    "no_trick": (2, "leaster_trickless", "SH-099"),
    "no_points": (3, "leaster_zero_pay", "SH-098"),
    "all_tricks": (3, "leaster_all_tricks_pay", "SH-100"),
}


def score_leaster(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a leaster: every loser pays one point, or as a house rule says; the winners share it (SH-093,
    SH-101).

    Raises HandRefused: `no_leaster`, `leaster_players`, `three_handed_rule`, and as `read_leaster` does.
    """
    if rules.no_picker != "leaster":
        raise not_played("no_leaster", "kind", rules)
    if not 3 <= len(table.active) <= 7:
        raise HandRefused("leaster_players", fact="kind")
    if rules.leaster_trickless != "none" and len(table.active) != 3:
        # A bigger table plays its leasters without the rule for three (SH-099). If the winner hangs on it, as
        # the tricks are counted and somebody who plays took none, whoever told it thinks of three.
        told_tricks = told.get("tricks")
        tricks = told_tricks if isinstance(told_tricks, (list, tuple)) else ()
        counted = [tricks[place] for place in table.active if place < len(tricks)]
        if told.get("won_with") == "no_trick" or 0 in counted:
            raise HandRefused("three_handed_rule", fact="leaster_trickless")
        rules = rules_at(rules, len(table.active))
    hand = read_leaster(table, rules, told)
    receipt = Receipt(table.players)
    losers = [place for place in table.active if place not in hand.winners]
    factor = 1
    if hand.winners:
        factor = _add_payments(receipt, table, rules, hand, losers)
    else:
        receipt.add("leaster_push", [0] * table.players, rule="leaster_tie", source="SH-101")
    pots = feed_pot(receipt, table, rules, hand.winners, losers)
    decided = table.active if hand.winners else ()
    return played(
        table,
        rules,
        receipt,
        LABEL if hand.winners else TIED,
        pots,
        roles=tuple(["leaster" if place in table.active else "out" for place in range(table.players)]),
        won=tuple([place in hand.winners if place in decided else None for place in range(table.players)]),
        factor=factor,
    )


def _add_payments(
    receipt: Receipt, table: Table, rules: SheepsheadRules, hand: Leaster, losers: Sequence[int]
) -> int:
    # The winners' lines: who won, what makes it dearer, doublers, who pays double; returns the doubling.
    weights = dict.fromkeys(hand.winners, 1)
    if rules.leaster_tie == "two_one" and hand.tied:
        weights[hand.winners[0]] = 2
    base = _to_winners(table.players, weights, dict.fromkeys(losers, 1))
    rule = "leaster_tie" if hand.tied else "leaster_need_trick"
    source = "SH-093, SH-101" if hand.tied else "SH-093, SH-094, SH-102"
    if hand.won_with == "jack":
        rule, source = "leaster_jack", CUSTOM
    receipt.add("leaster", base, why=(hand.why,), seats=hand.winners, rule=rule, source=source)
    pays = {"no_points": rules.leaster_zero_pay, "all_tricks": rules.leaster_all_tricks_pay}
    price, rule, source = ONE if pays.get(hand.won_with) == 1 else PRICES.get(hand.won_with, ONE)
    if price != 1:
        receipt.multiply(base, 1, price, rule, rule=rule, source=source)
    after = add_doubler(receipt, base, price, table, rules)
    if rules.leaster_trickless == "pays_double" and rule != "leaster_all_tricks_pay":
        payers = [place for place in losers if place in hand.trickless]
        if payers:
            double = _to_winners(table.players, weights, dict.fromkeys(payers, after))
            rule, source = "leaster_trickless", "SH-099"
            receipt.add("pays_double", double, seats=tuple(payers), factor=2, rule=rule, source=source)
    return after // price


def _to_winners(players: int, weights: dict[int, int], pays: dict[int, int]) -> list[Number]:
    # Points of every seat when the losers pay what `pays` says and the winners share it exactly.
    total, shares = sum(pays.values()), sum(weights.values())
    paid = [((place,), -price) for place, price in pays.items()]
    won = [((place,), divided(total * weight, shares)) for place, weight in weights.items()]
    return seated(players, 0, *paid, *won)
