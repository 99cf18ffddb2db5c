"""What the book of a night says against itself, found line by line, without a look at the database.

`ledger.recording` writes no such line. A file from elsewhere is refused at the first fault; the audit says
them all. Both ask here, so in a book that was let in it finds nothing.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.folding import fold_in_steps
from ledger.messages import Message, message
from ledger.recording.writing import AFTER_THE_END
from ledger.settling import THE_BOX, rounded, to_the_coin
from ledger.sheet import EntryKind, Line, ScoreSheet
from ledger.steps import Progress

BEGINS = (EntryKind.OPENED, EntryKind.NOTEBOOK)
ENDS = (EntryKind.ENDED, EntryKind.NOTEBOOK, EntryKind.AMENDED, EntryKind.STRUCK)
# The group's players by id; None where nobody knows.
Names = Mapping[int, str] | None

# Who pays, and who is paid.
Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What is wrong with the line of this number: a part of a sentence that names the line before."""

    line: int
    what: Message


def fault(case: str, **params: object) -> Message:
    """Return the message of a contradiction, a part of a sentence that says before where it stands."""
    return Message(code="fault", case=case, params=params)


def contradictions(lines: Sequence[Line], names: Names) -> Generator[Progress | Fault, None, ScoreSheet]:
    """Return the sheet of a night's lines, in steps of a line; every fault is yielded where it is found.

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
    # What the whole night adds up to, and who is in it, is said of its last line.
    if left := sheet.unbalanced + sheet.pot_points:
        yield Fault(line=sheet.newest, what=fault("totals_left", left=left))
    for player in sorted(sheet.totals) if names is not None else ():
        if player not in (names or {}):
            yield Fault(line=sheet.newest, what=fault("player_of_nobody", player=player))
    return sheet


def cents_today(sheet: ScoreSheet) -> dict[int, int]:
    """Return what the hands of a night bring as they are read today: cents by player id, and THE_BOX.

    Rounded as the night was when it ended. Raises ValueError for points that do not add up to zero.
    """
    cents = rounded(sheet.worth, sheet.turn)
    return to_the_coin(cents, sheet.ending.rounding, sheet.turn) if sheet.ending else cents


def called(player: int | None, names: Names) -> str | Message:
    """Return a player's name, as far as it is known; THE_BOX has one, too."""
    if player == THE_BOX:
        return message("the_box")
    return (names or {}).get(player or 0) or message("stranger")


class _Book:
    """What is known between two lines: whether the night is over, and which payments are open or made."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._is_over = False
        self._open: dict[Pair, int] = {}
        self._paid: dict[int, tuple[int, int, int]] = {}
        self._paid_before: set[int] = set()
        self._stake = 0
        self._stakes_before: dict[int, int] = {}

    def take(self, line: Line, *, is_first: bool = False) -> Iterator[Fault]:
        """Move on by one more line, and what is wrong with it."""
        yield from (Fault(line=line.number, what=what) for what in self._take(line, is_first=is_first))

    def look_at_ending(self, line: Line, sheet: ScoreSheet) -> Iterator[Fault]:
        """Yield where the ending that was taken last is not what the hands of `sheet` bring."""
        yield from (Fault(line=line.number, what=what) for what in self._of_ending(line, sheet))

    def _take(self, line: Line, *, is_first: bool) -> Iterator[Message]:
        if line.kind not in list(EntryKind):
            yield fault("unknown_kind", kind=f"{line.kind!s:.20}")
            return
        if (line.kind in BEGINS) != is_first:
            yield fault("opened_once")
        if self._is_over and line.kind not in AFTER_THE_END:
            yield fault("after_the_end")
        if line.kind in (*BEGINS, EntryKind.STAKE, EntryKind.UNDONE):
            yield from self._count_for(line)
        if line.kind in ENDS:
            self._is_over = True
            planned = line.facts.get("payments")
            self._open = {(one["payer"], one["payee"]): one["cents"] for one in planned or ()}
            self._paid_before = set() if planned is None else set(self._paid)
        elif line.kind == EntryKind.REOPENED:
            if not self._is_over:
                yield fault("not_over")
            self._is_over, self._open = False, {}
        elif line.kind == EntryKind.PAID:
            yield from self._pay(line)
        elif line.kind == EntryKind.UNPAID:
            yield from self._unpay(line)

    def _count_for(self, line: Line) -> Iterator[Message]:
        if line.kind == EntryKind.UNDONE:
            self._stake = self._stakes_before.get(line.facts["of"], self._stake)
            return
        if line.kind == EntryKind.STAKE and (said := line.facts["before"]) != self._stake:
            yield fault("other_stake", had=said, has=self._stake)
        self._stakes_before[line.number] = self._stake
        self._stake = line.facts["stake_cents"]

    def _pay(self, line: Line) -> Iterator[Message]:
        payer, payee, cents = line.facts["payer"], line.facts["payee"], line.facts["cents"]
        if self._open.get((payer, payee)) == cents:
            del self._open[payer, payee]
        else:
            yield fault("no_open_payment")
        self._paid[line.number] = (payer, payee, cents)

    def _unpay(self, line: Line) -> Iterator[Message]:
        of = line.facts["of"]
        if of not in self._paid:
            yield fault("not_paid")
            return
        payer, payee, cents = self._paid.pop(of)
        if self._is_over and of not in self._paid_before:
            self._open[payer, payee] = cents

    def _of_ending(self, line: Line, sheet: ScoreSheet) -> Iterator[Message]:
        if sheet.pot_points or sheet.unbalanced:
            yield fault("pot_left")
            return
        ending = sheet.ending
        said, wanted = ending.brought if ending else {}, cents_today(sheet)
        for player in sorted({*said, *wanted}):
            if (had := said.get(player)) != (has := wanted.get(player)):
                who = called(player, self._names)
                yield fault("other_cents", had=_or_no(had), who=who, has=_or_no(has))
        if (own := line.facts.get("payments")) is not None:
            planned = [(one["payer"], one["payee"], one["cents"]) for one in own]
            yield from self._of_plan(said, planned)

    def _of_plan(
        self, cents: Mapping[int, int], planned: Sequence[tuple[int, int, int]]
    ) -> Iterator[Message]:
        # The payments, with those made before, have to bring everybody to zero, each pair once.
        left = dict(cents)
        for payer, payee, amount in (*self._paid.values(), *planned):
            left[payer] = left.get(payer, 0) + amount
            left[payee] = left.get(payee, 0) - amount
        for player, amount in sorted(left.items()):
            if amount:
                yield fault("payments_leave", cents=amount, who=called(player, self._names))
        seen: set[Pair] = set()
        for payer, payee, amount in planned:
            giver, taker = called(payer, self._names), called(payee, self._names)
            if amount <= 0 or payer == payee:
                yield fault("plans_none", cents=amount, payer=giver, payee=taker)
            if (payer, payee) in seen:
                yield fault("plans_twice", payer=giver, payee=taker)
            seen.add((payer, payee))


def _or_no(cents: int | None) -> int | Message:
    return message("no_cents") if cents is None else cents
