"""A phone: its disk, its way into the group, and what its people told on it; its pages are in tab.py."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.test import Client

from ledger.models import Membership, Role, Session
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.pad.deno import Script
from tests.simulation.clock import Clock
from tests.simulation.deals import Deal, Deals
from tests.simulation.network import Network
from tests.simulation.page import Page, read_page
from tests.simulation.server import Server

if TYPE_CHECKING:
    from tests.simulation.tab import Tab

Item = Mapping[str, Any]
HELD = ("refused", "conflict", "stuck")
LOST = (403, 404)


@dataclass(kw_only=True)
class Told:
    """A hand that lay on the disk once, or was sent by a page, and what people said about it since.

    `shown` are the points that its phone showed, by player, and `table` the table for which it showed them:
    "" of whatever is not known. `promised` is what a question said that the hand brings when it is counted as
    it is now, or in the place of another one.
    """

    deal: Deal
    shown: Sequence[Sequence[str]] = ()
    table: Mapping[str, str] = field(default_factory=dict)
    decided: str = ""
    promised: Any = None
    of: int | None = None
    was_touched: bool = False
    was_thrown: bool = False
    is_on_pad: bool = False

    @property
    def night(self) -> Session:
        return self.deal.night

    def decides(self, how: str, answer: Mapping[str, Any], of: int | None) -> None:
        """Keep what a person said who was shown this answer, and what was promised by it."""
        self.decided, self.of = how, of
        self.promised = (answer["now"] or answer["then"])["worths"] if how == "now" else None


@dataclass(kw_only=True, eq=False)
class Phone:
    """`role` is what it is let in as, None where it is not; only a story changes that.

    `sending` is the tab that holds the lock on sending; without locks each tab sends when it likes.
    """

    name: str
    member: Membership
    luck: Random
    clock: Clock
    network: Network
    server: Server
    script: Script
    nights: list[Session]
    deals: Deals
    has_locks: bool = True
    client: Client = field(init=False)
    role: Role | None = Role.SCORER
    has_signal: bool = True
    ahead: int = 0
    proof: str = ""
    disk: dict[str, Item] = field(default_factory=dict)
    memory: dict[int, Page] = field(default_factory=dict)
    told: dict[str, Told] = field(default_factory=dict)
    tabs: list[Tab] = field(default_factory=list)
    sending: Tab | None = None

    def __post_init__(self) -> None:
        guest = phone_of(self.member.guest)
        self.client = Client(enforce_csrf_checks=True)
        self.client.cookies = guest.cookies
        self.proof = f"{self.luck.getrandbits(128):032x}"  # as it came with the page
        self.client.cookies[settings.CSRF_COOKIE_NAME] = self.proof

    @property
    def may_write(self) -> bool:
        """Whether this phone is still let in, and not only to watch."""
        return self.role == Role.SCORER

    @property
    def items(self) -> list[Item]:
        return list(self.disk.values())

    @property
    def is_reached(self) -> bool:
        return self.has_signal and self.server.is_up

    def new_key(self) -> str:
        return str(uuid.UUID(int=self.luck.getrandbits(128), version=4))

    def prove(self) -> str:
        """Return the token that goes with what it sends."""
        if not self.proof:
            fetched: Any = self.client.get("/token/")
            self.proof = fetched.json()["token"]
        return self.proof

    def gets(self, night: Session) -> Page | None:
        """Return the page of a night, or what the phone keeps of it; None where that is another page."""
        if not self.is_reached:
            return self.memory.get(night.pk)
        response: Any = self.client.get(address(night))
        page = read_page(response.content.decode()) if response.status_code == 200 else None
        if page is None:
            self.memory.pop(night.pk, None)
        return page

    def asks_for_news(self, night: Session, page: Page, mine: Sequence[str]) -> Page | None:
        """Return the page as it is drawn anew, None where it stays as it is."""
        fields = page.saying(mine=",".join(mine)).fields
        asks: Any = {"headers": {"hx-request": "true", "x-csrftoken": self.prove()}}
        if fields:
            response: Any = self.client.post(
                f"{address(night)}tap/", {"tap": "fresh", **posted(fields)}, **asks
            )
        else:
            response = self.client.get(address(night), {"after": page.newest}, **asks)
        return read_page(response.content.decode()) if response.status_code == 200 else None


def posted(fields: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Return fields as Django's client takes them."""
    return {name: [value for found, value in fields if found == name] for name, _ in fields}


def address(night: Session) -> str:
    return f"/g/{night.group.code}/{night.number}/"
