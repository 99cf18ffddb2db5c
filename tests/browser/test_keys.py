"""At a desk: keys, where the focus stays, links that skip; and a half-told hand that outlives a reload."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import (
    Thumb,
    answered,
    click,
    opened,
    press,
    settled,
    table_address,
    taps,
    totals,
    touch,
)

DESK = {"viewport": {"width": 1440, "height": 900}, "has_touch": False, "is_mobile": False}


@pytest.fixture
def night() -> Session:
    group = cast.thursday_table(names=["Ann", "Ben", "Cleo", "Dave", "Edith", "Bea"])
    return cast.a_night(group, dealer="Bea")


@pytest.fixture
def desk(new_phone: Callable[..., Page], night: Session) -> Page:
    return opened(new_phone(**DESK), night)


def told(page: Page) -> str:
    return page.locator("#record").inner_text()


def focused(page: Page) -> str:
    answered(page)
    said: str = page.evaluate(
        "(({ id, dataset, tagName }) => dataset.tap ?? (id || tagName))(document.activeElement)"
    )
    return said


def hold(page: Page, key: str) -> None:
    """Hold a key until the browser has repeated it, and the page has done what the first press asked for."""
    page.keyboard.down(key)
    settled(page)
    page.keyboard.down(key)  # of a key that is down already, this is a repetition
    page.keyboard.up(key)
    settled(page)


def test_hand_is_told_recorded_and_undone_by_keys_that_count_once(desk: Page, night: Session) -> None:
    status = desk.get_by_role("status")
    expect(desk.locator(".legend")).to_be_hidden()
    hold(desk, "a")
    expect(desk.locator(".legend")).to_contain_text("Enter records")
    hold(desk, "c")
    press(desk, "2")
    assert "Ann +4, Cleo +2, the others −2" in told(desk)
    expect(desk.locator("[name=result]:checked")).to_have_value("won_schneider")
    hold(desk, "Enter")
    expect(status).to_contain_text("Hand 1")
    assert focused(desk) == "pad"
    hold(desk, "u")
    expect(status).to_contain_text("Taken back")
    assert totals(desk) == ["0"] * 6
    assert focused(desk) == "pad"
    assert sheet_of(night).hands == 0


def test_keys_are_the_fields_the_buttons_and_the_browsers_before_they_are_the_pads(
    desk: Page, night: Session
) -> None:
    desk.get_by_role("button", name="Cleo, ").focus()
    press(desk, "Tab", "Enter")
    expect(desk.locator(".head.chosen")).to_contain_text("Dave")
    assert focused(desk) == str(cast.player(night.group, "Dave").pk)
    click(desk.get_by_role("button", name="Edith, "))
    press(desk, "Enter")
    expect(desk.get_by_role("status")).to_contain_text("Hand 1")
    assert "Tap who picked" in told(desk)
    press(desk, "Enter", "Enter")
    assert sheet_of(night).hands == 1

    # Ann deals now, and two who play begin with B.
    press(desk, "b")
    expect(desk.locator(".head.chosen")).to_have_count(0)
    press(desk, "e", "n")
    expect(desk.locator(".head.chosen")).to_contain_text("Ben")
    press(desk, "b", "e", "n")
    expect(desk.locator(".head.chosen")).to_have_count(0)

    desk.goto(table_address(night))
    for name in ("Cleo", "Ben"):
        click(desk.get_by_role("button", name=f"{name}, "))
    points = desk.get_by_label("Picker’s card points")
    click(points)
    press(desk, "7", "0", "u", "c")
    expect(points).to_have_value("70uc")
    expect(desk.locator(".legend")).to_be_hidden()
    click(desk.locator(".deal summary"))
    desk.get_by_label("Dealer").focus()
    press(desk, "c")
    points.fill("")
    points.blur()
    settled(desk)
    before = told(desk)
    press(desk, "Alt+c", "Control+Enter", "Meta+u", "Control+2")
    assert told(desk) == before
    assert sheet_of(night).hands == 1


def test_links_skip_to_names_and_pad_and_the_focus_stays_on_what_was_answered(desk: Page) -> None:
    press(desk, "Tab")
    expect(desk.get_by_role("link", name="Skip to the names")).to_be_focused()
    press(desk, "Enter", "Tab")
    expect(desk.get_by_role("button", name="Ann, ")).to_be_focused()
    desk.reload()
    press(desk, "Tab", "Tab")
    expect(desk.get_by_role("link", name="Skip to the pad")).to_be_focused()
    press(desk, "Enter")
    assert focused(desk) == "pad"
    press(desk, "Tab")
    assert desk.evaluate("document.activeElement.closest('#pad') !== null")

    for name in ("Ann", "Ben"):
        click(desk.get_by_role("button", name=f"{name}, "))
    click(desk.locator(".deal summary"))
    answer = desk.locator("#pad .deal .asks select:visible").first
    answer.focus()
    asked = answer.get_attribute("name")
    with desk.expect_response("**/tap/"):
        answer.select_option(index=1)
    settled(desk)
    assert desk.evaluate("document.activeElement.name") == asked


def test_half_told_hand_outlives_a_reload_until_it_is_recorded_or_the_book_has_moved_on(
    table: Page, night: Session
) -> None:
    chosen, small = table.locator(".head.chosen"), table.locator("#record small")
    taps(table, "Ann", "Ben").result("lost")
    said = told(table)
    table.reload()
    expect(small).to_have_text("Ann −4, Ben −2, the others +2")
    settled(table)
    assert told(table) == said
    Thumb(table).record()
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    table.reload()
    expect(table.locator("#record")).to_be_disabled()
    expect(chosen).to_have_count(0)

    touch(table.get_by_text("Something unusual?"))
    table.get_by_label("Dealer").select_option(label="Cleo")
    settled(table)
    touch(table.get_by_role("button", name="Deal this hand like this"))
    expect(table.locator("#unusual")).not_to_have_attribute("open", "")
    expect(table.locator(".head.deals")).to_contain_text("Cleo")
    taps(table, "Ann", "Bea")
    table.get_by_label("Picker’s card points").fill("95")
    table.reload()
    expect(table.locator(".head.deals")).to_contain_text("Cleo")
    settled(table)
    expect(table.get_by_label("Picker’s card points")).to_have_value("95")
    expect(small).to_have_text("Ann +4, Bea +2, the others −2")

    cast.tell(night, "Cleo", "Dave")
    table.reload()
    expect(table.locator("#record .title")).to_have_text("Tap who picked")
    table.reload()
    expect(chosen).to_have_count(0)
