"""What the pad asks beyond who and how: strips of answers, numbers typed, what is folded away."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from ledger.models import Session
from tests import cast
from tests.browser.hands import (
    Thumb,
    complaints_of_axe,
    fits,
    low_targets,
    owns,
    settled,
    tap_only,
    totals,
    touch,
)
from tests.browser.hands import table_address as address
from tests.browser.test_house_rules_evening import opened, other_game
from tests.steady import some

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = cast.NAMES[:4]
EVERYTHING = {"klopfer": True, "stoss": "resupra", "laufende_trumps": "all", "ramsch_jungfrau": "all"}


def schafkopf(**options: Any) -> Session:
    return other_game("mehrkopf", "bavarian_table", *FOUR, options=options)


def in_sight(what: Locator) -> bool:
    """Whether it lies on the screen, above the record button."""
    box, record = what.bounding_box(), what.page.locator("#record").bounding_box()
    assert box
    assert record
    return box["y"] >= 0 and box["y"] + box["height"] <= record["y"] < 844 - 48


def test_laufende_klopfer_and_kontra_are_one_tap_each_in_a_row_that_opens(phone: Page) -> None:
    page = opened(phone, schafkopf(**EVERYTHING))
    thumb, row = Thumb(page), page.locator("#beside > summary")
    expect(row).to_have_text("Laufende, Klopfer, Kontra")
    for name in ("Ann", "Ben"):
        thumb.player(name)
    touch(row)
    for name in ("Laufende", "Klopfer", "Kontra"):
        for chip in page.get_by_role("radiogroup", name=name).locator("label").all():
            assert in_sight(chip)
    assert low_targets(page) == []
    for name, answer in (("Laufende", "12"), ("Klopfer", "1 · ×2"), ("Kontra", "Kontra")):
        thumb.chooses(name, answer)
    expect(row).to_have_text("Laufende 12, Klopfer 1 · ×2, Kontra")
    expect(page.locator("#record small")).to_have_text("Ann +560, Ben +560, the others −560")
    thumb.record()
    expect(row).to_have_text("Laufende, Klopfer, Kontra")


def test_the_longest_name_of_a_game_stays_on_the_smallest_phone(new_phone: Callable[..., Page]) -> None:
    page = opened(new_phone(viewport={"width": 320, "height": 568}), schafkopf(own_name="W" * 20))
    box = page.locator(".chip", has_text="W" * 20).bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert box["height"] >= 48
    assert page.locator(".chip", has_text="W" * 20).evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("reduced", some(["no-preference", "reduce"]))
def test_something_unusual_comes_into_sight_when_it_is_opened(
    new_phone: Callable[..., Page], reduced: str
) -> None:
    page = opened(new_phone(reduced_motion=reduced), schafkopf(**EVERYTHING))
    touch(page.locator("#unusual > summary"))
    assert in_sight(page.get_by_label("Who misplayed?"))
    fold = page.locator("#unusual .folded")
    fold.evaluate("one => one.scrollTo({ top: 20, behavior: 'instant' })")
    with page.expect_response("**/tap/"):
        page.get_by_label("Who misplayed?").select_option("Ann")
    settled(page)
    assert fold.evaluate("one => one.scrollTop") == 20
    assert in_sight(page.get_by_label("Who misplayed?"))
    expect(page.locator("#unusual > summary")).to_have_text("Who misplayed? Ann")


def test_tricks_are_typed_and_the_answer_takes_nothing_away_that_was_typed_meanwhile(phone: Page) -> None:
    page = opened(phone, schafkopf(count="tricks"))
    expect(page.locator("#record")).to_have_text("Type how many tricks everybody took")
    touch(page.locator(".head").nth(1))
    first, second = (page.get_by_role("textbox").nth(place) for place in (0, 1))
    expect(second).to_be_focused()
    with page.expect_response("**/tap/"):
        page.keyboard.type("5")
    first.focus()
    page.keyboard.type("1")
    expect(page.locator("#record")).to_contain_text("All tricks together are 8, not 6")
    expect(first).to_be_focused()
    assert (first.input_value(), second.input_value()) == ("1", "5")
    page.get_by_role("textbox").nth(2).fill("2")
    expect(page.locator("#record small")).to_have_text("Ben +3, Ann −1, Cleo 0, Dave −2")
    touch(page.locator("#record"))
    expect(page.get_by_role("status")).to_contain_text("Hand 1")
    assert totals(page) == ["−1", "3", "0", "−2"]
    assert first.input_value() == ""


def test_a_bury_without_a_trick_is_asked_of_the_server_as_it_is_typed(phone: Page) -> None:
    page = opened(phone, cast.a_night(cast.thursday_table(names=cast.NAMES[:5])))
    thumb = Thumb(page)
    for name in ("Ann", "Ben"):
        thumb.player(name)
    page.get_by_label("Picker’s card points").fill("51")
    expect(page.locator("#record small")).to_have_text("Ann −4, Ben −2, the others +2")
    touch(page.locator("#unusual > summary"))
    page.get_by_label("Picker took no trick, but buried").fill("21")
    expect(page.locator("#record small")).to_have_text("Ann −4, Ben −2, the others +2")
    expect(page.get_by_label("Card points in the partner’s tricks")).to_have_value("51")
    thumb.record()
    touch(page.get_by_role("rowheader", name="1", exact=True).get_by_role("link"))
    expect(page.get_by_role("main")).to_contain_text(
        "the 21 points buried are the other side’s; 51 is less than 61"
    )


def test_a_hand_recorded_while_the_server_is_asked_is_confirmed(phone: Page) -> None:
    page = opened(phone, cast.a_night(cast.thursday_table(names=cast.NAMES[:5])))
    for name in ("Ann", "Ben"):
        Thumb(page).player(name)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/(tap|tell)/$"), hold)
    touch(page.locator("#unusual > summary"))
    with page.expect_request("**/tap/"):
        page.get_by_label("Who reneged?").select_option("Ann")
    with page.expect_request("**/tell/"):
        tap_only(page.locator("#record"))
    for route in held:
        route.continue_()
        page.wait_for_timeout(300)  # the first answer is there before the second is given
    expect(page.get_by_role("status")).to_contain_text("Hand 1")


def test_the_pad_with_everything_open_is_accessible(new_phone: Callable[..., Page]) -> None:
    for scheme in ("light", "dark"):
        page = new_phone(color_scheme=scheme, reduced_motion="reduce")
        owns(page)
        page.goto(address(schafkopf(**EVERYTHING)))
        Thumb(page).mode("Ramsch")
        touch(page.locator("#unusual > summary"))
        assert fits(page)
        found = complaints_of_axe(page, {})
        assert found.violations_count == 0, found.generate_report()


def test_taps_before_the_script_has_come_are_taps_all_the_same(phone: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route(re.compile(r"/js/pad\.js$"), hold)
    night = cast.a_night(cast.thursday_table(names=cast.NAMES[:5]))
    owns(phone)
    phone.goto(address(night), wait_until="commit")
    said = phone.locator("#record small")
    for name in ("Ann", "Ben"):
        with phone.expect_response("**/tap/"):
            tap_only(phone.get_by_role("button", name=f"{name}, "))
    expect(said).to_have_text("Ann +2, Ben +1, the others −1")
    held[-1].continue_()  # those before it went with their pages
    phone.wait_for_load_state()
    Thumb(phone).player("Cleo")  # heard once, and answered on the phone
    expect(said).to_have_text("Ann +2, Cleo +1, the others −1")
    Thumb(phone).record()
    assert totals(phone) == ["2", "−1", "1", "−1", "−1"]
