"""What several browser tests do with a phone."""

import json
import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from django.conf import settings
from django.test import Client
from playwright.sync_api import Download, Error, FloatRect, Locator, Page, ViewportSize, expect

from ledger.models import Entry, Group, Membership, Session
from ledger.recording import NewGroup, start_group
from ledger.scoring import game_called
from scorekeeper.visitors.guests import GUEST
from tests import cast, slow

# In milliseconds: a busy machine may be slow, and only a failing test waits that long.
PATIENCE = 20_000
# Milliseconds until a phone shows what another one wrote, on a busy machine.
GENEROUS = 2000 + 10_000 * slow.SLOW
# Width and height of a small phone, a phone, one that lies on its side, and a desk.
SIZES = ((320, 568), (390, 844), (844, 390), (1440, 900))


def owns(page: Page, guest: object = cast.OWNER, url: str = "") -> None:
    """Make this phone the one that started the Thursday table, or another guest's; `url` is another site."""
    session = Client().session
    session[GUEST] = str(guest)
    session.save()
    url = url or page.context._impl_obj._options["baseURL"]
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": str(session.session_key), "url": url}]
    )


# Marks a page until another one has replaced it: what was sent is on its way only a moment later.
HEARS = """(page) => {
  if (!matchMedia("(scripting: enabled)").matches) return false;
  if (page.dataset.hears) return true;
  page.dataset.hears = "1";
  const leaves = () => { page.dataset.leaving = "" };
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () { leaves(); submit.call(this) };
  addEventListener("submit", ({ target: form, submitter, defaultPrevented }) => {
    const how = submitter?.getAttribute("formmethod") ?? form.getAttribute("method");
    if (!defaultPrevented && !form.target && how !== "dialog") leaves();
  });
  navigation.addEventListener("navigate", ({ destination, downloadRequest }) => {
    if (!destination.sameDocument && downloadRequest === null) leaves();
  });
  addEventListener("pageshow", () => { delete page.dataset.leaving });
  return true;
}"""
# A finger that is lifted becomes a click a moment later, on a busy machine after the test has looked again.
LISTENS = """(page) => {
  page.dataset.touched = "";
  addEventListener("click", () => { delete page.dataset.touched }, { capture: true, once: true });
}"""
LEADS_ON = "one => one.closest('a[href], button:not([type=button])') !== null"
UNSETTLED = (
    "html:is([data-touched], [data-leaving]), .is-keeping, [data-passkey] button:disabled,"
    " .htmx-request, .htmx-swapping, .htmx-settling"
)


def answered(page: Page) -> None:
    """Waits for what a tap asked for."""
    expect(page.locator(UNSETTLED)).to_have_count(0)


def settled(page: Page) -> None:
    """Waits for what is on its way: a page with its styles, and what a tap asked for, be it another page."""
    page.wait_for_load_state()
    answered(page)
    page.wait_for_load_state()


def opens_page(page: Page, address: str) -> None:
    """Goes there; again, where the page just then went somewhere by itself and that called it off."""
    try:
        page.goto(address)
    except Error as called_off:
        if "ERR_ABORTED" not in str(called_off):
            raise
        page.goto(address)


def hears(page: Page) -> bool:
    """Lets a page say when another one is to replace it; whether it runs scripts at all."""
    heard: bool = page.locator("html").evaluate(HEARS)
    return heard


def touch(target: Locator) -> None:
    """Taps, and looks up when the page has heard it and has put in its place what the server said."""
    page = target.page
    if hears(page):
        page.locator("html").evaluate(LISTENS)
        target.tap()
    elif target.evaluate(LEADS_ON):
        with page.expect_navigation():
            target.tap()
    else:
        target.tap()
    settled(page)


def tap_only(target: Locator) -> None:
    """Taps, and does not wait: for what the test holds up itself."""
    target.tap()


def click(target: Locator) -> None:
    hears(target.page)
    target.click()
    settled(target.page)


