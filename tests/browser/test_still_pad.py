"""Still pad: after a tap the controls stand where they stood, on the pad of every game."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.models import Session
from tests import cast
from tests.browser.hands import Thumb, touch
from tests.browser.test_house_rules_evening import opened, other_game

pytestmark = pytest.mark.django_db(transaction=True)

PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    ".top :is(a, button, summary), .heads button, #pad :is(label, button, summary, select, input:enabled)"
  )].filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => {
    const { name = "", value = "" } = one.querySelector("input, select") ?? one;
    const { left, top, width, height } = one.getBoundingClientRect();
    const { type } = one.querySelector("input") ?? one;
    const isOne = ["radio", "checkbox"].includes(type) || one.matches("button");
    const tap = one.dataset.tap ?? one.getAttribute("popovertarget");
    const called = [one.localName, one.id || one.parentElement.id, name, isOne ? value : "", tap];
    return [called.filter(Boolean).join(" "), [left, top, width, height].map(Math.round)];
  }))"""
TAPPED = """() => [...document.querySelectorAll(
    ".head:enabled, #pad .mode, #pad label:has([name=result], [name^=ask-]:is([type=radio], [type=checkbox]))"
  )].map((one) => {
    if (one.dataset.tap) return `[data-tap="${one.dataset.tap}"]`;
    const { name, value } = one.querySelector("input");
    return `label:has([name="${name}"][value="${value}"])`;
  })"""
"""Everything of the pad that is tapped, in folds as well: players, kinds of hands, results, answers."""

FIVE, FOUR = cast.NAMES[:5], cast.NAMES[:4]
CALLS: dict[str, Any] = {
    "crack": "castrate",
    "crack_corner": True,
    "blitz": ["black_queens", "red_queens"],
    "leaster_jack": True,
    "last_round": True,
}
KNOCKS = {"klopfer": True, "stoss": "resupra", "laufende_trumps": "all", "ramsch_jungfrau": "all"}
GAMES = {"contracts": ["hochzeit", "wenz", "geier", "farbwenz", "bettel", "ramsch"], "base_bettel": 30}
Open = Callable[..., Page]


def sheepshead(*names: str, **options: Any) -> Session:
    return cast.a_night(cast.thursday_table(names=names, options=options))


def schafkopf(**options: Any) -> Session:
    return other_game("mehrkopf", "bavarian_table", *FOUR, options=options)


PADS: dict[str, Callable[[], Session]] = {
    "five": lambda: sheepshead(*FIVE),
    "six": lambda: sheepshead(*cast.NAMES),
    "calls": lambda: sheepshead(*FIVE, **CALLS),
    "three": lambda: sheepshead(*cast.NAMES[:3], leaster_trickless="pays_double"),
    "two": lambda: sheepshead(*cast.NAMES[:2], two_handed="symmetric"),
    "moster": lambda: sheepshead(*FIVE, no_picker="moster"),
    "schafkopf": schafkopf,
    "everything": lambda: schafkopf(**KNOCKS, **GAMES),
    "tricks": lambda: schafkopf(count="tricks"),
    "sheepshoof": lambda: other_game("sheepshoof", "as_written", *cast.NAMES[:3]),
    "indiana": lambda: other_game("southern_indiana", "every_hand", *FOUR),
    "points": lambda: other_game("any_game", "as_typed", *FOUR),
}


def places(page: Page) -> dict[str, list[int]]:
    """Left, top, width and height of whatever can be tapped, in pixels."""
    found: dict[str, list[int]] = page.evaluate(PLACES)
    return found


def moved(page: Page, target: Locator) -> list[str]:
    """Tap, and return what has moved; what stands below what was tapped may, where something opens."""
    target.scroll_into_view_if_needed()
    before, row = places(page), target.bounding_box()
    assert row
    touch(target)
    after = places(page)
    return [
        f"{name}: {before[name]} → {after[name]}"
        for name in sorted(before.keys() & after.keys())
        if before[name] != after[name] and before[name][1] < row["y"] + row["height"]
    ]


