"""Files with money on a phone: from the page of files to their entries in the balances, and undone again."""

from pathlib import Path

from playwright.sync_api import Page, expect

from ledger.exchange.tables import as_csv, journal
from tests import cast
from tests.browser.hands import is_good, looks_at, owns, resize, shoot, touch
from tests.fuzz.world import thursday
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


def test_money_history_comes_into_another_group_and_goes_again(phone: Page, tmp_path: Path) -> None:
    file = tmp_path / "thursday-table-journal.csv"
    file.write_text(as_csv(journal(thursday())))
    group = cast.thursday_table(name="Friday", names=("Ann", "Ben", "Cloe"))
    resize(phone, 390, 844)
    owns(phone)
    looks_at(phone, group, file)
    expect(phone.get_by_role("heading", name="A money history")).to_be_visible()
    expect(phone.get_by_text("night of this file is not here")).to_be_visible()
    is_good(phone)
    shoot(phone, tmp_path / "history-seen")
    touch(phone.get_by_role("radio", name="Cloe"))
    touch(phone.get_by_role("button", name="Add "))
    expect(phone.get_by_role("heading", name="entries added")).to_be_visible()
    touch(phone.get_by_role("link", name="See who owes what"))
    expect(phone.get_by_text("Money history 1").first).to_be_visible()
    is_good(phone)
    shoot(phone, tmp_path / "history-money")
    phone.go_back()
    touch(phone.get_by_role("link", name="Look at this import, or undo it"))
    is_good(phone)
    shoot(phone, tmp_path / "history-import")
    touch(phone.get_by_role("button", name="Undo this import"))
    expect(phone.get_by_role("heading", name="entries undone")).to_be_visible()
    is_good(phone)
