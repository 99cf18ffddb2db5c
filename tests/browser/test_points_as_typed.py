"""Everybody's points typed on a phone: digits, a key for the sign, and room for eight."""

import pytest
from playwright.sync_api import Page, expect

from ledger.models.book import sheet_of
from tests.browser.hands import SIZES, fits, opened, resize, settled, table_address, touch
from tests.evenings.test_other_games import begun, table_of_eight, written

CUT = """() => [...document.querySelectorAll(".counts input, .head .total, .head .delta, .paper td")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 90))"""
ROWS = """() => [...new Set([...document.querySelectorAll("[data-question=points] input")]
  .map((one) => Math.round(one.getBoundingClientRect().top)))].length"""


def test_sign_key_turns_the_number_that_is_typed_and_the_keypad_stays(phone: Page) -> None:
    night = begun("ligretto")
    page = opened(phone, night)
    fields = page.locator("[data-typed]")
    first, second = fields.nth(0), fields.nth(1)
    assert {one.get_attribute("inputmode") for one in fields.all()} == {None}
    touch(second)
    assert {one.get_attribute("inputmode") for one in fields.all()} == {"numeric"}
    second.type("12")
    touch(page.get_by_role("button", name="Plus or minus"))
    expect(second).to_be_focused()
    expect(second).to_have_value("−12")
    first.fill("20")
    settled(page)
    expect(page.locator("#record small")).to_contain_text("−12")
    touch(page.locator("#record"))
    expect(page.locator("#pad")).to_have_attribute("data-hand", "2")
    assert sorted(sheet_of(night).totals.values()) == [-12, 0, 0, 20]


@pytest.mark.parametrize("game", ["hearts", "wizard", "eight"])
def test_numbers_of_an_evening_are_never_cut(phone: Page, game: str) -> None:
    night = table_of_eight() if game == "eight" else begun(game)
    for _ in written("wizard" if game == "eight" else game, night):
        pass
    page = opened(phone, night)
    numbers = ["13", "8", "5", "0"] if game == "hearts" else ["13", "13", "-1240"] * 6
    for field, number in zip(page.locator("[data-typed]").all(), numbers, strict=False):
        field.fill(number)
    expect(page.locator("#record .title")).to_contain_text("Record hand")
    settled(page)
    assert page.evaluate(ROWS) == {"hearts": 1, "wizard": 2, "eight": 2}[game]
    for size in SIZES:
        resize(page, *size)
        assert page.evaluate(CUT) == [], size
        assert fits(page), size
    page.goto(f"{table_address(night)}end/")
    for size in SIZES:
        resize(page, *size)
        assert page.locator(".bars b").evaluate_all(
            "all => all.every((one) => one.getClientRects().length === 1)"
        ), size
