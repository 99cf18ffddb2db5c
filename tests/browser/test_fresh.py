"""The table never shows an old sheet: the way back, the browser's memory, other tabs and other phones."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.conftest import FLAGS, PHONE
from tests.browser.hands import Thumb, answered, forgive, owns, settled, totals, touch
from tests.browser.hands import table_address as address
from tests.conftest import chromium

pytestmark = pytest.mark.django_db(transaction=True)

IN_SIGHT = """(isInSight) => {
  Object.defineProperty(document, "hidden", { value: !isInSight, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""The tab goes out of sight, or is looked at again."""


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), dealer="Frank")


@pytest.fixture
def table(phone: Page, night: Session) -> Page:
    owns(phone)
    phone.goto(address(night))
    return phone


def tells(page: Page, picker: str, partner: str) -> None:
    for name in (picker, partner):
        Thumb(page).player(name)
    Thumb(page).record()


def test_back_after_recording_shows_what_was_recorded(table: Page, night: Session) -> None:
    tells(table, "Ann", "Ben")
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    touch(table.get_by_role("link", name="Seats"))
    table.wait_for_url("**/seats/")
    table.go_back()
    expect(table.locator(".paper tbody th")).to_have_count(1)
    assert totals(table) == ["2", "1", "−1", "−1", "−1", "0"]
    tells(table, "Cleo", "Dave")
    expect(table.get_by_role("status")).to_contain_text("Hand 2")
    table.go_back()
    table.go_forward()
    expect(table.locator(".paper tbody th")).to_have_count(2)


@pytest.fixture
def remembering(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A phone whose browser keeps pages in mind, whatever they say: as some do."""
    keeps = ["--disable-back-forward-cache"]
    other = browser.browser_type.launch(
        executable_path=chromium(whole=True) or chromium(), args=FLAGS, ignore_default_args=keeps
    )
    context = other.new_context(base_url=live_server.url, **PHONE)
    yield context.new_page()
    other.close()


def may_be_kept(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, headers=answer.headers | {"cache-control": "no-cache"})


def test_a_page_from_the_browsers_memory_asks_for_news_and_keeps_the_taps(
    remembering: Page, night: Session
) -> None:
    page = remembering
    owns(page)
    page.route("**/g/**", may_be_kept)
    page.add_init_script("addEventListener('pageshow', (event) => { window.kept = event.persisted })")
    page.goto(address(night))
    for name in ("Cleo", "Dave"):
        Thumb(page).player(name)
    for written in (False, True):
        page.goto(address(night) + "seats/")
        if written:
            cast.tell(night, "Ann", "Ben")
        with page.expect_response("**/tap/") as answer:
            page.go_back(wait_until="commit")
        assert page.evaluate("window.kept"), "this browser keeps nothing in mind"
        assert answer.value.status == (200 if written else 204)
        answered(page)  # nothing is loaded where the page is in mind
        expect(page.locator(".head.chosen")).to_contain_text("Cleo")
        expect(page.locator(".head.partner")).to_contain_text("Dave")
        expect(page.get_by_role("alert").and_(page.locator(".meanwhile"))).to_have_count(int(written))
    expect(page.locator(".meanwhile")).to_contain_text("Meanwhile hand 1 was recorded: Ann +2")
    expect(page.locator("#record")).to_contain_text("Record hand 2")


def test_a_tab_that_is_looked_at_again_shows_what_the_other_tab_recorded(table: Page, night: Session) -> None:
    other = table.context.new_page()
    other.goto(address(night))
    tells(table, "Ann", "Ben")
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    expect(other.locator(".paper tbody th")).to_have_count(0)
    other.evaluate(IN_SIGHT, True)
    expect(other.locator(".paper tbody th")).to_have_count(1)
    expect(other.locator(".meanwhile")).to_have_count(0)
    touch(table.get_by_role("button", name="Undo"))
    other.evaluate(IN_SIGHT, True)
    expect(other.locator(".paper tbody th")).to_have_count(0)
    assert sheet_of(night).hands == 0


def test_a_short_look_elsewhere_asks_for_nothing(table: Page, night: Session) -> None:
    asked: list[str] = []
    table.on("request", lambda request: asked.append(request.url))
    table.evaluate(IN_SIGHT, False)
    table.evaluate(IN_SIGHT, True)
    table.wait_for_timeout(300)
    # The browser asks for the page's icon when it likes.
    # This server has no streams, which the page learns when it likes as well.
    assert [url for url in asked if "/static/" not in url and "/live/?" not in url] == []


def test_what_was_confirmed_on_an_older_sheet_goes_with_it(table: Page, night: Session) -> None:
    tells(table, "Ann", "Ben")
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    table.evaluate(IN_SIGHT, True)
    settled(table)
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    cast.tell(night, "Cleo", "Dave")
    table.evaluate(IN_SIGHT, True)
    expect(table.locator(".paper tbody th")).to_have_count(2)
    expect(table.get_by_role("status")).to_contain_text("Meanwhile hand 2 was recorded")
    expect(table.get_by_role("status")).not_to_contain_text("Hand 1")


def test_without_a_signal_nobody_is_alarmed_and_news_come_with_it(
    table: Page, night: Session, complaints: list[str]
) -> None:
    table.context.set_offline(True)
    cast.tell(night, "Ann", "Ben")
    with table.expect_event("requestfailed"):
        table.evaluate(IN_SIGHT, True)
    expect(table.locator("#trouble")).to_be_hidden()
    table.context.set_offline(False)
    expect(table.locator(".paper tbody th")).to_have_count(1)
    forgive(table, complaints, "ERR_INTERNET_DISCONNECTED")
    forgive(table, complaints, "htmx:sendError")
