"""Everybody's points typed on a phone: digits, a key for the sign, and room for eight."""

import pytest
from playwright.sync_api import Page, expect

from ledger.models.book import sheet_of
from tests.browser.hands import settled, table_address, touch
from tests.browser.test_house_rules_evening import opened
from tests.evenings.test_other_games import begun, table_of_eight, written

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ((390, 844), (320, 568), (844, 390), (1440, 900))
CUT = """() => [...document.querySelectorAll(".counts input, .head .total, .head .delta, .paper td")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 90))"""
ROWS = """() => [...new Set([...document.querySelectorAll("[data-question=points] input")]
  .map((one) => Math.round(one.getBoundingClientRect().top)))].length"""


def test_sign_key_turns_the_number_that_is_typed_and_the_keypad_stays(phone: Page, db: None) -> None:
    night = begun("ligretto")
    page = opened(phone, night)
    first, second = page.locator("[data-typed]").nth(0), page.locator("[data-typed]").nth(1)
    assert {one.get_attribute("inputmode") for one in page.locator("[data-typed]").all()} == {None}
    touch(second)
    assert {one.get_attribute("inputmode") for one in page.locator("[data-typed]").all()} == {"numeric"}
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
    phone: Page, db: None, complaints: list[str]
) -> None:
    night = begun("ligretto")
    page = opened(phone, night)
    expect(page.locator("#unsent")).to_have_attribute("data-open", "1")
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
        expect(page.locator(".paper .pencil")).to_have_count(hand)
        expect(fields.first).to_have_value("")
    expect(page.locator(".paper .pencil td").first).to_have_text("?")
    expect(page.locator("#unsent summary")).to_have_text("2 not sent yet")
    touch(page.locator("#unsent summary"))
    expect(page.locator("#unsent .waits > li").first).to_contain_text("sent as soon as there is a signal")
    page.context.set_offline(False)
    expect(page.locator(".paper tbody th")).to_have_count(2)
    expect(page.locator(".paper .pencil")).to_have_count(0)
    expect(page.locator("#unsent")).to_be_hidden()
    assert [int(one) for one in sheet_of(night).totals.values()] == [17, 2, 7, 28]
    complaints[:] = [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["hearts", "wizard", "eight"])
def test_numbers_of_an_evening_are_never_cut(phone: Page, db: None, game: str, size: tuple[int, int]) -> None:
    night = table_of_eight() if game == "eight" else begun(game)
    for _ in written("wizard" if game == "eight" else game, night):
        pass
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    page = opened(phone, night)
    fields = page.locator("[data-typed]").all()
    numbers = ["13", "8", "5", "0"] if game == "hearts" else ["13", "13", "-1240"] * 6
    for field, number in zip(fields, numbers, strict=False):
        field.fill(number)
    expect(page.locator("#record .title")).to_contain_text("Record hand")
    settled(page)
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == (390, 844):
        assert page.evaluate(ROWS) == {"hearts": 1, "wizard": 2, "eight": 2}[game]
    page.goto(f"{table_address(night)}end/")
    assert page.locator(".bars b").evaluate_all(
        "all => all.every((one) => one.getClientRects().length === 1)"
    )
