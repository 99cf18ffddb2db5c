"""The fold: from the lines of a book to its score sheet. Pure.

A corrected hand takes its place where it was told first, so that every later total, doubler, deal and
sit-out follows by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from typing import Any

from ledger.scoring import GAMES, HandRefused, Scored
from ledger.scoring.receipt import plus
from ledger.seating import Seating
from ledger.sheet import Ending, HandRow, Line, Note, Payment, RulesInForce, ScoreSheet, Version, foots


def fold(lines: Sequence[Line], *, known: ScoreSheet | None = None) -> ScoreSheet:
    """The score sheet of a book; raises HandRefused when a line says what cannot be.

    `lines` are in order and start with `opened`, or with `notebook` where only the totals are known. `known`
    may be the sheet of a book that begins with the same lines: what was folded is not folded again.
    """
    if not lines or lines[0].kind not in ("opened", "notebook"):
        raise HandRefused("not_opened", "This book has not been opened.")
    folding = _go_on(known, lines) or _Folding(lines)
    for line in lines[len(folding.lines) :]:
        folding.take(line)
    folding.lines = list(lines)
    return folding.sheet()


def _go_on(known: ScoreSheet | None, lines: Sequence[Line]) -> _Folding | None:
    """The pencil of a sheet these lines begin with; None when something earlier is corrected after it."""
    pencil = known.pencil if known else None
    if not isinstance(pencil, _Folding) or pencil.lines != lines[: len(pencil.lines)]:
        return None
    more = lines[len(pencil.lines) :]
    if any(line.kind in ("corrected", "voided") for line in more):
        return None
    return pencil.before(more)


class _Folding:
    """The pencil beside the book: what is known after each line."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines: list[Line] = []
        self.newest = lines[-1].number
        self.said = _said_of_hands(lines)
        self.rules: dict[int, RulesInForce] = {}
        self.version = 0
        self.stake_cents = 0
        self.players: list[int] = []
        self.seating = Seating(seats=(), dealer=0, plays=0)
        self.totals: dict[int, Fraction] = {}
        self.played: set[int] = set()
        self.doublers = 0
        self.rounds: tuple[int, ...] = ()
        self.pot_points = Fraction(0)
        self.pots = 0
        self.race: dict[int, int | str] = {}
        self.rows: list[HandRow] = []
        self.notes: list[Note] = []
        self.number = 0
        self.notebook: dict[int, Fraction] = {}
        self.ending: Ending | None = None
        self.paid: dict[int, Payment] = {}

    def before(self, more: Sequence[Line]) -> _Folding:
        """A pencil of its own that knows the same, about to take more lines, none of them a correction."""
        twin = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list | set):
                setattr(twin, name, value.copy())
        twin.said |= _said_of_hands(more)
        twin.newest = more[-1].number if more else self.newest
        return twin

    def take(self, line: Line) -> None:
        """Apply one line; lines about earlier hands were gathered before."""
        if line.kind in ("corrected", "voided"):
            return
        getattr(self, f"_{line.kind}")(line)

    def _opened(self, line: Line) -> None:
        self._in_force(line.facts["rules"])
        self.stake_cents = line.facts["stake_cents"]
        self._arrange(line)

    def _notebook(self, line: Line) -> None:
        if self.totals:
            raise HandRefused("opened", "Only a new book is copied from a notebook.")
        self._in_force(line.facts["rules"])
        self.stake_cents = line.facts["stake_cents"]
        self.totals = {int(player): Fraction(points) for player, points in line.facts["totals"].items()}
        if left := sum(self.totals.values()):
            raise HandRefused("unbalanced", f"These totals add up to {left}, not to 0.")
        self.players = list(self.totals)
        self.played.update(self.players)
        self.notebook = dict(self.totals)
        seats = tuple(self.players)
        self.seating = Seating(seats=seats, dealer=seats[0] if seats else 0, plays=len(seats))
        self._ended(line)

    def _arranged(self, line: Line) -> None:
        self._arrange(line)
        self._note(line)

    def _arrange(self, line: Line) -> None:
        """The table as it was told, if so many can play this game."""
        seating = Seating.read(line.facts)
        game = GAMES[self.rules[self.version].game]
        least, most = game.least_active, game.most_active
        play = len(seating.active) if game.sitters else len(seating.seats)
        if not least <= play <= most:
            who = f"{least} to {most}" if least < most else f"{most}"
            sitters = "" if game.sitters else ", and nobody sits out"
            raise HandRefused("plays", f"{game.name} is played by {who}{sitters}.", fact="plays")
        self._sit(seating)

    def _joined(self, line: Line) -> None:
        self._sit(
            self.seating.joined(
                line.facts["player"],
                after=line.facts["after"],
                usually=GAMES[self.rules[self.version].game].usually,
            )
        )
        self._note(line)

    def _left(self, line: Line) -> None:
        self.seating = self.seating.left(line.facts["player"])
        self._note(line)

    def _rules(self, line: Line) -> None:
        self._in_force(line.facts["rules"])
        self._note(line)

    def _ended(self, line: Line) -> None:
        cents = {int(player): amount for player, amount in line.facts["cents"].items()}
        plan = tuple(Payment(**payment) for payment in line.facts["payments"])
        self.ending = Ending(entry=line.number, at=line.at, cents=cents, payments=plan)

    def _reopened(self, line: Line) -> None:
        self.ending = None

    def _paid(self, line: Line) -> None:
        facts = line.facts
        self.paid[line.number] = Payment(
            payer=facts["payer"], payee=facts["payee"], cents=facts["cents"], paid=line.number
        )
        self._mark(facts["payer"], facts["payee"], line.number)

    def _unpaid(self, line: Line) -> None:
        payment = self.paid.pop(line.facts["of"])
        self._mark(payment.payer, payment.payee, None)

    def _mark(self, payer: int, payee: int, paid: int | None) -> None:
        if self.ending is None:
            return
        payments = tuple(
            Payment(payer=item.payer, payee=item.payee, cents=item.cents, paid=paid)
            if (item.payer, item.payee) == (payer, payee)
            else item
            for item in self.ending.payments
        )
        self.ending = Ending(
            entry=self.ending.entry, at=self.ending.at, cents=self.ending.cents, payments=payments
        )

    def _in_force(self, facts: Mapping[str, Any]) -> None:
        rules = RulesInForce(**facts)
        self.rules[rules.version] = rules
        self.version = rules.version

    def _sit(self, seating: Seating) -> None:
        self.seating = seating
        for place, player in enumerate(seating.seats):
            if player not in self.totals:
                self.totals[player] = Fraction(0)
                before = seating.seats[place - 1] if place else None
                where = self.players.index(before) + 1 if before in self.players else len(self.players)
                self.players.insert(where, player)

    def _note(self, line: Line) -> None:
        self.notes.append(
            Note(kind=line.kind, entry=line.number, facts=line.facts, before_hand=self.number + 1)
        )

    def _hand(self, line: Line) -> None:
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
        return game.score(len(deal.seats), rules.read, told)

    def _carried(self, game: str, *, by_hand: bool = False) -> dict[str, Any]:
        """What lies on the table before a hand: the pot, and rounds of doublers unless those are by hand."""
        found: dict[str, Any] = {}
        if self.pots:
            found["pot"] = {"amount": str(self.pot_points), "pots": self.pots}
        if "rounds" in GAMES[game].carries and self.rounds and not by_hand:
            found["rounds"] = list(self.rounds)
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
        if scored.doublers_after is not None:
            self.doublers = scored.doublers_after
            self.rounds = scored.rounds_after or ()
        self.pot_points = plus(self.pot_points, scored.pot_delta)
        if scored.pots_after is not None:
            self.pots = scored.pots_after
        self._run(deal, scored, between=between)
        if not between:
            self.number += 1
            self._next_deal(deal, scored)

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

    def _worth(self, said: Line) -> tuple[dict[int, Fraction], str]:
        """What one thing said of a hand is worth before this table, and how the hand is called then."""
        if said.kind == "voided":
            return {}, "taken back"
        deal = self._deal(said.facts)
        try:
            scored = self._score(said.facts, deal)
        except HandRefused:
            return {}, "cannot have been"
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
            notebook=self.notebook,
            pencil=self,
            ending=self.ending,
            paid=tuple(self.paid.values()),
        )


