"""The end of the race: how far everybody at the table has come, and what is paid for it."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.scoring.facts import MOST_SEATS, items, whole
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.southern_indiana.carried import GAME, SouthernIndianaCarried
from ledger.scoring.southern_indiana.rules import SouthernIndianaRules

MOST_IN_A_RACE = 100_000


def read_race(goal: int, players: int, told: Facts) -> list[int]:
    """How far everybody has come; who won the game by a best stands at its end, the `goal`.

    Raises HandRefused: `wrong_length`, and as `whole` does.
    """
    race = items(told.get("race"), "race", MOST_SEATS)
    if len(race) != players:
        words = f"“race” needs the standing of all {players} players."
        raise HandRefused("wrong_length", words, fact="race")
    return [goal if gained == GAME else whole(gained, "race", 0, MOST_IN_A_RACE) for gained in race]


def score_settle(dealer: int | None, rules: SouthernIndianaRules, race: Sequence[int]) -> Scored:
    """The race is over: all differences are paid, or one point to who is first (SI-010).

    Everybody at the table has run it, whoever would sit out the next hand. The deal stays where it is.
    """
    players = len(race)
    receipt = Receipt(players)
    if rules.race_settle == "difference":
        points: list[Number] = [players * gained - sum(race) for gained in race]
        text, detail = "The race is settled", "everybody pays everybody the difference"
        receipt.add("settle", text, points, detail=detail, rule="race_settle", source="SI-010")
    else:
        first = tuple([place for place in range(players) if race[place] == max(race)])
        share = divided(players - len(first), len(first))
        points = [share if place in first else -1 for place in range(players)]
        text = "The race is won by " + " and ".join([f"{{{place}}}" for place in range(len(first))])
        detail = "everybody else pays one point"
        receipt.add("settle", text, points, detail=detail, seats=first, rule="race_settle", source="SI-010")
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label="race settled",
        roles=("",) * players,
        won=(None,) * players,
        next_dealer=dealer,
        carried_after=SouthernIndianaCarried(is_settled=True),
    )
