"""Contradictions of a night's book, found line by line: with itself, and with the group's journal.

`ledger.recording` writes no such line. A file from elsewhere is refused at the first fault; the audit says
them all. Both ask here, so in a book that was let in it finds nothing.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.book.folding import ABOUT_HANDS, fold
from ledger.book.sheet import EntryKind, Line, ScoreSheet
from ledger.models import Account, Kind
from ledger.money.rounding import THE_BOX, rounded, to_the_coin
from ledger.recording.writing import AFTER_THE_END, Refused
from ledger.words.messages import Message, message

BEGINS = (EntryKind.OPENED, EntryKind.NOTEBOOK)
ENDS = (EntryKind.ENDED, EntryKind.NOTEBOOK, EntryKind.AMENDED, EntryKind.STRUCK)


def ends_night(line: Line) -> bool:
    """Return whether a line ends its night; one out of a notebook with its hands is ended by a later line."""
    return line.kind in ENDS and not (line.kind == EntryKind.NOTEBOOK and "seats" in line.facts)


# The group's players by id; None where nobody knows.
KnownNames = Mapping[int, str] | None

# The payer and the payee.
Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A fault of the line of this number: a part of a sentence that names the line before."""

    line: int
    what: Message


def fault(case: str, **params: object) -> Message:
    """Return the message of a contradiction, a part of a sentence that says before where it stands."""
    return Message(code="fault", case=case, params=params)


def fold_and_compare(
    lines: Sequence[Line], names: KnownNames, found: Callable[[Fault], object]
) -> ScoreSheet:
    """Return the sheet of a night's lines, with a pause after each; `found` is called with every fault.

    An ending is compared with the hands as they stood when it was written, before later corrections. Raises
    what the fold raises, after the faults that can be seen without it.
    """
    book, sheet = _Book(names), None

    def note(number: int, faults: Iterable[Message]) -> None:
        for what in faults:
            found(Fault(line=number, what=what))

    for place, line in enumerate(lines, 1):
        note(line.number, book.take(line, is_first=place == 1))
        if ends_night(line):
            try:
                sheet = fold(lines[:place], known=sheet, pauses=True)
            except Exception:
                for later in lines[place:]:
                    note(later.number, book.take(later))
                raise
            note(line.number, book.look_at_ending(line, sheet))
    sheet = fold(lines, known=sheet, pauses=True)
    # Totals that do not balance and unknown players concern the whole night: they are noted at its last line.
    if left := sheet.unbalanced + sheet.pot_points:
        note(sheet.newest, [fault("totals_left", left=left)])
    if names is not None:
        strangers = sorted(sheet.totals.keys() - names.keys())
        note(sheet.newest, [fault("player_of_nobody", player=one) for one in strangers])
    return sheet


def cents_today(sheet: ScoreSheet) -> dict[int, int]:
    """Return what the hands of a night bring as they are read today: cents by player id, and THE_BOX.

    Rounded as the night was when it ended. Raises ValueError for points that do not add up to zero.
    """
    cents = rounded(sheet.worth, sheet.turn)
    return to_the_coin(cents, sheet.ending.rounding, sheet.turn) if sheet.ending else cents


def called(player: int | None, names: KnownNames) -> str | Message:
    """Return a player's name, as far as it is known; THE_BOX has one, too."""
    if player == THE_BOX:
        return message("the_box")
    return (names or {}).get(player or 0) or message("stranger")


class _Book:
    """The state between two lines: whether the night is over, and which payments are open or made."""

    def __init__(self, names: KnownNames) -> None:
        self._names = names
        self._is_over = False
        self._open: dict[Pair, int] = {}
        self._paid: dict[int, tuple[int, int, int]] = {}
        self._paid_before: set[int] = set()
        self._stake = 0
        self._stakes_before: dict[int, int] = {}

    def take(self, line: Line, *, is_first: bool = False) -> Iterator[Message]:
        if line.kind not in list(EntryKind):
            yield fault("unknown_kind", kind=f"{line.kind!s:.20}")
            return
        if (line.kind in BEGINS) != is_first:
            yield fault("opened_once")
        if self._is_over and line.kind not in AFTER_THE_END:
            yield fault("after_the_end")
        if line.kind in (*BEGINS, EntryKind.STAKE, EntryKind.UNDONE):
            yield from self._count_for(line)
        if ends_night(line):
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

    def look_at_ending(self, line: Line, sheet: ScoreSheet) -> Iterator[Message]:
        """Yield where the ending that was taken last is not what the hands of `sheet` bring."""
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


# Corrections of one hand.
MOST_CORRECTIONS = 500

# A night that was ended and corrected by turns is folded for each ending: so many times its lines.
MOST_TIMES_FOLDED, FOLDED_ANYWAY = 20, 20_000

# More points than anybody has.
MOST_PARTS = 10**15


