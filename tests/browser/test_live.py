"""What is written on one phone shows on the others at once: against a real server, which has streams."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Page, expect

from ledger.models import Membership, Role, Session
from ledger.recording import admit, correct_hand, join, remark_on_hand
from scorekeeper.visitors.guests import GUEST
from tests import cast, slow
from tests.browser.hands import Thumb, forgive, settled, totals, touch
from tests.browser.test_fresh import IN_SIGHT
from tests.serving import LOOPBACK, Server, serving

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")
HALF_A_SECOND, GENEROUS = (least + 10_000 * slow.SLOW for least in (500, 2000))
"""Milliseconds from recording to the new sheet: what is aimed at, and what a busy machine is allowed."""

SEES = """(count) => new Promise((resolve) => {
  const rows = () => document.querySelectorAll(".paper tbody th").length;
  const look = () => rows() >= count && (resolve(Date.now()), true);
  if (!look()) new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
})"""
"""When so many hands stand on the sheet."""

LISTENS = """() => new Promise((resolve) => {
  const stream = new EventSource(document.querySelector("[data-live]").dataset.live);
  stream.onopen = () => { stream.close(); setTimeout(resolve, 300) };
})"""
"""Until a stream that is opened after the page's own is heard."""


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), *FIVE)


@pytest.fixture
def server(night: Session) -> Iterator[Server]:
    with serving(connection.settings_dict, SERVED_SOURCES="1") as server:
        yield server


Opens = Callable[..., Page]
Prepares = Callable[[Page], object]


@pytest.fixture
def opens(new_phone: Opens, server: Server, night: Session) -> Opens:
    """Opens a page of the group on a phone of this guest: "1/" is the table."""

    def phone_at(guest: object, path: str = "1/", *, before: Prepares = str, **options: object) -> Page:
        url = f"http://{LOOPBACK}:{server.port}"
        session = Client().session
        session[GUEST] = str(guest)
        session.save()
        page = new_phone(**options)
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": str(session.session_key), "url": url}]
        )
        before(page)
        page.goto(f"{url}/g/{night.group.code}/{path}")
        settled(page)
        return page

    return phone_at


@pytest.fixture
def watcher(night: Session) -> Membership:
    return admit(night.group, uuid4(), Role.WATCHER)


def records(page: Page, picker: str, partner: str) -> None:
    for name in (picker, partner):
        Thumb(page).player(name)
    Thumb(page).record()


def test_a_hand_shows_on_the_phone_of_who_watches_at_once(
    opens: Opens, night: Session, watcher: Membership
) -> None:
    scorer, other = opens(cast.OWNER), opens(watcher.guest)
    other.evaluate(LISTENS)
    expect(other.locator("#pad")).to_have_count(0)
    waits = []
    for count, (picker, partner) in enumerate((("Ann", "Ben"), ("Cleo", "Dave"), ("Ben", "Edith")), start=1):
        other.evaluate(f"() => {{ window.seen = ({SEES})({count}) }}")
        records(scorer, picker, partner)
        seen = other.evaluate("window.seen")  # a phone keeps a hand in its own store before it sends it
        waits.append(seen - night.entries.get(number=count + 1).at.timestamp() * 1000)
        expect(other.locator("tbody tr.is-news")).to_have_count(1)
    assert min(waits) < HALF_A_SECOND
    assert max(waits) < GENEROUS
    assert totals(other) == totals(scorer)
    expect(other.get_by_role("status").filter(has_text="hand 3")).to_contain_text("Ben +")


def test_a_correction_and_a_newcomer_show_as_well(opens: Opens, night: Session, watcher: Membership) -> None:
    for picker, partner in (("Ann", "Ben"), ("Cleo", "Dave")):
        cast.tell(night, picker, partner)
    other = opens(watcher.guest)
    other.evaluate(LISTENS)
    was = totals(other)[0]
    correct_hand(night, 2, cast.hand(night, "Edith", "Ben"), cast.context(night))
    expect(other.get_by_role("status").filter(has_text="hand 1 was corrected")).to_be_visible()
    expect(other.locator(".head .total").first).not_to_have_text(was)
    expect(other.locator(".head.is-news")).not_to_have_count(0)
    frank, ben = cast.ids(night.group, "Frank", "Ben")
    join(night, frank, cast.context(night), after=ben)
    expect(other.locator(".head")).to_have_count(6)
    remark_on_hand(night, 3, "What a hand!", cast.context(night))
    # A remark shows where it stands: it is no moving on of the book that anybody has to be told of.
    expect(other.get_by_role("row", name="remark: What a hand!")).to_be_visible()


def test_what_is_tapped_and_where_it_is_scrolled_stays(opens: Opens, night: Session) -> None:
    for picker, partner in (("Ann", "Ben"), ("Cleo", "Dave")) * 8:
        cast.tell(night, picker, partner)
    scorer = admit(night.group, uuid4(), Role.SCORER)
    page = opens(scorer.guest)
    page.evaluate(LISTENS)
    Thumb(page).player("Cleo")
    page.evaluate("document.querySelector('.sheet').scrollTop = 40")
    place = page.evaluate("document.querySelector('.sheet').scrollTop")
    cast.tell(night, "Edith", "Ben")
    expect(page.locator(".meanwhile")).to_contain_text("Meanwhile hand 17 was recorded")
    expect(page.locator(".head.chosen")).to_contain_text("Cleo")
    assert abs(page.evaluate("document.querySelector('.sheet').scrollTop") - place) < 2


