"""The sheet on a television: large, alone for hours, and never without a hand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group, Player, Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import THEMES, box, click, fits, owns, resize, until

TELEVISION, TABLET, PHONE = (1920, 1080), (1024, 768), (844, 390)
PAPER = {"light": "rgb(251, 248, 241)", "dark": "rgb(18, 21, 18)"}
EIGHT = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Maximilian Oberhuber-Lindenschmidt", "Gus", "أحمد علي")
# The least height of a figure in the fonts that are named, as a share of their size.
DIGIT = 0.71

LOOKS = """() => [...document.querySelectorAll(".players > li")].map((one) => {
  const total = one.querySelector(".total");
  const below = document.querySelector(".below").getBoundingClientRect().top;
  return {
    height: parseFloat(getComputedStyle(total).fontSize) / innerHeight,
    isCut: total.scrollWidth > one.clientWidth || one.getBoundingClientRect().bottom > innerHeight,
    isUnder: below < one.getBoundingClientRect().bottom - 1,
  };
})"""

LETTERS = "one => parseFloat(getComputedStyle(one).fontSize)"
CONTRASTS = """() => {
  const part = (value) => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(part);
    return .2126 * r + .7152 * g + .0722 * b + .05;
  };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  return [...document.querySelectorAll("main :is(b, span, p, h2, bdi)")].filter((one) => one.innerText)
    .map((one) => light(getComputedStyle(one).color))
    .map((ink) => Math.max(ink, paper) / Math.min(ink, paper));
}"""

Opens = Callable[..., Page]


@pytest.fixture
def hangs(new_phone: Opens) -> Opens:

    def on_the_wall(group: Group, *, has_clock: bool = False) -> Page:
        page = new_phone(
            is_mobile=False,
            has_touch=False,
            device_scale_factor=1,
            viewport={"width": 1280, "height": 720},
        )
        owns(page)
        if has_clock:
            page.clock.install()
        page.goto(f"/g/{group.code}/wall/")
        return page

    return on_the_wall


def play(night: Session) -> None:
    """Record a hand that the first who plays wins alone."""
    first = Player.objects.get(pk=sheet_of(night).seating.active[0])
    cast.tell(night, first.name)


def test_it_is_read_from_across_the_room_by_day_and_by_night(hangs: Opens) -> None:
    group = cast.thursday_table(names=EIGHT)
    night = cast.a_night(group)
    for _ in range(7):
        play(night)
    page = hangs(group)
    for screen in (TELEVISION, TABLET, PHONE):
        resize(page, *screen)
        for scheme in THEMES:
            page.emulate_media(color_scheme=scheme)
            looks = page.evaluate(LOOKS)
            assert len(looks) == len(EIGHT)
            assert min(one["height"] for one in looks) * DIGIT >= 0.08
            assert not any(one["isCut"] or one["isUnder"] for one in looks)
            assert min(page.evaluate(CONTRASTS)) >= 7
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == PAPER[scheme]

    for width in (390, 1080):  # held upright
        resize(page, width, width * 2)
        letters = page.locator(".players .name").first.evaluate(LETTERS)
        assert letters >= width * 0.035
        assert fits(page)
    resize(page, 390, 844)
    head = page.get_by_role("heading", level=1)
    assert head.evaluate("(head) => head.clientHeight") < 2 * head.evaluate(LETTERS)


def test_course_and_last_hands_fill_the_lower_half_of_a_television(hangs: Opens) -> None:
    group = cast.thursday_table(names=EIGHT[:5])
    night = cast.a_night(group)
    for _ in range(7):
        play(night)
    page = hangs(group)
    resize(page, *TELEVISION)
    course, hands = page.locator("svg.night"), page.locator(".hands > div")
    expect(course.locator("polyline")).to_have_count(5)
    assert box(course)["height"] > 1080 / 3
    expect(hands).to_have_count(5)
    for hand in hands.all():
        expect(hand).to_be_in_viewport(ratio=1)


def memory(page: Page) -> dict[str, int]:
    """Bytes of the script's heap, nodes and listeners, after all rubbish was taken out."""
    browser = page.context.new_cdp_session(page)
    browser.send("HeapProfiler.collectGarbage")
    counted = browser.send("Memory.getDOMCounters")
    heap = browser.send("Runtime.getHeapUsage")["usedSize"]
    browser.detach()
    return {"heap": heap, "nodes": counted["nodes"], "listeners": counted["jsEventListeners"]}


def test_in_twelve_hours_it_misses_no_hand_moves_now_and_then_and_stays_as_small(hangs: Opens) -> None:
    group = cast.thursday_table()
    night = cast.a_night(group)
    page = hangs(group, has_clock=True)
    places, early = set(), {}
    for quarter in range(1, 12 * 4 + 1):
        play(night)
        page.clock.fast_forward("15:00")
        expect(page.locator(".last h2")).to_contain_text(f"Hand {quarter} ·")
        places.add(page.evaluate("getComputedStyle(document.querySelector('main')).translate"))
        if quarter == 24:
            early = memory(page)
    late = memory(page)
    totals = page.locator(".players .total").all_inner_texts()
    assert [cast.points(group, sheet_of(night))[name] for name in EIGHT[:5]] == [
        int(total.replace("−", "-")) for total in totals[:5]
    ]
    assert len(places) == 4
    assert late["nodes"] <= early["nodes"] + 10
    assert late["listeners"] <= early["listeners"] + 2
    # A browser keeps the times of the first 250 things a page asks for, and no more.
    assert late["heap"] <= early["heap"] * 1.1


SPEAKS = """() => {
  window.heard = [];
  speechSynthesis.speak = (words) => window.heard.push(words.text);
}"""


def test_it_speaks_when_it_was_asked_to_and_once_for_each_hand(hangs: Opens) -> None:
    group = cast.thursday_table(names=EIGHT[:5])
    night = cast.a_night(group)
    page = hangs(group, has_clock=True)
    page.evaluate(SPEAKS)
    cast.tell(night, "Ann", "Ben")
    page.clock.fast_forward("01:00")
    expect(page.locator(".last h2")).to_contain_text("Hand 1 ·")
    assert page.evaluate("heard") == []

    click(page.get_by_role("button", name="Say it aloud"))
    first = "Ann plus 2, Ben plus 1, the others minus 1. Ben deals."
    assert page.evaluate("heard") == [first]
    cast.tell(night, "Cleo", "Dave", "lost")
    page.clock.fast_forward("01:00")
    expect(page.locator(".last h2")).to_contain_text("Hand 2 ·")

    both = [first, "Cleo minus 4, Dave minus 2, the others plus 2. Cleo deals."]
    until(page, lambda: len(page.evaluate("heard")) > 1)  # the sheet is drawn, and then it is said
    assert page.evaluate("heard") == both
    page.reload()
    expect(page.get_by_role("button", name="Say it aloud")).to_have_attribute("aria-pressed", "true")
