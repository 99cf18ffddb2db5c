"""The score sheet: what the entries of a session add up to.

`fold` is a pure function from the lines of a book to a ScoreSheet. A corrected hand takes its place where it
was told first, so that every later total, doubler, deal and sit-out follows by itself. Players are known
by their ids; inside a hand the engine knows seats (indices into the hand's own `seats`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any

from ledger.scoring import GAMES, HandRefused, Scored, game_called
from ledger.scoring.option import read_rules
from ledger.seating import Seating

HAND_KINDS = ("hand", "corrected", "voided")


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line in ink: the pure form of a stored Entry. `by` is the id of the membership that told it."""

    number: int
    kind: str
    facts: Mapping[str, Any]
    by: int | None = None
    at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class RulesInForce:
    """House rules in force: their version, the game, and the options that differ from its defaults."""

    version: int
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def read(self) -> Any:
        """The rules as the game's own dataclass."""
        return read_rules(game_called(self.game).rules, self.options)


@dataclass(frozen=True, kw_only=True)
class Version:
    """One thing that was said of a hand: first told, then perhaps corrected or voided.

    `points` are by player id under the doublers and the deal that now stand before the hand; empty when this
    version took the hand back, or cannot have been after what was corrected since.
    """

    entry: int
    kind: str
    by: int | None
    at: datetime | None
    facts: Mapping[str, Any]
    points: Mapping[int, Fraction]
    label: str


@dataclass(frozen=True, kw_only=True)
class HandRow:
    """A row of the sheet: one hand, what it was worth, and the running totals after it.

    `number` is the hand's number on paper, 0 for a hand that was taken back. `points` and `totals` are by
    player id; `foots` is the sum of the positive totals, the checksum tables write in the last column.
    `book` and `pending` are the table and the doublers as the book had them before the hand, `dealer`, `out`
    and `doublers` what counted in it.
    `versions` has everything that was said of it, oldest first; the last one counts.
    """

    number: int
    entry: int
    seats: tuple[int, ...]
    facts: Mapping[str, Any]
    dealer: int
    out: tuple[int, ...]
    doublers: int
    book: Seating
    pending: int
    rules: RulesInForce
    scored: Scored | None
    points: Mapping[int, Fraction]
    totals: Mapping[int, Fraction]
    foots: Fraction
    versions: tuple[Version, ...]

    @property
    def is_void(self) -> bool:
        """Whether the hand was taken back."""
        return self.scored is None

    @property
    def is_changed(self) -> bool:
        """Whether the hand says something else than when it was told first."""
        return len(self.versions) > 1

    def role(self, player: int) -> str:
        """The role of a player in this hand, "" when he was not at the table or the hand is void."""
        if self.scored is None or player not in self.seats or not self.scored.roles:
            return ""
        return self.scored.roles[self.seats.index(player)]


@dataclass(frozen=True, kw_only=True)
class Note:
    """A line between the rows: somebody came or went, or the table was arranged anew."""

    kind: str
    entry: int
    facts: Mapping[str, Any]
    before_hand: int


@dataclass(frozen=True, kw_only=True)
class Payment:
    """One payment of the plan that settles a night: whole cents from `payer` to `payee` (player ids).

    `paid` is the number of the entry that marked it paid, None while it is open.
    """

    payer: int
    payee: int
    cents: int
    paid: int | None = None


@dataclass(frozen=True, kw_only=True)
class Ending:
    """The end of the night: cents won or lost by player id, and the stored plan of payments."""

    entry: int
    at: datetime | None
    cents: Mapping[int, int]
    payments: tuple[Payment, ...]


@dataclass(frozen=True, kw_only=True)
class ScoreSheet:
    """Everything a table wants to know of its evening.

    `players` are the columns (everyone who sat at the table and played or still sits), `seats` those who sit
    there now. `pot_points` lie on the table in `pots` single pots.
    """

    newest: int
    players: tuple[int, ...]
    seating: Seating
    rows: tuple[HandRow, ...]
    notes: tuple[Note, ...]
    totals: Mapping[int, Fraction]
    doublers: int
    pot_points: Fraction
    pots: int
    rules: RulesInForce
    stake_cents: int
    ending: Ending | None
    paid: tuple[Payment, ...]

    @property
    def hands(self) -> int:
        """How many hands count."""
        return sum(not row.is_void for row in self.rows)

    @property
    def foots(self) -> Fraction:
        """The checksum of the paper sheet: the sum of the positive totals."""
        return foots(self.totals)

    def row(self, entry: int) -> HandRow | None:
        """The row of the hand first told by this entry."""
        return next((row for row in self.rows if row.entry == entry), None)

    def row_number(self, entry: int) -> int:
        """The hand's number on paper, also of a hand that was taken back (where it would stand)."""
        before = [row for row in self.rows if row.entry < entry and not row.is_void]
        return len(before) + 1


