"""What happens elsewhere: somebody else writes, and phones are let go and in."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ledger.book.sheet import HandRow
from ledger.models import Group, Membership, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    NewHand,
    StaleWrite,
    WriteContext,
    Written,
    admit,
    arrange,
    change_stake,
    correct_hand,
    end_night,
    join,
    leave,
    remark_on_hand,
    reopen_night,
    take_back_hand,
    tell_hand,
    write_rules,
)
from ledger.scoring import HandRefused
from tests.cast import NAMES, a_night, ids, owner_of, thursday_table
from tests.simulation.deals import Deal, Deals
from tests.simulation.server import newest

MOST_PHONES = 6
LEAST_SEATS, MOST_SEATS = 5, 7

Writes = Callable[[WriteContext], Written]
Note = Callable[..., None]


@dataclass(frozen=True, kw_only=True)
class Table:
    """A group, its players and nights, its owner, and a way in for each phone."""

    group: Group
    players: Sequence[int]
    nights: list[Session]
    owner: Membership
    members: list[Membership]


def a_table(nights: int) -> Table:
    """A table of so many nights: at the first five play, at the second six, of whom the dealer sits out."""
    group = thursday_table(names=[*NAMES, "Gus"])
    around = [NAMES[:5], NAMES][:nights]
    members = [admit(group, uuid.uuid4(), Role.SCORER) for _ in range(MOST_PHONES)]
    return Table(
        group=group,
        players=ids(group),
        nights=[a_night(group, *names) for names in around],
        owner=owner_of(group),
        members=members,
    )


class Others:
    """Everybody but the phones of a story; `note` hears what they did, `tells_news` where."""

    def __init__(
        self,
        table: Table,
        nights: list[Session],
        luck: Random,
        note: Note,
        deals: Deals,
        tells_news: Callable[[Session], None],
    ) -> None:
        self.table, self.nights, self.luck, self.note = table, nights, luck, note
        self.deals, self.tells_news = deals, tells_news

    def lets_go(self, member: Membership) -> Role | None:
        """A phone may only watch from now on, or nothing at all: what it may."""
        here = Membership.objects.filter(pk=member.pk)
        if self.luck.random() < 0.5:
            here.update(role=Role.WATCHER)
            return Role.WATCHER
        here.update(guest=uuid.UUID(int=self.luck.getrandbits(128), version=4))
        return None

    def lets_in(self, member: Membership) -> Role:
        Membership.objects.filter(pk=member.pk).update(guest=member.guest, role=member.role)
        return Role(member.role)

    def tell(self, deal: Deal) -> None:
        """Record a deal, on a phone that has seen everything, if both still sit there."""
        seats = sheet_of(deal.night).seating.seats
        if not set(deal.pair) <= set(seats) or any(one == deal for one, _ in self.deals.rows(deal.night)):
            return

        def tell(context: WriteContext) -> Written:
            told = _facts(deal.pair, seats, deal.result)
            written = tell_hand(deal.night, NewHand(seats=seats, told=told), context)
            self.deals.told[str(context.key)] = deal
            return written

        self._write(deal.night, tell)

    def correct(self) -> None:
        night = self._some_night()
        if (found := self._some_hand(night)) is None:
            return
        deal, row = found
        result = self.luck.choice(["won", "lost", "lost_schneider"])
        hand = NewHand(seats=row.seats, told=_facts(deal.pair, row.seats, result))
        self._write(night, lambda context: correct_hand(night, row.entry, hand, context))

    def take_back(self) -> None:
        night = self._some_night()
        if (found := self._some_hand(night)) is not None:
            self._write(night, lambda context: take_back_hand(night, found[1].entry, context))

    def remark(self) -> None:
        night = self._some_night()
        if (found := self._some_hand(night)) is not None:
            self._write(night, lambda context: remark_on_hand(night, found[1].entry, "Well played", context))

    def join(self) -> None:
        night, seats = self._some_seats()
        away = [one for one in self.table.players if one not in seats]
        if away and len(seats) < MOST_SEATS:
            who, where = self.luck.choice(away), self.luck.choice(seats)
            self._write(night, lambda context: join(night, who, context, after=where))

    def leave(self) -> None:
        night, seats = self._some_seats()
        if len(seats) > LEAST_SEATS:
            who = self.luck.choice(seats)
            self._write(night, lambda context: leave(night, who, context))

    def change_seats(self) -> None:
        """Somebody else deals, at a table that is seated anew."""
        night, _ = self._some_seats()
        seating = sheet_of(night).seating
        seats = tuple(self.luck.sample(seating.seats, len(seating.seats)))
        anew = replace(seating, seats=seats, dealer=self.luck.choice(seats), by_hand=None)
        self._write(night, lambda context: arrange(night, anew, context))

    def change_stake(self) -> None:
        night = self._some_night()
        cents = self.luck.choice([5, 10, 25, 50])
        self._write(night, lambda context: change_stake(night, cents, context))

    def change_rules(self) -> None:
        """The group plays otherwise, on every night that goes on."""
        options = {"bump": self.luck.random() < 0.5}
        key = uuid.UUID(int=self.luck.getrandbits(128), version=4)
        write_rules(self.table.group, "sheepshead", "", options, key, self.table.owner)
        self.note("somebody else says", options)
        for night in self.nights:
            self.tells_news(night)

    def end(self) -> None:
        night = self._some_night()
        self._write(night, lambda context: end_night(night, context))

    def go_on(self) -> None:
        night = self._some_night()
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
            self.tells_news(night)
            return

    def _some_night(self) -> Session:
        return self.luck.choice(self.nights)

    def _some_seats(self) -> tuple[Session, tuple[int, ...]]:
        night = self._some_night()
        return night, sheet_of(night).seating.seats

    def _some_hand(self, night: Session) -> tuple[Deal, HandRow] | None:
        told = self.deals.rows(night)
        return self.luck.choice(told) if told else None


def _facts(pair: tuple[int, int], seats: Sequence[int], result: str) -> dict[str, Any]:
    picker, partner = (seats.index(one) for one in pair)
    return {"kind": "picked", "picker": picker, "partners": [partner], "result": result}
