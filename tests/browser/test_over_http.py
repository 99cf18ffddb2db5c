"""A phone at home, over plain http: what browsers withhold there, and what the pages do without it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.recording import end_night
from tests import cast
from tests.browser.hands import (
    IN_SIGHT,
    opened,
    opens_page,
    press,
    ready,
    removes,
    shows,
    table_address,
    taps,
    tells,
    touch,
    until,
)

REFUSES = "document.execCommand = () => false"
SELECTED = "() => { const { value, selectionStart, selectionEnd } = document.activeElement;" + (
    " return value.slice(selectionStart, selectionEnd) }"
)
KEEP_OPEN = "Keep this page open: over http it cannot come back without the machine."


@pytest.fixture
def table(new_phone: Callable[..., Page], kitchen: str, night: Session) -> Page:
    page = opened(new_phone(base_url=kitchen), night)
    ready(page)
    assert not page.evaluate("isSecureContext")
    return page


def test_hands_that_wait_are_copied_or_lie_selected_and_say_that_the_page_has_to_stay_open(
    table: Page, night: Session, complaints: list[str]
) -> None:
    expect(table.get_by_text(KEEP_OPEN)).to_be_hidden()
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    shows(table, pencil=1)
    expect(table.locator("#unsent").get_by_text(KEEP_OPEN)).to_be_visible()
    removes(night)
    table.context.set_offline(False)
    opens_page(table, table_address(night))
    left = table.locator("#left")
    expect(left.get_by_role("listitem")).to_have_count(1)
    expect(left.get_by_text(KEEP_OPEN)).to_be_visible()
    complaints.clear()

    touch(left.get_by_role("button", name="Copy as text"))
    expect(left.get_by_role("button", name="Copied")).to_be_visible()
    expect(table.locator(".to-copy")).to_have_count(0)
    table.locator("main").evaluate("one => one.append(document.createElement('textarea'))")
    table.locator("main > textarea").focus()
    press(table, "Control+v")
    line = "Thursday table · Hand 1 · Ann picker, Ben partner, won 61–90 · Ann +2, Ben +1, the others −1"
    assert table.locator("main > textarea").input_value().startswith(line)

    table.reload()
    table.evaluate(REFUSES)
    touch(left.get_by_role("button", name="Copy as text"))
    expect(table.locator(".to-copy")).to_be_focused()
    assert table.evaluate(SELECTED).startswith("Thursday table · Hand 1 · Ann picker")
    assert table.get_by_role("button", name="Copied").count() == 0
    complaints.clear()


PLAYS = "() => (({ paused, currentTime }) => !paused && currentTime > 0)(document.getElementById('awake'))"
QUICKLY = """(video) => {
  video.playbackRate = 16;
  video.addEventListener("seeked", () => { video.dataset.woundBack = "" }, { once: true });
}"""


def test_screen_stays_on_from_the_first_tap_while_the_pad_is_open_and_in_sight(
    table: Page, night: Session
) -> None:
    assert not table.evaluate(PLAYS)
    taps(table, "Ann")
    until(table, lambda: table.evaluate(PLAYS))
    table.evaluate(IN_SIGHT, False)
    assert not table.evaluate(PLAYS)
    table.evaluate(IN_SIGHT, True)
    until(table, lambda: table.evaluate(PLAYS))
    video = table.locator("#awake")
    video.evaluate(QUICKLY)
    expect(video).to_have_attribute("data-wound-back", "")
    until(table, lambda: table.evaluate(PLAYS))
    taps(table, "Ann")  # no hand is begun, which would hold the pad
    end_night(night, cast.context(night))
    table.locator("#fresh").dispatch_event("fresh")
    expect(table.locator("#pad")).to_have_count(0)
    until(table, lambda: not table.evaluate(PLAYS))


def test_wake_lock_and_kept_page_need_no_video_and_no_open_page(
    phone: Page, night: Session, complaints: list[str]
) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    opened(phone, night)
    ready(phone)
    taps(phone, "Ann")
    assert phone.evaluate("'wakeLock' in navigator")
    assert [one for one in asked if "awake.mp4" in one] == []
    assert not phone.evaluate(PLAYS)
    phone.context.set_offline(True)
    tells(phone, "Ben")
    expect(phone.locator("#unsent")).to_be_visible()
    expect(phone.get_by_text(KEEP_OPEN)).to_be_hidden()
    complaints.clear()
