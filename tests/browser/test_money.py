"""Money on a phone: a list that is shared and paid in parts, and an old notebook that is brought in."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import SHARES, fits, owns, shared, table_address, touch, until

EVENINGS = sorted((Path(__file__).parents[1] / "data" / "evenings").glob("*.csv"))

# Keeps the words of the button while the server works until the next page.
WATCH_BUSY = """() => new MutationObserver(() => {
  const button = document.querySelector("[data-busy]");
  const free = document.querySelectorAll("button:not(:disabled)").length;
  sessionStorage.busy = `${button.textContent} ${button.ariaBusy} ${free}`;
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""


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


def test_six_years_are_brought_in_by_touch(phone: Page) -> None:
    group = cast.thursday_table(currency="USD")
    owns(phone)
    phone.goto(f"/g/{group.code}/exchange/")
    touch(phone.get_by_role("link", name="An old notebook"))
    phone.get_by_label("Files: CSV or Excel").set_input_files([str(path) for path in EVENINGS])
    touch(phone.get_by_role("button", name="Look at it"))
    expect(phone.get_by_role("heading", name="930 nights")).to_be_visible()
    assert fits(phone)
    phone.evaluate(WATCH_BUSY)
    touch(phone.get_by_role("button", name="Add 930 nights"))
    expect(phone.get_by_role("heading", name="930 nights added")).to_be_visible()
    assert phone.evaluate("sessionStorage.busy") == "Adding 930 nights … true 0"
