"""Every page that a link leads to: with letters twice as big, for axe by day and night, and on a desk."""

import re
from collections.abc import Callable

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
    SIZES,
    but_for_questions,
    is_accessible_on_a_phone_and_a_desk,
    low_targets,
    owns,
    walk,
)
from tests.fuzz.world import World
from tests.steady import SOAK, some

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


@pytest.mark.parametrize(
    "kind", some(["sheepshead", "mehrkopf", "southern_indiana", "sheepshoof"], on_push=2)
)
def test_every_page_in_german_fits_a_small_phone(new_phone: Callable[..., Page], kind: str) -> None:
    code = World(kind).group.code
    page = new_phone(locale="de-DE", viewport={"width": SIZES[0][0], "height": SIZES[0][1]})
    owns(page)
    found, pages = [], 0
    for address in walk(page, f"/g/{code}/", alike=but_for_questions):
        pages += 1
        found += [f"{plain(address)} {fault}" for fault in page.evaluate(LOOK)]
    assert page.locator("html").get_attribute("lang") == "de"
    assert pages > 12
    assert not found, "\n".join(dict.fromkeys(found))


def is_read_only(target: str) -> bool:
    """Return whether this is the result of a night in a list, which is called like a result on the pad."""
    return target.startswith('<span class="result')


def but_for_groups(address: str) -> str:
    return re.sub(r"^/g/[^/]+/", "/g/…/", but_for_questions(address))


def test_axe_finds_nothing_on_any_page_on_a_phone_or_on_a_desk(new_phone: Callable[..., Page]) -> None:
    houses()
    page = new_phone(viewport=PHONE, reduced_motion="reduce")
    owns(page)
    pages, low, long_lines = 0, [], []
    # On each push every kind of page once, of either group; both groups' in `make soak`.
    for address in walk(page, "/", alike=but_for_questions if SOAK else but_for_groups):
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
