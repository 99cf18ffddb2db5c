"""Who cracked, on a phone: asked after the crack, named on the receipt, handed back when it is corrected."""

import pytest
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import Thumb, fits, is_accessible, low_targets, settled, touch
from tests.browser.test_house_rules_evening import explains, opened, other_game, tells

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = cast.NAMES[:5]
BESIDE = "“Cracked” is only for those who play against the picker."


def names(page: Page, label: str, who: str) -> None:
    if not page.locator("#unusual[open]").count():
        touch(page.locator("#unusual > summary", has_text="Cracked by"))
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("combobox", name=label, exact=True).select_option(who)
    settled(page)


def test_who_cracked_can_be_told_and_is_handed_back_to_be_corrected(phone: Page) -> None:
    page = opened(
        phone, other_game("sheepshead", "wisconsin_called_ace", *FIVE, options={"crack": "recrack"})
    )
    tells(page, 1, "Ann", "Ben", "Crack ×2", brings="Ann +4, Ben +2, the others −2")
    thumb = Thumb(page)
    for tap in ("Ann", "Ben", "Re-crack ×4"):
        thumb.tap(tap)
    names(page, "Cracked by", "Ben")
    assert page.locator("#wrong-crack_by").inner_text() == BESIDE
    expect(page.locator("#record")).to_be_disabled()
    assert fits(page)
    assert low_targets(page) == []
    for one in page.locator("#pad .field-in select:visible").all():
        assert one.evaluate("one => one.offsetWidth") > 150  # a name has room
    is_accessible(page)
    names(page, "Cracked by", "Dave")
    expect(page.locator("#unusual > summary")).to_have_text("Cracked by Dave")
    names(page, "Re-cracked by", "Ann")
    expect(page.locator("#wrong-crack_by")).to_have_count(0)
    thumb.record()
    explains(page, 2, "Cracked by Dave", "Re-cracked by Ann")
    touch(page.get_by_role("link", name="Correct this hand"))
    page.wait_for_url("**/correct/")
    touch(page.locator("#unusual > summary", has_text="Cracked by Dave, Re-cracked by Ann"))
    asked = page.get_by_role("combobox", name="Cracked by", exact=True)
    expect(asked.locator(":checked")).to_have_text("Dave")
    names(page, "Cracked by", "Edith")
    touch(page.get_by_role("button", name="Correct hand 2").last)
    page.wait_for_url("**/1/?told=*")
    explains(page, 2, "Cracked by Edith", "Re-cracked by Ann")
