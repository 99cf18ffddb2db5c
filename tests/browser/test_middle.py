"""A Mittler on a phone: three taps, and its winner corrected."""

import pytest
from playwright.sync_api import Page

from tests import cast
from tests.browser.hands import fits, totals
from tests.browser.test_house_rules_evening import corrects, opened, other_game, tells

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_mittler_is_three_taps_and_can_be_corrected(phone: Page) -> None:
    night = other_game(
        "sheepshead", "wisconsin_called_ace", *cast.NAMES[:5], options={"no_picker": "mittler"}
    )
    page = opened(phone, night)
    tells(page, 1, "Nobody picked", "Dave", brings="Dave +4, the others −1")
    tells(page, 2, "Nobody picked", "Dave", "Edith", brings="Mittler, nobody pays")
    assert fits(page)
    corrects(page, 1, "Dave", "Ann")
    assert totals(page) == ["4", "−1", "−1", "−1", "−1"]
