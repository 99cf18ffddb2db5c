"""What is written on one phone shows on the others at once: against a real server, which has streams."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Membership, Role, Session
from ledger.recording import admit, correct_hand, join, remark_on_hand
from tests import cast, slow
from tests.browser.hands import (
    GENEROUS,
    IN_SIGHT,
    LISTENS_TO_NEWS,
    forgive,
    shows,
    taps,
    tells,
    totals,
    touch,
)
from tests.serving import Server

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")
# Milliseconds from recording to the new sheet that are aimed at.
HALF_A_SECOND = 500 + 10_000 * slow.SLOW

# When so many hands stand on the sheet.
SEES = """(count) => new Promise((resolve) => {
  const rows = () => document.querySelectorAll(".paper tbody th").length;
  const look = () => rows() >= count && (resolve(Date.now()), true);
  if (!look()) new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
})"""

Opens = Callable[..., Page]


@pytest.fixture
def night() -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), *FIVE)


@pytest.fixture
def watcher(night: Session) -> Membership:
    return admit(night.group, uuid4(), Role.WATCHER)


def test_hands_a_correction_a_newcomer_and_a_removal_show_at_once_on_the_phone_of_who_watches(
    opens: Opens, night: Session, watcher: Membership, complaints: list[str]
) -> None:
    scorer, other = opens(cast.OWNER), opens(watcher.guest)
    other.evaluate(LISTENS_TO_NEWS)
    expect(other.locator("#pad")).to_have_count(0)
    waits = []
    for count, (picker, partner) in enumerate((("Ann", "Ben"), ("Cleo", "Dave"), ("Ben", "Edith")), start=1):
        other.evaluate(f"() => {{ window.seen = ({SEES})({count}) }}")
        tells(scorer, picker, partner)
        seen = other.evaluate("window.seen")  # a phone keeps a hand in its own store before it sends it
        waits.append(seen - night.entries.get(number=count + 1).at.timestamp() * 1000)
        expect(other.locator("tbody tr.is-news")).to_have_count(1)
    assert min(waits) < HALF_A_SECOND
    assert max(waits) < GENEROUS
    assert totals(other) == totals(scorer)
    status = other.get_by_role("status")
    expect(status.filter(has_text="hand 3")).to_contain_text("Ben +")

    was = totals(other)[0]
    correct_hand(night, 2, cast.hand(night, "Edith", "Ben"), cast.context(night))
    expect(status.filter(has_text="hand 1 was corrected")).to_be_visible()
    expect(other.locator(".head .total").first).not_to_have_text(was)
    expect(other.locator(".head.is-news")).not_to_have_count(0)
    frank, ben = cast.ids(night.group, "Frank", "Ben")
    join(night, frank, cast.context(night), after=ben)
    expect(other.locator(".head")).to_have_count(6)
    remark_on_hand(night, 3, "What a hand!", cast.context(night))
    # A remark shows where it stands: it is no moving on of the book that anybody has to be told of.
    expect(other.get_by_role("row", name="remark: What a hand!")).to_be_visible()

    watcher.delete()
    expect(other.locator(".paper")).to_have_count(0)
    expect(other.locator("[data-live]")).to_have_count(0)
    forgive(other, complaints, "404")


def test_what_is_tapped_and_where_it_is_scrolled_stays(opens: Opens, night: Session) -> None:
    for picker, partner in (("Ann", "Ben"), ("Cleo", "Dave")) * 8:
        cast.tell(night, picker, partner)
    page = opens(admit(night.group, uuid4(), Role.SCORER).guest)
    page.evaluate(LISTENS_TO_NEWS)
    taps(page, "Cleo")
    page.evaluate("document.querySelector('.sheet').scrollTop = 40")
    place = page.evaluate("document.querySelector('.sheet').scrollTop")
    cast.tell(night, "Edith", "Ben")
    expect(page.locator(".meanwhile")).to_contain_text("Meanwhile hand 17 was recorded")
    expect(page.locator(".head.chosen")).to_contain_text("Cleo")
    assert abs(page.evaluate("document.querySelector('.sheet').scrollTop") - place) < 2


LETS_GO = """() => {
  window.letGo = 0;
  const close = EventSource.prototype.close;
  EventSource.prototype.close = function () { window.letGo += 1; return close.call(this) };
}"""
HAS_LET_GO = """() => new Promise((resolve) => {
  const look = () => window.letGo ? resolve() : setTimeout(look, 50);
  look();
})"""


def test_page_out_of_sight_or_in_the_browsers_memory_lets_go_and_is_whole_again(
    opens: Opens, night: Session, watcher: Membership
) -> None:
    page = opens(watcher.guest)
    page.evaluate(LETS_GO)
    page.evaluate(IN_SIGHT, False)
    page.evaluate(HAS_LET_GO)
    cast.tell(night, "Ann", "Ben")
    page.wait_for_timeout(500)
    shows(page, ink=0)
    page.evaluate(IN_SIGHT, True)
    shows(page, ink=1)
    cast.tell(night, "Cleo", "Dave")
    shows(page, ink=2)

    page.evaluate(LISTENS_TO_NEWS)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    cast.tell(night, "Ann", "Ben")
    page.wait_for_timeout(500)
    shows(page, ink=2)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    shows(page, ink=3)
    page.evaluate(LISTENS_TO_NEWS)
    cast.tell(night, "Cleo", "Dave")
    shows(page, ink=4)


def is_told_nothing(page: Page) -> None:
    """Its streams open and are silent, and its clock goes when the test says so."""
    page.add_init_script("""{
      const listens = EventSource.prototype.addEventListener;
      EventSource.prototype.addEventListener = function (name, ...rest) {
        if (name !== "news") listens.call(this, name, ...rest);
      };
    }""")
    page.clock.install()


def test_slow_poll_heals_what_a_silent_stream_missed(
    opens: Opens, night: Session, watcher: Membership
) -> None:
    page = opens(watcher.guest, before=is_told_nothing)
    page.wait_for_timeout(500)
    cast.tell(night, "Ann", "Ben")
    page.clock.fast_forward("00:10")
    page.wait_for_timeout(500)
    shows(page, ink=0)
    page.clock.fast_forward("00:55")
    shows(page, ink=1)


def test_hand_told_while_the_stream_was_broken_shows_when_it_is_open_again(
    opens: Opens, night: Session, server: Server, watcher: Membership, complaints: list[str]
) -> None:
    page = opens(watcher.guest)
    page.evaluate(LISTENS_TO_NEWS)
    server.kill()
    cast.tell(night, "Ann", "Ben")
    server.start()
    expect(page.locator(".paper tbody th")).to_have_count(1, timeout=60_000)
    page.evaluate(LISTENS_TO_NEWS)
    cast.tell(night, "Cleo", "Dave")
    shows(page, ink=2)
    complaints.clear()


def test_pages_of_the_group_follow_but_forms_and_seats_wait_until_somebody_looks(
    opens: Opens, night: Session
) -> None:
    page = opens(cast.OWNER, "")
    page.evaluate(LISTENS_TO_NEWS)
    expect(page.locator("#main")).not_to_contain_text("1 hand")
    cast.tell(night, "Ann", "Ben")
    expect(page.locator("#main")).to_contain_text("1 hand")
    expect(page.locator("#news")).to_have_text("Something new was recorded.")

    page.goto(f"/g/{night.group.code}/money/")
    page.evaluate(LISTENS_TO_NEWS)
    show = page.get_by_role("link", name="Show it")
    page.locator("#main details").first.evaluate("one => one.open = true")
    field = page.locator("#main input[type=text]:visible, #main input:not([type]):visible").first
    field.fill("12.50")
    field.blur()
    cast.tell(night, "Ann", "Ben")
    expect(show).to_be_visible()
    expect(field).to_have_value("12.50")

    page.goto(f"/g/{night.group.code}/1/seats/")
    page.evaluate(LISTENS_TO_NEWS)
    frank, ben = cast.ids(night.group, "Frank", "Ben")
    join(night, frank, cast.context(night), after=ben)
    touch(show)
    expect(show).to_have_count(0)
