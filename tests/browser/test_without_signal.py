"""A phone in a cabin: the sheets it has shown open without a signal, and what is told there is sent later."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import (
    all_sent,
    opened,
    ready,
    shows,
    table_address,
    tells,
    totals,
    touch,
    until,
)

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  }
  return found;
}"""
NEWEST_KEPT = """async (path) => {
  const kept = await (await caches.open("pages")).match(path, { ignoreVary: true });
  return kept ? Number(/data-newest="(\\d+)"/.exec(await kept.text())[1]) : -1;
}"""
MEMORY = "#memory"


@pytest.fixture
def table(new_phone: Callable[..., Page], night: Session) -> Page:
    page = opened(new_phone(service_workers="allow"), night)
    ready(page)
    is_kept(page, night)
    return page


def is_kept(page: Page, night: Session) -> None:
    """Waits until the page that is kept of this night shows the book as it stands."""
    newest = sheet_of(night).newest
    until(page, lambda: page.evaluate(NEWEST_KEPT, table_address(night)) == newest)


@pytest.fixture
def forgiven() -> re.Pattern[str]:
    """A browser says what it could not load; that is what these tests are about."""
    return re.compile("ERR_INTERNET_DISCONNECTED|ERR_FAILED|htmx:sendError")


def test_three_hands_told_over_a_reload_and_a_closed_page_arrive_once_and_in_order(
    table: Page, night: Session
) -> None:
    tells(table, "Ann", "Ben")
    shows(table, ink=1)
    is_kept(table, night)
    table.context.set_offline(True)
    tells(table, "Ben", "Cleo")
    shows(table, pencil=1)
    table.reload()
    ready(table)
    expect(table.locator(MEMORY)).to_contain_text("Without a signal. This is the sheet as of ")
    shows(table, pencil=1)
    tells(table, "Cleo", "Dave")
    shows(table, pencil=2)
    other = table.context.new_page()
    table.close()
    other.goto(table_address(night))
    ready(other)
    shows(other, pencil=2)
    tells(other, "Dave", "Edith")
    shows(other, pencil=3)
    foreseen = totals(other)
    other.context.set_offline(False)
    all_sent(other, night, "Ann", "Ben", "Cleo", "Dave")
    expect(other.locator(MEMORY)).to_be_hidden()
    assert totals(other) == foreseen
    is_kept(other, night)


def test_page_that_is_not_kept_leads_back_to_the_sheets_that_are_and_news_come_with_the_signal(
    table: Page, night: Session
) -> None:
    table.context.set_offline(True)
    table.reload()
    expect(table.locator(MEMORY)).to_be_visible()
    cast.tell(night, "Cleo", "Dave")
    table.context.set_offline(False)
    shows(table, ink=1)
    expect(table.locator(MEMORY)).to_be_hidden()

    table.context.set_offline(True)
    tells(table, "Ben", "Cleo")
    shows(table, pencil=1)
    table.goto(f"/g/{night.group.code}/standings/")
    expect(table.get_by_role("heading", name="No signal")).to_be_visible()
    expect(table.locator("#left").get_by_role("listitem")).to_contain_text("Ben +2, Cleo +1, the others −1")
    touch(table.get_by_role("link", name="Thursday"))
    ready(table)
    expect(table).to_have_url(re.compile(f"{table_address(night)}$"))
    expect(table.locator(MEMORY)).to_be_visible()

    # A signal that returns as a sheet is tapped does not lead elsewhere.
    table.goto(f"/g/{night.group.code}/standings/")
    expect(table.get_by_role("link", name="Thursday")).to_be_visible()
    table.evaluate("document.querySelector('#kept-tables a').click(); dispatchEvent(new Event('online'))")
    ready(table)
    expect(table).to_have_url(re.compile(f"{table_address(night)}$"))


def test_tables_alone_are_kept_shown_where_the_server_is_silent_and_cleared_for_somebody_else(
    table: Page, night: Session, complaints: list[str]
) -> None:
    for path in ("standings/", "people/", "1/end/", "1/seats/", "9/", "1/?told=1"):
        table.goto(f"/g/{night.group.code}/{path}")
    table.goto("/")
    table.wait_for_timeout(300)
    others = [one for one in table.evaluate(KEPT) if not one.startswith("/static/")]
    assert sorted(others) == sorted([table_address(night), "/offline/"])
    complaints.clear()

    def never(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()

    table.context.route(f"**{table_address(night)}**", never)
    table.goto(table_address(night), wait_until="commit")
    expect(table.locator(MEMORY)).to_contain_text("No answer just now.")

    table.context.clear_cookies()
    table.goto("/")
    until(table, lambda: table_address(night) not in table.evaluate(KEPT))


IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)


def test_iphone_is_told_once_to_put_it_on_the_home_screen(
    new_phone: Callable[..., Page], night: Session
) -> None:
    for standalone in ("false", "true", "undefined"):
        page = new_phone(user_agent=IPHONE)
        page.add_init_script(f"Object.defineProperty(navigator, 'standalone', {{ value: {standalone} }})")
        opened(page, night)
        ready(page)
        hint = page.locator("#home-screen")
        expect(hint).to_be_visible(visible=standalone == "false")
        if standalone == "false":
            touch(hint.get_by_role("button", name="Got it"))
            page.reload()
            ready(page)
            expect(hint).to_be_hidden()


NO_SIGNAL_AT_FIRST = """() => {
  const container = ServiceWorkerContainer.prototype;
  const register = container.register;
  let tries = 0;
  container.register = function (...said) {
    tries += 1;
    return tries > 1 ? register.apply(this, said) : Promise.reject(new TypeError("Failed to fetch"));
  };
}"""


def test_signal_that_goes_before_anything_is_kept_is_no_trouble_and_it_is_kept_when_it_is_back(
    new_phone: Callable[..., Page], night: Session
) -> None:
    page = new_phone(service_workers="allow")
    page.add_init_script(f"({NO_SIGNAL_AT_FIRST})()")
    opened(page, night)
    ready(page)
    page.wait_for_timeout(300)  # a complaint of the browser would come in this time
    assert page.evaluate(KEPT) == []
    page.evaluate("dispatchEvent(new Event('online'))")
    is_kept(page, night)
