"""What happens elsewhere: somebody else writes, and phones are let go and in."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from ledger.models import Entry, Group, Membership, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    Hand,
    StaleWrite,
    WriteContext,
    Written,
    admit,
    end_night,
    remark_on_hand,
    reopen_night,
    take_back_hand,
    tell_hand,
)
from ledger.scoring import HandRefused
from ledger.sheet import EntryKind
from tests.cast import a_night, owner_of, thursday_table
from tests.simulation.server import newest

MOST_PHONES = 6

Writes = Callable[[WriteContext], Written]
Note = Callable[..., None]


@dataclass(frozen=True, kw_only=True)
class Table:
    """What every story begins with: a group, its nights, its owner, and a way in for each phone."""

    group: Group
    nights: list[Session]
    owner: Membership
    members: list[Membership]


def a_table(nights: int) -> Table:
    """A table of so many nights: at the first five play, at the second six, of whom the dealer sits out."""
    group = thursday_table()
    around = [("Ann", "Ben", "Cleo", "Dave", "Edith"), ()][:nights]
    members = [admit(group, uuid.uuid4(), Role.SCORER) for _ in range(MOST_PHONES)]
    return Table(
        group=group,
        nights=[a_night(group, *names) for names in around],
        owner=owner_of(group),
        members=members,
    )


class Others:
    """Everybody but the phones of a story; `note` hears what they did."""

    def __init__(self, table: Table, nights: list[Session], luck: Random, note: Note) -> None:
        self.table, self.nights, self.luck, self.note = table, nights, luck, note

    def lets_go(self, member: Membership) -> Role | None:
        """A phone may only watch from now on, or nothing at all: what it may."""
        here = Membership.objects.filter(pk=member.pk)
        if self.luck.random() < 0.5:
            here.update(role=Role.WATCHER)
            return Role.WATCHER
        here.update(guest=uuid.UUID(int=self.luck.getrandbits(128), version=4))
        return None

    def lets_in(self, member: Membership) -> Role:
        """A phone may write again: as what."""
        Membership.objects.filter(pk=member.pk).update(guest=member.guest, role=member.role)
        return Role(member.role)

    def tell(self) -> None:
        night = self.luck.choice(self.nights)
        pair = self.luck.sample(range(5), 2)

        def tell(context: WriteContext) -> Written:
            seats = sheet_of(night).seating.seats
            told = {"kind": "picked", "picker": pair[0], "partners": pair[1:], "result": "lost"}
            return tell_hand(night, Hand(seats=seats, told=told), context)

        self._write(night, tell)

    def take_back(self) -> None:
        night = self.luck.choice(self.nights)
        if (entry := self._some_hand(night)) is not None:
            self._write(night, lambda context: take_back_hand(night, entry, context))

    def remark(self) -> None:
        night = self.luck.choice(self.nights)
        if (entry := self._some_hand(night)) is not None:
            self._write(night, lambda context: remark_on_hand(night, entry, "Well played", context))

    def end(self) -> None:
        night = self.luck.choice(self.nights)
        self._write(night, lambda context: end_night(night, context))

    def go_on(self) -> None:
        night = self.luck.choice(self.nights)
        self._write(night, lambda context: reopen_night(night, context))

    def _write(self, night: Session, writes: Writes) -> None:
        """Somebody writes who sees the whole book; what cannot be is not written."""
        key = uuid.UUID(int=self.luck.getrandbits(128), version=4)
        while True:
            context = WriteContext(key=key, after=newest(night), by=self.table.owner)
            try:
                written = writes(context)
            except StaleWrite:
                continue  # real pages write beside this: it is looked at again
            except HandRefused:
                return
            self.note("somebody else writes", written.entry.kind, "into night", night.number)
            return

    def _some_hand(self, night: Session) -> int | None:
        told = Entry.objects.filter(session=night, kind=EntryKind.HAND).values_list("number", flat=True)
        return self.luck.choice(sorted(told)) if told else None
