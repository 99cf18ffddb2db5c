"""Where nobody plays alone but with the partner card: refused without it, and one tap with it."""

import pytest
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import Thumb, fits, low_targets, touch
from tests.browser.test_house_rules_evening import opened, other_game, tells

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {"alone": "holding", "alone_double": "always"}


def test_alone_needs_the_partner_card_and_counts_double(phone: Page) -> None:
    page = opened(phone, other_game("sheepshead", "wisconsin_called_ace", *cast.NAMES[:5], options=RULES))
    tells(page, 1, "Ann", "Ben", brings="Ann +2, Ben +1, the others −1")
    thumb = Thumb(page)
    thumb.player("Cleo")
    thumb.mode("Alone")
    expect(page.locator("#record")).to_have_text(
        "At this table the picker plays alone only with the partner card in hand."
    )
    assert fits(page)
    assert low_targets(page) == []
    touch(page.locator("#pad button.mode:visible", has_text="Alone"))
    thumb.player("Cleo")
    tells(page, 2, "Picker has the partner card", "Cleo", brings="Cleo +8, the others −2")
