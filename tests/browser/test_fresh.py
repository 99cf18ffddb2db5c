"""The table never shows an old sheet: the way back, the browser's memory, other tabs and other phones."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from ledger.models import Session
from tests import cast
from tests.browser.conftest import FLAGS, PHONE
from tests.browser.hands import (
    IN_SIGHT,
    answered,
    forgive,
    opened,
    settled,
    shows,
    table_address,
    taps,
    tells,
    totals,
    touch,
)
from tests.conftest import chromium


def test_sheet_is_as_it_stands_after_a_lost_signal_a_look_elsewhere_and_the_way_back(
    table: Page, night: Session, complaints: list[str]
) -> None:
    table.context.set_offline(True)
    cast.tell(night, "Ann", "Ben")
    with table.expect_event("requestfailed"):
        table.evaluate(IN_SIGHT, True)
    expect(table.locator("#trouble")).to_be_hidden()
    table.context.set_offline(False)
    shows(table, ink=1)
    forgive(table, complaints, "ERR_INTERNET_DISCONNECTED")
    forgive(table, complaints, "htmx:sendError")

    status = table.get_by_role("status")
    tells(table, "Cleo", "Dave")
    expect(status).to_contain_text("Hand 2")
    table.evaluate(IN_SIGHT, True)
    settled(table)
    expect(status).to_contain_text("Hand 2")
    cast.tell(night, "Cleo", "Dave")
    table.evaluate(IN_SIGHT, True)
    shows(table, ink=3)
    expect(status).to_contain_text("Meanwhile hand 3 was recorded")
    expect(status).not_to_contain_text("Hand 2")

    tells(table, "Ann", "Ben")
    expect(status).to_contain_text("Hand 4")
    touch(table.get_by_role("link", name="Seats"))
    table.wait_for_url("**/seats/")
    table.go_back()
    shows(table, ink=4)
    assert totals(table) == ["3", "1", "3", "0", "−4", "−3"]
    tells(table, "Ann", "Ben")
    expect(status).to_contain_text("Hand 5")
    table.go_back()
    table.go_forward()
    shows(table, ink=5)
    settled(table)

    asked: list[str] = []
    table.on("request", lambda request: asked.append(request.url))
    table.evaluate(IN_SIGHT, False)
    table.evaluate(IN_SIGHT, True)
    table.wait_for_timeout(300)
    # The browser asks for the page's icon when it likes.
    # This server has no streams, which the page learns when it likes as well.
    assert [url for url in asked if "/static/" not in url and "/live/?" not in url] == []


@pytest.fixture
def remembering(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
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


def test_page_from_the_browsers_memory_asks_for_news_and_keeps_the_taps(
    remembering: Page, night: Session
) -> None:
    page = remembering
    page.route("**/g/**", may_be_kept)
    page.add_init_script("addEventListener('pageshow', (event) => { window.kept = event.persisted })")
    opened(page, night)
    taps(page, "Cleo", "Dave")
    for written in (False, True):
        page.goto(table_address(night) + "seats/")
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
