"""Points and money night after night in the hand: over years, with the tables beside unfolded."""

from datetime import date
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.marks import Copied
from tests import cast
from tests.browser.hands import is_accessible, low_targets, owns

pytestmark = pytest.mark.django_db(transaction=True)

NIGHTS = 26
"""Two a month, so that they lie in two years."""

CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"


@pytest.fixture
def group() -> Group:
    made = cast.thursday_table()
    nights = []
    for number in range(NIGHTS):
        won = Fraction(number * 37 % 61 - 30) * 40
        day = date(2019 + (number // 2 + 3) // 12, (number // 2 + 3) % 12 + 1, 5 + number % 2 * 14)
        nights.append(Copied(date=day, totals={0: won, 1: -won - 8, 2: Fraction(8)}))
    copy_notebook(made, Copying(names=("Ann", "Ben", "Cleo"), nights=nights))
    return made


def unfolded(phone: Page) -> None:
    phone.evaluate(
        "document.querySelectorAll('main details:not(.asked-hands)').forEach((one) => one.open = true)"
    )


@pytest.mark.parametrize("width", [320])
def test_money_and_what_each_night_brought_are_read_on_a_small_phone(
    phone: Page, group: Group, width: int
) -> None:
    phone.set_viewport_size({"width": width, "height": 568})
    owns(phone)
    ann = cast.ids(group, "Ann")[0]
    for page in (f"players/{ann}/statistics/", "statistics/"):
        phone.goto(f"/g/{group.code}/{page}")
        unfolded(phone)
        expect(phone.locator("#money_chart-table")).to_contain_text("2020")
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
        assert low_targets(phone) == []
        assert phone.locator("#chart-table th bdi, #money_chart-table th bdi").evaluate_all(CUT) == []
        is_accessible(phone)


def test_a_table_of_one_needs_no_moving_sideways(phone: Page, group: Group) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    owns(phone)
    phone.goto(f"/g/{group.code}/players/{cast.ids(group, 'Ann')[0]}/statistics/")
    unfolded(phone)
    for place in ("#chart-table .scroll", "#money_chart-table .scroll", "#year .scroll"):
        there, shown = phone.locator(place).evaluate("(one) => [one.scrollWidth, one.clientWidth]")
        assert there <= shown
