"""A phone at home, where the server has no certificate: the page says what a browser withholds over plain http."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Membership, Session
from tests import cast
from tests.browser.hands import opens, owns, table_address, touch
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
    page.keyboard.press("Control+v")
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
