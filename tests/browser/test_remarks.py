"""A remark on a hand, by thumb: written on its page, seen on the sheet, undone."""

import pytest
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import fits, is_accessible, low_targets, owns, table_address, touch

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_remark_is_written_seen_on_the_sheet_and_undone(phone: Page) -> None:
    group = cast.thursday_table()
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(night, "Ben", "Cleo")
    owns(phone)
    phone.goto(table_address(night))
    touch(phone.get_by_role("rowheader", name="1", exact=True).get_by_role("link"))
    touch(phone.get_by_text("Write a remark"))
    phone.get_by_label("A few words about this hand").fill("Dave forgot to bury")
    assert low_targets(phone) == []
    touch(phone.get_by_role("button", name="Save the remark"))
    expect(phone.get_by_role("status")).to_have_text("Remark saved")
    expect(phone.locator("#remark .lead")).to_have_text("Dave forgot to bury")
    is_accessible(phone)
    assert fits(phone)
    touch(phone.get_by_role("link", name="Back to the sheet"))
    marked = phone.get_by_role("link", name="remark: Dave forgot to bury")
    expect(marked).to_be_visible()
    corner = "getComputedStyle(document.querySelector('.remarked th'), '::before').borderTopStyle"
    assert phone.evaluate(corner) == "solid"
    is_accessible(phone)
    phone.go_back()
    touch(phone.get_by_role("button", name="Undo"))
    expect(phone.get_by_role("status")).to_have_text("Remark removed")
    expect(phone.locator("#remark .lead")).to_have_count(0)
