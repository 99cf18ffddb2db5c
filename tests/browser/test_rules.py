"""The house-rule sheet on a phone: from a preset, four changes by touch, and the sheet shows where."""

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.models import HouseRules
from tests import cast
from tests.browser.hands import is_accessible, low_targets, other_game, owns, resize, touch


@pytest.fixture
def sheet(phone: Page) -> Page:
    """The house-rule sheet on the phone of its owner, while a night is going on."""
    group = cast.thursday_table()
    cast.tell(cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith"), "Ben", "Cleo")
    owns(phone)
    phone.goto(f"/g/{group.code}/rules/")
    return phone


def changes(page: Page) -> Locator:
    return page.locator("#preview summary small")


def test_rule_is_found_while_typing_and_a_field_typed_anew_is_wrong_no_longer(
    sheet: Page, complaints: list[str]
) -> None:
    finds, status = sheet.get_by_label("Find a rule"), sheet.get_by_role("status")
    finds.fill("no punish")
    expect(status).to_have_text("One rule.")
    touch(sheet.get_by_role("switch", name="A forced picker pays no bump"))
    expect(changes(sheet)).to_contain_text("1 change ")
    finds.fill("no such rule")
    expect(status).to_have_text("No rule here is called “no such rule”.")
    finds.fill("trump suit")
    expect(sheet.get_by_text("This changes no score: which suit is trump")).to_be_visible()
    expect(status).to_have_text("")
    finds.fill("one crack a player")
    expect(status).to_have_text("One rule.")
    expect(sheet.locator(".answer:visible")).to_have_count(0)
    touch(sheet.get_by_role("link", name="Show all"))
    expect(finds).to_have_value("")
    expect(finds).to_be_focused()
    expect(sheet.get_by_role("group", name="Who pays double?").get_by_text("nobody")).to_be_visible()
    expect(changes(sheet)).to_contain_text("1 change ")

    limit = sheet.get_by_label("Limit of the doublings", exact=True)
    limit.fill("lots")
    touch(sheet.get_by_role("group", name="Who pays double?").get_by_text("nobody"))
    touch(sheet.get_by_role("button", name="Play by these rules"))
    expect(sheet.locator("#wrong-rule-cap")).to_be_visible()
    limit.fill("4")
    limit.blur()
    expect(sheet.locator("#wrong-rule-cap")).to_be_hidden()
    expect(changes(sheet)).to_contain_text("3 changes")
    complaints.clear()


def test_table_of_prices_fits_a_phone_and_is_drawn_anew_as_it_is_edited(phone: Page) -> None:
    resize(phone, 320, 844)
    night = other_game("mehrkopf", "munich", "Ann", "Ben", "Cleo", "Dave")
    owns(phone)
    phone.goto(f"/g/{night.group.code}/rules/")
    prices = phone.get_by_role("table", name="What every game costs")
    row = prices.get_by_role("row", name="Wenz", exact=False).first
    price = phone.get_by_label("A Wenz costs", exact=True)
    assert prices.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth")
    assert not low_targets(phone)
    is_accessible(phone)
    expect(row.locator("td").first).to_contain_text("50")
    phone.get_by_label("A solo", exact=True).fill("60")
    phone.get_by_label("A solo", exact=True).blur()
    expect(row.locator("td").first).to_contain_text("60")
    price.fill("30")
    price.blur()
    expect(phone.locator("#preview summary small")).to_contain_text("2 changes")
    expect(row.locator("td span").first).to_be_hidden()
    expect(phone.get_by_label("A Bettel costs", exact=True)).to_be_hidden()
    phone.get_by_label("Find a rule").fill("Bettel")
    expect(phone.get_by_label("A Bettel costs", exact=True)).to_be_visible()
    expect(phone.locator("#asleep-rule-base_bettel")).to_contain_text("we play: Bettel")
    phone.get_by_label("Find a rule").fill("")
    expect(phone.get_by_label("A Bettel costs", exact=True)).to_be_hidden()
    touch(phone.get_by_role("checkbox", name="Bettel").locator(".."))
    expect(phone.get_by_label("A Bettel costs", exact=True)).to_be_visible()
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.get_by_role("heading", name="Written down")).to_be_visible()
    assert HouseRules.objects.latest("version").options["base_wenz"] == 30
