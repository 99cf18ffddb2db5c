"""Reading a fewster: from everybody's points and tricks, or from the winner alone."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.messages import Message, message
from ledger.scoring.facts import fields, items, one_of, per_seat, seat, seats, whole
from ledger.scoring.scored import Facts, HandRefused
from ledger.scoring.sheepshoof.rules import SheepshoofRules
from ledger.scoring.sheepshoof.table import CARD_POINTS, CARD_TRICKS, PLAYERS

SEATS = range(PLAYERS)
WON_WITH = ("points", "all_tricks", "no_trick")
# Two cards of at most five points lie in the blind.
MOST_IN_BLIND = 10


@dataclass(frozen=True)
class Fewster:
    """Who has the fewest of those who can win (seats; nobody if it is a push), how, and why."""

    best: tuple[int, ...]
    won_with: str
    why: Message


def read_fewster(rules: SheepshoofRules, told: Facts) -> Fewster:
    """Who won or tied, and how.

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
    """Only the winner was told, or all of those tied for the fewest."""
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
    """Everybody's card points, the blind included, and tricks, checked against the deck (HF-001, HF-002)."""
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
    """Adds blind cards told apart to who gets them; returns the points of those that nobody got (HF-007)."""
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
    """Who has the fewest among those who can win (HF-005, HF-008, HF-009)."""
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
