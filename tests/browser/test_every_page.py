"""Every page that a link leads to: with letters twice as big, for axe by day and night, and on a desk."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from ledger.models import Group
from ledger.models.book import sheet_of
from ledger.recording import end_night
from tests import cast
from tests.browser.hands import (
    DESK,
    LOOK,
    PHONE,
    but_for_questions,
    is_accessible,
    is_accessible_on_a_phone_and_a_desk,
    low_targets,
    owns,
    walk,
)
from tests.fuzz.world import World

pytestmark = pytest.mark.django_db(transaction=True)

LONG = (
    "Maximiliana-Theodora von Hohenlohe 🐑🃏",
    "<b>&amp;\"'</b>",
    "שָׁלוֹם בן אברהם",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "Bartholomew Featherstonehaugh-Cholmondel",
    "محمد عبد الله",
    "Al",
    "👨‍👩‍👧‍👦 Family",
    "Wolfgang",
    "Gu",
)

LINES = """() => [...document.querySelectorAll("p, li, small, dd, td")].flatMap((one) => {
  if (!one.checkVisibility() || one.closest(".visually-hidden, .paper, .seating, form.said")) return [];
  if ([...one.children].some((part) => getComputedStyle(part).display !== "inline")) return [];
  const range = document.createRange();
  range.selectNodeContents(one);
  const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top / 8))).size;
  const text = one.textContent.trim().replace(/\\s+/gu, " ");
  const length = Math.round(text.length / lines);
  return lines > 1 && length > 84 ? [`${length} a line: ${text.slice(0, 60)}`] : [];
})"""


def houses() -> Group:
    """The world of everything, and a table of long names with a night that is over and one that goes on."""
    world = World()
    long = cast.thursday_table(names=LONG, name="Donnerstagsschafkopfrundenfreundeskreisx", currency="USD")
    for is_over in (True, False):
        night = cast.a_night(long)
        for hand in range(4):
            playing = sheet_of(night).seating.active
            names = dict(long.players.values_list("pk", "name"))
            cast.tell(night, names[playing[hand % 4]], names[playing[4]], ("won", "lost_schneider")[hand % 2])
        if is_over:
            end_night(night, cast.context(night))
    return world.group


def plain(address: str) -> str:
    return re.sub(r"/g/[^/]+/|/[0-9a-f-]{36}/", "/…/", address)


def test_every_page_fits_with_letters_twice_as_big(big_letters: Page) -> None:
    houses()
    owns(big_letters)
    found, pages = [], 0
    for address in walk(big_letters, "/", alike=but_for_questions):
        pages += 1
        found += [f"{plain(address)} {fault}" for fault in big_letters.evaluate(LOOK)]
    assert big_letters.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
    assert pages > 30
    assert not found, "\n".join(dict.fromkeys(found))


def test_what_does_not_fit_would_be_found(big_letters: Page) -> None:
    big_letters.set_content(
        "<meta name='viewport' content='width=device-width'><main>"
        "<p style='width:80px;overflow:hidden;white-space:nowrap'>A long sentence</p>"
        "<p style='width:1em;overflow-wrap:anywhere'>Letters</p>"
        "<input name='stake' style='width:1em'><button style='margin-left:300px'>Go</button>"
    )
    found: list[Any] = big_letters.evaluate(LOOK)
    for fault in ("too wide", "cuts p. A long", "to bits p. Letters", "type stake", "outside button. Go"):
        assert any(fault in one for one in found), (fault, found)


def is_read_only(target: str) -> bool:
    """Return whether this is the result of a night in a list, which is called like a result on the pad."""
    return target.startswith('<span class="result')


DARK = "@media (prefers-color-scheme: dark)"


@pytest.mark.parametrize("pale", ["p { color: #bbb }", f"{DARK} {{ p {{ color: #333 }} }}"])
def test_what_axe_complains_of_would_be_found_by_day_and_by_night(phone: Page, pale: str) -> None:
    paper = f"body {{ background: #fff; color: #000 }} {DARK} {{ body {{ background: #000; color: #fff }} }}"
    page = (
        f"<html lang='en'><title>Page</title><style>{paper}%s</style><main><h1>Page</h1><p>Words</p>%s</main>"
    )
    phone.set_content(page % ("", ""))
    is_accessible(phone)
    for fault, name in (((pale, ""), "color-contrast"), (("", "<button></button>"), "button-name")):
        phone.set_content(page % fault)
        with pytest.raises(AssertionError, match=name):
            is_accessible(phone)


@pytest.mark.parametrize(("theme", "pale", "behind"), [("light", "#999", "#444"), ("dark", "#444", "#bbb")])
@pytest.mark.parametrize(
    "what", ["p { display: block; color: PALE }", "body { background: BEHIND }"], ids=["colour", "ground"]
)
def test_what_axe_complains_of_only_on_a_desk_would_be_found(
    phone: Page, what: str, theme: str, pale: str, behind: str
) -> None:
    paper = f"body {{ background: #fff; color: #000 }} {DARK} {{ body {{ background: #000; color: #fff }} }}"
    only_there = "p, button { display: none }" if "display" in what else "button { display: none }"
    page = (
        "<html lang='en'><meta name='viewport' content='width=device-width'><title>Page</title>"
        f"<style>{paper} {only_there} @media (min-width: 800px) %s</style>"
        "<main><h1>Page</h1><div><p>Words</p></div><button></button></main>"
    )
    phone.set_content(page % "{}")
    is_accessible_on_a_phone_and_a_desk(phone)
    wrong = what.replace("PALE", pale).replace("BEHIND", behind)
    for style, name in (
        (f"and (prefers-color-scheme: {theme}) {{ {wrong} }}", "color-contrast"),
        ("{ button { display: block } }", "button-name"),
    ):
        phone.set_content(page % style)
        with pytest.raises(AssertionError, match=name):
            is_accessible_on_a_phone_and_a_desk(phone)


def test_axe_finds_nothing_on_any_page_on_a_phone_or_on_a_desk(new_phone: Callable[..., Page]) -> None:
    houses()
    page = new_phone(viewport=PHONE, reduced_motion="reduce")
    owns(page)
    pages, low, long_lines = 0, [], []
    for address in walk(page, "/", alike=but_for_questions):
        pages += 1
        is_accessible_on_a_phone_and_a_desk(page)
        page.set_viewport_size(PHONE)
        low += [f"{plain(address)} {target}" for target in low_targets(page) if not is_read_only(target)]
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            long_lines += [f"{plain(address)} {line}" for line in page.evaluate(LINES)]
    assert pages > 30
    assert not long_lines, "\n".join(long_lines)
    assert not low, "\n".join(low)