def unfolded(page: Page, selector: str) -> Locator:
    """Return what this names, with the fold open that it is in, and no other fold."""
    target = page.locator(selector)
    for fold in page.locator("#pad details").all():
        is_open, holds = fold.evaluate("one => one.open"), fold.locator(selector).count() > 0
        if is_open != holds:
            touch(fold.locator("summary"))
    return target


@pytest.mark.parametrize("pad", PADS)
def test_controls_after_every_tap_stand_where_they_stood(phone: Page, pad: str) -> None:
    page = opened(phone, PADS[pad]())
    for summary in page.locator("#pad summary").all():
        assert moved(page, summary) == []
    tapped = 0
    for selector in page.evaluate(TAPPED):
        for _ in ("on", "off"):
            if unfolded(page, selector).is_visible():
                tapped += 1
                assert moved(page, page.locator(selector)) == [], selector
    assert tapped > 8


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_a_confirmation_that_comes_and_goes_moves_no_control_and_is_one_line(
    new_phone: Open, size: tuple[int, int]
) -> None:
    width, height = size
    page = opened(
        new_phone(viewport={"width": width, "height": height}, reduced_motion="reduce"), PADS["five"]()
    )
    before = places(page)
    thumb = Thumb(page)
    for name in ("Ann", "Ben"):
        thumb.player(name)
    thumb.record()
    assert thumb.taps == 3
    told = page.locator(".said")
    expect(told).to_contain_text("Ann +2")
    assert told.evaluate("one => one.clientHeight") <= 49
    assert places(page) == before
    thumb.player("Cleo")
    expect(told).to_have_count(0)
    assert places(page) == before


@pytest.mark.parametrize("pad", ["schafkopf", "everything"])
def test_the_schafkopf_pad_is_whole_and_leaves_four_rows_of_the_sheet_in_sight(phone: Page, pad: str) -> None:
    night = PADS[pad]()
    page = opened(phone, night)
    thumb = Thumb(page)
    for _ in range(5):
        for name in ("Ann", "Ben"):
            thumb.player(name)
        thumb.record()
        expect(page.locator(".said")).to_be_visible()
    assert page.locator("#taps").evaluate("one => one.scrollHeight <= one.clientHeight")
    for chip in page.locator("#taps label:visible, #taps button:visible").all():
        assert chip.evaluate("one => one.scrollWidth <= one.clientWidth"), chip.inner_text()
        expect(chip).to_be_in_viewport(ratio=1)
    record = page.locator("#record").bounding_box()
    folds = page.locator("#pad .folds").bounding_box()
    assert record
    assert folds
    assert folds["y"] + folds["height"] <= record["y"]
    for row in page.locator(".paper tbody tr").all()[-4:]:
        expect(row).to_be_in_viewport(ratio=1)


def test_a_row_that_opens_lies_over_the_pad_and_leaves_names_and_record_button_free(phone: Page) -> None:
    page = opened(phone, PADS["everything"]())
    touch(page.locator("#beside > summary"))
    fold = page.locator("#beside .folded").bounding_box()
    names, record = page.locator(".heads").bounding_box(), page.locator("#record").bounding_box()
    assert fold
    assert names
    assert record
    assert fold["y"] >= names["y"] + names["height"] - 1
    assert fold["y"] + fold["height"] <= record["y"]
    for strip in page.locator("#beside .strip").all():
        for chip in strip.locator("label").all():
            expect(chip).to_be_in_viewport(ratio=1)


def test_card_points_first_change_places_and_leave_no_hole_on_a_desk(new_phone: Open) -> None:
    night = PADS["five"]()
    night.group.points_first = True
    night.group.save()
    page = opened(new_phone(viewport={"width": 1440, "height": 900}, is_mobile=False, has_touch=False), night)
    points, results = page.locator(".extras").bounding_box(), page.locator(".results").bounding_box()
    assert points
    assert results
    assert 0 <= results["y"] - points["y"] - points["height"] < 16
    fold = page.locator(".folds").bounding_box()
    assert fold
    assert 0 <= fold["y"] - results["y"] - results["height"] < 16