def test_a_hidden_tab_lets_go_and_is_whole_again_when_it_is_looked_at(
    opens: Opens, night: Session, watcher: Membership
) -> None:
    page = opens(watcher.guest)
    page.evaluate("""() => {
      window.letGo = 0;
      const close = EventSource.prototype.close;
      EventSource.prototype.close = function () { window.letGo += 1; return close.call(this) };
    }""")
    page.evaluate(IN_SIGHT, False)
    page.evaluate("""() => new Promise((resolve) => {
      const look = () => window.letGo ? resolve() : setTimeout(look, 50);
      look();
    })""")
    cast.tell(night, "Ann", "Ben")
    page.wait_for_timeout(500)
    expect(page.locator(".paper tbody th")).to_have_count(0)
    page.evaluate(IN_SIGHT, True)
    expect(page.locator(".paper tbody th")).to_have_count(1)
    cast.tell(night, "Cleo", "Dave")
    expect(page.locator(".paper tbody th")).to_have_count(2)


def is_told_nothing(page: Page) -> None:
    """Its streams open and are silent, and its clock goes when the test says so."""
    page.add_init_script("""{
      const listens = EventSource.prototype.addEventListener;
      EventSource.prototype.addEventListener = function (name, ...rest) {
        if (name !== "news") listens.call(this, name, ...rest);
      };
    }""")
    page.clock.install()


def test_a_slow_poll_heals_what_a_silent_stream_missed(
    opens: Opens, night: Session, watcher: Membership
) -> None:
    page = opens(watcher.guest, before=is_told_nothing)
    page.wait_for_timeout(500)
    cast.tell(night, "Ann", "Ben")
    page.clock.fast_forward("00:10")
    page.wait_for_timeout(500)
    expect(page.locator(".paper tbody th")).to_have_count(0)
    page.clock.fast_forward("00:55")
    expect(page.locator(".paper tbody th")).to_have_count(1)


def test_a_page_out_of_the_browsers_memory_asks_in_any_case_and_hears_again(
    opens: Opens, night: Session, watcher: Membership
) -> None:
    page = opens(watcher.guest)
    page.evaluate(LISTENS)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    cast.tell(night, "Ann", "Ben")
    page.wait_for_timeout(500)
    expect(page.locator(".paper tbody th")).to_have_count(0)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator(".paper tbody th")).to_have_count(1)
    page.evaluate(LISTENS)
    cast.tell(night, "Cleo", "Dave")
    expect(page.locator(".paper tbody th")).to_have_count(2)


def test_what_was_told_while_the_stream_was_broken_shows_when_it_is_open_again(
    opens: Opens, night: Session, server: Server, watcher: Membership, complaints: list[str]
) -> None:
    page = opens(watcher.guest)
    page.evaluate(LISTENS)
    server.kill()
    cast.tell(night, "Ann", "Ben")
    server.start()
    expect(page.locator(".paper tbody th")).to_have_count(1, timeout=60_000)
    page.evaluate(LISTENS)
    cast.tell(night, "Cleo", "Dave")
    expect(page.locator(".paper tbody th")).to_have_count(2)
    complaints.clear()


def test_the_pages_of_the_group_follow(opens: Opens, night: Session) -> None:
    page = opens(cast.OWNER, "")
    page.evaluate(LISTENS)
    expect(page.locator("#main")).not_to_contain_text("1 hand")
    cast.tell(night, "Ann", "Ben")
    expect(page.locator("#main")).to_contain_text("1 hand")
    expect(page.locator("#news")).to_have_text("Something new was recorded.")


def test_a_form_that_is_half_typed_is_left_alone(opens: Opens, night: Session) -> None:
    page = opens(cast.OWNER, "money/")
    page.evaluate(LISTENS)
    page.locator("#main details").first.evaluate("one => one.open = true")
    field = page.locator("#main input[type=text]:visible, #main input:not([type]):visible").first
    field.fill("12.50")
    field.blur()
    cast.tell(night, "Ann", "Ben")
    expect(page.get_by_role("link", name="Show it")).to_be_visible()
    expect(field).to_have_value("12.50")


def test_the_seats_wait_until_somebody_looks(opens: Opens, night: Session) -> None:
    page = opens(cast.OWNER, "1/seats/")
    page.evaluate(LISTENS)
    frank, ben = cast.ids(night.group, "Frank", "Ben")
    join(night, frank, cast.context(night), after=ben)
    touch(page.get_by_role("link", name="Show it"))
    expect(page.get_by_role("link", name="Show it")).to_have_count(0)


def test_who_is_removed_sees_nothing_any_more(
    opens: Opens, watcher: Membership, complaints: list[str]
) -> None:
    page = opens(watcher.guest)
    page.evaluate(LISTENS)
    watcher.delete()
    expect(page.locator(".paper")).to_have_count(0)
    expect(page.locator("[data-live]")).to_have_count(0)
    forgive(page, complaints, "404")
