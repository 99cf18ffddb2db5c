"""What a night's book says of its end, looked at line by line, without a look at the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ledger.folding import fold_in_steps
from ledger.recording.auditing.reading import Say, Stops
from ledger.recording.pen import AFTER_THE_END
from ledger.settling import in_cents
from ledger.sheet import KINDS, Line, ScoreSheet

ENDS = ("ended", "notebook")
AT_ONCE = 100
"""So many lines are folded between two stops: some ten milliseconds."""
Names = Mapping[int, str] | None


def fold_and_look(lines: Sequence[Line], names: Names, say: Say) -> Stops[ScoreSheet]:
    """The sheet of a book, and a line for every ending on the way that is not what its hands brought.

    Raises what the fold raises.
    """
    sheet: ScoreSheet | None = None
    for place, line in enumerate(lines):
        if line.kind in ENDS:
            until = lines[: place + (line.kind == "notebook")]
            sheet = yield from _folded(until, sheet)
            for fault in _of_ending(line, sheet, names):
                say(f"entry {line.number}: {fault}")
    return (yield from _folded(lines, sheet))


def _folded(lines: Sequence[Line], known: ScoreSheet | None) -> Stops[ScoreSheet]:
    steps = fold_in_steps(lines, known=known)
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            sheet: ScoreSheet = end.value
            return sheet
        if progress.done % AT_ONCE == 0:
            yield


def _of_ending(line: Line, sheet: ScoreSheet, names: Names) -> Iterator[str]:
    """`sheet` is how things stood when the night ended."""
    if sheet.pot_points:
        yield f"the night ends while {sheet.pot_points} points lie in the pot"
        return
    said = {int(player): cents for player, cents in line.facts["cents"].items()}
    wanted = in_cents(sheet.totals, sheet.stake_cents)
    for player in sorted({*said, *wanted}):
        if said.get(player) != wanted.get(player):
            had, has = said.get(player, "no"), wanted.get(player, "no")
            yield f"it says {had} cents for {called(player, names)}, the hands say {has}"
    yield from _of_plan(line, said, () if line.kind == "notebook" else sheet.paid, names)


def _of_plan(line: Line, cents: Mapping[int, int], paid: Sequence[Any], names: Names) -> Iterator[str]:
    """The payments, with what was paid before, have to bring everybody to zero."""
    left = dict(cents)
    planned = [(one["payer"], one["payee"], one["cents"]) for one in line.facts["payments"]]
    for payer, payee, amount in [(one.payer, one.payee, one.cents) for one in paid] + planned:
        left[payer] = left.get(payer, 0) + amount
        left[payee] = left.get(payee, 0) - amount
    for player, amount in sorted(left.items()):
        if amount:
            yield f"its payments leave {amount} cents for {called(player, names)}"
    for payer, payee, amount in planned:
        if amount <= 0 or payer == payee:
            yield f"it plans {amount} cents from {called(payer, names)} to {called(payee, names)}"


def order_faults(lines: Sequence[Line]) -> Iterator[str]:
    """Lines that no book has, or not there: a hand after the end, a payment that nobody planned."""
    book = _Order()
    for place, line in enumerate(lines):
        if line.kind not in KINDS:
            yield f"entry {line.number} is of an unknown kind, {line.kind!s:.20}"
            continue
        if (line.kind in ("opened", "notebook")) != (place == 0):
            yield f"entry {line.number} ({line.kind}) is not where a book is opened"
        yield from (f"entry {line.number} ({line.kind}) {fault}" for fault in book.take(line))


class _Order:
    """Whether the night is over, and which payments of its plan are open or paid."""

    def __init__(self) -> None:
        self.is_over = False
        self.open: dict[tuple[int, int], int] = {}
        self.paid: dict[int, tuple[int, int] | None] = {}

    def take(self, line: Line) -> Iterator[str]:
        """One more line, and what is wrong with it."""
        if self.is_over and line.kind not in AFTER_THE_END:
            yield "was written after the night had ended"
        if line.kind in ENDS:
            self._end(line)
        elif line.kind == "reopened":
            if not self.is_over:
                yield "opens a night again that had not ended"
            self.is_over = False
        elif line.kind == "paid":
            yield from self._pay(line)
        elif line.kind == "unpaid":
            yield from self._unpay(line)

    def _end(self, line: Line) -> None:
        self.is_over = True
        self.open = {(one["payer"], one["payee"]): one["cents"] for one in line.facts["payments"]}
        self.paid = dict.fromkeys(self.paid)

    def _pay(self, line: Line) -> Iterator[str]:
        who = (line.facts["payer"], line.facts["payee"])
        self.paid[line.number] = who
        if not self.is_over or self.open.get(who) != line.facts["cents"] or self._is_paid(who, line.number):
            yield "is not a payment that was planned and open"

    def _unpay(self, line: Line) -> Iterator[str]:
        of = line.facts["of"]
        if of not in self.paid:
            yield "is about no payment that was made"
        elif self.paid.pop(of) is None and self.is_over:
            yield "is about a payment that was made before this ending"

    def _is_paid(self, who: tuple[int, int], number: int) -> bool:
        return any(one == who for of, one in self.paid.items() if of != number)


def called(player: int | None, names: Names) -> str:
    """A player's name, as far as it is known."""
    return (names or {}).get(player or 0, "a stranger")
