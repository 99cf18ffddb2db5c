"""The end of a night and the season behind it, on a phone."""

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group, Session
from ledger.recording import end_night
from tests import cast
from tests.browser.hands import owns, touch, until

pytestmark = pytest.mark.django_db(transaction=True)


def a_night_of(group: Group) -> Session:
    names = list(group.players.values_list("name", flat=True))
    session = cast.a_night(group)
    for picker, partner in ((1, 2), (3, 4), (5, 1), (2, 4)):  # the dealers 0, 1, 2 and 3 sit out
        cast.tell(session, names[picker], names[partner])
    return session


@pytest.fixture
def owners_phone(phone: Page) -> Page:
    owns(phone)
    return phone


def test_names_stand_above_their_bars_where_the_pages_own_letters_are_bigger(owners_phone: Page) -> None:
    """A browser tells how wide a page is in letters of its own settings, not in those of the page."""
    page, session = owners_phone, a_night_of(cast.thursday_table(currency="USD"))
    end_night(session, cast.context(session))
    page.goto(f"/g/{session.group.code}/{session.number}/end/")
    name, bar = page.locator(".bars .name").first, page.locator(".bars svg").first
    boxes = "(one) => one.getBoundingClientRect().toJSON()"
    words, drawn = name.evaluate(boxes), bar.evaluate(boxes)
    assert drawn["left"] > words["right"]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    words, drawn = name.evaluate(boxes), bar.evaluate(boxes)
    assert drawn["top"] >= words["bottom"]
    assert words["width"] > 250


def test_the_result_is_shared_with_one_tap(owners_phone: Page) -> None:
    page, session = owners_phone, a_night_of(cast.thursday_table(currency="USD"))
    page.goto(f"/g/{session.group.code}/{session.number}/end/")
    touch(page.get_by_role("button", name="End the night"))
    expect(page.get_by_role("heading", name="The night is over")).to_be_visible()
    page.evaluate("() => { navigator.share = async (what) => { window.shared = what.text } }")
    touch(page.get_by_role("button", name="Share the result"))
    until(page, lambda: page.evaluate("window.shared"))
    assert "Thursday table" in page.evaluate("window.shared")
