"""A link goes from one phone to another: scanned, tapped, used, and taken back."""

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from ledger.models import Session
from tests.browser.hands import forgive, shows, table_address, tells, totals, touch


def invite(page: Page) -> None:
    touch(page.get_by_role("link", name="Invite"))
    touch(page.get_by_role("link", name="Other links, and who has access"))


def test_second_phone_records_a_hand_by_a_link_until_it_is_removed(
    table: Page, new_phone: Callable[..., Page], night: Session, complaints: list[str]
) -> None:
    scorer = new_phone()
    invite(table)
    touch(table.get_by_role("button", name="Make one for tonight"))
    expect(table.locator(".code svg")).to_be_visible()
    scorer.goto(urlsplit(table.locator("#address").input_value()).path)
    touch(scorer.get_by_role("button", name="Open it on this phone"))
    touch(scorer.get_by_role("button", name="I only watch, or am not on the list"))
    assert urlsplit(scorer.url).path == table_address(night)
    tells(scorer, "Ben", "Dave")
    shows(scorer, ink=1)
    table.goto(table_address(night))
    assert totals(table) == totals(scorer)
    invite(table)
    touch(table.get_by_text("Change: Phone 2").last)
    touch(table.get_by_role("button", name="Remove", exact=True).locator("visible=true"))
    expect(table.get_by_role("button", name="Let back in")).to_be_visible()
    # The open page hears of it and loads itself again.
    expect(scorer.locator("#pad")).to_have_count(0)
    assert scorer.request.get(table_address(night)).status == 404
    forgive(scorer, complaints, "404")
