"""One story: a schedule is played, then the network heals, and persons decide what waits for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from random import Random

from ledger.models.book import sheet_of
from tests.scorekeeper.pad.deno import Script
from tests.simulation.clock import Clock
from tests.simulation.network import Network
from tests.simulation.others import Others, Table
from tests.simulation.phone import Phone, address
from tests.simulation.schedule import LASTS, Act, Planned, Schedule
from tests.simulation.server import Server

ROUNDS = 200
"""So often at most somebody looks at what waits, before it never ends."""


class Story:
    """The world of one seed."""

    def __init__(self, table: Table, schedule: Schedule, luck: Random, clock: Clock, script: Script) -> None:
        self.table, self.luck, self.clock = table, luck, clock
        self.nights = table.nights
        self.others = Others(table, self.nights, luck, clock.note)
        self.server = Server(luck, clock)
        self.network = Network(luck, clock, self.server)
        self.phones = [
            Phone(
                name=f"phone {number}",
                member=table.members[number],
                luck=luck,
                clock=clock,
                network=self.network,
                server=self.server,
                script=script,
                nights=self.nights,
            )
            for number in range(schedule.phones)
        ]
        for phone in self.phones:
            phone.opens()
        for planned in schedule.acts:
            clock.after(planned.ms, partial(self._plays, planned))
        clock.after(LASTS, self._heals)

    @property
    def now(self) -> datetime:
        return self.clock.now

    def tell(self) -> None:
        """All of it, until nobody has anything to do any more."""
        self.clock.run()
        for _ in range(ROUNDS):
            if not any(self._settles(phone) for phone in self.phones):
                return
            self.clock.run()  # people at a table talk: one decides after the other
        raise AssertionError("somebody is asked for ever")

    def _plays(self, planned: Planned) -> None:
        phone = self.phones[planned.phone]
        act = planned.act
        if act in ON_A_PHONE and phone.is_alive:
            ON_A_PHONE[act](self, phone)
        elif act in ELSEWHERE:
            ELSEWHERE[act](self, phone)
        elif act in BY_OTHERS:
            BY_OTHERS[act](self.others)

    # On a phone

    def tells(self, phone: Phone, *, by_page: bool = False) -> None:
        night = self.luck.choice(self.nights)
        seats = sheet_of(night).seating.seats
        picker, partner = self.luck.sample(seats, 2)
        phone.tells(night, (picker, partner), by_page=by_page)

    def tells_by_page(self, phone: Phone) -> None:
        self.tells(phone, by_page=phone.has_signal)

    def signal(self, phone: Phone, *, has: bool) -> None:
        phone.has_signal = has
        self.clock.note(phone.name, "has a signal" if has else "has no signal")
        if self.luck.random() < 0.8:  # a phone does not always notice
            phone.does({"kind": "online" if has else "offline"})

    def dies_in_the_middle(self, phone: Phone) -> None:
        phone.fuse = self.luck.randint(0, 2)

    def clock_jumps(self, phone: Phone) -> None:
        phone.ahead = self.luck.choice([-(10**15), -86_400_000, -30_000, 90_000, 600_000, 86_400_000, 10**17])

    def looks(self, phone: Phone) -> None:
        phone.looks(self.luck.choice(self.nights))

    def comes_back(self, phone: Phone) -> None:
        phone.looks(self.luck.choice(self.nights), items=list(phone.disk.values()))

    def person(self, phone: Phone) -> None:
        if not phone.items:
            return
        item = self.luck.choice(phone.items)
        kinds = {"out": ["restored", "restored", "thrown"], "refused": ["taken", "again"]}
        kinds |= {"stuck": ["taken", "again"], "waiting": ["taken"], "sending": ["taken"]}
        if item["state"] == "conflict" and self.luck.random() < 0.8:
            phone.decides(item)
        elif item["state"] != "done":
            phone.says(self.luck.choice(kinds.get(item["state"], ["taken"])), item["key"])

    def token_is_old(self, phone: Phone) -> None:
        phone.proof = "a" * 64

    # Elsewhere

    def revoked(self, phone: Phone) -> None:
        role = self.others.lets_go(phone.member)
        phone.role = phone.role and role
        self.clock.note(phone.name, "is let go")
        if phone.has_signal and self.luck.random() < 0.5:
            for night in self.nights:
                phone.does({"kind": "removed", "night": address(night)})

    def let_in(self, phone: Phone) -> None:
        phone.role = self.others.lets_in(phone.member)
        self.clock.note(phone.name, "is let in")

    def server_dies(self, _phone: Phone) -> None:
        self.clock.note("the server dies")
        self.server.restart(self.luck.randint(200, 15_000))

    # In the end

    def _heals(self) -> None:
        self.clock.note("the signal is back for good")
        self.network.is_healed = self.server.is_steady = True
        for phone in self.phones:
            phone.fuse = None
            if self.luck.random() < 0.7:
                self.let_in(phone)
            if not phone.is_alive:
                phone.opens()
            phone.has_signal = True
            phone.does({"kind": "online"})

    def _settles(self, phone: Phone) -> bool:
        """Whether a person at this phone had something to do; what may be in the book is asked once more."""
        if not phone.items:
            return False
        may = phone.may_write
        for night in self.nights if may else ():
            phone.looks(night)
        for item in phone.items:
            key, state = item["key"], item["state"]
            if state == "sending":
                return True
            if state == "conflict":
                phone.decides(item)
                return True
            if state == "refused":
                phone.says("taken", key)
                return True
            if state == "stuck" and may:
                phone.says("again", key)
                return True
            if state == "out" and may and item.get("isSent") and item["was"] in ("waiting", "stuck"):
                phone.says("restored", key)
                return True
        return False


ON_A_PHONE: Mapping[Act, Callable[[Story, Phone], None]] = {
    Act.TELLS: Story.tells,
    Act.TELLS_BY_PAGE: Story.tells_by_page,
    Act.SIGNAL_GOES: partial(Story.signal, has=False),
    Act.SIGNAL_COMES: partial(Story.signal, has=True),
    Act.DIES: lambda _story, phone: phone.dies(),
    Act.DIES_IN_THE_MIDDLE: Story.dies_in_the_middle,
    Act.CLOCK_JUMPS: Story.clock_jumps,
    Act.LOOKS: Story.looks,
    Act.COMES_BACK: Story.comes_back,
    Act.PERSON: Story.person,
    Act.TOKEN_IS_OLD: Story.token_is_old,
}
ELSEWHERE: Mapping[Act, Callable[[Story, Phone], None]] = {
    Act.REVOKED: Story.revoked,
    Act.LET_IN: Story.let_in,
    Act.SERVER_DIES: Story.server_dies,
}
BY_OTHERS: Mapping[Act, Callable[[Others], None]] = {
    Act.OTHER_TELLS: Others.tell,
    Act.OTHER_TAKES_BACK: Others.take_back,
    Act.OTHER_REMARKS: Others.remark,
    Act.NIGHT_ENDS: Others.end,
    Act.NIGHT_GOES_ON: Others.go_on,
}
