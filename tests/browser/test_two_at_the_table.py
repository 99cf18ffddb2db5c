"""Two at the table, and six who sit down: what the thumb finds on one screen."""

import pytest
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import owns

pytestmark = pytest.mark.django_db(transaction=True)


def test_with_six_here_the_dealer_is_marked_on_the_first_screen(phone: Page) -> None:
    group = cast.thursday_table()
    owns(phone)
    phone.goto(f"/g/{group.code}/tonight/")
    expect(phone.locator("[data-seating-says]")).to_contain_text("Six here")
    button = phone.get_by_role("button", name="Deal the first hand").bounding_box()
    for part in (phone.locator(".deals:visible"), phone.locator(".seat").last):
        box = part.bounding_box()
        assert box
        assert button
        assert box["y"] + box["height"] <= button["y"]
