"""Money on a phone: a list that is shared and paid in parts, and an old notebook that is brought in."""

from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import SHARES, owns, shared, table_address, touch, until


def test_result_list_and_picture_are_shared_and_a_part_has_one_button(phone: Page) -> None:
    night = cast.a_night(cast.thursday_table(currency="USD"))
    cast.tell(night, "Ben", "Cleo")
    owns(phone)
    phone.goto(f"{table_address(night)}end/")
    touch(phone.get_by_role("button", name="End the night"))
    expect(phone.get_by_role("heading", name="The night is over")).to_be_visible()
    phone.evaluate(SHARES)
    touch(phone.get_by_role("button", name="Share the result"))
    assert "Thursday table" in shared(phone)

    phone.goto(f"/g/{night.group.code}/settle/")
    phone.evaluate(SHARES)
    touch(phone.get_by_role("button", name="Share it"))
    assert "Ben" in shared(phone)
    first = phone.locator("#owed .owed-lines").first.locator("> li").first
    whole, part = first.get_by_role("button", name="Paid:"), first.get_by_text("Part of it", exact=True)
    expect(whole).to_be_visible()
    touch(part)
    expect(first.get_by_role("button", name="Paid")).to_have_count(1)
    expect(whole).to_be_hidden()
    field = phone.locator("#owed-cents-1")
    touch(field)  # selects what stands in it
    phone.keyboard.type("1")
    expect(field).to_have_value("1")
    touch(part)
    expect(whole).to_be_visible()

    phone.goto(f"{table_address(night)}picture/")
    phone.evaluate(
        """() => {
          navigator.canShare = () => true;
          navigator.share = async ({ files: [file], text }) => {
            window.shared = [file.type, file.size, text];
          };
        }"""
    )
    touch(phone.get_by_role("link", name="Share or save the picture"))
    until(phone, lambda: phone.evaluate("window.shared"))
    kind, size, text = phone.evaluate("window.shared")
    assert kind == "image/png"
    assert size > 1000
    assert "Ben +2" in text
