"""Everybody's points typed on a phone: digits, a key for the sign, and room for eight."""

import pytest
from playwright.sync_api import Page, expect

from ledger.models.book import sheet_of
from tests.browser.hands import SIZES, fits, opened, ready, resize, settled, shows, table_address, touch
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


def test_hands_told_without_a_signal_wait_on_the_phone_and_are_sent_when_it_is_back(
    phone: Page, complaints: list[str]
) -> None:
    night = begun("ligretto")
    page = opened(phone, night)
    ready(page)
    page.context.set_offline(True)
    for hand, (points, ends) in enumerate((((12, -4, 0, 20), "tap"), ((5, 6, 7, 8), "Enter")), start=1):
        fields = page.locator("[data-typed]")
        for place, number in enumerate(points):
            fields.nth(place).fill(str(number))
        if ends == "Enter":
            fields.last.press("Enter")
        else:
            expect(page.locator("#record")).to_be_enabled()
            touch(page.locator("#record"))
        shows(page, pencil=hand)
        expect(fields.first).to_have_value("")
    expect(page.locator(".paper .pencil td").first).to_have_text("?")
    expect(page.locator("#unsent summary")).to_have_text("2 not sent yet")
    touch(page.locator("#unsent summary"))
    expect(page.locator("#unsent .waits > li").first).to_contain_text("sent as soon as there is a signal")
    page.context.set_offline(False)
    shows(page, ink=2)
    expect(page.locator("#unsent")).to_be_hidden()
    assert [int(one) for one in sheet_of(night).totals.values()] == [17, 2, 7, 28]
    lost = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    complaints[:] = [one for one in complaints if not any(words in one for words in lost)]


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
