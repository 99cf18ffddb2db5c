"""The house-rule sheet on a phone: from a preset, four changes by touch, and the sheet shows where."""

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.models import Group, HouseRules
from tests import cast
from tests.browser.hands import owns, touch

pytestmark = pytest.mark.django_db(transaction=True)


def group_with_a_night() -> Group:
    group = cast.thursday_table()
    cast.tell(cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith"), "Ben", "Cleo")
    return group


def chart(page: Page) -> str:
    return page.get_by_role("table", name="What every result is worth").inner_text()


def sheet_of(page: Page) -> Group:
    """A night that is going on, and its house-rule sheet on this phone."""
    group = group_with_a_night()
    owns(page)
    page.goto(f"/g/{group.code}/rules/")
    return group


def changes(page: Page) -> Locator:
    return page.locator("#preview summary small")


def test_four_changes_by_touch_count_from_the_next_hand(phone: Page) -> None:
    group = sheet_of(phone)
    expect(phone.get_by_role("button", name="Play by these rules")).to_be_hidden()
    touch(phone.get_by_text("Cracks and blitzes", exact=True))
    expect(changes(phone)).to_contain_text("3 changes from what you play now")
    expect(phone.locator("#preview .example")).to_contain_text("28, re-cracked, blitzed")
    before = chart(phone)
    touch(phone.get_by_role("group", name="Who pays double?").get_by_text("nobody"))
    expect(changes(phone)).to_contain_text("4 changes")
    assert chart(phone) != before
    before = chart(phone)
    touch(phone.get_by_text("the picker pays all", exact=True))
    expect(changes(phone)).to_contain_text("5 changes")
    assert chart(phone) != before
    touch(phone.get_by_role("group", name="If nobody picks", exact=True).get_by_text("a doubler"))
    expect(changes(phone)).to_contain_text("6 changes")
    touch(phone.get_by_text("crack, × 2", exact=True))
    expect(phone.locator("#preview .example")).to_contain_text("28, cracked, blitzed")
    touch(phone.locator("#preview summary"))
    expect(phone.locator("#preview .changes")).to_contain_text("Double on the bump: yes")
    phone.get_by_label("Shown for").select_option("4")
    expect(phone.locator("#preview .example")).to_contain_text("Cleo, Dave +")
    expect(phone.locator("#preview .changes")).to_be_visible()
    touch(phone.locator("#preview summary"))
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.get_by_role("heading", name="Written down")).to_be_visible()
    assert HouseRules.objects.filter(group=group).latest("version").options["crack"] == "crack"
    touch(phone.get_by_role("link", name="On with the game"))
    expect(phone.get_by_role("row", name="from here:")).to_contain_text("Double on the bump: yes → no")


def test_a_rule_is_found_while_typing_its_nickname(phone: Page) -> None:
    sheet_of(phone)
    phone.get_by_label("Find a rule").fill("no punish")
    expect(phone.get_by_role("status")).to_have_text("One rule.")
    touch(phone.get_by_role("switch", name="A forced picker pays no bump"))
    expect(changes(phone)).to_contain_text("1 change ")
    phone.get_by_label("Find a rule").fill("no such rule")
    expect(phone.get_by_role("status")).to_have_text("No rule here is called “no such rule”.")
    phone.get_by_label("Find a rule").fill("trump suit")
    expect(phone.get_by_text("This changes no score: which suit is trump")).to_be_visible()
    expect(phone.get_by_role("status")).to_have_text("")
    phone.get_by_label("Find a rule").fill("one crack a player")
    expect(phone.get_by_role("status")).to_have_text("One rule.")
    expect(phone.locator(".answer:visible")).to_have_count(0)
    touch(phone.get_by_role("link", name="Show all"))
    expect(phone.get_by_label("Find a rule")).to_have_value("")
    expect(phone.get_by_label("Find a rule")).to_be_focused()
    expect(phone.get_by_role("group", name="Who pays double?").get_by_text("nobody")).to_be_visible()
    expect(changes(phone)).to_contain_text("1 change ")


def test_what_was_wrong_is_no_longer_said_at_a_field_that_is_typed_anew(
    phone: Page, complaints: list[str]
) -> None:
    sheet_of(phone)
    limit = phone.get_by_label("Limit of the doublings", exact=True)
    limit.fill("lots")
    touch(phone.get_by_role("group", name="Who pays double?").get_by_text("nobody"))
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.locator("#wrong-rule-cap")).to_be_visible()
    phone.get_by_label("Limit of the doublings", exact=True).fill("4")
    phone.get_by_label("Limit of the doublings", exact=True).blur()
    expect(phone.locator("#wrong-rule-cap")).to_be_hidden()
    expect(changes(phone)).to_contain_text("2 changes")
    complaints.clear()