def _said_of_hands(lines: Iterable[Line]) -> dict[int, list[Line]]:
    """Everything said of each hand, oldest first, by the number of the entry that told it first."""
    said: dict[int, list[Line]] = {}
    for line in lines:
        if line.kind == "hand":
            said[line.number] = [line]
        elif line.kind in ("corrected", "voided"):
            if line.facts["of"] not in said:
                raise HandRefused("no_such_hand", "There is no such hand in this book.", fact="of")
            said[line.facts["of"]].append(line)
    return said


def _standing_facts(said: Sequence[Line]) -> Mapping[str, Any]:
    """The facts that count for a hand; of a hand that was taken back, what it last said."""
    return next(line.facts for line in reversed(said) if line.kind != "voided")


def _worth(deal: Seating, scored: Scored) -> tuple[dict[int, Fraction], str]:
    return dict(zip(deal.seats, scored.points, strict=True)), scored.label


def _counted(said: Sequence[Line], at: int) -> bool:
    """Whether a hand had been told, and counted, when entry `at` was written."""
    then = [line for line in said if line.number < at]
    return bool(then) and then[-1].kind != "voided"


def _is_between(facts: Mapping[str, Any], rules: Mapping[int, RulesInForce]) -> bool:
    """Whether this was told between two hands: points moved, but no cards were dealt."""
    kind = facts["told"].get("kind")
    return isinstance(kind, str) and kind in GAMES[rules[facts["rules"]].game].between
