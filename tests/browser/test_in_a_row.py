"""Two leasters in a row and then the dealer must pick, told on a phone, with an undo in between."""

import pytest
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import Thumb, fits, settled, touch
from tests.browser.test_house_rules_evening import opened, other_game, tells

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {"no_picker_then": "forced", "no_picker_after": 2}


def says_next(page: Page, words: str) -> None:
    expect(page.locator(".top")).to_contain_text(f"Nobody picks: {words}")


def test_the_head_says_who_must_pick_and_the_pad_offers_nothing_else(phone: Page) -> None:
    page = opened(phone, other_game("sheepshead", "wisconsin_called_ace", *cast.NAMES[:5], options=RULES))
    nobody = page.locator("#pad button.mode:visible", has_text="Nobody picked")
    says_next(page, "leaster")
    for hand in (1, 2):
        expect(nobody).to_have_count(1)
        tells(page, hand, "Nobody picked", "Edith", brings="Edith +4, the others −1")
    says_next(page, "Cleo must pick")
    assert fits(page)
    page.set_viewport_size({"width": 320, "height": 568})
    touch(page.locator(".stands summary"))
    expect(page.locator(".stands li").last).to_be_in_viewport(ratio=1)
    touch(page.locator(".stands summary"))
    page.set_viewport_size({"width": 390, "height": 844})
    expect(nobody).to_have_count(0)
    touch(page.locator("#said-here").get_by_role("button", name="Undo"))
    says_next(page, "leaster")
    Thumb(page).record()
    says_next(page, "Cleo must pick")
    tells(page, 3, "Cleo", "Dave", "Dealer forced", "lost", brings="Cleo −4, Dave −2, the others +2")
    settled(page)
    says_next(page, "leaster")
