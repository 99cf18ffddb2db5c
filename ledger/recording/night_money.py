"""What the nights of an arriving group say of money, until its journal has said the same."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.models import Account, Entry, Kind

Cents = Mapping[tuple[str, int | None], int]
"""Cents by account and player."""

NIGHT_BROUGHT = "what a night brought has to be of a night, and of its players"


@dataclass(frozen=True, kw_only=True)
class _Line:
    """A line of a night that moves money; its cents are None for an ending, whose change is booked."""

    night: int
    number: int
    kind: Kind
    cents: Cents | None = None
    undoes: uuid.UUID | None = None


class NightMoney:
    """Endings and payments that are not in the journal yet; what is wrong is answered in words."""

    def __init__(self) -> None:
        self._lines: dict[uuid.UUID, _Line] = {}
        self._open: dict[int, dict[int, int]] = {}

    def note(self, night: int, entries: Sequence[Entry]) -> None:
        """Keep in mind what the lines of a night say: its last ending, and each payment."""
        paid: dict[int, Entry] = {}
        last: Mapping[str, int] = {}
        for one in entries:
            if one.kind in ("ended", "notebook"):
                last = one.facts["cents"]
                self._lines[one.key] = _Line(night=night, number=one.number, kind=Kind.NIGHT)
            elif one.kind == "paid":
                paid[one.number] = one
                self._note_payment(night, one, one)
            elif one.kind == "unpaid":
                self._note_payment(night, one, paid[one.facts["of"]])
        if cents := {int(player): cents for player, cents in last.items() if cents}:
            self._open[night] = cents

    def take(
        self, key: uuid.UUID, *, night: int | None, kind: str, cents: Cents, undoes: uuid.UUID | None
    ) -> str:
        """A line of the journal that pays no plan: what contradicts the nights in it."""
        wanted = self._lines.pop(key, None)
        if wanted is None:
            return "" if night is None else "it is booked on a night, and nothing in its book says so"
        if (night, kind) != (wanted.night, wanted.kind):
            return f"it says otherwise than night {wanted.night}, line {wanted.number}"
        if wanted.cents is None:
            return self._bring(wanted.night, cents)
        if (cents, undoes) != (wanted.cents, wanted.undoes):
            return f"it says otherwise than night {wanted.night}, line {wanted.number}"
        return ""

    def missing(self, names: Mapping[int, str]) -> str:
        """What the journal lacks when it is at its end."""
        for night, open_cents in self._open.items():
            for player, cents in open_cents.items():
                return (
                    f"Night {night} ended otherwise than the journal has it: "
                    f"{abs(cents)} cents of {names[player]} differ."
                )
        for one in self._lines.values():
            if one.cents is not None:
                return f"The journal has not the payment that night {one.night}, line {one.number}, says."
        return ""

    def _note_payment(self, night: int, line: Entry, paid: Entry) -> None:
        payer, payee, cents = (paid.facts[name] for name in ("payer", "payee", "cents"))
        amount = cents if line is paid else -cents
        self._lines[line.key] = _Line(
            night=night,
            number=line.number,
            kind=Kind.PAYMENT,
            cents={(Account.PLAYER.value, payer): amount, (Account.PLAYER.value, payee): -amount},
            undoes=None if line is paid else paid.key,
        )

    def _bring(self, night: int, cents: Cents) -> str:
        open_cents = self._open.setdefault(night, {})
        for (_, player), amount in cents.items():
            if player is None:
                return NIGHT_BROUGHT
            open_cents[player] = open_cents.get(player, 0) - amount
            if not open_cents[player]:
                del open_cents[player]
        if not open_cents:
            del self._open[night]
        return ""
