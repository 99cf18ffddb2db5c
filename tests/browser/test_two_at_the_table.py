"""Two at the table, and six who sit down: what the thumb finds on one screen."""

import pytest
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import Thumb, confirmed, owns, table_address, totals

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_taps_say_who_won_by_a_schneider(phone: Page) -> None:
    night = cast.a_night(cast.thursday_table(names=("Ann", "Ben")))
    owns(phone)
    phone.goto(table_address(night))
    expect(phone.locator("#record")).to_have_text("Tap who won")
    thumb = Thumb(phone)
    thumb.tap("Ben")
    thumb.tap("won_schneider")
    foreseen = phone.locator("#record small").inner_text()
    thumb.record()
    expect(phone.get_by_role("status")).to_contain_text("Hand 1")
    assert confirmed(phone) == foreseen == "Ben +2, Ann −2"
    assert totals(phone) == ["−2", "2"]


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
