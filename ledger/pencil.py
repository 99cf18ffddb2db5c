"""The pencil beside the book: what is known of a table, and how one hand changes it. Pure.

`ledger.folding` moves it from line to line; here stands what a hand does: the engine scores it with what the
book carries (deal, sit-outs, doublers, pot), and totals, doublers, pot and deal move on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from typing import Any, Self

from ledger.messages import Message, message
from ledger.scoring import GAMES, HandRefused, Scored
from ledger.scoring.receipt import plus
from ledger.seating import Seating
from ledger.sheet import (
    Count,
    Ending,
    HandRow,
    Line,
    Note,
    Payment,
    RulesInForce,
    ScoreSheet,
    Version,
    foots,
)

Said = dict[int, list[Line]]
"""Everything said of each hand, oldest first, by the number of the entry that told it first."""

NOTHING = Count(0, 0, Fraction(0))


class Pencil:
    """What is known after each line."""

    def __init__(self, newest: int, said: Said) -> None:
        self.lines: list[Line] = []
        self.newest = newest
        self.said = said
        self.rules: dict[int, RulesInForce] = {}
        self.version = 0
        self.stake_cents = 0
        self.players: list[int] = []
        self.seating = Seating(seats=(), dealer=0, plays=0)
        self.totals: dict[int, Fraction] = {}
        self.played: set[int] = set()
        self.doublers = 0
        self.rounds: tuple[int, ...] = ()
        self.mauer_marks = 0
        self.pot_points = Fraction(0)
        self.pots = 0
        self.race: dict[int, int | str] = {}
        self.rows: list[HandRow] = []
        self.notes: list[Note] = []
        self.number = 0
        self.counts: dict[tuple[int, str], Count] = {}
        self.notebook: dict[int, Fraction] = {}
        self.ending: Ending | None = None
        self.paid: dict[int, Payment] = {}

    def twin(self, newest: int, said: Said) -> Self:
        """A pencil of its own that knows the same, about to take more lines, none of them a correction."""
        twin = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list | set):
                setattr(twin, name, value.copy())
        twin.said |= said
        twin.newest = newest
        return twin

    def _hand(self, line: Line) -> None:
        """A hand, as it now stands: with every correction said of it."""
        said = self.said[line.number]
        facts = _standing_facts(said)
        deal = self._deal(facts)
        carried = self._carried(self.rules[facts["rules"]].game)
        before = (self.seating, self.doublers, carried)
        scored = None if said[-1].kind == "voided" else self._score_standing(said[-1], facts, deal)
        versions = tuple(self._version(item, deal, scored if item is said[-1] else None) for item in said)
        between = _is_between(facts, self.rules)
        if scored is not None:
            self._carry(deal, scored, between=between)
        elif self._was_followed(said):
            self._pass_the_deal(facts, deal)
        self.rows.append(self._row(line, facts, deal, before, scored, versions))

    def _was_followed(self, said: Sequence[Line]) -> bool:
        """Whether later hands had been told when this one was taken back.

        Then its deal did take place, and later deals stay as they were; taken back at once, it is dealt anew.
        """
        first, taken_back = said[0].number, said[-1].number
        return any(_counted(other, taken_back) for number, other in self.said.items() if number > first)

    def _pass_the_deal(self, facts: Mapping[str, Any], deal: Seating) -> None:
        try:
            self._next_deal(deal, self._score(facts, deal))
        except HandRefused:
            return

    def _deal(self, facts: Mapping[str, Any]) -> Seating:
        if sorted(facts["seats"]) != sorted(self.seating.seats):
            raise HandRefused("other_people", "Those are not the people at the table.", fact="seats")
        return self.seating.overridden(
            seats=tuple(facts["seats"]), dealer=facts.get("dealer"), out=facts.get("out")
        )

    def _pending(self, facts: Mapping[str, Any]) -> int:
        said = facts.get("doublers")
        return self.doublers if said is None else int(said)

    def _score(self, facts: Mapping[str, Any], deal: Seating) -> Scored:
        rules = self.rules[facts["rules"]]
        told = dict(facts["told"]) | {"dealer": deal.seats.index(deal.dealer)}
        if deal.out:
            told["sitting_out"] = sorted(deal.seats.index(player) for player in deal.out)
        if doublers := self._pending(facts):
            told["doublers"] = doublers
        told |= self._carried(rules.game, by_hand=facts.get("doublers") is not None)
        game = GAMES[rules.game]
        if "running" in game.carries:
            told["running"] = [str(self.totals.get(player, 0)) for player in deal.seats]
        if "race" in game.carries:
            told["race"] = [self.race.get(player, 0) for player in deal.seats]
        return game.score(len(deal.seats), game.at(rules.read, len(deal.active)), told)

    def _carried(self, game: str, *, by_hand: bool = False) -> dict[str, Any]:
        """What lies on the table before a hand: the pot, marks, and rounds unless by hand."""
        found: dict[str, Any] = {}
        if self.pots:
            found["pot"] = {"amount": str(self.pot_points), "pots": self.pots}
        if "rounds" in GAMES[game].carries and self.rounds and not by_hand:
            found["rounds"] = list(self.rounds)
        if "mauer_marks" in GAMES[game].carries and self.mauer_marks:
            found["mauer_marks"] = self.mauer_marks
        return found

    def _score_standing(self, said: Line, facts: Mapping[str, Any], deal: Seating) -> Scored:
        """What counts for a hand; refuses a newest line after which this earlier hand could not have been."""
        try:
            return self._score(facts, deal)
        except HandRefused as refused:
            if said.number == self.newest:
                raise
            words = f"Then hand {self.number + 1} could not have been. {refused.message}"
            raise HandRefused("later_hand", words) from refused

    def _carry(self, deal: Seating, scored: Scored, *, between: bool) -> None:
        for player, points in zip(deal.seats, scored.points, strict=True):
            self.totals[player] = plus(self.totals[player], points) if player in self.totals else points
        self.played.update(deal.seats)
        self._count(deal.seats, scored)
        if scored.doublers_after is not None:
            self.doublers = scored.doublers_after
            self.rounds = scored.rounds_after or ()
        if scored.mauer_marks_after is not None:
            self.mauer_marks = scored.mauer_marks_after
        self.pot_points = plus(self.pot_points, scored.pot_delta)
        if scored.pots_after is not None:
            self.pots = scored.pots_after
        self._run(deal, scored, between=between)
        if not between:
            self.number += 1
            self._next_deal(deal, scored)

    def _count(self, seats: Sequence[int], scored: Scored) -> None:
        """What everybody did, by role; where nobody played, as the cards were dealt anew, nobody did."""
        roles = scored.roles or ("",) * len(seats)
        won = scored.won or (None,) * len(seats)
        for player, role, victory, points in zip(seats, roles, won, scored.points, strict=True):
            if role or points:
                before = self.counts.get((player, role), NOTHING)
                self.counts[player, role] = Count(
                    before.hands + 1, before.won + bool(victory), plus(before.points, points)
                )

    def _run(self, deal: Seating, scored: Scored, *, between: bool) -> None:
        """The race goes on; settled, it begins anew. Whoever won the game by a best stands at its end."""
        if between:
            self.race = {}
        for player, gained in zip(deal.seats, scored.race or (), strict=False):
            before = self.race.get(player, 0)
            numbers = isinstance(gained, int) and isinstance(before, int)
            self.race[player] = before + gained if numbers else "game"  # type: ignore[operator]

    def _next_deal(self, deal: Seating, scored: Scored) -> None:
        if scored.next_dealer is not None:
            self.seating = self.seating.dealt_by(deal.seats[scored.next_dealer], ring=deal.seats)

    def _version(self, said: Line, deal: Seating, scored: Scored | None) -> Version:
        points, label = _worth(deal, scored) if scored else self._worth(said)
        return Version(
            entry=said.number,
            kind=said.kind,
            by=said.by,
            at=said.at,
            facts=said.facts,
            points=points,
            label=label,
        )

    def _worth(self, said: Line) -> tuple[dict[int, Fraction], Message]:
        """What one thing said of a hand is worth before this table, and how the hand is called then."""
        if said.kind == "voided":
            return {}, message("version", case="taken_back")
        deal = self._deal(said.facts)
        try:
            scored = self._score(said.facts, deal)
        except HandRefused:
            return {}, message("version", case="impossible")
        return _worth(deal, scored)

    def _row(
        self,
        line: Line,
        facts: Mapping[str, Any],
        deal: Seating,
        before: tuple[Seating, int, Mapping[str, Any]],
        scored: Scored | None,
        versions: tuple[Version, ...],
    ) -> HandRow:
        return HandRow(
            number=0 if scored is None or _is_between(facts, self.rules) else self.number,
            entry=line.number,
            seats=deal.seats,
            facts=facts,
            dealer=deal.dealer,
            out=deal.out,
            doublers=before[1] if facts.get("doublers") is None else facts["doublers"],
            book=before[0],
            pending=before[1],
            carried=before[2],
            rules=self.rules[facts["rules"]],
            scored=scored,
            points=dict(zip(deal.seats, scored.points, strict=True)) if scored else {},
            totals=dict(self.totals),
            foots=foots(self.totals),
            versions=versions,
        )

    def sheet(self) -> ScoreSheet:
        """What the pencil has, written out fair."""
        here = set(self.seating.seats) | self.played
        players = tuple(player for player in self.players if player in here)
        return ScoreSheet(
            newest=self.newest,
            players=players,
            seating=self.seating,
            rows=tuple(self.rows),
            notes=tuple(self.notes),
            totals={player: self.totals[player] for player in players},
            doublers=self.doublers,
            carried=self._carried(self.rules[self.version].game),
            pot_points=self.pot_points,
            pots=self.pots,
            race=dict(self.race),
            rules=self.rules[self.version],
            stake_cents=self.stake_cents,
            counts=dict(self.counts),
            notebook=self.notebook,
            pencil=self,
            ending=self.ending,
            paid=tuple(self.paid.values()),
        )


def _standing_facts(said: Sequence[Line]) -> Mapping[str, Any]:
    """The facts that count for a hand; of a hand that was taken back, what it last said."""
    return next(line.facts for line in reversed(said) if line.kind != "voided")


def _worth(deal: Seating, scored: Scored) -> tuple[dict[int, Fraction], Message]:
    return dict(zip(deal.seats, scored.points, strict=True)), scored.label


def _counted(said: Sequence[Line], at: int) -> bool:
    """Whether a hand had been told, and counted, when entry `at` was written."""
    then = [line for line in said if line.number < at]
    return bool(then) and then[-1].kind != "voided"


def _is_between(facts: Mapping[str, Any], rules: Mapping[int, RulesInForce]) -> bool:
    """Whether this was told between two hands: points moved, but no cards were dealt."""
    kind = facts["told"].get("kind")
    return isinstance(kind, str) and kind in GAMES[rules[facts["rules"]].game].between
