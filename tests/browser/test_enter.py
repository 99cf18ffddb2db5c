"""Enter in the fields of the pad: it moves on, and records only after the last of everybody's points."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import Thumb, press, settled
from tests.browser.test_house_rules_evening import opened, other_game

pytestmark = pytest.mark.django_db(transaction=True)

SENDS_BY_ITSELF = """(pad) => {
  pad.requestSubmit([...pad.elements].find(({ type, disabled }) => type === "submit" && !disabled));
}"""
"""As a browser does for Enter in a field: with the first button of the form."""


@pytest.fixture
def points(db: None) -> Session:
    return other_game("any_game", "as_typed", "Ann", "Ben", "Cleo", "Dave")


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(), dealer="Frank")


def field_of(page: Page, name: str) -> str:
    return f"ask-points-{page.locator(f'[data-name={name}]').locator('..').get_attribute('data-tap')}"


def typing_in(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.name ?? ''")
    return name


def hold(page: Page, key: str, times: int) -> None:
    """Presses a key and lets it repeat."""
    for _ in range(times):
        page.keyboard.down(key)
    page.keyboard.up(key)
    settled(page)


def test_enter_goes_on_to_the_next_field_of_points_and_records_after_the_last(
    phone: Page, points: Session
) -> None:
    page = opened(phone, points)
    names = [field_of(page, name) for name in ("Ann", "Ben", "Cleo", "Dave")]
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


def test_a_field_says_next_on_the_keyboard_and_the_last_one_says_done(phone: Page, points: Session) -> None:
    page = opened(phone, points)
    said = page.locator("[data-typed]").evaluate_all("all => all.map((one) => one.enterKeyHint)")
    assert said == ["next", "next", "next", "done"]


def test_enter_that_is_held_down_goes_on_by_one_field(phone: Page, points: Session) -> None:
    page = opened(phone, points)
    page.locator(f"[name={field_of(page, 'Ann')}]").focus()
    hold(page, "Enter", 3)
    assert typing_in(page) == field_of(page, "Ben")


def test_enter_that_is_held_down_taps_a_name_once(phone: Page, night: Session) -> None:
    page = opened(phone, night)
    page.get_by_role("button", name="Ann, ").focus()
    press(page, "Tab")
    hold(page, "Enter", 2)
    expect(page.locator(".head.chosen")).to_contain_text("Ben")


def test_enter_behind_card_points_records_nothing_without_a_script(
    new_phone: Callable[..., Page], night: Session
) -> None:
    page = opened(new_phone(java_script_enabled=False), night)
    for name in ("Ann", "Ben"):
        Thumb(page).player(name)
    field = page.get_by_label("Picker’s card points")
    field.fill("20")
    with page.expect_navigation():
        field.press("Enter")
    expect(page.locator("#record small")).to_have_text("Ann −8, Ben −4, the others +4")
    assert sheet_of(night).hands == 0


def test_a_form_that_a_keyboard_sends_by_itself_records_nothing(phone: Page, night: Session) -> None:
    page = opened(phone, night)
    for name in ("Ann", "Ben"):
        Thumb(page).player(name)
    page.locator("#pad").evaluate(SENDS_BY_ITSELF)
    settled(page)
    expect(page.locator("#record .title")).to_have_text("Record hand 1")
    assert sheet_of(night).hands == 0
