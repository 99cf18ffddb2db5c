"""A phone: the outbox's own state machine, what is on its disk, and a person who taps."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.conf import settings
from django.test import Client

from ledger.models import Entry, Membership, Role, Session
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.pad.deno import Script
from tests.simulation.clock import Clock
from tests.simulation.network import Network
from tests.simulation.server import Answer, Letter, Server, newest

Item = Mapping[str, Any]
HELD = ("refused", "conflict", "stuck")
LOST = (403, 404)


@dataclass(kw_only=True)
class Told:
    """A hand that lay on the disk once, and what people said about it since."""

    night: Session
    pair: tuple[int, int]
    decided: str = ""
    of: int | None = None
    was_touched: bool = False
    was_thrown: bool = False
    is_on_pad: bool = False


@dataclass(kw_only=True)
class Wire:
    """One letter of a phone: its answers are heard as long as the phone lives, its loss once."""

    phone: Phone
    key: str
    turn: int
    is_page: bool
    life: int
    is_over: bool = False

    def hears(self, answer: Answer) -> None:
        """An answer; a page that was given up hears nothing any more."""
        if self.phone.life == self.life and not (self.is_page and self.is_over):
            was_over, self.is_over = self.is_over, True
            self.phone.hears(self, answer, is_late=was_over)

    def gives_up(self) -> None:
        """No answer will be waited for any longer."""
        if self.phone.life == self.life and not self.is_over:
            self.is_over = True
            luck = self.phone.luck.random()
            self.phone.does({"kind": "timeout", "key": self.key, "turn": self.turn, "luck": luck})


@dataclass(kw_only=True, eq=False)
class Phone:
    """`life` counts how often it was opened; `fuse` is how many effects are carried out before it dies.

    `role` is what it is let in as, None where it is not; only a story changes that.
    """

    name: str
    member: Membership
    luck: Random
    clock: Clock
    network: Network
    server: Server
    script: Script
    nights: list[Session]
    client: Client = field(init=False)
    role: Role | None = Role.SCORER
    life: int = 0
    is_alive: bool = False
    has_signal: bool = True
    ahead: int = 0
    fuse: int | None = None
    proof: str = ""
    items: list[Item] = field(default_factory=list)
    disk: dict[str, Item] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    told: dict[str, Told] = field(default_factory=dict)
    by_page: str = ""
    wakes: int = 0

    def __post_init__(self) -> None:
        guest = phone_of(self.member.guest)
        self.client = Client(enforce_csrf_checks=True)
        self.client.cookies = guest.cookies
        self.proof = f"{self.luck.getrandbits(128):032x}"  # as it came with the page
        self.client.cookies[settings.CSRF_COOKIE_NAME] = self.proof
        self.shown = {night.pk: 1 for night in self.nights}

    @property
    def may_write(self) -> bool:
        """Whether this phone is still let in, and not only to watch."""
        return self.role == Role.SCORER

    # What the phone does by itself, as static/js/unsent.js

    def opens(self) -> None:
        """It starts with what its disk holds and the table it showed last."""
        self.life += 1
        self.is_alive, self.fuse, self.by_page = True, None, ""
        self.items = self.script.ask(phone=self.name)["items"]
        if not self.has_signal:
            self.does({"kind": "offline"})
        self.looks(self.luck.choice(self.nights), items=list(self.disk.values()))

    def dies(self) -> None:
        """What it had in mind is gone."""
        self.life += 1
        self.is_alive = False
        self.clock.note(self.name, "dies")
        self.clock.after(self.luck.randint(100, 9_000), self._opens_again)

    def _opens_again(self) -> None:
        if not self.is_alive:
            self.opens()

    def looks(self, night: Session, **more: Any) -> None:
        """The table's page comes into sight: a fresh one if that can be had."""
        if self.has_signal and self.server.is_up and self.role is not None:
            self.shown[night.pk] = newest(night)
        self.does(
            {"kind": "opened", "night": address(night), "after": self.shown[night.pk]} | more,
            dies_of_it=False,
        )

    def does(self, event: Mapping[str, Any], *, dies_of_it: bool = True) -> None:
        """One event, with all that has to be done for it; a phone may die in the middle."""
        if not self.is_alive:
            return
        stepped = self.script.ask(phone=self.name, event=event)
        self.items = stepped.get("items", self.items)
        fuse, self.fuse = (self.fuse, None) if dies_of_it else (None, self.fuse)
        for effect in stepped["effects"][:fuse]:
            self._carry_out(effect)
        if fuse is not None:
            self.dies()

    def _carry_out(self, effect: Mapping[str, Any]) -> None:
        match effect["kind"]:
            case "store":
                self.disk[effect["item"]["key"]] = effect["item"]
            case "forget":
                self.disk.pop(effect["key"], None)
            case "wait":
                self.wakes += 1
                life, wakes = self.life, self.wakes
                self.clock.after(effect["ms"], lambda: self._woke(life, wakes))
            case "token":
                self.proof = ""
            case "send":
                self._send(effect["item"], effect["turn"])

    def _woke(self, life: int, wakes: int) -> None:
        if (self.life, self.wakes) == (life, wakes):
            self.does({"kind": "woke"})

    def _send(self, item: Item, turn: int) -> None:
        key, is_page = item["key"], item["key"] == self.by_page
        self.by_page = ""
        assert self.disk[key]["isSent"], "on the disk before it is sent"
        wire = Wire(phone=self, key=key, turn=turn, is_page=is_page, life=self.life)
        if not self.has_signal:
            self.clock.after(50, wire.gives_up)
            return
        letter = Letter(
            client=self.client,
            night=self.told[key].night,
            url=url_of(item),
            fields=fields_of(item),
            proof=self._prove(),
            is_page=is_page,
        )
        fate = self.network.carry(letter, wire)
        self.clock.note(self.name, "sends", key[:6], "by page" if is_page else "", fate.name)

    def _prove(self) -> str:
        if not self.proof:
            fetched: Any = self.client.get("/token/")
            self.proof = fetched.json()["token"]
        return self.proof

    def hears(self, wire: Wire, answer: Answer, *, is_late: bool) -> None:
        """What the server said about a hand; the page's form reads only its status."""
        key, night = wire.key, self.told[wire.key].night
        said = {key: value for key, value in answer.said.items() if key not in ("since", "mine")}
        self.clock.note(self.name, "hears of", key[:6], answer.status, said, "late" if is_late else "")
        event = {"key": key, "turn": wire.turn, "luck": self.luck.random()}
        if wire.is_page and (answer.status in LOST or answer.status >= 500):
            return self.does(event | {"kind": "timeout"})
        if wire.is_page:
            self.told[key].is_on_pad = answer.status != 200
            self.does(event | {"kind": "answer", "answer": {"kind": "page"}})
            self.shown[night.pk] = answer.newest
            return self.does({"kind": "opened", "night": address(night), "after": answer.newest})
        if answer.said["kind"] == "conflict":
            self._is_no_conflict_with_oneself(key, answer)
        return self.does(event | {"kind": "answer", "answer": dict(answer.said)})

    def _is_no_conflict_with_oneself(self, key: str, answer: Answer) -> None:
        """Only with what somebody else wrote, as long as nobody has taken hands out or decided about them."""
        here = [one for one in self.told.values() if one.night == self.told[key].night]
        if any(one.was_touched for one in here):
            return
        item = self.disk[key]
        since = Entry.objects.filter(session=self.told[key].night, number__gt=item["after"])
        others = since.exclude(key__in=[uuid.UUID(one) for one in self.told])
        assert others.filter(number__lte=answer.said["newest"]).exists(), (
            f"{key} conflicts with its own phone"
        )

    # What a person does

    def tells(self, night: Session, pair: tuple[int, int], *, by_page: bool) -> None:
        """A hand is recorded: it counts as told when it lies on the disk."""
        key = str(uuid.UUID(int=self.luck.getrandbits(128), version=4))
        picker, partner = map(str, pair)
        at = int(self.clock.now.timestamp() * 1000) + self.ahead
        item = {
            "key": key,
            "night": address(night),
            "url": f"{address(night)}tell/",
            "fields": [("picker", picker), ("partners", partner), ("result", "won")],
            "after": self.shown[night.pk],
            "at": max(at, 0),
        }
        self.told[key] = Told(night=night, pair=pair)
        self.by_page = key if by_page else ""
        self.clock.note(self.name, "tells", key[:6], "night", night.number, "after", item["after"])
        self.does({"kind": "told", "item": item})
        self.by_page = ""
        if key not in self.disk and not self.told[key].is_on_pad:
            del self.told[key]  # it died before, with the hand on its pad

    def says(self, kind: str, key: str, **more: Any) -> None:
        """A person says what becomes of a hand."""
        self.clock.note(self.name, kind, key[:6], *more.values())
        told = self.told[key]
        told.was_touched |= kind in ("taken", "restored", "decided", "thrown")
        told.was_thrown |= kind == "thrown"
        if kind == "decided":
            told.decided, told.of = more["how"], more.get("of")
        self.does({"kind": kind, "key": key} | more)

    def decides(self, item: Item) -> None:
        """Theirs, mine or two: what the page offers."""
        theirs = [one["entry"] for one in item["answer"]["theirs"]]
        assert theirs or item["answer"]["since"], "something happened meanwhile"
        how = self.luck.choice(["theirs", "two", *(["mine"] if theirs else [])])
        more = {"of": self.luck.choice(theirs)} if how == "mine" else {}
        self.says("decided", item["key"], how=how, **more)


def address(night: Session) -> str:
    """Where the table of a night is."""
    return f"/g/{night.group.code}/{night.number}/"


def url_of(item: Item) -> str:
    """Where it is sent to, as in static/js/unsent.js."""
    corrects = item.get("corrects")
    return f"{item['night']}hands/{corrects}/correct/" if corrects else str(item["url"])


def fields_of(item: Item) -> list[tuple[str, str]]:
    """What is sent, as in static/js/unsent.js."""
    fields = [(name, value) for name, value in item["fields"]]
    more = {"key": item["key"], "after": item["after"], "mine": ",".join(item["mine"]), "told": item["at"]}
    return [*fields, *((name, str(value)) for name, value in more.items())]
