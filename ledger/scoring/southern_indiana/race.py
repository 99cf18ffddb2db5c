"""The race: how far everybody has come, and what is paid at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ledger.scoring.carried import Carried, Shown
from ledger.scoring.facts import MOST_SEATS, items, whole
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.southern_indiana.rules import SouthernIndianaRules
from ledger.words.messages import Message, message

# A fact of the race: this seat has won the game by a best.
GAME = "game"


@dataclass(frozen=True)
class Run:
    """Points run in the race, or the game won by a best, however far that was."""

    far: int = 0
    has_won: bool = False

    def __add__(self, more: Run) -> Run:
        won = self.has_won or more.has_won
        return Run(0 if won else self.far + more.far, won)

    @property
    def told(self) -> int | str:
        """Return it as a fact of a hand."""
        return GAME if self.has_won else self.far


NOWHERE = Run()


@dataclass(frozen=True, kw_only=True)
class SouthernIndianaCarried(Carried):
    """The race of everybody; of one hand, the points it added.

    `is_settled` says of a hand that the race was paid and begins anew (SI-010).
    """

    race: Mapping[int, Run] = field(default_factory=dict)
    is_settled: bool = False

    def standings(self, seats: Sequence[int], totals: Mapping[int, Fraction]) -> dict[str, Any]:
        """Return the race by seat."""
        return {"race": [self.race.get(player, NOWHERE).told for player in seats]}

    def counts(self) -> dict[str, Any]:
        """Return nothing: the race is told seat by seat, with the other standings."""
        return {}

    def counting(self, counts: Mapping[str, Any]) -> SouthernIndianaCarried:
        """Return the race as it is."""
        return self

    def of_players(self, players: Sequence[int]) -> SouthernIndianaCarried:
        """Return the same of these players, where it was of their seats."""
        if not self.race:
            return self
        race = {player: self.race.get(place, NOWHERE) for place, player in enumerate(players)}
        return SouthernIndianaCarried(race=race, is_settled=self.is_settled)

    def then(self, after: Carried) -> SouthernIndianaCarried:
        """Return the race after a hand."""
        if not isinstance(after, SouthernIndianaCarried):
            return self
        race = {} if after.is_settled else dict(self.race)
        for player, run in after.race.items():
            race[player] = race.get(player, NOWHERE) + run
        return SouthernIndianaCarried(race=race)

    def answer(self, players: int) -> dict[str, Any]:
        """Return the gains of a hand in the race, by seat."""
        if self.is_settled or not self.race:
            return {}
        return {"race": [self.race.get(place, NOWHERE).told for place in range(players)]}

    def shown(self, rules: SouthernIndianaRules) -> tuple[Shown, ...]:
        """Return everybody who has come anywhere, the leader first."""
        run = [(player, run) for player, run in self.race.items() if run != NOWHERE]
        run.sort(key=lambda one: (not one[1].has_won, -one[1].far))
        return tuple(_shown(run, player) for player, run in run)

    def gained(self) -> dict[int, Shown]:
        """Return the gains of the winners of a hand."""
        return {place: _shown(run) for place, run in self.race.items() if run != NOWHERE}

    def winners(self, rules: SouthernIndianaRules) -> tuple[int, ...]:
        """Return the leaders, once somebody is where the race ends; a game won by a best is its end."""
        run = {player: rules.race_to if run.has_won else run.far for player, run in self.race.items()}
        furthest = max(run.values(), default=0)
        return tuple(player for player, far in run.items() if far == furthest >= rules.race_to)


def _shown(run: Run, player: int | None = None) -> Shown:
    return Shown(code="race_won" if run.has_won else "race", number=run.far, player=player)


MOST_IN_A_RACE = 100_000


def read_race(goal: int, players: int, told: Facts) -> list[int]:
    """Return the race by seat; a game won by a best counts as its end, the `goal`.

    Raises HandRefused: `wrong_length`, and as `whole` does.
    """
    race = items(told.get("race"), "race", MOST_SEATS)
    if len(race) != players:
        raise HandRefused("wrong_length", fact="race", case="race", players=players)
    return [goal if gained == GAME else whole(gained, "race", 0, MOST_IN_A_RACE) for gained in race]


def score_settle(
    dealer: int | None, rules: SouthernIndianaRules, race: Sequence[int], *, edition: int
) -> Scored:
    """Return the race is over: all differences are paid, or one point to who is first (SI-010).

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