def press(page: Page, *keys: str) -> None:
    """Keys one by one, each when the page has done what the one before asked for."""
    for key in keys:
        hears(page)
        page.keyboard.press(key)
        settled(page)


def downloaded(target: Locator) -> Download:
    """The file that a tap brings; the page stays."""
    with target.page.expect_download() as download:
        target.tap()
    return download.value


def until(page: Page, is_so: Callable[[], object], trouble: str = "It did not come about.") -> None:
    """Asks from here until it is so: the page's own policy lets no test wait inside of it."""
    for _ in range(PATIENCE // 50):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError(trouble)


def forgive(page: Page, complaints: list[str], words: str) -> None:
    """Waits for the browser's complaint with these words, and takes it away."""
    trouble = f"The browser did not complain of {words!r}."
    until(page, lambda: any(words in one for one in complaints), trouble)
    complaints[:] = [one for one in complaints if words not in one]


class Thumb:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def player(self, name: str) -> None:
        self._press(self.page.get_by_role("button", name=f"{name}, "))

    def result(self, code: str) -> None:
        self.taps += 1
        touch(self.page.locator(f"[name=result][value={code}]").locator(".."))

    def chip(self, words: str) -> None:
        """An answer to a question; the server draws the pad anew with its numbers."""
        with self.page.expect_response("**/tap/"):
            self._press(self.page.locator("#pad label.chip:visible").get_by_text(words, exact=True))

    def chooses(self, label: str, words: str) -> None:
        """Tap an answer of a strip."""
        strip = self.page.get_by_role("radiogroup", name=label, exact=True)
        with self.page.expect_response("**/tap/"):
            self._press(strip.locator("label").get_by_text(words, exact=True))

    def mode(self, words: str) -> None:
        self._press(self.page.locator("#pad button.mode:visible", has_text=words))

    def tap(self, what: str) -> None:
        """A player, a result, a kind of hand, "Laufende: 3" of a strip, a fold, or an answer."""
        label, _, words = what.partition(": ")
        if self.page.locator(f"[data-name='{what}']").count():
            self.player(what)
        elif self.page.locator(f"[name=result][value='{what}']").count():
            self.result(what)
        elif self.page.locator("#pad button.mode:visible", has_text=what).count():
            self.mode(what)
        elif words:
            self.chooses(label, words)
        elif self.page.locator("#pad summary", has_text=what).count():
            self._press(self.page.locator("#pad summary", has_text=what))
        else:
            self.chip(what)

    def record(self) -> None:
        self._press(self.page.locator("#record"))

    def _press(self, button: Locator) -> None:
        self.taps += 1
        touch(button)


def opened(page: Page, night: Session) -> Page:
    """Open the table of a night on this phone, as the owner of its group."""
    owns(page)
    page.goto(table_address(night))
    return page


def other_game(game: str, key: str, *names: str, **options: Any) -> Session:
    """Return a night of another game under one of its presets."""
    preset = next(one.values for one in game_called(game).presets if one.key == key)
    new = NewGroup(
        name="Stammtisch",
        names=names,
        currency="EUR",
        stake_cents=1,
        game=game,
        options={**preset, **options},
    )
    return cast.a_night(start_group(new, cast.OWNER, uuid.uuid4()))


def taps(page: Page, *names: str) -> Thumb:
    thumb = Thumb(page)
    for name in names:
        thumb.mode(name) if name == "Alone" else thumb.player(name)
    return thumb


def tells(page: Page, *names: str) -> None:
    taps(page, *names).record()


def corrects(page: Page, hand: int, *tapped: str) -> None:
    """Correct a hand of the sheet, by what is tapped."""
    touch(page.locator(f"{INK} a:text-matches('^\\\\s*{hand}\\\\b')").first)
    touch(page.get_by_role("link", name="Correct this hand"))
    page.wait_for_url("**/correct/")
    thumb = Thumb(page)
    for what in tapped:
        thumb.tap(what)
    touch(page.get_by_role("button", name=f"Correct hand {hand}").last)
    page.wait_for_url("**/1/?told=*")
    expect(page.get_by_role("status")).to_contain_text(f"Hand {hand} corrected")


PENCIL = ".paper .pencil"
INK = ".paper tbody th"
# Counts the hands in the phone's store.
STORED = """() => new Promise((done) => {
  const opening = indexedDB.open("unsent");
  opening.onsuccess = () => {
    const counted = opening.result.transaction("unsent").objectStore("unsent").count();
    counted.onsuccess = () => { opening.result.close(); done(counted.result); };
  };
})"""


def ready(page: Page) -> None:
    """Waits for the phone's store to be open."""
    expect(page.locator("#unsent")).to_have_attribute("data-open", "1")


def shows(page: Page, *, pencil: int = 0, ink: int | None = None) -> None:
    """Waits for so many hands in pencil on the sheet, and so many in all."""
    expect(page.locator(PENCIL)).to_have_count(pencil)
    if ink is not None:
        expect(page.locator(INK)).to_have_count(ink)


def pickers(night: Session) -> list[int]:
    """Return who picked each hand in the book, in its order."""
    hands = Entry.objects.filter(session=night, kind="hand").order_by("number")
    return [one.facts["seats"][one.facts["told"]["picker"]] for one in hands]


def all_sent(page: Page, night: Session, *names: str) -> None:
    """Waits for the hands that these picked to be in the book, in this order, and in ink on the page.

    While one after the other is sent, the page is drawn anew, and for a moment none looks unsent.
    """
    until(page, lambda: pickers(night) == list(cast.ids(night.group, *names)))
    shows(page, ink=len(names))
    expect(page.locator("#unsent")).to_be_hidden()


# A group's evening of February 2014: six at the table, one of them resting for five hands.
EVENING = json.loads((Path(__file__).parent.parent / "played/data/evening-26-hands.json").read_text())[
    "input"
]
WON = {2: "won", 4: "won_schneider", 6: "won_all_tricks", 8: "won_schneider"}
LOST = {4: "lost", 8: "lost_schneider", 12: "lost_no_trick"}


def tapped_in(hand: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return picker, partner (or Alone) and result of a hand of the evening."""
    picker = next(seat for seat, role in enumerate(hand["roles"]) if role.startswith("picker"))
    partner = cast.NAMES[hand["roles"].index("partner")] if "partner" in hand["roles"] else "Alone"
    worth = hand["deltas"][picker] // (2 if partner == "Alone" else 1)
    return cast.NAMES[picker], partner, WON[worth] if worth > 0 else LOST[-worth]


# The tab goes out of sight, or is looked at again.
IN_SIGHT = """(isInSight) => {
  Object.defineProperty(document, "hidden", { value: !isInSight, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# Until a stream that is opened after the page's own is heard.
LISTENS_TO_NEWS = """() => new Promise((resolve) => {
  const stream = new EventSource(document.querySelector("[data-live]").dataset.live);
  stream.onopen = () => { stream.close(); setTimeout(resolve, 300) };
})"""
SHARES = "() => { navigator.share = async (what) => { window.shared = what.text } }"


def shared(page: Page) -> str:
    """Waits for what the page hands to the phone's own list of apps, after SHARES."""
    until(page, lambda: page.evaluate("window.shared"))
    text: str = page.evaluate("window.shared")
    return text


def removes(night: Session) -> None:
    """Let no phone of before into the group: they are those of nobody now."""
    Membership.objects.filter(group=night.group).update(guest=NOBODY)


NOBODY = "12345678-1234-4234-8234-123456789012"


def table_address(night: Session) -> str:
    return f"/g/{night.group.code}/{night.number}/"


def totals(page: Page) -> list[str]:
    return page.locator(".head .total").all_inner_texts()


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def confirmed(page: Page) -> str:
    """Return what the confirmation says was recorded, as the summary on the button says it before."""
    title, *worths = page.locator(".said p > *").all_inner_texts()
    return ", ".join(worths) or title.partition(": ")[2]


COLOURS = {"runOnly": ["color-contrast"]}
# Only what is wrong comes back: to tell all that is right takes longer than to look at it.
COMPLAINS = "(options) => axe.run(options).then(({ violations }) => ({ violations }))"


def complaints_of_axe(page: Page, options: dict[str, Any]) -> AxeResults:
    """Return what axe finds wrong on this page, in which it is loaded at the first look."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    return AxeResults(page.evaluate(COMPLAINS, {"resultTypes": ["violations"]} | options))


def is_accessible(page: Page) -> None:
    """Nothing for axe to complain of by day; by night only the colours are other ones."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = complaints_of_axe(page, {})
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
    page.emulate_media(color_scheme="dark")
    found = complaints_of_axe(page, COLOURS)
    assert found.violations_count == 0, f"{page.url}, by night: {found.generate_report()}"


# With everything unfolded: what is too wide, cut, outside the window, or broken into single letters.
LOOK = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  const root = document.documentElement;
  const found = new Set();
  const words = (one) => one.textContent.trim().replace(/\\s+/gu, " ");
  const said = (one) => `${one.localName}.${one.className} ${words(one).slice(0, 40)}`;
  const hides = (one) => ["hidden", "clip"].includes(getComputedStyle(one).overflowX);
  const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
  const isShortened = (one) =>
    getComputedStyle(one).textOverflow === "ellipsis" && one.closest("[title], [aria-label]");
  const around = (one) => one === document.body ? [] : [one, ...around(one.parentElement)];
  const over = root.scrollWidth - root.clientWidth;
  if (over > 0) found.add(`is ${over} pixels too wide`);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: holder } = walk.currentNode;
    const apart = ".visually-hidden, .skip, noscript, svg, script, option, textarea";
    if (!data.trim() || !holder.checkVisibility() || holder.closest(apart)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const boxes = [...range.getClientRects()];
    if (!boxes.length) continue;
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const boxed = around(holder);
    const end = boxed.findIndex((one) => scrolls(one) || hides(one));
    const edge = boxed[end];
    if (!edge && (left < -1 || right > root.clientWidth + 1)) found.add(`has outside ${said(holder)}`);
    if (edge && !scrolls(edge)) {
      const place = edge.getBoundingClientRect();
      const isCut = right > place.right + 2 || left < place.left - 2 || bottom > place.bottom + 3;
      if (isCut && !isShortened(edge)) found.add(`cuts ${said(edge)}`);
    }
    const lines = new Set(boxes.map((box) => Math.round(box.top))).size;
    if (lines > 2 && [...data.trim()].length / lines < 3) found.add(`breaks to bits ${said(holder)}`);
  }
  for (const one of document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a")) {
    if (!one.checkVisibility() || one.closest(".visually-hidden, .skip")) continue;
    if (around(one.parentElement).some(scrolls)) continue;
    const place = one.getBoundingClientRect();
    if (place.left < -1 || place.right > root.clientWidth + 1) found.add(`has outside ${said(one)}`);
    const room = place.width / parseFloat(getComputedStyle(one).fontSize);
    if (one.matches("select, textarea, [type=text], [type=number], input:not([type])") && room < 2.5) {
      found.add(`leaves no room to type ${one.name}`);
    }
  }
  return [...found];
}"""
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
NO_COLOURS = {"rules": {"color-contrast": {"enabled": False}}}
# Axe looks at what is inside of these as well: so what lies behind something counts.
# Remembers how everything looks by this theme; the next time, how much looks otherwise than at first.
LOOKS = """(theme) => {
  const look = (one) => {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(one);
    const isThere = one.checkVisibility();
    return [isThere, color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight].join();
  };
  const looks = new Map([...document.querySelectorAll("body, body *")].map((one) => [one, look(one)]));
  const before = (globalThis.looked ??= {})[theme] ??= looks;
  globalThis.others = [...looks].filter(([one, look]) => before.get(one) !== look).map(([one]) => one);
  const isThere = (look) => look?.split(",")[0];
  const isSeenOtherwise = ([one, look]) => isThere(look) !== isThere(before.get(one));
  globalThis.isSeenOtherwise = [...looks].some(isSeenOtherwise);
  return globalThis.others.length;
}"""
COMPLAINS_OF_OTHERS = (
    "(options) => axe.run(globalThis.others, options).then(({ violations }) => ({ violations }))"
)


def is_accessible_on_a_phone_and_a_desk(page: Page) -> None:
    """On the desk look only at what looks otherwise than on the phone, or at all if more or less is seen."""
    page.set_viewport_size(PHONE)
    is_accessible(page)
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            if page.evaluate(LOOKS, theme):
                found = AxeResults(page.evaluate(COMPLAINS_OF_OTHERS, COLOURS))
                assert found.violations_count == 0, f"{page.url}, {theme}: {found.generate_report()}"
    # Names and roles do not depend on the width, but on what is seen.
    if not page.evaluate("globalThis.isSeenOtherwise"):
        return
    found = complaints_of_axe(page, NO_COLOURS)
    assert found.violations_count == 0, f"{page.url}, on a desk: {found.generate_report()}"


# Selects whatever can be tapped or typed into.
CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary"


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def looks_at(page: Page, group: Group, file: Path) -> None:
    """Choose a file on the page of the notebook and open its preview."""
    page.goto(f"/g/{group.code}/exchange/")
    touch(page.get_by_role("link", name="An old notebook"))
    page.get_by_label("Files: CSV or Excel").set_input_files(file)
    touch(page.get_by_role("button", name="Look at it"))


def shoot(page: Page, path: Path) -> None:
    """Take pictures of the page, light and dark, that somebody may look at."""
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=f"{path}-{scheme}.png", full_page=True)


def fits(page: Page) -> bool:
    """Return whether nothing sticks out sideways, and no phone zooms out so that it does not."""
    size = page.viewport_size
    return size is not None and (
        page.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth)") <= size["width"]
    )


def box(target: Locator) -> FloatRect:
    found = target.bounding_box()
    assert found
    return found


def is_good(page: Page) -> None:
    """Check that the page goes over no edge, can be hit, and is read by day and by night."""
    settled(page)
    assert fits(page), page.url
    # The results in a list of nights are called like the pad's, and the whole row is the link.
    assert [one for one in low_targets(page) if '"result' not in one] == [], page.url
    is_accessible(page)


def low_targets(page: Page) -> list[str]:
    """Whatever can be tapped and is less than 48 pixels high."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("a.button, a.chip, a.icon, .paper a, button, summary, select,"
          + "label.chip, .result, input:not([type=hidden], [type=radio], [type=checkbox])")]
          .filter((one) => one.checkVisibility() && !one.classList.contains("visually-hidden"))
          .filter((one) => !one.closest(".points") && one.getBoundingClientRect().height < 47.9)
          .map((one) => one.outerHTML.slice(0, 80))"""
    )
    return found


def but_for_numbers(address: str) -> str:
    """The same for all pages of people, nights, hands and versions."""
    return re.sub(r"\d+", "N", address)


def but_for_questions(address: str) -> str:
    """The same for all questions about a player, or about the group, as well: they are drawn alike."""
    return re.sub(r"(?<=/statistics/)[^/]+", "asked", but_for_numbers(address))


def walk(page: Page, start: str, *, alike: Callable[[str], str] = but_for_numbers) -> Iterator[str]:
    """Open every page that a link leads to, of those that are much `alike` in each group the first.

    Yields their addresses.
    """
    left, known, seen = [start], {start}, Counter[str]()
    while left:
        address = left.pop(0)
        answer = page.goto(address)
        if answer is None or "text/html" not in answer.headers.get("content-type", ""):
            continue
        yield address
        found = page.eval_on_selector_all("a[href]:not([download])", "all => all.map((one) => one.href)")
        for link in map(urlsplit, found):
            path = f"{link.path}?{link.query}" if link.query else link.path
            seen[alike(path)] += path not in known
            if link.netloc == urlsplit(page.url).netloc and path not in known and seen[alike(path)] <= 1:
                known.add(path)
                left.append(path)
