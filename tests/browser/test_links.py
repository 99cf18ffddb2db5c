"""A link goes from one phone to another: scanned, tapped, used, and taken back."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import (
    Thumb,
    forgive,
    is_accessible,
    low_targets,
    owns,
    table_address,
    totals,
    touch,
)

pytestmark = pytest.mark.django_db(transaction=True)


def is_good(page: Page) -> None:
    """It can be read, hit and used, and goes over no edge."""
    is_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert low_targets(page) == []


def address_on(page: Page) -> str:
    """Where the link on the page leads, on this machine."""
    return urlsplit(page.locator("#address").input_value()).path


def invite(page: Page) -> None:
    """From the table to the page of links and phones."""
    touch(page.get_by_role("link", name="Invite"))
    touch(page.get_by_role("link", name="Other links, and who has access"))


def test_a_second_phone_records_a_hand_by_a_link_until_it_is_removed(
    new_phone: Callable[..., Page], complaints: list[str]
) -> None:
    night = cast.a_night(cast.thursday_table(), "Ann", "Ben", "Cleo", "Dave", "Edith")
    owner, scorer = new_phone(), new_phone()
    owns(owner)
    owner.goto(table_address(night))
    invite(owner)
    touch(owner.get_by_role("button", name="Make one for tonight"))
    expect(owner.locator(".code svg")).to_be_visible()
    scorer.goto(address_on(owner))
    touch(scorer.get_by_role("button", name="Open it on this phone"))
    touch(scorer.get_by_role("button", name="I only watch, or am not on the list"))
    expect(scorer).to_have_url(
        f"{urlsplit(owner.url).scheme}://{urlsplit(owner.url).netloc}{table_address(night)}"
    )
    thumb = Thumb(scorer)
    thumb.tap("Ben")
    thumb.tap("Dave")
    thumb.record()
    expect(scorer.get_by_role("status")).to_contain_text("Hand 1")
    owner.goto(table_address(night))
    assert totals(owner) == totals(scorer)
    invite(owner)
    touch(owner.get_by_text("Change: Phone 2").last)
    touch(owner.get_by_role("button", name="Remove", exact=True).locator("visible=true"))
    expect(owner.get_by_role("button", name="Let back in")).to_be_visible()
    # The open page hears of it and loads itself again.
    expect(scorer.locator("#pad")).to_have_count(0)
    assert scorer.request.get(table_address(night)).status == 404
    forgive(scorer, complaints, "404")
