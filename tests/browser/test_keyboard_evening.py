"""A whole evening without a mouse or a finger: the focus is in sight and never lost, news are said once."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from playwright.sync_api import Locator, Page, expect

from ledger.models import Group, Role
from ledger.models.book import sheet_of
from ledger.recording import admit
from tests.browser.hands import LISTENS_TO_NEWS, PATIENCE, answered, owns, press, settled
from tests.cast import NAMES
from tests.serving import LOOPBACK, Server, serving

DESK = {"viewport": {"width": 1024, "height": 768}, "has_touch": False, "is_mobile": False}
MOST_TABS = 150
# Characters of what is said at once: some ten seconds of speech.
LONGEST = 140

# Tells the test what a screen reader says by itself: the words of a live region when they have changed.
HEARS = """() => {
  const LIVE = "[role=status], [role=alert], [aria-live]";
  const last = new Map();
  const shown = (one) => {
    if (one.closest("[hidden]")) return "";
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const parts = [];
    while (walk.nextNode()) {
      if (walk.currentNode.parentElement.checkVisibility()) parts.push(walk.currentNode.data);
    }
    return parts.join(" ").replace(/\\s+/gu, " ").trim();
  };
  let timer = 0;
  const look = () => {
    for (const one of document.querySelectorAll(LIVE)) {
      const name = one.id || one.className;
      const text = shown(one);
      if (text && text !== last.get(name)) globalThis.heard(text);
      last.set(name, text);
    }
  };
  addEventListener("DOMContentLoaded", () => {
    for (const one of document.querySelectorAll(LIVE)) last.set(one.id || one.className, shown(one));
    new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, 60);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}"""

# Says why the focus is lost or cannot be seen; "" where it can.
FOCUS = """() => {
  const held = document.activeElement;
  if (!held || held === document.body) return "the focus is lost";
  const drawn = [held, held.closest("label"), held.closest(".points, .field, .name")].filter(Boolean);
  const said = `${held.localName} ${held.id} ${held.className} ${held.textContent.trim().slice(0, 30)}`;
  const ring = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    const isBig = box.width > 2 && box.height > 2;
    return isBig && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  if (!drawn.some(ring)) return `no ring: ${said}`;
  const box = drawn.find(ring).getBoundingClientRect();
  if (box.bottom < 1 || box.top > innerHeight - 1) return `out of sight: ${said}`;
  return "";
}"""


# Whether it stands before where the focus is.
BEFORE = """(one) => document.activeElement !== document.body &&
  document.activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING"""


class Keys:
    """Somebody who has only a keyboard; what is wrong on the way is kept."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []

    def sees(self) -> None:
        answered(self.page)
        trouble = self.page.evaluate(FOCUS)
        if trouble:
            self.wrong.append(f"{self.page.url}: {trouble}")

    def to(self, target: Locator) -> None:
        """Press Tab until this is reached, backwards where it stands before."""
        target = target.first
        expect(target).to_be_visible()
        key = "Shift+Tab" if target.evaluate(BEFORE) else "Tab"
        for _ in range(MOST_TABS):
            if target.evaluate("(one) => one === document.activeElement"):
                return
            press(self.page, key)
            self.sees()
        raise AssertionError(f"No {key} leads to {target}.")

    def chooses(self, target: Locator, key: str = "Enter") -> None:
        """Go there and press a key; where the page is drawn anew by it, the focus is not lost."""
        self.to(target)
        was = self.page.evaluate("performance.timeOrigin")
        press(self.page, key)
        if self.page.evaluate("performance.timeOrigin") == was:
            self.sees()

    def button(self, name: str, key: str = "Enter", *, exact: bool = False) -> None:
        self.chooses(self.page.get_by_role("button", name=name, exact=exact), key)

    def link(self, name: str, *, exact: bool = False) -> None:
        self.chooses(self.page.get_by_role("link", name=name, exact=exact))

    def types(self, label: str, text: str) -> None:
        self.to(self.page.get_by_label(label, exact=True))
        self.page.keyboard.type(text)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(connection.settings_dict, SERVED_SOURCES="1") as server:
        yield server


@pytest.fixture
def at_desk(new_phone: Callable[..., Page], server: Server) -> Callable[..., tuple[Page, list[str]]]:
    """Return what opens a page at a desk, of a guest if one is given, and what is said on it."""

    def opened(guest: object = None) -> tuple[Page, list[str]]:
        page = new_phone(**DESK, base_url=f"http://{LOOPBACK}:{server.port}")
        said: list[str] = []

        def heard(words: str) -> None:
            said.append(words)

        page.expose_function("heard", heard)
        page.add_init_script(f"({HEARS})()")
        if guest is not None:
            owns(page, guest)
        return page, said

    return opened


def playing(page: Page) -> list[str]:
    return [one for one in NAMES if page.get_by_role("button", name=f"{one}, ").is_enabled()]


def starts(keys: Keys) -> None:
    keys.page.goto("/")
    keys.link("Start a group")
    keys.types("What is the group called?", "Thursday")
    keys.types("Your name", NAMES[0])
    keys.button("Start the group")
    keys.to(keys.page.get_by_label("Somebody new?"))
    for name in NAMES[1:]:
        keys.page.keyboard.type(name)
        press(keys.page, "Enter")
        keys.sees()
    keys.chooses(keys.page.locator(".seat summary", has_text="Ann"), "Space")
    keys.to(keys.page.get_by_role("radio", name="Deals next"))
    press(keys.page, "Space")
    keys.sees()
    keys.button("Deal the first hand")
    expect(keys.page.locator("#pad")).to_be_visible()


def test_whole_evening_is_kept_by_keys_alone(at_desk: Callable[..., tuple[Page, list[str]]]) -> None:
    page, said = at_desk()
    keys = Keys(page)
    starts(keys)
    group = Group.objects.get()
    night = group.sessions.get()
    watching, heard = at_desk(admit(group, uuid.uuid4(), Role.WATCHER).guest)
    watching.goto(f"/g/{group.code}/{night.number}/")
    settled(watching)
    watching.evaluate(LISTENS_TO_NEWS)

    def recorded(hand: str) -> None:
        once(keys, page, said, f"Hand {hand}")
        once(keys, watching, heard, f"hand {hand}")

    # Letters: who picked, who was the partner, Enter.
    said.clear()
    names = playing(page)
    press(keys.page, names[0][0].lower(), names[1][0].lower(), "Enter")
    keys.sees()
    recorded("1")

    # The Tab key: names by Space and Enter, the result by an arrow, and Record.
    names = playing(page)
    keys.button(f"{names[1]}, ", "Space")
    keys.button(f"{names[2]}, ")
    keys.to(page.locator("[name=result]:checked"))
    press(keys.page, "ArrowRight")
    keys.sees()
    expect(page.locator("[name=result]:checked")).not_to_have_value("won")
    keys.chooses(page.locator("#record"))
    recorded("2")

    # Nobody picked, and an answer that the server draws.
    keys.chooses(page.locator("#pad button.mode:visible:not(.lone)").first, "Space")
    names = playing(page)
    keys.button(f"{names[3]}, ", "Space")
    keys.chooses(page.locator("#record"))
    recorded("3")

    # Something unusual: the deal of one hand, by a list.
    keys.chooses(page.locator("#pad .deal > summary"), "Space")
    keys.to(page.locator("#pad [name=dealer]"))
    press(keys.page, "ArrowDown")
    keys.sees()
    keys.button("Deal this hand like this", "Space")
    names = playing(page)
    keys.button(f"{names[0]}, ")
    keys.button(f"{names[4]}, ")
    keys.chooses(page.locator("#record"))
    recorded("4")

    # Hand 1 was told wrong.
    keys.link("1", exact=True)
    keys.link("Correct")
    keys.to(page.locator("[name=result]:checked"))
    press(keys.page, "ArrowRight")
    keys.chooses(page.locator("#record"))
    expect(page.locator(".paper tbody th").first).to_contain_text("corrected")
    once(keys, watching, heard, "hand 1 was corrected")
    assert sheet_of(night).hands == 4

    page.goto(f"/g/{group.code}/{night.number}/")
    settled(page)

    # The end, and who pays whom.
    keys.link("End the night")
    keys.button("End the night")
    count = page.get_by_role("button", name="Paid: ").count()
    assert count
    for left in range(count - 1, -1, -1):
        keys.button("Paid: ", "Space")
        expect(page.get_by_role("button", name="Paid: ")).to_have_count(left)
    keys.button("Undo: ")
    expect(page.get_by_role("button", name="Paid: ")).to_have_count(1)
    assert keys.wrong == []


def once(keys: Keys, page: Page, said: list[str], words: str) -> None:
    """Check that this alone is said, once, and in so few words that nobody waits for the end."""
    for _ in range(PATIENCE // 50):
        if any(words in one for one in said):
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(400)
    if len(said) != 1 or words not in said[0] or len(said[0]) > LONGEST:
        keys.wrong.append(f"{page.url}: {words} is said as {said}")
    said.clear()
