"""Still pad: after a tap the controls stand where they stood, on the pad of every game."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.models import Session
from tests import cast
from tests.browser.hands import box, opened, other_game, resize, taps, touch
from tests.steady import some

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
# Everything of the pad that is tapped, in folds as well: players, kinds of hands, results, answers.
TAPPED = """() => [...document.querySelectorAll(
    ".head:enabled, #pad .mode, #pad label:has([name=result], [name^=ask-]:is([type=radio], [type=checkbox]))"
  )].map((one) => {
    if (one.dataset.tap) return `[data-tap="${one.dataset.tap}"]`;
    const { name, value } = one.querySelector("input");
    return `label:has([name="${name}"][value="${value}"])`;
  })"""

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
CROSSED = {"contracts": ["wenz", "kreuz", "ramsch"], "kreuz_even": "again", "announced_rate": 10}


def sheepshead(*names: str, **options: Any) -> Session:
    return cast.a_night(cast.thursday_table(names=names, options=options))


def schafkopf(**options: Any) -> Session:
    return other_game("mehrkopf", "bavarian_table", *FOUR, **options)


PADS: dict[str, Callable[[], Session]] = {
    "everything": lambda: schafkopf(**KNOCKS, **GAMES),
    "calls": lambda: sheepshead(*FIVE, **CALLS),
    "six": lambda: sheepshead(*cast.NAMES),
    "points": lambda: other_game("any_game", "as_typed", *FOUR),
    "five": lambda: sheepshead(*FIVE),
    "three": lambda: sheepshead(*cast.NAMES[:3], leaster_trickless="pays_double"),
    "two": lambda: sheepshead(*cast.NAMES[:2], two_handed="symmetric"),
    "moster": lambda: sheepshead(*FIVE, no_picker="moster"),
    "schafkopf": schafkopf,
    "crossed": lambda: schafkopf(**KNOCKS, **CROSSED),
    "tricks": lambda: schafkopf(count="tricks"),
    "sheepshoof": lambda: other_game("sheepshoof", "as_written", *cast.NAMES[:3]),
    "indiana": lambda: other_game("southern_indiana", "every_hand", *FOUR),
}


def places(page: Page) -> dict[str, list[int]]:
    """Left, top, width and height of whatever can be tapped, in pixels."""
    found: dict[str, list[int]] = page.evaluate(PLACES)
    return found


def moved(page: Page, target: Locator) -> list[str]:
    """Tap, and return what has moved; what stands below what was tapped may, where something opens."""
    target.scroll_into_view_if_needed()
    before, row = places(page), box(target)
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


@pytest.mark.parametrize("pad", some([*PADS], on_push=4))
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


def test_confirmation_that_comes_and_goes_moves_no_control_and_is_one_line(
    new_phone: Callable[..., Page],
) -> None:
    page = opened(new_phone(reduced_motion="reduce"), PADS["five"]())
    for width, height in ((390, 844), (320, 568)):
        resize(page, width, height)
        page.reload()
        before = places(page)
        taps(page, "Ann", "Ben").record()
        told = page.locator(".said")
        expect(told).to_contain_text("Ann +2")
        assert told.evaluate("one => one.clientHeight") <= 49
        assert places(page) == before
        taps(page, "Cleo")
        expect(told).to_have_count(0)
        assert places(page) == before
        taps(page, "Cleo")


@pytest.mark.parametrize("pad", ["schafkopf", "everything", "crossed"])
def test_schafkopf_pad_is_whole_and_leaves_four_rows_of_the_sheet_in_sight(phone: Page, pad: str) -> None:
    page = opened(phone, PADS[pad]())
    for _ in range(5):
        taps(page, "Ann", "Ben").record()
        expect(page.locator(".said")).to_be_visible()
    assert page.locator("#taps").evaluate("one => one.scrollHeight <= one.clientHeight")
    for chip in page.locator("#taps label:visible, #taps button:visible").all():
        assert chip.evaluate("one => one.scrollWidth <= one.clientWidth"), chip.inner_text()
        expect(chip).to_be_in_viewport(ratio=1)
    record, folds = box(page.locator("#record")), box(page.locator("#pad .folds"))
    assert folds["y"] + folds["height"] <= record["y"]
    for row in page.locator(".paper tbody tr").all()[-4:]:
        expect(row).to_be_in_viewport(ratio=1)
    if pad == "everything":
        # A row that opens lies over the pad, and leaves names and record button free.
        touch(page.locator("#beside > summary"))
        fold, names = box(page.locator("#beside .folded")), box(page.locator(".heads"))
        assert fold["y"] >= names["y"] + names["height"] - 1
        assert fold["y"] + fold["height"] <= record["y"]
        for chip in page.locator("#beside .strip label").all():
            expect(chip).to_be_in_viewport(ratio=1)


def test_card_points_first_change_places_and_leave_no_hole_on_a_desk(phone: Page) -> None:
    night = PADS["five"]()
    night.group.points_first = True
    night.group.save()
    resize(phone, 1440, 900)
    page = opened(phone, night)
    points, results, fold = (box(page.locator(one)) for one in (".extras", ".results", ".folds"))
    assert 0 <= results["y"] - points["y"] - points["height"] < 16
    assert 0 <= fold["y"] - results["y"] - results["height"] < 16
