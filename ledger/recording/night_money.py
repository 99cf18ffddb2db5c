"""What the lines of a night say of money, which its group's journal has to say as well."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.messages import Message
from ledger.models import Account, Kind
from ledger.recording.contradictions import ENDS, called, fault
from ledger.recording.writing import Refused
from ledger.settling import THE_BOX
from ledger.sheet import EntryKind, Line

# Cents by account and player.
Cents = Mapping[tuple[str, int | None], int]


@dataclass(frozen=True, kw_only=True)
class Move:
    """What a line of a night has to be in the journal; the cents of an ending are None: its change is booked.

    `number` is the line's; `undoes` is the key of what it takes back.
    """

    number: int
    kind: Kind
    cents: Cents | None = None
    undoes: uuid.UUID | None = None

    def is_told(self, *, kind: str, cents: Cents, undoes: uuid.UUID | None) -> bool:
        """Return whether a line of the journal says the same; what an ending brings is compared with all of
        them.
        """
        if self.cents is None:
            return kind == self.kind
        return (kind, cents, undoes) == (self.kind, self.cents, self.undoes)


def moves(lines: Iterable[Line], keys: Mapping[int, uuid.UUID]) -> dict[uuid.UUID, Move]:
    """Return every line of a night that moves money, by its key. `keys` are the lines' by their numbers."""
    found: dict[uuid.UUID, Move] = {}
    paid: dict[int, Line] = {}
    for line in lines:
        if line.kind in ENDS:
            found[keys[line.number]] = Move(number=line.number, kind=Kind.NIGHT)
        elif line.kind == EntryKind.PAID:
            paid[line.number] = line
            found[keys[line.number]] = _payment(line, line, None)
        elif line.kind == EntryKind.UNPAID and (was := paid.get(line.facts["of"])) is not None:
            found[keys[line.number]] = _payment(line, was, keys[was.number])
    return found


def _payment(line: Line, paid: Line, undoes: uuid.UUID | None) -> Move:
    payer, payee, cents = (paid.facts[name] for name in ("payer", "payee", "cents"))
    amount = cents if line is paid else -cents
    return Move(
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
        if line.kind in ENDS:
            found = {int(player): cents for player, cents in line.facts["cents"].items() if cents}
            to_kitty = (line.facts.get("rounded") or {}).get("kitty")
            return {**found, THE_BOX: to_kitty} if to_kitty else found
    return {}


class NightMoney:
    """Endings and payments that are not in the journal yet; what is wrong is answered."""

    def __init__(self) -> None:
        self._moves: dict[uuid.UUID, tuple[int, Move]] = {}
        self._open: dict[int, dict[int, int]] = {}

    def note(self, night: int, lines: Sequence[Line], keys: Mapping[int, uuid.UUID]) -> None:
        """Keep in mind what the lines of a night say: its last ending, and each payment."""
        self._moves |= {key: (night, move) for key, move in moves(lines, keys).items()}
        if cents := brought(lines):
            self._open[night] = cents

    def take(
        self, key: uuid.UUID, *, night: int | None, kind: str, cents: Cents, undoes: uuid.UUID | None
    ) -> Message | None:
        """Return a line of the journal that pays no plan: what contradicts the nights in it (see `fault`)."""
        of, wanted = self._moves.pop(key, (None, None))
        if of is None or wanted is None:
            return None if night is None or kind == Kind.PAYMENT else fault("of_no_line")
        if night != of or not wanted.is_told(kind=kind, cents=cents, undoes=undoes):
            return fault("other_than_night", night=of, line=wanted.number)
        return self._bring(of, cents) if wanted.cents is None else None

    def missing(self, names: Mapping[int, str]) -> Refused | None:
        """Return what the journal lacks when it is at its end."""
        for night, open_cents in self._open.items():
            for player, cents in open_cents.items():
                return Refused(
                    "contradicts", case="ending", night=night, cents=abs(cents), name=called(player, names)
                )
        for night, one in self._moves.values():
            if one.cents is not None:
                return Refused("contradicts", case="payment", night=night, line=one.number)
        return None

    def _bring(self, night: int, cents: Cents) -> Message | None:
        open_cents = self._open.setdefault(night, {})
        for (account, who), amount in cents.items():
            if account == Account.BOX:
                return fault("of_no_night")
            player = THE_BOX if who is None else who
            open_cents[player] = open_cents.get(player, 0) - amount
            if not open_cents[player]:
                del open_cents[player]
        if not open_cents:
            del self._open[night]
        return None
