"""A Splitwise file on a phone: from the page of files to its entries in the balances, and undone again."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import is_good, owns, resize, touch
from tests.ledger.exchange.test_expenses import SPLITWISE


def test_splitwise_file_comes_in_and_goes_again(phone: Page, tmp_path: Path) -> None:
    group = cast.thursday_table(currency="USD")
    file = tmp_path / "thursday-friends_2024-02-01_export.csv"
    file.write_text(SPLITWISE.replace("Cleo", "Cloe"))
    resize(phone, 390, 844)
    owns(phone)
    phone.goto(f"/g/{group.code}/exchange/")
    touch(phone.get_by_role("link", name="An old notebook"))
    phone.get_by_label("Files: CSV or Excel").set_input_files(file)
    is_good(phone)
    touch(phone.get_by_role("button", name="Look at it"))
    expect(phone.get_by_text("This is a file of Splitwise")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_role("radio", name="Cleo"))
    touch(phone.get_by_role("button", name="Add 4 entries"))
    expect(phone.get_by_role("heading", name="4 entries added")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_role("link", name="See who owes what"))
    expect(phone.get_by_text("Splitwise 1").first).to_be_visible()
    is_good(phone)
    phone.go_back()
    touch(phone.get_by_role("link", name="Look at this import, or undo it"))
    expect(phone.get_by_role("heading", name="Was it the wrong file?")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_role("button", name="Undo this import"))
    expect(phone.get_by_role("heading", name="4 entries undone")).to_be_visible()
    is_good(phone)
    phone.goto(f"/g/{group.code}/exchange/")
    expect(phone.get_by_role("heading", name="Brought before")).to_be_visible()
    expect(phone.get_by_text("undone")).to_be_visible()
    is_good(phone)
