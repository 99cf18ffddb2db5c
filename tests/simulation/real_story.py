"""A schedule of the simulator with real pages: the same acts, and the same promises in the end.

The schedule and every choice come from the seed. What a real browser makes of them takes its own time, so
that two plays of one seed are alike and not the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from random import Random

from django.utils import timezone

from tests.simulation.deals import Deals
from tests.simulation.mast import Mast, Server
from tests.simulation.others import Others, Table
from tests.simulation.phone import Item
from tests.simulation.real_phone import LONG, RealPhone, Screen
from tests.simulation.schedule import Act, Planned, Schedule, drawn
from tests.simulation.server import forget
from tests.simulation.story import BY_OTHERS
from tests.simulation.truths import check

ROUNDS = 100
PHONES = (2, 3)
ACTS = (5, 10)
# Milliseconds by which a clock may be wrong.
AHEAD = (-(10**15), -86_400_000, -30_000, 90_000, 600_000, 86_400_000, 10**17)

# The browser of a phone that talks to this mast, and is this member of the table.
NewScreen = Callable[[Mast, Table, int], Screen]


def short(seed: int) -> Schedule:
    """The schedule of a seed, as short as real pages need it."""
    return drawn(Random(seed), phones=PHONES, acts=ACTS)


def play(seed: int, table: Table, server: Server, new_screen: NewScreen) -> None:
    """Play one seed; raises AssertionError with all that happened where a promise was broken."""
    story = RealStory(seed, short(seed), table, server, new_screen)
    try:
        story.tell()
        check(story, waits=says_whom_it_waits_for)
    except Exception as problem:
        happened = "\n".join(story.log)
        raise AssertionError(
            f"seed {seed}: {problem}\n\nPlanned: {story.schedule}\n\nHappened:\n{happened}"
        ) from problem
    finally:
        story.ends()


class RealStory:
    """The world of one seed; `log` is what has happened."""

    def __init__(
        self, seed: int, schedule: Schedule, table: Table, server: Server, new_screen: NewScreen
    ) -> None:
        self.table, self.schedule, self.server = table, schedule, server
        self.log: list[str] = []
        self.begun = time.monotonic()
        self.luck = Random(seed)
        self.nights = table.nights[-1:]
        self.deals = Deals(self.luck)
        self.others = Others(table, self.nights, self.luck, self.note, self.deals, lambda _night: None)
        self.back: list[tuple[int, Callable[[], None]]] = []
        self.phones = [self._phone(seed, number, new_screen) for number in range(schedule.phones)]

    @property
    def now(self) -> datetime:
        return timezone.now()

    def note(self, *what: object) -> None:
        spent = time.monotonic() - self.begun
        self.log.append(f"{spent:9.3f} s  {' '.join(str(one) for one in what if one != '')}")

    def tell(self) -> None:
        """All of it, until nobody has anything to do any more."""
        for phone in self.phones:
            phone.opens()
        for planned in self.schedule.acts:
            self._comes_back(planned.ms)
            self.note(f"phone {planned.phone}:", planned.act.name)
            self._plays(planned)
        self._heals()
        for _ in range(ROUNDS):
            if not any(self._settles(phone) for phone in self.phones):
                break
        else:
            raise AssertionError("somebody is asked for ever")
        for phone in self.phones:
            if not any(told.is_on_pad for told in phone.told.values()):
                phone.opens()
            phone.rests()
            self._shows_what_is_left(phone)

    def ends(self) -> None:
        for phone in self.phones:
            phone.screen.shuts()
            phone.mast.shutdown()
            phone.mast.server_close()

    def _phone(self, seed: int, number: int, new_screen: NewScreen) -> RealPhone:
        mast = Mast(self.server, Random(f"{seed} {number}"), self.note)
        return RealPhone(
            name=f"phone {number}",
            member=self.table.members[number],
            luck=self.luck,
            mast=mast,
            screen=new_screen(mast, self.table, number),
            night=self.nights[0],
            deals=self.deals,
            note=self.note,
        )

    def _plays(self, planned: Planned) -> None:
        phone = self.phones[planned.phone]
        act = planned.act
        if act in ON_A_PHONE and phone.is_open:
            ON_A_PHONE[act](self, phone)
        elif act in ELSEWHERE:
            ELSEWHERE[act](self, phone)
        elif act in BY_OTHERS:
            BY_OTHERS[act](self.others)
        if not phone.is_open:
            self.back.append((planned.ms + self.luck.randint(100, 9_000), partial(self._opens_again, phone)))

    def _comes_back(self, ms: int) -> None:
        due = [one for one in self.back if one[0] <= ms]
        self.back = [one for one in self.back if one[0] > ms]
        for _, does in sorted(due, key=lambda one: one[0]):
            does()

    def _opens_again(self, phone: RealPhone) -> None:
        if not phone.is_open:
            phone.opens()

    def deal(self, phone: RealPhone, *, by_others: bool = False) -> None:
        """A deal is played, and told on one phone or on two, one right after the other."""
        deal = self.deals.play(self.nights[0])
        around = [one for one in self.phones if one is not phone and one.is_open]
        tellers = [one for one in (phone, *around[: self.luck.choice([0, 1])]) if one.is_open]
        for teller in tellers:
            teller.taps(deal)
        if by_others:
            self.others.tell(deal)
        for teller in tellers:
            teller.records()

    def signal(self, phone: RealPhone, *, has: bool) -> None:
        phone.signal(has=has, is_noticed=self.luck.random() < 0.8)

    def dies_in_the_middle(self, phone: RealPhone) -> None:
        phone.dies_next = True

    def clock_jumps(self, phone: RealPhone) -> None:
        phone.jumps(self.luck.choice(AHEAD))

    def revoked(self, phone: RealPhone) -> None:
        role = self.others.lets_go(phone.member)
        phone.role = phone.role and role

    def let_in(self, phone: RealPhone) -> None:
        phone.role = self.others.lets_in(phone.member)

    def server_dies(self, phone: RealPhone) -> None:
        forget()
        self.server.goes()
        last = self.schedule.acts[-1].ms
        self.back.append((self.luck.randint(1, last + 1), self.server.comes))

    def _heals(self) -> None:
        self.note("the signal is back for good")
        self.server.comes()
        for phone in self.phones:
            phone.dies_next = False
            phone.mast.is_healed = True
            if self.luck.random() < 0.7:
                self.let_in(phone)
            phone.signal(has=True, is_noticed=True)

    def _settles(self, phone: RealPhone) -> bool:
        """Whether a person at this phone had something to do; what may be in the book is asked once more."""
        if not phone.is_open or (phone.may_write and not phone.has_outbox()):
            phone.opens()
        phone.rests()
        if not phone.may_write:
            return False
        return any(self._settles_item(phone, item) for item in phone.items)

    def _settles_item(self, phone: RealPhone, item: Item) -> bool:
        was_sent = item.get("isSent") and item.get("was") in ("waiting", "stuck")
        does = {"refused": "taken", "stuck": "again"}.get(item["state"])
        does = "restored" if item["state"] == "out" and was_sent else does
        if item["state"] == "conflict":
            # Where the book has moved on just now, it is asked again; who can never answer is asked for ever.
            phone.decides(item)
            return True
        if does is None:
            return False
        assert phone.says(does, item), f"{phone.name} does not offer {does!r} for {item}"
        return True

    def _shows_what_is_left(self, phone: RealPhone) -> None:
        until = time.monotonic() + LONG
        while (shown := phone.listed()) != (left := sum(item["state"] != "done" for item in phone.items)):
            assert time.monotonic() < until, f"{phone.name} shows {shown} of {left}: {phone.items}"
            time.sleep(0.05)
            phone.looks()


def says_whom_it_waits_for(phone: RealPhone) -> None:
    states = {item["state"] for item in phone.items}
    assert not phone.may_write or states <= {"out"}, f"{phone.name} is let in and has {states}"


ON_A_PHONE: Mapping[Act, Callable[[RealStory, RealPhone], None]] = {
    Act.SIGNAL_GOES: partial(RealStory.signal, has=False),
    Act.SIGNAL_COMES: partial(RealStory.signal, has=True),
    Act.DIES: lambda _story, phone: phone.dies(),
    Act.DIES_IN_THE_MIDDLE: RealStory.dies_in_the_middle,
    Act.CLOCK_JUMPS: RealStory.clock_jumps,
    Act.LOOKS: lambda _story, phone: phone.opens(),
    Act.COMES_BACK: lambda _story, phone: phone.comes_back(),
    Act.PERSON: lambda _story, phone: phone.person(),
    Act.TOKEN_IS_OLD: lambda _story, phone: phone.screen.has_old_token(),
}
ELSEWHERE: Mapping[Act, Callable[[RealStory, RealPhone], None]] = {
    Act.DEAL: RealStory.deal,
    Act.OTHER_TELLS: partial(RealStory.deal, by_others=True),
    Act.REVOKED: RealStory.revoked,
    Act.LET_IN: RealStory.let_in,
    Act.SERVER_DIES: RealStory.server_dies,
}
