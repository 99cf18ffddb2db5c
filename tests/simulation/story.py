"""One story: a schedule is played, then the network heals, and persons decide what waits for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from random import Random

from ledger.models import Session
from tests.scorekeeper.pad.deno import Script
from tests.simulation.clock import Clock
from tests.simulation.deals import Deals
from tests.simulation.network import Network
from tests.simulation.others import Others, Table
from tests.simulation.phone import Item, Phone, address
from tests.simulation.schedule import LASTS, Act, Planned, Schedule
from tests.simulation.server import Server
from tests.simulation.tab import Tab

# Rounds of looking at what waits, after which a story counts as endless.
ROUNDS = 200


class Story:
    def __init__(self, table: Table, schedule: Schedule, luck: Random, clock: Clock, script: Script) -> None:
        self.table, self.luck, self.clock = table, luck, clock
        self.nights, self.deals = table.nights, Deals(luck)
        self.others = Others(table, self.nights, luck, clock.note, self.deals, self.tells_news)
        self.server = Server(luck, clock, self.tells_news)
        self.network = Network(luck, clock, self.server)
        self.phones: list[Phone] = []
        for number in range(schedule.phones):
            self.phones.append(self._phone(number, script))
        for phone in self.phones:
            for tab in phone.tabs:
                tab.opens(luck.choice(self.nights))
        for planned in schedule.acts:
            clock.after(planned.ms, partial(self._plays, planned))
        clock.after(LASTS, self._heals)

    def _phone(self, number: int, script: Script) -> Phone:
        """A phone with one tab, or with two, which a browser without locks lets send at once."""
        phone = Phone(
            name=f"phone {number}",
            member=self.table.members[number],
            luck=self.luck,
            clock=self.clock,
            network=self.network,
            server=self.server,
            script=script,
            nights=self.nights,
            deals=self.deals,
            has_locks=self.luck.random() < 0.5,
        )
        tabs = self.luck.choice([1, 1, 1, 2])
        names = [phone.name, f"{phone.name}, tab 2"][:tabs]
        phone.tabs += [Tab(phone=phone, name=name, night=self.nights[0]) for name in names]
        return phone

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

    def tells_news(self, night: Session) -> None:
        """Let open pages of a night hear soon that something was written."""
        for phone in self.phones:
            for tab in phone.tabs:
                if tab.night == night and phone.has_signal:
                    self.clock.after(self.luck.randint(40, 900), tab.hears_news)

    def _plays(self, planned: Planned) -> None:
        phone = self.phones[planned.phone]
        act = planned.act
        tab = self.luck.choice(phone.tabs)
        if act in ON_A_TAB and tab.is_alive:
            ON_A_TAB[act](self, tab)
        elif act in ELSEWHERE:
            ELSEWHERE[act](self, phone)
        elif act in BY_OTHERS:
            BY_OTHERS[act](self.others)

    # At the table

    def deal(self, phone: Phone, *, by_others: bool = False) -> None:
        """A deal is played, and told on one phone or on two, and perhaps by somebody else."""
        deal = self.deals.play(self.luck.choice([*(tab.night for tab in phone.tabs), *self.nights]))
        around = [one for one in self.phones if one is not phone]
        tellers = [phone, *self.luck.sample(around, self.luck.choice([0, 0, 1]))]
        self.clock.note("deal", deal.number, "of night", deal.night.number, deal.pair, deal.result)
        for teller in tellers:
            tab = next((tab for tab in teller.tabs if tab.night == deal.night), teller.tabs[0])
            taps, presses = self.luck.randint(0, 2_000), self.luck.choice([500, 1_500, 4_000, 20_000])
            self.clock.after(taps, partial(tab.taps, deal))
            self.clock.after(taps + self.luck.randint(200, presses), tab.presses)
        if by_others:
            self.clock.after(self.luck.randint(0, 6_000), partial(self.others.tell, deal))

    # On a phone

    def signal(self, phone: Phone, *, has: bool) -> None:
        phone.has_signal = has
        self.clock.note(phone.name, "has a signal" if has else "has no signal")
        if self.luck.random() < 0.8:  # a phone does not always notice
            self._notices_signal(phone)

    def _notices_signal(self, phone: Phone) -> None:
        for tab in phone.tabs:
            tab.does({"kind": "online" if phone.has_signal else "offline"})
            tab.asks_for_news()

    def dies_in_the_middle(self, tab: Tab) -> None:
        tab.fuse = self.luck.randint(0, 2)

    def store_fails(self, tab: Tab) -> None:
        tab.store_fails = True

    def clock_jumps(self, phone: Phone) -> None:
        phone.ahead = self.luck.choice([-(10**15), -86_400_000, -30_000, 90_000, 600_000, 86_400_000, 10**17])

    def looks(self, tab: Tab) -> None:
        tab.opens(self.luck.choice(self.nights))

    def comes_back(self, tab: Tab) -> None:
        tab.reopens()
        tab.asks_for_news()

    def person(self, tab: Tab) -> None:
        if not tab.items or not tab.runs:
            return
        item = self.luck.choice(tab.items)
        kinds = {"out": ["restored", "restored", "thrown"], "refused": ["taken", "again"]}
        kinds |= {"stuck": ["taken", "again"], "waiting": ["taken"], "sending": ["taken"]}
        if item["state"] == "conflict" and self.luck.random() < 0.8:
            tab.decides(item)
        elif item["state"] != "done":
            tab.says(self.luck.choice(kinds.get(item["state"], ["taken"])), item["key"])

    def token_is_old(self, phone: Phone) -> None:
        phone.proof = "a" * 64

    # Elsewhere

    def revoked(self, phone: Phone) -> None:
        role = self.others.lets_go(phone.member)
        phone.role = phone.role and role
        self.clock.note(phone.name, "is let go")
        if phone.has_signal and self.luck.random() < 0.5:
            for tab in phone.tabs:
                tab.does({"kind": "removed", "night": address(tab.night)})

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
            phone.has_signal = True
            if self.luck.random() < 0.7:
                self.let_in(phone)
            for tab in phone.tabs:
                tab.fuse, tab.store_fails = None, False
                if not tab.is_alive:
                    tab.opens(tab.night)
            self._notices_signal(phone)

    def _settles(self, phone: Phone) -> bool:
        """Whether a person at this phone had something to do; what may be in the book is asked once more."""
        for tab in phone.tabs:
            if tab.deal is not None:
                self._finishes(tab)
                return True
            if not tab.runs and phone.role is not None:
                tab.opens(tab.night)
        tab = phone.tabs[0]
        return any(self._settles_item(tab, item) for item in tab.items if tab.runs)

    def _finishes(self, tab: Tab) -> None:
        """Record what is on the pad, or drop what cannot be."""
        tab.presses()
        if not tab.by_page or not tab.phone.may_write:
            tab.opens(tab.night)

    def _settles_item(self, tab: Tab, item: Item) -> bool:
        key, state, may = item["key"], item["state"], tab.phone.may_write
        was_sent = item.get("isSent") and item.get("was") in ("waiting", "stuck")
        night = tab.phone.told[key].night
        if state == "conflict":
            tab.decides(item)
        elif state == "refused":
            tab.says("taken", key)
        elif state == "stuck" and may:
            tab.says("again", key)
        elif state == "out" and may and was_sent:
            tab.says("restored", key)
        elif state == "done" and may:
            tab.opens(night)
        else:
            return bool(state == "sending")
        return True


ON_A_TAB: Mapping[Act, Callable[[Story, Tab], None]] = {
    Act.DIES: lambda _story, tab: tab.dies(),
    Act.DIES_IN_THE_MIDDLE: Story.dies_in_the_middle,
    Act.LOOKS: Story.looks,
    Act.COMES_BACK: Story.comes_back,
    Act.PERSON: Story.person,
    Act.STORE_FAILS: Story.store_fails,
}
ELSEWHERE: Mapping[Act, Callable[[Story, Phone], None]] = {
    Act.DEAL: Story.deal,
    Act.OTHER_TELLS: partial(Story.deal, by_others=True),
    Act.SIGNAL_GOES: partial(Story.signal, has=False),
    Act.SIGNAL_COMES: partial(Story.signal, has=True),
    Act.CLOCK_JUMPS: Story.clock_jumps,
    Act.TOKEN_IS_OLD: Story.token_is_old,
    Act.REVOKED: Story.revoked,
    Act.LET_IN: Story.let_in,
    Act.SERVER_DIES: Story.server_dies,
}
BY_OTHERS: Mapping[Act, Callable[[Others], None]] = {
    Act.OTHER_TAKES_BACK: Others.take_back,
    Act.OTHER_CORRECTS: Others.correct,
    Act.OTHER_REMARKS: Others.remark,
    Act.JOINS: Others.join,
    Act.LEAVES: Others.leave,
    Act.SEATS: Others.change_seats,
    Act.STAKE: Others.change_stake,
    Act.RULES: Others.change_rules,
    Act.NIGHT_ENDS: Others.end,
    Act.NIGHT_GOES_ON: Others.go_on,
}
