"""Enter in the fields of the pad: it moves on, and records only after the last of everybody's points."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests.browser.hands import opened, other_game, press, settled, taps, touch

# Browsers do so for Enter in a field: with the first button of the form.
SENDS_BY_ITSELF = """(pad) => {
  pad.requestSubmit([...pad.elements].find(({ type, disabled }) => type === "submit" && !disabled));
}"""


def typing_in(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.name ?? ''")
    return name


def hold(page: Page, key: str, times: int) -> None:
    for _ in range(times):
        page.keyboard.down(key)
    page.keyboard.up(key)
    settled(page)


def test_enter_goes_on_to_the_next_field_of_points_and_records_after_the_last(phone: Page) -> None:
    points = other_game("any_game", "as_typed", "Ann", "Ben", "Cleo", "Dave")
    page = opened(phone, points)
    said = page.locator("[data-typed]").evaluate_all("all => all.map((one) => one.enterKeyHint)")
    assert said == ["next", "next", "next", "done"]
    taps_of = page.locator(".head [data-name]").evaluate_all(
        "all => all.map((one) => one.closest('.head').dataset.tap)"
    )
    names = [f"ask-points-{tap}" for tap in taps_of]
    page.locator(f"[name={names[0]}]").focus()
    hold(page, "Enter", 3)
    assert typing_in(page) == names[1]
    page.locator(f"[name={names[0]}]").focus()
    for name, typed in zip(names, ("10", "20", "-10", "-20"), strict=True):
        assert typing_in(page) == name
        assert sheet_of(points).hands == 0
        page.keyboard.type(typed)
        press(page, "Enter")
    expect(page.locator("#pad")).to_have_attribute("data-hand", "2")
    settled(page)
    totals = sheet_of(points).totals
    assert sorted(totals.values()) == [-20, -10, 10, 20]


def test_enter_taps_a_name_once_and_a_form_that_a_keyboard_sends_records_nothing(
    table: Page, night: Session
) -> None:
    table.get_by_role("button", name="Ann, ").focus()
    press(table, "Tab")
    hold(table, "Enter", 2)
    expect(table.locator(".head.chosen")).to_contain_text("Ben")
    taps(table, "Cleo")
    table.locator("#pad").evaluate(SENDS_BY_ITSELF)
    settled(table)
    expect(table.locator("#record .title")).to_have_text("Record hand 1")
    assert sheet_of(night).hands == 0


def test_pad_without_a_script_foretells_only_what_is_ticked(
    new_phone: Callable[..., Page], night: Session
) -> None:
    page = opened(new_phone(java_script_enabled=False), night)
    summary = page.locator("#record small")
    again = page.get_by_role("button", name="What would it bring?")
    thumb = taps(page, "Ann", "Ben")
    expect(summary).to_have_text("Ann +2, Ben +1, the others −1")
    expect(summary).to_be_visible()
    expect(again).to_be_hidden()
    thumb.result("lost")
    expect(summary).to_be_hidden()
    expect(page.locator(".head .delta").first).to_be_hidden()
    touch(again)
    expect(summary).to_have_text("Ann −4, Ben −2, the others +2")
    expect(summary).to_be_visible()
    field = page.get_by_label("Picker’s card points")
    field.fill("20")
    expect(summary).to_be_hidden()
    with page.expect_navigation():
        field.press("Enter")
    expect(summary).to_have_text("Ann −8, Ben −4, the others +4")
    assert sheet_of(night).hands == 0
    thumb.record()
    expect(page.get_by_role("status")).to_contain_text("Hand 1")
    expect(page.locator(".head .total")).to_have_text(["−8", "−4", "4", "4", "4", "0"])
    touch(page.get_by_role("rowheader", name="1", exact=True).get_by_role("link"))
    expect(page.get_by_role("heading", name="Why −8 for Ann?")).to_be_visible()
