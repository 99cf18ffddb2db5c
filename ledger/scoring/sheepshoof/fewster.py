"""A fewster: nobody picked, and the fewest card points win (HF-005 to HF-009)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.scoring.facts import fields, items, one_of, per_seat, seat, seats, whole
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshoof.rules import SheepshoofRules
from ledger.scoring.sheepshoof.table import CARD_POINTS, CARD_TRICKS, PLAYERS, Table, answered
from ledger.words.messages import Message, message

SEATS = range(PLAYERS)
WON_WITH = ("points", "all_tricks", "no_trick")
# Two cards of at most five points lie in the blind.
MOST_IN_BLIND = 10


@dataclass(frozen=True)
class Fewster:
    """The seats with the fewest points of those who can win (none if it is a push), how, and why."""

    best: tuple[int, ...]
    won_with: str
    why: Message


def read_fewster(rules: SheepshoofRules, told: Facts) -> Fewster:
    """Return the winner or those who tied, and how.

    Raises HandRefused: `told_twice`, `winners_contradict`, `won_with`, `counts_missing`, `points_sum`,
    `tricks_sum`, `points_without_trick`, `blind`, and as the questions of `facts` do.
    """
    if told.get("winner") is not None or told.get("winners") is not None:
        return _from_winners(rules, told)
    if told.get("won_with") is not None:
        raise HandRefused("winners_missing", fact="winners", case="fewster")
    points, tricks = _read_counts(told)
    return _from_counts(rules, points, tricks)


def _from_winners(rules: SheepshoofRules, told: Facts) -> Fewster:
    # Only the winner was told, or all of those tied for the fewest.
    for fact in ("points", "tricks", "blind"):
        if told.get(fact) is not None:
            raise HandRefused("told_twice", fact="winners")
    best = seats(told.get("winners"), "winners", PLAYERS)
    if told.get("winner") is not None:
        one = seat(told["winner"], "winner", PLAYERS)
        if told.get("winners") is not None and best != (one,):
            raise HandRefused("winners_contradict", fact="winner", case="winner")
        best = (one,)
    if not best:
        raise HandRefused("winners_contradict", fact="winners", case="nobody")
    how = "points" if told.get("won_with") is None else one_of(told["won_with"], "won_with", WON_WITH)
    _check_how(rules, how, best)
    return Fewster(best, how, message("why", case=how))


def _check_how(rules: SheepshoofRules, how: str, best: tuple[int, ...]) -> None:
    if how == "all_tricks" and len(best) > 1:
        raise HandRefused("won_with", fact="won_with", case="one")
    if how == "all_tricks" and rules.fewster_all_tricks == 2 and rules.fewster_trickless != "next":
        raise HandRefused("won_with", fact="won_with", case="nothing")
    if how == "no_trick" and (rules.fewster_trickless != "auto_win" or len(best) == PLAYERS):
        raise HandRefused("won_with", fact="won_with", case="fewster_no_trick")
    if how == "no_trick" and len(best) == 2 and rules.fewster_all_tricks == 6:
        raise HandRefused("won_with", fact="won_with", case="third")


def _read_counts(told: Facts) -> tuple[list[int], list[int]]:
    # Everybody's card points, the blind included, and tricks, checked against the deck (HF-001, HF-002).
    points = per_seat(told.get("points"), "points", PLAYERS, SEATS, CARD_POINTS)
    tricks = per_seat(told.get("tricks"), "tricks", PLAYERS, SEATS, CARD_TRICKS)
    if sum(tricks) != CARD_TRICKS:
        raise HandRefused("tricks_sum", fact="tricks", total=CARD_TRICKS, tricks=sum(tricks))
    if any(points[place] and not tricks[place] for place in SEATS):
        raise HandRefused("points_without_trick", fact="points")
    aside = _add_blind(told, points, tricks)
    total = sum(points) + aside
    if total != CARD_POINTS:
        raise HandRefused("points_sum", fact="points", points=total, total=CARD_POINTS)
    return points, tricks


def _add_blind(told: Facts, points: list[int], tricks: list[int]) -> int:
    # Adds blind cards told apart to who gets them; returns the points of those that nobody got (HF-007).
    aside, lying = 0, MOST_IN_BLIND
    for item in items(told.get("blind"), "blind", 2):
        parts = fields(item, "blind", ("points", "to"))
        amount = whole(parts.get("points"), "blind", 0, lying)
        lying -= amount
        if parts.get("to") is None:
            aside += amount
            continue
        taker = seat(parts["to"], "blind", PLAYERS)
        if not tricks[taker]:
            raise HandRefused("blind", fact="blind")
        points[taker] += amount
    return aside


def _from_counts(rules: SheepshoofRules, points: list[int], tricks: list[int]) -> Fewster:
    # The fewest points among those who can win (HF-005, HF-008, HF-009).
    trickless = tuple([place for place in SEATS if not tricks[place]])
    takers = [place for place in SEATS if tricks[place]]
    if len(takers) == 1 and rules.fewster_all_tricks == 6:
        return Fewster(tuple(takers), "all_tricks", message("why", case="all_tricks"))
    if trickless and rules.fewster_trickless == "auto_win":
        return Fewster(trickless, "no_trick", message("why", case="no_trick"))
    fewest = min([points[place] for place in takers])
    if trickless and fewest and rules.fewster_trickless == "push":
        return Fewster((), "points", message("why", case="push"))
    best = tuple([place for place in takers if points[place] == fewest])
    return Fewster(best, "points", message("why", case="fewest", points=fewest))


# Points of the first, second and third place when two or all three tie for the fewest.
PLACES = (1, 0, -1)
ALL_TRICKS = 3


def score_fewster(table: Table, rules: SheepshoofRules, told: Facts) -> Scored:
    """Score a fewster: the winner gets 2, the others lose 1 each; ties and tricks as the table plays them.

    Raises HandRefused: `running_missing`, and as `read_fewster` does.
    """
    hand = read_fewster(rules, told)
    receipt = Receipt(PLAYERS)
    if not hand.best:
        nothing: list[Number] = [0] * PLAYERS
        receipt.add("push", nothing, why=(hand.why,), rule="fewster_trickless", source="HF-005")
    elif len(hand.best) == 1:
        _add_win(receipt, rules, hand)
    elif len(hand.best) == 2:
        _add_tie(receipt, rules, hand, table.running)
    else:
        _add_three_way(receipt, rules, table.running)
    return answered(
        table,
        receipt,
        message("label", case="fewster" if len(hand.best) == 1 else "tied" if hand.best else "nobody"),
        roles=("leaster",) * PLAYERS,
        won=tuple([None if point == 0 else point > 0 for point in receipt.points]),
    )


def _needed(running: Sequence[Fraction] | None) -> Sequence[Fraction]:
    if running is None:
        raise HandRefused("running_missing", fact="running")
    return running


def _add_win(receipt: Receipt, rules: SheepshoofRules, hand: Fewster) -> None:
    # 2 from the two others, or 6 for all the tricks where the table plays that (HF-009).
    winner = hand.best[0]
    base: list[Number] = [-1] * PLAYERS
    base[winner] = PLAYERS - 1
    rule, source = "fewster_trickless", "HF-005, HF-008"
    receipt.add("fewster", base, why=(hand.why,), seats=(winner,), rule=rule, source=source)
    if hand.won_with == "all_tricks" and rules.fewster_all_tricks == 6:
        rule, source = "fewster_all_tricks", "HF-009"
        receipt.multiply(base, 1, ALL_TRICKS, rule, factor=ALL_TRICKS, rule=rule, source=source)


def _add_tie(
    receipt: Receipt, rules: SheepshoofRules, hand: Fewster, running: Sequence[Fraction] | None
) -> None:
    # Two tied: 1 to the lower score before the hand, or they share it; the third pays 1 (HF-006).
    if rules.fewster_tie == "split":
        _add_shared(receipt, hand, "shared", "fewster_tie")
        return
    scores = _needed(running)
    lower, other = sorted(hand.best, key=lambda place: scores[place])
    if scores[lower] == scores[other]:
        _add_equal(receipt, rules, hand)
        return
    points: list[Number] = [PLACES[2]] * PLAYERS
    points[lower], points[other] = PLACES[:2]
    why, seats = (message("why", case="lower"),), (lower, other)
    receipt.add("tie", points, case="won", why=why, seats=seats, rule="fewster_tie", source="HF-006")


def _add_equal(receipt: Receipt, rules: SheepshoofRules, hand: Fewster) -> None:
    # Two tied who had the same score before the hand: they share, or nobody pays (HF-006).
    rule = "fewster_running_tie"
    if rules.fewster_running_tie == "split":
        _add_shared(receipt, hand, "shared_equally", rule)
        return
    why = (message("why", case="equal"),)
    receipt.add("tie", [0] * PLAYERS, case="push", why=why, seats=hand.best, rule=rule, source="HF-006")


def _add_shared(receipt: Receipt, hand: Fewster, why: str, rule: str) -> None:
    points: list[Number] = [divided(1, 2) if place in hand.best else -1 for place in range(PLAYERS)]
    clause = message("why", case=why)
    receipt.add("tie", points, why=(clause,), seats=hand.best, rule=rule, source="HF-006")


def _add_three_way(receipt: Receipt, rules: SheepshoofRules, running: Sequence[Fraction] | None) -> None:
    # All three tied: nobody pays, or 1, 0, −1 by the scores before the hand (HF-006).
    points: list[Number] = [0] * PLAYERS
    why, rule = "nobody_pays", "fewster_three_way"
    if rules.fewster_three_way == "by_running":
        scores = _needed(running)
        why = "lowest_first"
        if len(set(scores)) < PLAYERS:
            why, rule = "some_equal", "fewster_running_tie"
        if len(set(scores)) == PLAYERS or rules.fewster_running_tie == "split":
            points = [_of_places(scores, place) for place in range(PLAYERS)]
    receipt.add("three_way", points, why=(message("why", case=why),), rule=rule, source="HF-006")


def _of_places(scores: Sequence[Fraction], seat: int) -> Number:
    # Points of a seat by its score before the hand; equal scores share what their places get.
    below = sum([score < scores[seat] for score in scores])
    equal = sum([score == scores[seat] for score in scores])
    return divided(sum(PLACES[below : below + equal]), equal)