def foots(totals: Mapping[int, Fraction]) -> Fraction:
    """The sum of the positive totals, in points."""
    return sum((total for total in totals.values() if total > 0), Fraction(0))


def fold(lines: Sequence[Line]) -> ScoreSheet:
    """The score sheet of a book; raises HandRefused when a line says what cannot be.

    `lines` are in order and start with `opened`.
    """
    if not lines or lines[0].kind != "opened":
        raise HandRefused("not_opened", "This book has not been opened.")
    folding = _Folding(lines)
    for line in lines:
        folding.take(line)
    return folding.sheet()


class _Folding:
    """The pencil beside the book: what is known after each line."""

    def __init__(self, lines: Sequence[Line]) -> None:
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
        self.pot_points = Fraction(0)
        self.pots = 0
        self.rows: list[HandRow] = []
        self.notes: list[Note] = []
        self.number = 0
        self.ending: Ending | None = None
        self.paid: dict[int, Payment] = {}

    def take(self, line: Line) -> None:
        """Apply one line; lines about earlier hands were gathered before."""
        if line.kind in ("corrected", "voided"):
            return
        getattr(self, f"_{line.kind}")(line)

    def _opened(self, line: Line) -> None:
        self._in_force(line.facts["rules"])
        self.stake_cents = line.facts["stake_cents"]
        self._sit(Seating.read(line.facts))

    def _arranged(self, line: Line) -> None:
        self._sit(Seating.read(line.facts))
        self._note(line)

    def _joined(self, line: Line) -> None:
        self._sit(self.seating.joined(line.facts["player"], after=line.facts["after"]))
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
        versions = tuple(self._version(item) for item in said)
        facts = _standing_facts(said)
        deal = self._deal(facts)
        before = (self.seating, self.doublers)
        scored = None if said[-1].kind == "voided" else self._score_standing(said[-1], facts, deal)
        if scored is not None:
            self._carry(deal, scored)
        self.rows.append(self._row(line, facts, deal, before, scored, versions))

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
        if self.pots:
            told["pot"] = {"amount": str(self.pot_points), "pots": self.pots}
        return GAMES[rules.game].score(len(deal.seats), rules.read, told)

    def _score_standing(self, said: Line, facts: Mapping[str, Any], deal: Seating) -> Scored:
        """What counts for a hand; refuses a newest line after which this earlier hand could not have been."""
        try:
            return self._score(facts, deal)
        except HandRefused as refused:
            if said.number == self.newest:
                raise
            words = f"Then hand {self.number + 1} could not have been. {refused.message}"
            raise HandRefused("later_hand", words) from refused

    def _carry(self, deal: Seating, scored: Scored) -> None:
        self.number += 1
        for player, points in zip(deal.seats, scored.points, strict=True):
            self.totals[player] = self.totals.get(player, Fraction(0)) + points
        self.played.update(deal.seats)
        if scored.doublers_after is not None:
            self.doublers = scored.doublers_after
        self.pot_points += scored.pot_delta
        if scored.pots_after is not None:
            self.pots = scored.pots_after
        if scored.next_dealer is not None:
            self.seating = self.seating.dealt_by(deal.seats[scored.next_dealer], ring=deal.seats)

    def _version(self, said: Line) -> Version:
        points, label = self._worth(said)
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
        return dict(zip(deal.seats, scored.points, strict=True)), scored.label

    def _row(
        self,
        line: Line,
        facts: Mapping[str, Any],
        deal: Seating,
        before: tuple[Seating, int],
        scored: Scored | None,
        versions: tuple[Version, ...],
    ) -> HandRow:
        return HandRow(
            number=self.number if scored else 0,
            entry=line.number,
            seats=deal.seats,
            facts=facts,
            dealer=deal.dealer,
            out=deal.out,
            doublers=before[1] if facts.get("doublers") is None else facts["doublers"],
            book=before[0],
            pending=before[1],
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
            pot_points=self.pot_points,
            pots=self.pots,
            rules=self.rules[self.version],
            stake_cents=self.stake_cents,
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
