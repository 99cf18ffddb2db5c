"""The fold: from the lines of a book to its score sheet. Pure.

A corrected hand takes its place where it was told first, so that every later total, doubler, deal and
sit-out follows by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ledger.pencil import Pencil, Said
from ledger.scoring import GAMES, HandRefused
from ledger.seating import Seating
from ledger.sheet import KINDS, NIGHT, Count, Ending, Line, Note, Payment, RulesInForce, ScoreSheet
from ledger.steps import Progress, Steps

ABOUT_HANDS = ("corrected", "voided")
LINES_A_MARK = 100
"""More lines than a usual night has."""

POINTS = re.compile(r"-?[0-9]{1,30}(/0*[1-9][0-9]{0,30})?", re.ASCII)
NOT_IN_A_MARK = ("newest", "said", "lines", "rows", "notes", "marks")


def fold(lines: Sequence[Line], *, known: ScoreSheet | None = None) -> ScoreSheet:
    """The score sheet of a book; raises HandRefused when a line says what cannot be.

    `lines` are in order and start with `opened`, or with `notebook` where only the totals are known. `known`
    may be the sheet of a book that begins with the same lines: what was folded is not folded again.
    """
    if known and isinstance(known.pencil, _Folding) and known.pencil.lines == lines:
        return known
    folding = _begun(lines, known)
    for line in lines[len(folding.lines) :]:
        folding.take(line)
    folding.lines = list(lines)
    return folding.sheet()


def fold_in_steps(lines: Sequence[Line], *, known: ScoreSheet | None = None) -> Steps[ScoreSheet]:
    """The same, with a step for each line that is folded."""
    folding = _begun(lines, known)
    for place in range(len(folding.lines), len(lines)):
        folding.take(lines[place])
        yield Progress(done=place + 1, of=len(lines))
    folding.lines = list(lines)
    return folding.sheet()


def _begun(lines: Sequence[Line], known: ScoreSheet | None) -> _Folding:
    """Where the fold of these lines begins, or goes on from what is known."""
    if not lines or lines[0].kind not in ("opened", "notebook"):
        raise HandRefused("not_opened", "This book has not been opened.")
    return _go_on(known, lines) or _Folding(lines[-1].number, _said_of_hands(lines))


def _go_on(known: ScoreSheet | None, lines: Sequence[Line]) -> _Folding | None:
    """The pencil of a sheet that is known, as far as it is the same for these lines; None from the beginning.

    It goes back to before the earliest hand about which more is said now, or less.
    """
    pencil = known.pencil if known else None
    if not isinstance(pencil, _Folding):
        return None
    both = min(len(pencil.lines), len(lines))
    if pencil.lines[:both] != lines[:both]:
        return None
    about = [line.facts["of"] for line in (*pencil.lines[both:], *lines[both:]) if line.kind in ABOUT_HANDS]
    if not about and both == len(pencil.lines):
        return pencil.twin(lines[-1].number, _said_of_hands(lines[both:]))
    if not all(isinstance(of, int) for of in about):
        return None
    return pencil.back(min(both, *(of - 1 for of in about)) if about else both, lines)


@dataclass(frozen=True, kw_only=True)
class _Mark:
    """What a pencil knew after so many lines, rows and notes, but for those themselves."""

    lines: int
    rows: int
    notes: int
    rest: Mapping[str, Any]


class _Folding(Pencil):
    """How each kind of line moves the pencil on. In a long book it makes a mark from time to time."""

    def __init__(self, newest: int, said: Said) -> None:
        super().__init__(newest, said)
        self.marks: list[_Mark] = []

    def back(self, most: int, lines: Sequence[Line]) -> _Folding | None:
        """A pencil for other lines, at the last mark that is no further than `most` of them."""
        marks = [mark for mark in self.marks if mark.lines <= most]
        if not marks:
            return None
        mark, folding = marks[-1], _Folding(lines[-1].number, _said_of_hands(lines))
        vars(folding).update({name: _copied(value) for name, value in mark.rest.items()})
        folding.rows, folding.notes = self.rows[: mark.rows], self.notes[: mark.notes]
        folding.lines, folding.marks = list(lines[: mark.lines]), marks
        return folding

    def _mark_here(self, lines: int) -> None:
        rest = {name: _copied(value) for name, value in vars(self).items() if name not in NOT_IN_A_MARK}
        self.marks.append(_Mark(lines=lines, rows=len(self.rows), notes=len(self.notes), rest=rest))

    def take(self, line: Line) -> None:
        """Apply one line; lines about earlier hands were gathered before."""
        if line.kind not in ABOUT_HANDS:
            self._take(line)
        if line.number % LINES_A_MARK == 0:
            self._mark_here(line.number)

    def _take(self, line: Line) -> None:
        # The name of a method is made of the kind, and an imported book may say anything.
        if line.kind not in KINDS:
            raise HandRefused("unknown_kind", f"“{line.kind!s:.20}” is nothing that a book can say.")
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
        self.totals = {int(player): _points(points) for player, points in line.facts["totals"].items()}
        if left := sum(self.totals.values()):
            raise HandRefused("unbalanced", f"These totals add up to {left}, not to 0.")
        self.players = list(self.totals)
        self.played.update(self.players)
        self.notebook = dict(self.totals)
        self.counts = {(player, NIGHT): Count(0, 0, points) for player, points in self.totals.items()}
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
        if not least <= len(seating.active) <= most:
            who = f"{least} to {most}" if least < most else f"{most}"
            raise HandRefused("plays", f"{game.name} is played by {who}.", fact="plays")
        self._sit(seating)

    def _joined(self, line: Line) -> None:
        self._sit(
            self.seating.joined(
                line.facts["player"],
                after=line.facts.get("after"),
                goes=line.facts.get("goes"),
                usually=GAMES[self.rules[self.version].game].usually,
            )
        )
        self._note(line)

    def _left(self, line: Line) -> None:
        least = GAMES[self.rules[self.version].game].least_active
        self.seating = self.seating.left(line.facts["player"], least=least)
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


def _points(said: str) -> Fraction:
    """Points as a notebook's line has them: "3", "-7/2"; refuses other numbers, which may take for ever."""
    if not POINTS.fullmatch(said):
        raise HandRefused("not_exact", "Points are a whole number or a fraction like 3/2.", fact="totals")
    return Fraction(said)


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list | set) else value


def _said_of_hands(lines: Iterable[Line]) -> Said:
    """Everything said of each hand, oldest first, by the number of the entry that told it first."""
    said: Said = {}
    for line in lines:
        if line.kind == "hand":
            said[line.number] = [line]
        elif line.kind in ABOUT_HANDS:
            if line.facts["of"] not in said:
                raise HandRefused("no_such_hand", "There is no such hand in this book.", fact="of")
            said[line.facts["of"]].append(line)
    return said
