"""A phone with a real page in a real browser: its store, its outbox and its pad are those of static/js/."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Protocol

from ledger.models import Entry, Membership, Role, Session
from tests.simulation.deals import Deal, Deals
from tests.simulation.mast import HURRY, Mast
from tests.simulation.phone import HELD, Item, Told, address

# Seconds until a page that does not come to rest counts as broken: a busy machine may be slow.
LONG = 25

# Makes a second shorter, and lets a test say what key the next hand has and how wrong the clock is.
HURRIES = f"""async (ahead) => {{
  globalThis.ahead = ahead;
  if (globalThis.nextKey !== undefined) return;
  globalThis.nextKey = "";
  const [later, now, patience] = [globalThis.setTimeout, Date.now, AbortSignal.timeout?.bind(AbortSignal)];
  globalThis.setTimeout = (does, ms = 0, ...more) => later(does, ms / {HURRY}, ...more);
  if (patience) AbortSignal.timeout = (ms) => patience(ms / {HURRY});
  const timeout = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "timeout");
  const set = function (ms) {{ timeout.set.call(this, ms / {HURRY}); }};
  Object.defineProperty(XMLHttpRequest.prototype, "timeout", {{ ...timeout, set }});
  Date.now = () => now() + globalThis.ahead;
  crypto.randomUUID = () => globalThis.nextKey;
}}"""

IS_BUSY = """async () => document.querySelector(
  ".is-keeping, .htmx-request, .htmx-swapping, .htmx-settling, #unsent:not([data-open])") !== null"""
ITEMS = """async () => {
  const { openStore } = await import("/static/js/store.js");
  return (await openStore()).all();
}"""
PAD = """async () => {
  const pad = document.getElementById("pad");
  if (!pad || !document.querySelector("#unsent[data-open]")) return null;
  const seats = [...document.querySelectorAll(".head:not(:disabled)")].map((one) => Number(one.dataset.tap));
  const tapped = [pad.elements.picker.value, pad.elements.partners.value].map(Number);
  const newest = Number(document.getElementById("table").dataset.newest);
  return { seats, tapped, newest };
}"""
TAPS = """async (pair, result) => {
  for (const player of pair) document.querySelector(`.head[data-tap="${player}"]`).click();
  document.querySelector(`#pad [name=result][value="${result}"]`).click();
}"""
RECORDS = """async (key, isAnother) => {
  if (document.querySelector(".is-keeping, .htmx-request, .htmx-swapping, .htmx-settling")) return null;
  const pad = document.getElementById("pad"), record = document.getElementById("record");
  const another = document.querySelector(".meanwhile [data-another]");
  if (another && !isAnother) return "asks";
  if (!pad || !another && record.disabled) return "cannot tell";
  globalThis.nextKey = key;
  const said = new FormData(pad);
  const table = Object.fromEntries(["dealer", "rules", "stake"].map((name) => [name, said.get(name)]));
  const seats = said.get("seats").split(",").map(Number), out = said.getAll("out").map(Number);
  const heads = [...document.querySelectorAll(".head")];
  const shown = heads.map((head) => [head.dataset.tap, head.querySelector(".delta").textContent]);
  (another ?? record).click();
  return { ...table, seats, out, shown: shown.filter(([, worth]) => worth) };
}"""
DROPS = """async () => document.querySelector(".meanwhile [data-drops]").click()"""
DRAWN_TWICE = """async () => [...document.querySelectorAll(".pencil")].map((row) => row.dataset.key)
  .filter((key) => (document.getElementById("table").dataset.keys ?? "").includes(key))"""
SAYS = """async (key, does) => {
  const button = document.querySelector(`#unsent [data-key="${key}"] [data-does="${does}"]`);
  if (!button || button.closest("[hidden]")) return false;
  button.click();
  return true;
}"""
HAS_OUTBOX = """async () => document.querySelector("#unsent[data-open='1']") !== null"""
LISTED = """async () =>
  document.querySelectorAll("#unsent:not([hidden]) .waits > li, #left:not([hidden]) li").length"""
COMES_BACK = """async () => document.dispatchEvent(new Event("visibilitychange"))"""


class WentElsewhereError(Exception):
    """The page has opened another one by itself; it is there now."""


class Screen(Protocol):
    """A browser with one page, closed at first, that keeps what it keeps."""

    def opens(self, url: str) -> bool:
        """A page, anew; False where none comes."""

    def shuts(self) -> None:
        """The page is closed in the middle of whatever it does."""

    def run(self, script: str, *said: Any) -> Any:
        """Return the result of a function in the page; raises WentElsewhereError."""

    def notices(self, *, has_signal: bool) -> None:
        """The phone itself sees that the signal comes or goes."""

    def has_old_token(self) -> None:
        """Its page proves itself with something that is not good any more."""


@dataclass(kw_only=True, eq=False)
class RealPhone:
    """What lies on its disk is asked of its own store; `told` is what people said about each hand."""

    name: str
    member: Membership
    luck: Random
    mast: Mast
    screen: Screen
    night: Session
    deals: Deals
    note: Callable[..., None]
    role: Role | None = Role.SCORER
    is_open: bool = False
    dies_next: bool = False
    ahead: int = 0
    deal: Deal | None = None
    items: list[Item] = field(default_factory=list)
    told: dict[str, Told] = field(default_factory=dict)
    untold: set[str] = field(default_factory=set)

    @property
    def disk(self) -> dict[str, Item]:
        return {item["key"]: item for item in self.items}

    @property
    def may_write(self) -> bool:
        return self.role == Role.SCORER

    # What the phone does

    def opens(self) -> None:
        on_pad = [told for told in self.told.values() if told.is_on_pad]
        self.is_open = self.screen.opens(self.mast.url + address(self.night))
        self.note(self.name, "opens" if self.is_open else "does not open")
        if self.is_open:
            self._comes_to_rest()
            self.looks()
        for told in on_pad:
            told.was_thrown |= not told.is_on_pad  # what only lay on the pad need not outlive its page

    def dies(self) -> None:
        """The page is gone, and with it what was only on its pad."""
        self.screen.shuts()
        self.is_open = False
        self.note(self.name, "dies")
        for told in self.told.values():
            told.was_thrown |= told.is_on_pad
            told.is_on_pad = False

    def signal(self, *, has: bool, is_noticed: bool) -> None:
        self.mast.has_signal = has
        self.note(self.name, "has a signal" if has else "has no signal", "and sees it" if is_noticed else "")
        if is_noticed:
            self.screen.notices(has_signal=has)

    def jumps(self, ahead: int) -> None:
        self.ahead = ahead
        if self.is_open:
            self._run(HURRIES, ahead)

    def comes_back(self) -> None:
        self._run(COMES_BACK)
        self._comes_to_rest()
        self.looks()

    def looks(self) -> None:
        self.items = self._run(ITEMS)
        assert not self._run(DRAWN_TWICE), f"{self.name} paints a hand twice"
        pad = self._run(PAD)
        for key, told in self.told.items():
            is_there = pad is not None and pad["tapped"] == list(told.deal.pair)
            is_elsewhere = told.was_thrown or key in self.disk or Entry.objects.filter(key=key).exists()
            told.is_on_pad = is_there and not is_elsewhere
            if told.is_on_pad or is_elsewhere:
                self.untold.discard(key)
        for key in self.untold:
            del self.told[key]  # the phone died before it was on its disk
        self.untold.clear()

    # What a person does

    def taps(self, deal: Deal) -> None:
        """Tap a deal, where nothing is on the pad and both are seen to play it."""
        self._comes_to_rest()
        self.looks()
        pad = self._run(PAD)
        is_free = pad is not None and not any(pad["tapped"]) and set(deal.pair) <= set(pad["seats"])
        is_told = any(told.deal == deal for told in self.told.values()) or self._shows(deal, pad)
        if is_free and not is_told:
            self.deal = deal
            self._run(TAPS, list(deal.pair), deal.result)
            self.note(self.name, "taps deal", deal.number)

    def records(self) -> None:
        """Record what is on the pad, or answer what the page asks about it."""
        if self.deal is None or not self.is_open:
            return
        key, deal = self._new_key(), self.deal
        is_another = False
        while (said := self._run(RECORDS, key, is_another)) in (None, "asks"):
            self._comes_to_rest()  # news have come meanwhile
            if said is not None and self._shows(deal, self._run(PAD)):
                self._run(DROPS)
                self.opens()
                said = "drops"
                break
            is_another = said is not None
        if isinstance(said, str):
            self.note(self.name, said, "deal", deal.number)
            self.deal = None
            return
        table = {name: str(said[name]) for name in ("dealer", "rules", "stake")}
        table |= {name: str(sorted(said[name])) for name in ("seats", "out")}
        self.deals.told[key] = deal
        self.told[key] = Told(deal=deal, shown=said["shown"], table=table)
        self.note(self.name, "tells", key[:6], "deal", deal.number, said["shown"])
        self.deal = None
        if self.dies_next:
            self.dies_next = False
            self.untold.add(key)
            self.dies()
        else:
            self._comes_to_rest()
            self.looks()

    def _shows(self, deal: Deal, pad: Any) -> bool:
        if pad is None:
            return False
        return any(one == deal for one, _ in self.deals.rows(self.night, up_to=pad["newest"]))

    def _new_key(self) -> str:
        return str(uuid.UUID(int=self.luck.getrandbits(128), version=4))

    def person(self) -> None:
        self.looks()
        if not self.items:
            return
        item = self.luck.choice(self.items)
        kinds = {"out": ["restored", "restored", "thrown"], "refused": ["taken", "again"]}
        kinds |= {"stuck": ["taken", "again"], "waiting": ["taken"]}
        if item["state"] == "conflict":
            self.decides(item)
        elif item["state"] in kinds:
            self.says(self.luck.choice(kinds[item["state"]]), item)

    def decides(self, item: Item) -> bool:
        """Answer a question about a hand that waits, where the page still asks it."""
        told = self.told[item["key"]]
        how, of = self.deals.answer_to(item["answer"], told.deal)
        before = replace(told)
        if how != "taken":
            told.decides(how, item["answer"], of)
        if self.says(how, item):
            return True
        self.told[item["key"]] = before
        return False

    def says(self, does: str, item: Item) -> bool:
        key = item["key"]
        if not self._run(SAYS, key, does):
            return False
        self.note(self.name, does, key[:6])
        told = self.told[key]
        told.was_touched |= does != "again"
        told.was_thrown |= does == "thrown"
        self._comes_to_rest()
        self.looks()
        return True

    # In the end

    def rests(self) -> None:
        """Nothing is on its way any more: what is left waits for somebody, or for the page to be opened."""
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            self._comes_to_rest()
            self.looks()
            open_ones = [one["state"] for one in self.items if one["state"] not in ("out", "done")]
            if not self.may_write or not open_ones or open_ones[0] in HELD:
                return
            time.sleep(0.05)
        raise AssertionError(f"{self.name} does not send what waits: {self.items}")

    def has_outbox(self) -> bool:
        found: bool = self._run(HAS_OUTBOX)
        return found

    def listed(self) -> int:
        found: int = self._run(LISTED)
        return found

    def _run(self, script: str, *said: Any) -> Any:
        try:
            return self.screen.run(script, *said)
        except WentElsewhereError:  # who was let go is shown another page
            self.note(self.name, "shows another page")
            self.screen.run(HURRIES, self.ahead)
            return self.screen.run(script, *said)

    def _comes_to_rest(self) -> None:
        self._run(HURRIES, self.ahead)
        until = time.monotonic() + LONG
        while self._run(IS_BUSY):
            assert time.monotonic() < until, f"{self.name} is busy for ever"
            time.sleep(0.02)
