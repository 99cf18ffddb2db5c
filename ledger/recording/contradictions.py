"""What the book of a night says against itself, found line by line, without a look at the database.

The pen has written no such line. A file from elsewhere is refused at the first fault; the auditor says them
all. Both ask here, so in a book that was let in he finds nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.folding import fold_in_steps
from ledger.recording.writing import AFTER_THE_END
from ledger.settling import in_cents
from ledger.sheet import EntryKind, Line, ScoreSheet
from ledger.steps import Progress

BEGINS = (EntryKind.OPENED, EntryKind.NOTEBOOK)
ENDS = (EntryKind.ENDED, EntryKind.NOTEBOOK)
Names = Mapping[int, str] | None
"""The group's players by id; None where nobody knows."""

Pair = tuple[int, int]
"""Who pays, and who is paid."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What is wrong with the line of this number; the words follow its place in a sentence."""

    line: int
    words: str


def contradictions(lines: Sequence[Line], names: Names) -> Generator[Progress | Fault, None, ScoreSheet]:
    """The sheet of a night's lines, in steps of a line; every fault is yielded where it is found.

    An ending is compared with the hands as they stood when it was written, before later corrections. Raises
    what the fold raises, after the faults that can be seen without it.
    """
    book, sheet = _Book(names), None
    for place, line in enumerate(lines, 1):
        yield from book.take(line, is_first=place == 1)
        if line.kind in ENDS:
            try:
                sheet = yield from fold_in_steps(lines[:place], known=sheet)
            except Exception:
                for later in lines[place:]:
                    yield from book.take(later)
                raise
            yield from book.look_at_ending(line, sheet)
    sheet = yield from fold_in_steps(lines, known=sheet)
    yield from _of_sheet(sheet, names)
    return sheet


def called(player: int | None, names: Names) -> str:
    """A player's name, as far as it is known."""
    return (names or {}).get(player or 0, "a stranger")


class _Book:
    """What is known between two lines: whether the night is over, and which payments are open or made."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._is_over = False
        self._open: dict[Pair, int] = {}
        self._paid: dict[int, tuple[int, int, int]] = {}
        self._paid_before: set[int] = set()

    def take(self, line: Line, *, is_first: bool = False) -> Iterator[Fault]:
        """Move on by one more line, and what is wrong with it."""
        yield from (Fault(line=line.number, words=words) for words in self._take(line, is_first=is_first))

    def look_at_ending(self, line: Line, sheet: ScoreSheet) -> Iterator[Fault]:
        """Whether the ending that was taken last says what the hands of `sheet` bring, and settles it."""
        yield from (Fault(line=line.number, words=words) for words in self._of_ending(line, sheet))

    def _take(self, line: Line, *, is_first: bool) -> Iterator[str]:
        if line.kind not in list(EntryKind):
            yield f"it is of an unknown kind, {line.kind!s:.20}"
            return
        if (line.kind in BEGINS) != is_first:
            yield "a book is opened once, in its first line"
        if self._is_over and line.kind not in AFTER_THE_END:
            yield "it was written after the night had ended"
        if line.kind in ENDS:
            self._end(line)
        elif line.kind == EntryKind.REOPENED:
            if not self._is_over:
                yield "it opens a night again, and the night had not ended"
            self._is_over, self._open = False, {}
        elif line.kind == EntryKind.PAID:
            yield from self._pay(line)
        elif line.kind == EntryKind.UNPAID:
            yield from self._unpay(line)

    def _end(self, line: Line) -> None:
        self._is_over = True
        self._open = {(one["payer"], one["payee"]): one["cents"] for one in line.facts["payments"]}
        self._paid_before = set(self._paid)

    def _pay(self, line: Line) -> Iterator[str]:
        payer, payee, cents = line.facts["payer"], line.facts["payee"], line.facts["cents"]
        if self._open.get((payer, payee)) == cents:
            del self._open[payer, payee]
        else:
            yield "there was no such open payment"
        self._paid[line.number] = (payer, payee, cents)

    def _unpay(self, line: Line) -> Iterator[str]:
        of = line.facts["of"]
        if of not in self._paid:
            yield "no such payment was marked paid"
            return
        payer, payee, cents = self._paid.pop(of)
        if self._is_over and of in self._paid_before:
            yield "that payment was made before this ending"
        elif self._is_over:
            self._open[payer, payee] = cents

    def _of_ending(self, line: Line, sheet: ScoreSheet) -> Iterator[str]:
        if sheet.pot_points or sum(sheet.totals.values()):
            yield "the night ended while points lay in the pot"
            return
        said = {int(player): cents for player, cents in line.facts["cents"].items()}
        wanted = in_cents(sheet.totals, sheet.stake_cents)
        for player in sorted({*said, *wanted}):
            if (had := said.get(player, "no")) != (has := wanted.get(player, "no")):
                yield f"it says {had} cents for {called(player, self._names)}, its hands bring {has}"
        planned = [(one["payer"], one["payee"], one["cents"]) for one in line.facts["payments"]]
        yield from self._of_plan(said, planned)

    def _of_plan(self, cents: Mapping[int, int], planned: Sequence[tuple[int, int, int]]) -> Iterator[str]:
        """The payments, with what was paid before, have to bring everybody to zero, each pair once."""
        left = dict(cents)
        for payer, payee, amount in (*self._paid.values(), *planned):
            left[payer] = left.get(payer, 0) + amount
            left[payee] = left.get(payee, 0) - amount
        for player, amount in sorted(left.items()):
            if amount:
                yield f"its payments leave {amount} cents open for {called(player, self._names)}"
        seen: set[Pair] = set()
        for payer, payee, amount in planned:
            who = f"from {called(payer, self._names)} to {called(payee, self._names)}"
            if amount <= 0 or payer == payee:
                yield f"it plans {amount} cents {who}"
            if (payer, payee) in seen:
                yield f"it plans two payments {who}"
            seen.add((payer, payee))


def _of_sheet(sheet: ScoreSheet, names: Names) -> Iterator[Fault]:
    """What the whole night adds up to, and who is in it, said of its last line."""
    if left := sum(sheet.totals.values()) + sheet.pot_points:
        yield Fault(line=sheet.newest, words=f"the totals and the pot add up to {left}, not to 0")
    for player in sorted(sheet.totals) if names is not None else ():
        if player not in (names or {}):
            yield Fault(line=sheet.newest, words=f"player {player} is nobody of this group")
