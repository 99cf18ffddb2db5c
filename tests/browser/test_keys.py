"""At a desk: keys, where the focus stays, links that skip; and a half-told hand that outlives a reload."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import Thumb, answered, click, owns, press, settled, table_address, totals, touch

pytestmark = pytest.mark.django_db(transaction=True)

DESK = {"viewport": {"width": 1440, "height": 900}, "has_touch": False, "is_mobile": False}


@pytest.fixture
def group(db: None) -> Group:
    return cast.thursday_table(names=["Ann", "Ben", "Cleo", "Dave", "Edith", "Bea"])


@pytest.fixture
def night(group: Group) -> Session:
    return cast.a_night(group, dealer="Bea")


@pytest.fixture
def desk(new_phone: Callable[..., Page], night: Session) -> Page:
    page = new_phone(**DESK)
    owns(page)
    page.goto(table_address(night))
    return page


def told(page: Page) -> str:
    return page.locator("#record").inner_text()


def focused(page: Page) -> str:
    answered(page)
    said: str = page.evaluate(
        "(({ id, dataset, tagName }) => dataset.tap ?? (id || tagName))(document.activeElement)"
    )
    return said


def test_a_hand_is_told_recorded_and_undone_by_keys_alone(desk: Page) -> None:
    expect(desk.locator(".legend")).to_be_hidden()
    press(desk, "a")
    expect(desk.locator(".legend")).to_contain_text("Enter records")
    press(desk, "c", "2")
    assert "Ann +4, Cleo +2, the others −2" in told(desk)
    expect(desk.locator("[name=result]:checked")).to_have_value("won_schneider")
    press(desk, "Enter")
    expect(desk.get_by_role("status")).to_contain_text("Hand 1")
    assert focused(desk) == "pad"
    press(desk, "u")
    expect(desk.get_by_role("status")).to_contain_text("Taken back")
    assert totals(desk) == ["0"] * 6
    assert focused(desk) == "pad"


def test_a_key_held_down_counts_once(desk: Page, night: Session) -> None:
    hold(desk, "a")
    expect(desk.locator(".head.chosen")).to_contain_text("Ann")
    hold(desk, "c")
    assert "Ann +2, Cleo +1, the others −1" in told(desk)
    hold(desk, "Enter")
    expect(desk.get_by_role("status")).to_contain_text("Hand 1")
    hold(desk, "u")
    expect(desk.get_by_role("status")).to_contain_text("Taken back")
    assert sheet_of(night).hands == 0


def hold(page: Page, key: str) -> None:
    """Hold a key until the browser has repeated it, and the page has done what the first press asked for."""
    page.keyboard.down(key)
    settled(page)
    page.keyboard.down(key)  # of a key that is down already, this is a repetition
    page.keyboard.up(key)
    settled(page)


def test_two_who_begin_alike_are_told_apart_by_the_next_letter(
    new_phone: Callable[..., Page], group: Group
) -> None:
    page = new_phone(**DESK)
    owns(page)
    page.goto(table_address(cast.a_night(group, dealer="Ann")))
    press(page, "b")
    expect(page.locator(".head.chosen")).to_have_count(0)
    press(page, "e", "n")
    expect(page.locator(".head.chosen")).to_contain_text("Ben")


def test_no_key_fires_while_something_is_typed_or_with_another_key(desk: Page, night: Session) -> None:
    for name in ("Ann", "Ben"):
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
    assert sheet_of(night).hands == 0


def test_enter_belongs_to_the_button_that_the_tab_key_went_to_and_else_records(
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


def test_the_links_that_skip_reach_names_and_pad(desk: Page) -> None:
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


def test_the_focus_stays_on_what_was_answered(desk: Page) -> None:
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


def test_a_half_told_hand_outlives_a_reload_until_it_is_recorded(phone: Page, night: Session) -> None:
    owns(phone)
    phone.goto(table_address(night))
    for name in ("Ann", "Ben"):
        Thumb(phone).player(name)
    Thumb(phone).result("lost")
    said = told(phone)
    phone.reload()
    expect(phone.locator("#record small")).to_have_text("Ann −4, Ben −2, the others +2")
    settled(phone)
    assert told(phone) == said
    Thumb(phone).record()
    expect(phone.get_by_role("status")).to_contain_text("Hand 1")
    phone.reload()
    expect(phone.locator("#record")).to_be_disabled()
    expect(phone.locator(".head.chosen")).to_have_count(0)


def test_a_deal_by_hand_and_typed_points_outlive_a_reload_as_well(phone: Page, night: Session) -> None:
    owns(phone)
    phone.goto(table_address(night))
    touch(phone.get_by_text("Something unusual?"))
    phone.get_by_label("Dealer").select_option(label="Cleo")
    settled(phone)
    touch(phone.get_by_role("button", name="Deal this hand like this"))
    expect(phone.locator("#unusual")).not_to_have_attribute("open", "")
    expect(phone.locator(".head.deals")).to_contain_text("Cleo")
    for name in ("Ann", "Bea"):
        Thumb(phone).player(name)
    phone.get_by_label("Picker’s card points").fill("95")
    phone.reload()
    expect(phone.locator(".head.deals")).to_contain_text("Cleo")
    settled(phone)
    expect(phone.get_by_label("Picker’s card points")).to_have_value("95")
    expect(phone.locator("#record small")).to_have_text("Ann +4, Bea +2, the others −2")


def test_a_half_told_hand_is_dropped_when_the_book_has_moved_on(phone: Page, night: Session) -> None:
    owns(phone)
    phone.goto(table_address(night))
    for name in ("Ann", "Ben"):
        Thumb(phone).player(name)
    cast.tell(night, "Cleo", "Dave")
    phone.reload()
    expect(phone.locator("#record .title")).to_have_text("Tap who picked")
    phone.reload()
    expect(phone.locator(".head.chosen")).to_have_count(0)


def test_without_a_script_nothing_is_foretold_that_is_no_longer_ticked(
    new_phone: Callable[..., Page], night: Session
) -> None:
    page = new_phone(java_script_enabled=False)
    owns(page)
    page.goto(table_address(night))
    thumb, summary = Thumb(page), page.locator("#record small")
    again = page.get_by_role("button", name="What would it bring?")
    for name in ("Ann", "Ben"):
        thumb.player(name)
    expect(summary).to_have_text("Ann +2, Ben +1, the others −1")
    expect(summary).to_be_visible()
    expect(again).to_be_hidden()
    thumb.result("lost")
    expect(summary).to_be_hidden()
    expect(page.locator(".head .delta").first).to_be_hidden()
    touch(again)
    expect(summary).to_have_text("Ann −4, Ben −2, the others +2")
    expect(summary).to_be_visible()
    page.get_by_label("Picker’s card points").fill("20")
    expect(summary).to_be_hidden()
    touch(again)
    expect(summary).to_have_text("Ann −8, Ben −4, the others +4")
    thumb.record()
    assert totals(page) == ["−8", "−4", "4", "4", "4", "0"]
