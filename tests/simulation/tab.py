"""A tab of a phone: the page of a table, the outbox's own state machine, and thumbs on its pad."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ledger.models import Entry, Session
from tests.simulation.deals import Deal
from tests.simulation.page import Page
from tests.simulation.phone import LOST, Item, Phone, Told, address
from tests.simulation.server import Answer, Letter, newest

MOVED = 409
UNTAPPED = {"alone": False, "mode": "", "winners": [], "points": "", "answered": [], "calls": []}
# Milliseconds after which news are asked for again that came while a hand was on its way.
BUSY = 1_000


@dataclass(kw_only=True)
class Wire:
    """One letter of a tab: its answers are heard as long as the page lives, its loss once.

    `turn` is the outbox's; `is_page`: the form on the page sends it; `is_plain`: without the outbox.
    """

    tab: Tab
    key: str
    turn: int = 0
    is_page: bool = False
    is_plain: bool = False
    life: int
    is_over: bool = False

    def hears(self, answer: Answer) -> None:
        """Take an answer; a form that was given up hears nothing any more."""
        if self.tab.life == self.life and not (self.is_page and self.is_over):
            was_over, self.is_over = self.is_over, True
            self.tab.hears(self, answer, is_late=was_over)

    def gives_up(self) -> None:
        if self.tab.life == self.life and not self.is_over:
            self.is_over = True
            self.tab.hears_nothing(self)


@dataclass(kw_only=True, eq=False)
class Tab:
    """`life` counts how often it was opened; `fuse` is how many effects are carried out before it dies.

    `page` is what it shows, None where that is no table; `pristine` the table as the server drew it last
    with nothing tapped. `deal` is the one that is tapped on its pad. `by_page` is the key of the hand that
    the form is to send. Without a store (`has_store`) the form sends by itself.
    """

    phone: Phone
    name: str
    night: Session
    life: int = 0
    is_alive: bool = False
    has_store: bool = True
    store_fails: bool = False
    fuse: int | None = None
    page: Page | None = None
    pristine: Page | None = None
    deal: Deal | None = None
    by_page: str = ""
    is_alone: bool = False
    items: list[Item] = field(default_factory=list)
    wakes: int = 0

    @property
    def runs(self) -> bool:
        return self.is_alive and self.page is not None and self.has_store

    @property
    def is_busy(self) -> bool:
        return bool(self.by_page) or (
            self.has_store and any(item["state"] == "sending" for item in self.items)
        )

    # What the page does by itself, as static/js/unsent.js

    def opens(self, night: Session) -> None:
        """Open the table's page anew, with what the disk holds."""
        self._ends()
        phone, self.night, self.is_alive = self.phone, night, True
        self.has_store, self.store_fails, self.fuse, self.page = True, False, None, None
        self.items = phone.script.ask(phone=self.name)["items"]
        page = phone.gets(night)
        if page is None:
            return
        self._draws(page)
        if not phone.has_signal:
            self.does({"kind": "offline"}, dies_of_it=False)
        self.reopens()

    def _ends(self) -> None:
        self.life += 1
        self._leaves_pad()
        self.deal, self.by_page = None, ""
        if self.phone.sending is self:
            self.phone.sending = None

    def _leaves_pad(self) -> None:
        """Forget the hand that was told and lies on the pad: another one will be told, or none."""
        for told in self.phone.told.values():
            if told.is_on_pad and told.deal == self.deal:
                told.is_on_pad, told.was_thrown = False, True

    def dies(self) -> None:
        self._ends()
        self.is_alive = False
        self.phone.clock.note(self.name, "dies")
        self._later(self.phone.luck.randint(100, 9_000), self._opens_again)

    def _opens_again(self) -> None:
        if not self.is_alive:
            self.opens(self.phone.luck.choice(self.phone.nights))

    def _later(self, ms: int, does: Any) -> None:
        """Let it do something, unless it is closed until then."""
        life = self.life
        self.phone.clock.after(ms, lambda: does() if self.life == life else None)

    def reopens(self) -> None:
        """Read what the disk holds, and try again what is held: the page comes into sight."""
        if self.page and not self.by_page:
            self.does(self._opened() | {"items": self.phone.items}, dies_of_it=False)

    def rereads(self) -> None:
        if not self.by_page:
            self.does({"kind": "opened", "items": self.phone.items}, dies_of_it=False)

    def _opened(self) -> dict[str, Any]:
        assert self.page
        return {
            "kind": "opened",
            "night": address(self.night),
            "after": self.page.newest,
            "keys": self.page.keys,
        }

    def does(self, event: Mapping[str, Any], *, dies_of_it: bool = True) -> None:
        """Take one event, with all that has to be done for it; a phone may die in the middle."""
        if not self.runs:
            return
        stepped = self.phone.script.ask(phone=self.name, event=event)
        self.items = stepped.get("items", self.items)
        effects = stepped["effects"]
        if {"kind": "show"} in effects:
            self._paints(deals=True)
        fuse, self.fuse = (self.fuse, None) if dies_of_it else (None, self.fuse)
        for effect in effects[:fuse]:
            if effect["kind"] in ("store", "forget") and self.store_fails:
                self.has_store = False
                self.phone.clock.note(self.name, "has no store any more")
                return
            self._carry_out(effect)
        if fuse is not None:
            self.dies()

    def _carry_out(self, effect: Mapping[str, Any]) -> None:
        phone = self.phone
        match effect["kind"]:
            case "store":
                phone.disk[effect["item"]["key"]] = effect["item"]
                self._tells_other_tabs()
            case "forget":
                phone.disk.pop(effect["key"], None)
                self._tells_other_tabs()
            case "wait":
                self.wakes += 1
                wakes = self.wakes
                self._later(effect["ms"], lambda: self._wakes(wakes))
            case "token":
                phone.proof = ""
            case "send":
                self._send(effect["item"]["key"], effect["turn"], effect["letter"])

    def _wakes(self, wakes: int) -> None:
        if wakes == self.wakes:  # no other wait has begun since
            self.does({"kind": "woke"})

    def _tells_other_tabs(self) -> None:
        for tab in self.phone.tabs:
            if tab is not self and tab.is_alive:
                tab._later(self.phone.luck.randint(1, 40), tab.rereads)

    def _send(self, key: str, turn: int, letter: Mapping[str, Any]) -> None:
        kept = self.phone.disk.get(key)  # None: another tab has seen it in the book
        assert kept is None or kept["isSent"], "on the disk before it is sent"
        if key == self.by_page and self.is_alone:
            wire = Wire(tab=self, key=key, turn=turn, is_page=True, life=self.life)
            self._posts(wire, letter["url"], letter["fields"])
        else:
            self._posts_alone(key, turn, letter)

    def _posts_alone(self, key: str, turn: int, letter: Mapping[str, Any]) -> None:
        """Send what waited, when no other tab of this phone sends anything."""
        phone = self.phone
        if phone.has_locks and phone.sending not in (None, self):
            return self._later(50, partial(self._posts_alone, key, turn, letter))
        phone.sending = self
        wire = Wire(tab=self, key=key, turn=turn, life=self.life)
        kept = phone.disk.get(key)
        if kept is None:  # another tab has seen it in the book
            return self._later(1, partial(self._answered, wire, {"kind": "page"}))
        if kept["state"] == "done":
            return self._later(1, partial(self._answered, wire, {"kind": "written", "entry": kept["entry"]}))
        return self._posts(wire, letter["url"], letter["fields"])

    def _posts(self, wire: Wire, url: str, fields: Sequence[tuple[str, Any]]) -> None:
        phone = self.phone
        if not phone.has_signal:
            phone.clock.after(50, wire.gives_up)
            return
        letter = Letter(
            client=phone.client,
            night=phone.told[wire.key].night,
            url=url,
            fields=[(name, str(value)) for name, value in fields],
            proof=phone.prove() if phone.is_reached else phone.proof,
            is_page=wire.is_page,
        )
        fate = phone.network.carry(letter, wire)
        phone.clock.note(self.name, "sends", wire.key[:6], "by page" if wire.is_page else "", fate.name)

    def hears(self, wire: Wire, answer: Answer, *, is_late: bool) -> None:
        phone, key = self.phone, wire.key
        said = {name: answer.said.get(name) for name in ("kind", "cause", "sentence", "ways", "newest")}
        said = {name: value for name, value in said.items() if value}
        phone.clock.note(self.name, "hears of", key[:6], answer.status, said, "late" if is_late else "")
        if wire.is_page:
            return self._hears_page(wire, answer)
        if answer.said["kind"] == "conflict":
            self._is_no_conflict_with_oneself(key, answer)
        return self._answered(wire, answer.said)

    def hears_nothing(self, wire: Wire) -> None:
        if wire.is_page and not wire.is_plain:
            self._ended(wire, {"kind": "timeout"})
            return self._pencils()
        if wire.is_plain:
            self.by_page = ""
            return None
        self._release()
        return self.does(self._event(wire) | {"kind": "timeout"})

    def _answered(self, wire: Wire, said: Mapping[str, Any]) -> None:
        self._release()
        self.does(self._event(wire) | {"kind": "answer", "answer": dict(said)})
        if not self.is_busy:
            self.asks_for_news()

    def _event(self, wire: Wire) -> dict[str, Any]:
        return {"key": wire.key, "turn": wire.turn, "luck": self.phone.luck.random()}

    def _release(self) -> None:
        if self.phone.sending is self:
            self.phone.sending = None

    def _hears_page(self, wire: Wire, answer: Answer) -> None:
        """Take the answer to the form: a page, or nothing that says anything of the hand."""
        told = self.phone.told[wire.key]
        is_lost = answer.status in LOST or answer.status >= 500
        if wire.is_plain:
            self.by_page = ""
            if not is_lost and answer.page:
                told.is_on_pad &= answer.status != 200
                self._draws(answer.page)
            return None
        if is_lost or answer.status == MOVED:
            moved = {"kind": "answer", "answer": {"kind": "moved"}}
            self._ended(wire, moved if answer.status == MOVED else {"kind": "timeout"})
            return self._pencils()
        assert answer.page
        self._draws(answer.page)
        self._ended(wire, {"kind": "answer", "answer": {"kind": "page"}})
        told.is_on_pad = answer.status != 200 and self.is_alive and wire.key not in self.phone.disk
        return self.does(self._opened()) if self.page else None

    def _ended(self, wire: Wire, event: Mapping[str, Any]) -> None:
        self.by_page = ""
        self._release()
        self.does({**self._event(wire), **event})

    def _is_no_conflict_with_oneself(self, key: str, answer: Answer) -> None:
        """Only with what somebody else wrote, as long as nobody has taken hands out or decided about them."""
        phone = self.phone
        here = [one for one in phone.told.values() if one.night == phone.told[key].night]
        if len(phone.tabs) > 1 or key not in phone.disk or any(one.was_touched for one in here):
            return
        item = phone.disk[key]
        since = Entry.objects.filter(session=phone.told[key].night, number__gt=item["after"])
        others = since.exclude(key__in=[uuid.UUID(one) for one in phone.told])
        assert others.filter(number__lte=answer.said["newest"]).exists(), (
            f"{key} conflicts with its own phone"
        )

    # What is drawn

    def _draws(self, page: Page) -> None:
        self._leaves_pad()
        self.page = page.saying(key=self.phone.new_key()) if page.fields else page
        if self.deal and [page.first("picker"), page.first("partners")] != [
            str(one) for one in self.deal.pair
        ]:
            self.deal = None
        if not page.is_begun and not page.has_news:
            self.pristine = self.phone.memory[self.night.pk] = self.page
        self._paints(deals=False)

    def _pencils(self) -> None:
        """Show the table as it was before the hand that waits now, and the pad for the hand after it."""
        self.by_page, self.deal, self.page = "", None, self.pristine
        self._paints(deals=True)

    def _paints(self, *, deals: bool) -> None:
        """Draw what waits in pencil below the sheet, and deal the pad for the hand after it."""
        page = self.page
        if not self.runs or page is None or not self.items:
            return
        sheet = {"night": address(self.night), "newest": page.newest, "keys": page.keys}
        keys = self.phone.script.ask(penciled=self.items, **sheet)
        ink = Entry.objects.filter(session=self.night, number__lte=page.newest, key__in=keys)
        twice = [str(key)[:6] for key in ink.values_list("key", flat=True)]
        assert not twice, f"{self.name} paints {twice} twice"
        rows = [item for item in self.items if item["key"] in keys and item["state"] != "out"]
        if deals and rows and page.fields and not page.is_begun and page.dealt_after != rows[-1]["key"]:
            self.page = page.dealt(rows[-1]["said"], after=rows[-1]["key"])

    def asks_for_news(self) -> None:
        """Ask whether the page shows the sheet as it stands; what is on the pad goes along."""
        if not self.is_alive or self.page is None or not self.phone.is_reached:
            return
        if self.is_busy:
            self._later(BUSY, self.asks_for_news)
            return
        here = [item["key"] for item in self.items if item["night"] == address(self.night)]
        page = self.phone.asks_for_news(self.night, self.page, here if self.has_store else ())
        if page is None:
            return
        self._draws(page)
        self.does(self._opened())

    def hears_news(self) -> None:
        if self.page and self.page.newest != newest(self.night):
            self.asks_for_news()

    # What a person does

    def taps(self, deal: Deal) -> None:
        """Tap who picked and who played along, where both can be tapped and nothing is on the pad."""
        page = self.page
        is_free = self.is_alive and self.deal is None and not self.by_page and self.night == deal.night
        if not is_free or page is None or not page.fields or not set(deal.pair) <= set(page.heads):
            return
        if self._shows(deal) or any(told.deal == deal for told in self.phone.told.values()):
            return
        page = page.saying(result=deal.result)
        drawn = self._drawn(page, taps=[str(one) for one in deal.pair])
        state = drawn["state"]
        self.deal = deal
        self.page = replace(
            page.saying(picker=state["picker"], partners=",".join(state["partners"])),
            is_armed=drawn["ready"] and not page.is_asked,
        )
        self.phone.clock.note(self.name, "taps deal", deal.number, "after", page.first("after"))

    def _drawn(self, page: Page, taps: list[str]) -> Any:
        state = {
            "picker": page.first("picker"),
            "partners": [one for one in page.first("partners").split(",") if one],
            "result": page.first("result"),
        }
        return self.phone.script.ask(data=page.data, state=UNTAPPED | state, taps=taps)

    def presses(self) -> None:
        """Press Record without another look at the sheet, or answer what the page asks instead."""
        if not self.is_alive or self.page is None or self.deal is None or self.by_page:
            return
        if not self.page.is_armed and (self._shows(self.deal) or not self._answers(self.page)):
            self._says("dropped")
            self.opens(self.night)
        elif self.page.is_armed:
            self._records(self.page, self.deal)

    def _answers(self, page: Page) -> bool:
        """Say that the hand on the pad is another one than was recorded; False where that cannot be said."""
        choice = {"choice": "now"} if "now" in page.ways else {}  # of what the pad is drawn for
        if not page.is_asked and not choice:
            return False
        self._says("another one")
        self.page = replace(
            page.without("asked").saying(**choice), is_asked=False, ways=(), is_armed=True, has_news=False
        )
        return True

    def _says(self, what: str) -> None:
        assert self.deal
        self.phone.clock.note(self.name, "says of deal", self.deal.number, what)

    def _shows(self, deal: Deal) -> bool:
        assert self.page
        return any(one == deal for one, _ in self.phone.deals.rows(self.night, up_to=self.page.newest))

    def _records(self, page: Page, deal: Deal) -> None:
        """Record what is on the pad: it counts as told when it lies on the disk, or was sent by the form."""
        phone = self.phone
        drawn = self._drawn(page, taps=[])
        key = phone.new_key() if self.has_store and self.pristine else page.first("key")
        self.page = page = page.saying(key=key)
        at = max(int(phone.clock.now.timestamp() * 1000) + phone.ahead, 0)
        said = {"worths": dict(drawn["worths"]), "summary": "known" if drawn["worths"] else ""}
        said |= {"dealer": page.first("dealer")}
        phone.deals.told[key] = deal
        phone.told[key] = Told(deal=deal, shown=drawn["worths"], table=table_of(page))
        after = page.first("after")
        phone.clock.note(self.name, "tells", key[:6], "deal", deal.number, "after", after, drawn["worths"])
        if not self.has_store or not self.pristine:
            return self._records_plainly(page, key)
        self.by_page = key
        self.is_alone = not phone.has_locks or phone.sending in (None, self)
        if self.is_alone:
            phone.sending = self
        item: dict[str, Any] = {
            "key": key,
            "night": address(self.night),
            "url": f"{address(self.night)}tell/",
        }
        item |= {"said": said, "fields": page.hand, "after": int(after), "at": at}
        self.does({"kind": "told", "item": item})
        if not self.has_store:
            return self._records_plainly(page, key)
        if not self.is_alive:
            if key not in phone.disk:
                del phone.told[key]  # it died before, with the hand on its pad
            return None
        if not self._is_sent_by_page(key):
            self._release()
            self._pencils()
        return None

    def _is_sent_by_page(self, key: str) -> bool:
        return self.is_alone and any(one["key"] == key and one["state"] == "sending" for one in self.items)

    def _records_plainly(self, page: Page, key: str) -> None:
        """Send the form without the outbox: the hand stays on the pad until it is answered."""
        self._release()
        told = self.phone.told[key]
        self.by_page, told.is_on_pad, told.was_touched = key, True, True  # it overtakes what is in the store
        wire = Wire(tab=self, key=key, is_page=True, is_plain=True, life=self.life)
        self._posts(wire, f"{address(self.night)}tell/", page.fields)

    def says(self, kind: str, key: str, **more: Any) -> None:
        self.phone.clock.note(self.name, kind, key[:6], *more.values())
        told = self.phone.told[key]
        told.was_touched |= kind in ("taken", "restored", "decided", "thrown")
        told.was_thrown |= kind == "thrown"
        self.does({"kind": kind, "key": key} | more)

    def decides(self, item: Item) -> None:
        phone, answer, key = self.phone, item["answer"], item["key"]
        told = phone.told[key]
        how, of = phone.deals.answer_to(answer, told.deal)
        if how == "taken":
            return self.says("taken", key)
        told.decides(how, answer, of)
        if how == "open" and phone.is_reached:
            body = {"key": phone.new_key(), "after": answer["newest"], "csrfmiddlewaretoken": phone.prove()}
            phone.client.post(answer["open_url"], body)
            phone.server.tells_news(told.night)
        return self.says("decided", key, how=how, **({"of": of} if how == "mine" else {}))


def table_of(page: Page) -> dict[str, str]:
    """Return the table that a page shows for the hand on its pad."""
    said = {name: page.first(name) for name in ("dealer", "rules", "stake")}
    seats = sorted(int(one) for one in page.first("seats").split(",") if one)
    return said | {"seats": str(seats), "out": str(sorted(int(one) for one in page.all("out")))}