def checked(lines: Sequence[Line], *, night: int, names: Mapping[int, str]) -> ScoreSheet:
    """Return the sheet of these lines, with a pause after each; raises Refused with the line that contradicts
    others.

    `names` are the players' by id. Raises HandRefused, as the fold does, for what cannot be.
    """
    corrections: Counter[int] = Counter()
    amended = 0
    left, before = MOST_TIMES_FOLDED * len(lines) + FOLDED_ANYWAY, 0
    for place, line in enumerate(lines, 1):
        if line.kind == EntryKind.CORRECTED:
            of = line.facts["of"]
            corrections[of] += 1
            if corrections[of] > MOST_CORRECTIONS:
                what = fault("corrected_too_often", most=MOST_CORRECTIONS)
                raise _refusal(night, line.number, what)
        elif ends_night(line):
            amended += line.kind in (EntryKind.AMENDED, EntryKind.STRUCK)
            if amended > MOST_CORRECTIONS:
                raise _refusal(night, line.number, fault("night_corrected_too_often", most=MOST_CORRECTIONS))
            # All lines are folded anew if a hand was corrected since the ending before.
            since = lines[before:place]
            left -= place if any(line.kind in ABOUT_HANDS for line in since) else len(since)
            if left < 0:
                raise _refusal(night, line.number, fault("ended_too_often"))
            before = place

    def refuse(found: Fault) -> None:
        raise _refusal(night, found.line, found.what)

    return fold_and_compare(lines, names, refuse)


def _refusal(night: int, line: int, what: Message) -> Refused:
    return Refused("contradicts", case="in_night", night=night, line=line, what=what)


# Cents by account and player.
CentsByHolder = Mapping[tuple[str, int | None], int]


@dataclass(frozen=True, kw_only=True)
class NightMove:
    """A line of a night as the journal has to have it, or has it.

    `number` is the line's; cents of an ending are None, as its change is booked; `undoes` is the key of what
    it takes back.
    """

    number: int
    kind: str
    cents: CentsByHolder | None = None
    undoes: uuid.UUID | None = None

    def is_told(self, line: NightMove) -> bool:
        """Check whether a line of the journal says the same; what an ending brings is compared with all of
        them.
        """
        if self.cents is None:
            return line.kind == self.kind
        return (line.kind, line.cents, line.undoes) == (self.kind, self.cents, self.undoes)


def moves(lines: Iterable[Line], keys: Mapping[int, uuid.UUID]) -> dict[uuid.UUID, NightMove]:
    """Return every line of a night that moves money, by its key. `keys` are the lines' by their numbers."""
    found: dict[uuid.UUID, NightMove] = {}
    paid: dict[int, Line] = {}
    for line in lines:
        if line.kind in ENDS:
            found[keys[line.number]] = NightMove(number=line.number, kind=Kind.NIGHT)
        elif line.kind == EntryKind.PAID:
            paid[line.number] = line
            found[keys[line.number]] = _payment(line, line, None)
        elif line.kind == EntryKind.UNPAID and (was := paid.get(line.facts["of"])) is not None:
            found[keys[line.number]] = _payment(line, was, keys[was.number])
    return found


def _payment(line: Line, paid: Line, undoes: uuid.UUID | None) -> NightMove:
    payer, payee, cents = (paid.facts[name] for name in ("payer", "payee", "cents"))
    amount = cents if line is paid else -cents
    return NightMove(
        number=line.number,
        kind=Kind.PAYMENT,
        cents={(Account.PLAYER.value, payer): amount, (Account.PLAYER.value, payee): -amount},
        undoes=undoes,
    )


def brought(lines: Sequence[Line]) -> dict[int, int]:
    """Return the cents that a night brought by its last ending, by player; all the journal's lines bring
    them.

    What rounding left to the kitty stands under THE_BOX. Nothing of a night that was paid before it was
    written down.
    """
    if lines and lines[0].facts.get("was_paid"):
        return {}
    for line in reversed(lines):
        if ends_night(line):
            found = {int(player): cents for player, cents in line.facts["cents"].items() if cents}
            to_kitty = (line.facts.get("rounded") or {}).get("kitty")
            return {**found, THE_BOX: to_kitty} if to_kitty else found
    return {}


class NightMoney:
    """Endings and payments that are not in the journal yet; what is wrong is answered."""

    def __init__(self) -> None:
        self._moves: dict[uuid.UUID, tuple[int, NightMove]] = {}
        self._open: dict[int, dict[int, int]] = {}

    def note(self, night: int, lines: Sequence[Line], keys: Mapping[int, uuid.UUID]) -> None:
        """Keep in mind what the lines of a night say: its last ending, and each payment."""
        self._moves |= {key: (night, move) for key, move in moves(lines, keys).items()}
        if cents := brought(lines):
            self._open[night] = cents

    def take(
        self, key: uuid.UUID, *, night: int | None, kind: str, cents: CentsByHolder, undoes: uuid.UUID | None
    ) -> Message | None:
        """Return a line of the journal that pays no plan: what contradicts the nights in it (see `fault`)."""
        of, wanted = self._moves.pop(key, (None, None))
        if of is None or wanted is None:
            return None if night is None or kind == Kind.PAYMENT else fault("of_no_line")
        if night != of or not wanted.is_told(NightMove(number=0, kind=kind, cents=cents, undoes=undoes)):
            return fault("other_than_night", night=of, line=wanted.number)
        # Cents that an ending changed are taken off the sum of its night.
        open_cents = self._open.setdefault(night, {})
        for (account, who), amount in cents.items() if wanted.cents is None else ():
            if account == Account.BOX:
                return fault("of_no_night")
            player = THE_BOX if who is None else who
            open_cents[player] = open_cents.get(player, 0) - amount
            if not open_cents[player]:
                del open_cents[player]
        if not open_cents:
            del self._open[night]
        return None

    def missing(self, names: Mapping[int, str]) -> Refused | None:
        for night, open_cents in self._open.items():
            for player, cents in open_cents.items():
                return Refused(
                    "contradicts", case="ending", night=night, cents=abs(cents), name=called(player, names)
                )
        for night, one in self._moves.values():
            if one.cents is not None:
                return Refused("contradicts", case="payment", night=night, line=one.number)
        return None
