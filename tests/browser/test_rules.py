"""The house-rule sheet on a phone: from a preset, four changes by touch, and the sheet shows where."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import cast
from tests.browser.hands import owns, touch


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
