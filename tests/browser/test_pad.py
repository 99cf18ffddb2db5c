"""The pad asks more than who and how: strips of answers, numbers typed, what is folded away."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from ledger.models import Session
from tests import cast
from tests.browser.hands import (
    Thumb,
    box,
    fits,
    is_accessible,
    low_targets,
    opened,
    other_game,
    owns,
    resize,
    settled,
    tap_only,
    taps,
    totals,
    touch,
)
from tests.browser.hands import table_address as address

EVERYTHING = {"klopfer": True, "stoss": "resupra", "laufende_trumps": "all", "ramsch_jungfrau": "all"}
LONG = "W" * 20


def schafkopf(**options: Any) -> Session:
    return other_game("mehrkopf", "bavarian_table", *cast.NAMES[:4], **options)


def in_sight(what: Locator) -> bool:
    """Return whether it lies on the screen, above the record button."""
    place, record = box(what), box(what.page.locator("#record"))
    return place["y"] >= 0 and place["y"] + place["height"] <= record["y"] < 844 - 48


def test_every_question_is_in_sight_when_its_row_is_opened(phone: Page) -> None:
    page = opened(phone, schafkopf(own_name=LONG, **EVERYTHING))
    row, unusual = page.locator("#beside > summary"), page.locator("#unusual > summary")
    expect(row).to_have_text("Laufende, Klopfer, Kontra")
    thumb = taps(page, "Ann", "Ben")
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

    touch(unusual)
    assert in_sight(page.get_by_label("Who misplayed?"))
    fold = page.locator("#unusual .folded")
    fold.evaluate("one => one.scrollTo({ top: 20, behavior: 'instant' })")
    with page.expect_response("**/tap/"):
        page.get_by_label("Who misplayed?").select_option("Ann")
    settled(page)
    assert fold.evaluate("one => one.scrollTop") == 20
    assert in_sight(page.get_by_label("Who misplayed?"))
    expect(unusual).to_have_text("Who misplayed? Ann")

    touch(unusual)
    thumb.mode("Ramsch")
    touch(unusual)
    assert fits(page)
    is_accessible(page)
    resize(page, 320, 568)
    chip = page.locator(".chip", has_text=LONG)
    assert box(chip)["x"] >= 0
    assert box(chip)["x"] + box(chip)["width"] <= 320
    assert box(chip)["height"] >= 48
    assert chip.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_tricks_are_typed_and_the_answer_takes_nothing_away_that_was_typed_meanwhile(phone: Page) -> None:
    page = opened(phone, schafkopf(count="tricks"))
    expect(page.locator("#record")).to_have_text("Type how many Stiche everybody took")
    touch(page.locator(".head").nth(1))
    first, second = (page.get_by_role("textbox").nth(place) for place in (0, 1))
    expect(second).to_be_focused()
    with page.expect_response("**/tap/"):
        page.keyboard.type("5")
    first.focus()
    page.keyboard.type("1")
    expect(page.locator("#record")).to_contain_text("All Stiche together are 8, not 6")
    expect(first).to_be_focused()
    assert (first.input_value(), second.input_value()) == ("1", "5")
    page.get_by_role("textbox").nth(2).fill("2")
    expect(page.locator("#record small")).to_have_text("Ben +3, Ann −1, Cleo 0, Dave −2")
    touch(page.locator("#record"))
    expect(page.get_by_role("status")).to_contain_text("Hand 1")
    assert totals(page) == ["−1", "3", "0", "−2"]
    assert first.input_value() == ""


def test_a_hand_recorded_while_the_server_is_asked_is_confirmed(phone: Page) -> None:
    page = opened(phone, cast.a_night(cast.thursday_table(names=cast.NAMES[:5])))
    taps(page, "Ann", "Ben")
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
