"""The end of the race: how far everybody at the table has come, and what is paid for it."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.messages import Message, message
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
        raise HandRefused("wrong_length", fact="race", case="race", players=players)
    return [goal if gained == GAME else whole(gained, "race", 0, MOST_IN_A_RACE) for gained in race]


def score_settle(
    dealer: int | None, rules: SouthernIndianaRules, race: Sequence[int], *, edition: int
) -> Scored:
    """The race is over: all differences are paid, or one point to who is first (SI-010).

    Everybody at the table has run it, whoever would sit out the next hand. The deal stays where it is. Those
    furthest have won the race. Raises HandRefused("race_goes_on") where nobody has come to its end (SI-001),
    but for races that an older reading settled: those nobody has won.
    """
    players = len(race)
    if max(race) < rules.race_to and edition >= 2:
        raise HandRefused("race_goes_on", fact="race", goal=rules.race_to)
    receipt = Receipt(players)
    if rules.race_settle == "difference":
        points: list[Number] = [players * gained - sum(race) for gained in race]
        why = (message("why", case="difference"),)
        receipt.add("settle", points, why=why, rule="race_settle", source="SI-010")
    else:
        first = tuple([place for place in range(players) if race[place] == max(race)])
        share = divided(players - len(first), len(first))
        points = [share if place in first else -1 for place in range(players)]
        why = (message("why", case="one_point"),)
        receipt.add("settle", points, case="won", why=why, seats=first, rule="race_settle", source="SI-010")
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=Message(code="label", case="settled"),
        roles=("",) * players,
        won=_won(rules, race),
        next_dealer=dealer,
        carried_after=SouthernIndianaCarried(is_settled=True),
    )


def _won(rules: SouthernIndianaRules, race: Sequence[int]) -> tuple[bool | None, ...]:
    furthest = max(race)
    if furthest < rules.race_to:
        return (None,) * len(race)
    return tuple([gained == furthest for gained in race])
