"""A phone at home, over plain http: what browsers withhold there, and what the pages do without it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Membership, Session
from ledger.recording import end_night
from tests import cast
from tests.browser.hands import Thumb, opens, owns, press, table_address, touch, until
from tests.browser.test_unsent import PENCIL, ready, tells

pytestmark = pytest.mark.django_db(transaction=True)

NOBODY = "12345678-1234-4234-8234-123456789012"
REFUSES = "document.execCommand = () => false"
SELECTED = "() => { const { value, selectionStart, selectionEnd } = document.activeElement;" + (
    " return value.slice(selectionStart, selectionEnd) }"
)


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), dealer="Frank")


@pytest.fixture
def table(new_phone: Callable[..., Page], kitchen: str, night: Session) -> Page:
    page = new_phone(base_url=kitchen)
    owns(page)
    page.goto(table_address(night))
    ready(page)
    assert not page.evaluate("isSecureContext")
    return page


def left_behind(table: Page, night: Session) -> Page:
    """The page of a phone that was removed while a hand waited on it."""
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    expect(table.locator(PENCIL)).to_have_count(1)
    return opens_after_removal(table, night)


def opens_after_removal(table: Page, night: Session) -> Page:
    Membership.objects.filter(group=night.group).update(guest=NOBODY)
    table.context.set_offline(False)
    opens(table, table_address(night))
    expect(table.locator("#left").get_by_role("listitem")).to_have_count(1)
    return table


def test_hands_of_a_removed_phone_are_copied(table: Page, night: Session, complaints: list[str]) -> None:
    page = left_behind(table, night)
    complaints.clear()
    touch(page.locator("#left").get_by_role("button", name="Copy as text"))
    expect(page.locator("#left").get_by_role("button", name="Copied")).to_be_visible()
    expect(page.locator(".to-copy")).to_have_count(0)
    page.locator("main").evaluate("one => one.append(document.createElement('textarea'))")
    page.locator("main > textarea").focus()
    press(page, "Control+v")
    line = "Thursday table · Hand 1 · Ann picker, Ben partner, won 61–90 · Ann +2, Ben +1, the others −1"
    assert page.locator("main > textarea").input_value().startswith(line)


def test_hands_that_could_not_be_copied_are_not_called_copied_and_lie_selected(
    table: Page, night: Session, complaints: list[str]
) -> None:
    page = left_behind(table, night)
    complaints.clear()
    page.evaluate(REFUSES)
    touch(page.locator("#left").get_by_role("button", name="Copy as text"))
    expect(page.locator(".to-copy")).to_be_focused()
    assert page.evaluate(SELECTED).startswith("Thursday table · Hand 1 · Ann picker")
    assert page.get_by_role("button", name="Copied").count() == 0


def test_a_link_that_could_not_be_copied_is_not_called_copied_and_lies_selected(
    table: Page, night: Session
) -> None:
    table.goto(f"/g/{night.group.code}/people/")
    touch(table.get_by_role("button", name="Make one for tonight"))
    table.evaluate(REFUSES)
    touch(table.get_by_role("button", name="Share the link"))
    assert table.get_by_role("button", name="Copied").count() == 0
    assert table.evaluate(SELECTED) == table.locator("#address").input_value()


KEEP_OPEN = "Keep this page open: over http it cannot come back without the machine."


def test_hands_that_wait_say_that_the_page_has_to_stay_open(
    table: Page, night: Session, complaints: list[str]
) -> None:
    expect(table.get_by_text(KEEP_OPEN)).to_be_hidden()
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    expect(table.locator("#unsent").get_by_text(KEEP_OPEN)).to_be_visible()
    page = opens_after_removal(table, night)
    expect(page.locator("#left").get_by_text(KEEP_OPEN)).to_be_visible()
    complaints.clear()


def test_a_page_that_comes_back_without_the_machine_does_not_ask_to_stay_open(
    phone: Page, night: Session, complaints: list[str]
) -> None:
    owns(phone)
    phone.goto(table_address(night))
    ready(phone)
    phone.context.set_offline(True)
    tells(phone, "Ann", "Ben")
    expect(phone.locator("#unsent")).to_be_visible()
    expect(phone.get_by_text(KEEP_OPEN)).to_be_hidden()
    complaints.clear()


PLAYS = "() => (({ paused, currentTime }) => !paused && currentTime > 0)(document.getElementById('awake'))"
QUICKLY = """(video) => {
  video.playbackRate = 16;
  video.addEventListener("seeked", () => { video.dataset.woundBack = "" }, { once: true });
}"""
OUT_OF_SIGHT = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_screen_stays_on_from_the_first_tap_while_the_pad_is_open_and_in_sight(
    table: Page, night: Session
) -> None:
    assert not table.evaluate(PLAYS)
    Thumb(table).player("Ann")
    until(table, lambda: table.evaluate(PLAYS))
    table.evaluate(OUT_OF_SIGHT, True)
    assert not table.evaluate(PLAYS)
    table.evaluate(OUT_OF_SIGHT, False)
    until(table, lambda: table.evaluate(PLAYS))
    Thumb(table).player("Ann")  # no hand is begun, which would hold the pad
    end_night(night, cast.context(night))
    table.locator("#fresh").dispatch_event("fresh")
    expect(table.locator("#pad")).to_have_count(0)
    until(table, lambda: not table.evaluate(PLAYS))


def test_the_video_that_keeps_the_screen_on_is_wound_back_before_it_ends(table: Page) -> None:
    Thumb(table).player("Ann")
    until(table, lambda: table.evaluate(PLAYS))
    video = table.locator("#awake")
    video.evaluate(QUICKLY)
    expect(video).to_have_attribute("data-wound-back", "")
    until(table, lambda: table.evaluate(PLAYS))


def test_where_there_is_a_wake_lock_no_video_is_asked_for(phone: Page, night: Session) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    owns(phone)
    phone.goto(table_address(night))
    ready(phone)
    Thumb(phone).player("Ann")
    assert phone.evaluate("'wakeLock' in navigator")
    assert [one for one in asked if "awake.mp4" in one] == []
    assert not phone.evaluate(PLAYS)
