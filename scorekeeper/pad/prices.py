"""Points that each button of the pad would bring: the score chart with tonight's doublings in it.

The engine itself is asked for every cell, so that the numbers on the buttons cannot contradict the score.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ledger.book.seating import Seating
from ledger.scoring import game_called
from ledger.scoring.game import Game
from ledger.scoring.option import Rules
from ledger.scoring.scored import Facts, HandRefused, Scored
from scorekeeper.pad.state import Pad, form_of
from scorekeeper.text.carried import WORDS
from scorekeeper.text.figures import signed

# The facts of a hand with this result and so many partners, or in this mode with so many tapped; raises
# HandRefused for what cannot be told.
Tell = Callable[[str, int], Facts]


def scored_by_count(
    game: Game[Rules], rules: Rules, seats: int, code: str, counts: Iterable[int], tell: Tell
) -> dict[int, Scored | None]:
    """Return what a result brings, by the number of partners, or a mode, by how many are tapped.

    Seat 0 picks and the next are partners, or seats 0, 1, … are tapped; None for what the rules do not allow.
    """
    found: dict[int, Scored | None] = {}
    for count in counts:
        try:
            found[count] = game.score(seats, rules, tell(code, count))
        except HandRefused:
            found[count] = None
    return found


class Tells:
    """Tells what could be told with this pad, for those who play this hand, to price it.

    With `whole` it is told at the table as it sits, with those who sit out. Raises HandRefused where too few
    or too many play.
    """

    def __init__(self, pad: Pad, *, whole: bool = False) -> None:
        active = pad.deal.active
        table = pad.deal
        if active and not whole:
            table = Seating(seats=active, dealer=active[0], plays=len(active))
        kept = {question.name for question in pad.asks.questions if not question.is_open}
        answers = {name: said for name, said in pad.answers.items() if name in kept}
        self.pad = replace(pad, deal=table, book=table, answers=answers, points="")
        self.asks = self.pad.asks
        self.told = form_of(pad.rules.game).told
        self.carried = pad.carried.facts(doublers=pad.doublers_by_hand)
        if whole:
            self.carried["dealer"] = table.seats.index(table.dealer)
            self.carried["sitting_out"] = sorted(table.seats.index(player) for player in table.out)
        game = game_called(pad.rules.game)
        if whole and game.asks_who_rests and (resting := [one for one in table.out if one in table.skip]):
            self.carried["resting"] = [table.seats.index(player) for player in resting]
        self.scored_by = (game, game.at(pad.rules.read, len(active)), len(table.seats))

    def result(self, code: str, partners: int, *, points: str = "", picker: int | None = None) -> Facts:
        """Return a picked hand with this result and card points, by `picker` (else whoever sits first)."""
        self.pad.check_table()
        seats = self.pad.deal.active
        first, *others = sorted(seats, key=lambda player: player != picker)
        if self.asks.is_partner_fixed:
            others = [seats[(seats.index(first) + self.asks.partner_steps) % len(seats)]]
        said = {"result": code, "picker": first, "alone": not partners, "points": points}
        return self._facts(mode="", partners=tuple(others[:partners]), **said)

    def mode(self, code: str, count: int) -> Facts:
        self.pad.check_table()
        return self._facts(mode=code, winners=self.pad.deal.active[:count])

    def _facts(self, **said: Any) -> Facts:
        pad = replace(self.pad, **said)
        vars(pad)["asks"] = self.asks  # the same for all of them, and dear to make anew for each
        return self.told(pad) | self.carried


@dataclass(frozen=True, kw_only=True)
class Prices:
    """Points that the answers which can be tapped would bring at this table.

    `results` by (code of the result, number of partners), of those that the rules allow; `ties` by mode and
    how many are tapped (0 where nobody is), None where that many cannot be.
    """

    results: Mapping[tuple[str, int], Scored]
    ties: Mapping[str, Mapping[int, Scored | None]]


def prices_of(pad: Pad) -> Prices:
    tells, asks = Tells(pad), pad.asks
    counts = range(asks.least_partners, asks.most_partners + 1)
    return Prices(
        results={
            (row.code, count): scored
            for row in asks.rows
            for count, scored in scored_by_count(*tells.scored_by, row.code, counts, tells.result).items()
            if scored
        },
        ties={
            mode.code: scored_by_count(
                *tells.scored_by,
                mode.code,
                range(1, (mode.most or len(pad.deal.active)) + 1) if mode.tap else range(1),
                tells.mode,
            )
            for mode in asks.modes
        },
    )


def brings(scored: Scored | None) -> str:
    return (raced(scored) or signed(scored.points[0])) if scored else "–"


def raced(scored: Scored) -> str:
    """Return how far a hand that brings no points brings its winners in the race, "" if nowhere."""
    gained = list(scored.carried_after.gained().values())
    return WORDS[gained[0].code](gained[0]) if gained and not any(scored.points) else ""
