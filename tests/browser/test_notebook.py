"""An old notebook on a small phone: brought in, a night put right, taken out and put back, and undone."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import forgive, is_good, looks_at, owns, resize, shoot, touch

# Keeps the words of the button while the server works until the next page.
WATCH_BUSY = """() => new MutationObserver(() => {
  const button = document.querySelector("[data-busy]");
  const free = document.querySelectorAll("button:not(:disabled)").length;
  sessionStorage.busy = `${button.textContent} ${button.ariaBusy} ${free}`;
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""

TABLE = "Date,Ann,Ben,Clleo\n03/04/2009,12,-4,-8\n05/06/2009,,5,-5\n"


def test_notebook_comes_in_is_put_right_and_goes_again(phone: Page, complaints: list[str]) -> None:
    group = cast.thursday_table(currency="USD")
    resize(phone, 320, 568)
    owns(phone)
    phone.goto(f"/g/{group.code}/notebook/")
    bring_in(phone)
    forgive(phone, complaints, "422")
    put_right(phone)
    forgive(phone, complaints, "422")
    take_out_put_back_and_undo(phone)
    phone.goto(f"/g/{group.code}/exchange/")
    expect(phone.get_by_role("heading", name="Brought before")).to_be_visible()
    expect(phone.get_by_text("undone")).to_be_visible()
    is_good(phone)


def bring_in(phone: Page) -> None:
    """Two taps answer whom was meant and which day it was; everything else is likely already."""
    phone.get_by_label("Or paste the table").fill(TABLE)
    touch(phone.get_by_role("button", name="Look at it"))
    expect(phone.get_by_role("heading", name="The same person?")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_role("button", name="Add 2 nights"))
    expect(phone.get_by_text("Nothing was saved yet: answer what is marked first.")).to_be_in_viewport()
    is_good(phone)
    touch(phone.get_by_role("radio", name="Cleo"))
    touch(phone.get_by_role("radio", name="3 April 2009"))
    expect(phone.get_by_role("radio", name="All of it was paid long ago")).to_be_checked()
    touch(phone.get_by_role("radio", name="None of it was paid yet"))
    phone.evaluate(WATCH_BUSY)
    touch(phone.get_by_role("button", name="Add 2 nights"))
    expect(phone.get_by_role("heading", name="2 nights added")).to_be_visible()
    assert phone.evaluate("sessionStorage.busy") == "Adding 2 nights … true 0"
    is_good(phone)
    touch(phone.get_by_role("link", name="See how everybody stands"))
    expect(phone.get_by_role("heading", name="How everybody stands")).to_be_visible()
    is_good(phone)
    phone.go_back()
    touch(phone.get_by_role("link", name="Look at these nights, or undo the import"))
    expect(phone.get_by_role("heading", name="An old notebook")).to_be_visible()
    is_good(phone)


def put_right(phone: Page) -> None:
    touch(phone.get_by_role("link", name="Ann +12"))
    expect(phone.get_by_role("heading", name="3 April 2009")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_role("link", name="Correct this night"))
    expect(phone.get_by_role("heading", name="Correct this night")).to_be_visible()
    is_good(phone)
    phone.get_by_label("Points of player 2").fill("-5")
    touch(phone.get_by_role("button", name="Save the correction"))
    expect(phone.get_by_text("These add up to −1, not to 0.")).to_be_in_viewport()
    is_good(phone)
    phone.get_by_label("Points of player 3").fill("-7")
    touch(phone.get_by_role("button", name="Save the correction"))
    expect(phone.get_by_text("What was changed")).to_be_visible()
    touch(phone.get_by_text("What was changed"))
    expect(phone.get_by_text("In the notebook")).to_be_visible()
    is_good(phone)


def take_out_put_back_and_undo(phone: Page) -> None:
    touch(phone.get_by_role("button", name="Take this night out"))
    expect(phone.get_by_text("It does not count")).to_be_in_viewport()
    is_good(phone)
    touch(phone.get_by_role("button", name="Put it back"))
    expect(phone.get_by_role("heading", name="The result")).to_be_visible()
    touch(phone.get_by_role("link", name="Everything that came with it"))
    expect(phone.get_by_text("Its 2 nights go out of the standings")).to_be_visible()
    touch(phone.get_by_role("button", name="Undo this import"))
    expect(phone.get_by_role("heading", name="2 nights taken out")).to_be_visible()
    is_good(phone)


def test_corrected_notebook_replaces_a_night_and_is_undone(phone: Page) -> None:
    group = cast.thursday_table(currency="USD")
    owns(phone)
    write(phone, group.code, "Date,Ann,Ben,Cleo\n2009-05-08,12,-4,-8\n2009-05-15,3,5,-8\n")
    expect(phone.get_by_role("heading", name="2 nights added")).to_be_visible()
    look(phone, group.code, "Date,Ann,Ben,Cleo\n2009-05-08,12,-2,-10\n2009-05-15,3,5,-8\n")
    expect(phone.get_by_role("heading", name="1 night is here with other numbers")).to_be_visible()
    expect(phone.get_by_role("radio", name="Replace what is here")).to_be_checked()
    is_good(phone)
    touch(phone.get_by_role("button", name="Bring them in"))
    expect(phone.get_by_role("heading", name="1 night replaced")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_role("link", name="Look at these nights, or undo the import"))
    expect(phone.get_by_text("It changed the numbers of 1 night that was here.")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_role("link", name="8 May 2009"))
    expect(phone.get_by_text("−10", exact=True)).to_be_visible()
    expect(phone.get_by_text("Paid long ago")).to_be_visible()
    is_good(phone)
    phone.go_back()
    touch(phone.get_by_role("button", name="Undo this import"))
    expect(phone.get_by_text("1 night has the numbers back that it had before.")).to_be_visible()
    is_good(phone)
    phone.goto(f"/g/{group.code}/1/copied/")
    expect(phone.get_by_text("−8", exact=True)).to_be_visible()


def test_turned_table_comes_in_and_goes_again(phone: Page, tmp_path: Path) -> None:
    group = cast.thursday_table(currency="USD")
    file = tmp_path / "turned.csv"
    file.write_text("Player;03/27/2009;04/03/2009\nAnn;4;-2\nBen;-1;2\nCleo;-3;-\n")
    resize(phone, 390, 844)
    owns(phone)
    looks_at(phone, group, file)
    expect(phone.get_by_role("heading", name="2 nights")).to_be_visible()
    is_good(phone)
    shoot(phone, tmp_path / "turned-seen")
    touch(phone.get_by_role("button", name="Add 2 nights"))
    expect(phone.get_by_role("heading", name="2 nights added")).to_be_visible()
    touch(phone.get_by_role("link", name="Look at these nights, or undo the import"))
    is_good(phone)
    shoot(phone, tmp_path / "turned-import")
    touch(phone.get_by_role("button", name="Undo this import"))
    expect(phone.get_by_role("heading", name="2 nights taken out")).to_be_visible()
    is_good(phone)


def look(phone: Page, code: str, table: str) -> None:
    phone.goto(f"/g/{code}/notebook/")
    phone.get_by_label("Or paste the table").fill(table)
    touch(phone.get_by_role("button", name="Look at it"))


def write(phone: Page, code: str, table: str) -> None:
    look(phone, code, table)
    touch(phone.get_by_role("button", name="Add 2 nights"))
