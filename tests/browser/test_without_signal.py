"""A phone in a cabin: the sheets it has shown open without a signal, and what is told there is sent later."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from ledger.models import Membership, Role, Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import opens, owns, table_address, totals, touch, until
from tests.browser.test_unsent import PENCIL, STORED, all_sent, ready, tells

pytestmark = pytest.mark.django_db(transaction=True)

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
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), dealer="Frank")


@pytest.fixture
def table(new_phone: Callable[..., Page], night: Session) -> Page:
    """The table on a phone that has kept it."""
    return kept_on(new_phone(service_workers="allow"), night)


def kept_on(page: Page, night: Session) -> Page:
    owns(page)
    page.goto(table_address(night))
    ready(page)
    is_kept(page, night)
    return page


def is_kept(page: Page, night: Session) -> None:
    """What is kept of this night shows the book as it stands."""
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
    expect(table.locator(".paper tbody th")).to_have_count(1)
    is_kept(table, night)
    table.context.set_offline(True)
    tells(table, "Ben", "Cleo")
    expect(table.locator(PENCIL)).to_have_count(1)
    table.reload()
    ready(table)
    expect(table.locator(MEMORY)).to_contain_text("Without a signal. This is the sheet as of ")
    expect(table.locator(PENCIL)).to_have_count(1)
    tells(table, "Cleo", "Dave")
    expect(table.locator(PENCIL)).to_have_count(2)
    other = table.context.new_page()
    table.close()
    other.goto(table_address(night))
    ready(other)
    expect(other.locator(PENCIL)).to_have_count(2)
    tells(other, "Dave", "Edith")
    expect(other.locator(PENCIL)).to_have_count(3)
    foreseen = totals(other)
    other.context.set_offline(False)
    all_sent(other, night, "Ann", "Ben", "Cleo", "Dave")
    expect(other.locator(MEMORY)).to_be_hidden()
    assert totals(other) == foreseen
    is_kept(other, night)


def test_a_page_that_is_not_kept_leads_back_to_the_sheets_that_are(table: Page, night: Session) -> None:
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    expect(table.locator(PENCIL)).to_have_count(1)
    table.goto(f"/g/{night.group.code}/standings/")
    expect(table.get_by_role("heading", name="No signal")).to_be_visible()
    expect(table.locator("#left").get_by_role("listitem")).to_contain_text(
        "won 61–90 · Ann +2, Ben +1, the others −1"
    )
    touch(table.get_by_role("link", name="Thursday"))
    ready(table)
    expect(table).to_have_url(re.compile(f"{table_address(night)}$"))
    expect(table.locator(MEMORY)).to_be_visible()


def test_a_signal_that_returns_as_a_sheet_is_tapped_does_not_lead_elsewhere(
    table: Page, night: Session
) -> None:
    table.context.set_offline(True)
    table.goto(f"/g/{night.group.code}/standings/")
    expect(table.get_by_role("link", name="Thursday")).to_be_visible()
    table.evaluate("document.querySelector('#kept-tables a').click(); dispatchEvent(new Event('online'))")
    ready(table)
    expect(table).to_have_url(re.compile(f"{table_address(night)}$"))


def test_what_was_told_elsewhere_meanwhile_shows_when_the_signal_is_back(table: Page, night: Session) -> None:
    table.context.set_offline(True)
    table.reload()
    expect(table.locator(MEMORY)).to_be_visible()
    cast.tell(night, "Cleo", "Dave")
    table.context.set_offline(False)
    expect(table.locator(".paper tbody th")).to_have_count(1)
    expect(table.locator(MEMORY)).to_be_hidden()


def test_a_silent_server_is_not_waited_for(table: Page, night: Session) -> None:
    def never(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()

    table.context.route(f"**{table_address(night)}**", never)
    table.goto(table_address(night), wait_until="commit")
    expect(table.locator(MEMORY)).to_contain_text("No answer just now.")


def test_a_phone_that_was_removed_keeps_nothing_of_the_night(
    table: Page, night: Session, complaints: list[str]
) -> None:
    Membership.objects.filter(group=night.group).update(guest="12345678-1234-4234-8234-123456789012")
    opens(table, table_address(night))
    expect(table.get_by_role("heading", name="Nothing here")).to_be_visible()
    until(table, lambda: table_address(night) not in table.evaluate(KEPT))
    table.context.set_offline(True)
    table.goto(table_address(night))
    expect(table.get_by_role("heading", name="No signal")).to_be_visible()
    expect(table.get_by_role("link", name="Thursday")).to_have_count(0)
    complaints.clear()


def test_a_hand_that_was_refused_stays_on_the_phone_until_it_is_let_in_again(
    table: Page, night: Session, complaints: list[str]
) -> None:
    mine = Membership.objects.filter(group=night.group)
    mine.update(role=Role.WATCHER)
    with table.expect_response(lambda answer: answer.request.method == "POST" and answer.status == 403):
        tells(table, "Ann", "Ben")
    expect(table.locator(PENCIL)).to_have_count(1)
    expect(table.locator("#unsent")).to_contain_text("This phone can only follow the score sheet")
    table.reload()
    expect(table.locator("#left").get_by_role("listitem")).to_contain_text("Ann picker, Ben partner")
    mine.update(guest="12345678-1234-4234-8234-123456789012")
    opens(table, table_address(night))
    expect(table.get_by_role("heading", name="Nothing here")).to_be_visible()
    expect(table.locator("#left").get_by_role("listitem")).to_contain_text("Ann picker, Ben partner")
    table.goto("/")
    until(table, lambda: table_address(night) not in table.evaluate(KEPT))
    assert table.evaluate(STORED) == 1
    mine.update(guest=cast.OWNER, role=Role.OWNER)
    table.goto(table_address(night))
    all_sent(table, night, "Ann")
    complaints.clear()


def test_the_first_page_of_somebody_else_clears_what_is_kept(table: Page, night: Session) -> None:
    table.goto("/")
    table.wait_for_timeout(300)
    assert table_address(night) in table.evaluate(KEPT)
    table.context.clear_cookies()
    table.goto("/")
    until(table, lambda: table_address(night) not in table.evaluate(KEPT))


def test_only_tables_and_files_are_kept(table: Page, night: Session, complaints: list[str]) -> None:
    for path in ("standings/", "people/", "1/end/", "1/seats/"):
        table.goto(f"/g/{night.group.code}/{path}")
    table.goto(f"/g/{night.group.code}/9/")
    table.goto(f"{table_address(night)}?told=1")
    table.goto("/healthz")
    others = [one for one in table.evaluate(KEPT) if not one.startswith("/static/")]
    assert sorted(others) == sorted([table_address(night), "/offline/"])
    complaints.clear()


IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize(("standalone", "is_told"), [("false", True), ("true", False), ("undefined", False)])
def test_an_iphone_is_told_once_to_put_it_on_the_home_screen(
    new_phone: Callable[..., Page], night: Session, standalone: str, *, is_told: bool
) -> None:
    page = new_phone(user_agent=IPHONE)
    page.add_init_script(f"Object.defineProperty(navigator, 'standalone', {{ value: {standalone} }})")
    owns(page)
    page.goto(table_address(night))
    ready(page)
    hint = page.locator("#home-screen")
    expect(hint).to_be_visible(visible=is_told)
    if is_told:
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


def test_a_signal_that_goes_before_anything_is_kept_is_no_trouble_and_it_is_kept_when_it_is_back(
    new_phone: Callable[..., Page], night: Session
) -> None:
    page = new_phone(service_workers="allow")
    page.add_init_script(f"({NO_SIGNAL_AT_FIRST})()")
    owns(page)
    page.goto(table_address(night))
    ready(page)
    page.wait_for_timeout(300)  # a complaint of the browser would come in this time
    assert page.evaluate(KEPT) == []
    page.evaluate("dispatchEvent(new Event('online'))")
    is_kept(page, night)


SHOWN_BEFORE = """async (count) => {
  const pages = await caches.open("pages");
  for (let number = 1; number <= count; number += 1) {
    const headers = { "kept-at": String(number), "kept-with": "before" };
    await pages.put(`/g/before/${number}/`, new Response("<html>", { headers }));
  }
}"""


def test_the_forty_tables_that_were_shown_last_are_kept(table: Page, night: Session) -> None:
    table.evaluate(SHOWN_BEFORE, 60)
    table.reload()
    ready(table)
    latest = {f"/g/before/{number}/" for number in range(22, 61)} | {table_address(night)}
    until(table, lambda: {one for one in table.evaluate(KEPT) if one.startswith("/g/")} == latest)
