"""A group and a night started by touch, and the same with JavaScript switched off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import fits, forgive, low_targets, press, touch

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank")
AROUND_THE_TABLE = ("Ben", "Ann", "Cleo", "Frank", "Dave", "Edith")
ANY_NAME = "<script>alert(1)</script> שרה 🦄 “W”"


def start_group(phone: Page) -> None:
    """From an empty machine to the page that asks who is here."""
    phone.goto("/")
    touch(phone.get_by_role("link", name="Start a group"))
    touch(phone.get_by_label("What is the group called?"))
    for line in ("Thursday table", *NAMES):
        phone.keyboard.type(line)
        press(phone, "Enter")
    touch(phone.get_by_role("button", name="Start the group"))
    phone.wait_for_url("**/tonight/")


def chip(phone: Page, name: str) -> Locator:
    return phone.get_by_role("group", name="Who is here").get_by_role("button", name=name)


def sit(phone: Page, *names: str) -> None:
    """These sit in the list of seats, from the first seat on."""
    expect(phone.locator("[data-player]:visible .who")).to_have_text(list(names))


def top_and_bottom(one: Locator) -> tuple[float, float]:
    place = one.bounding_box() or {"y": 0, "height": 0}
    return place["y"], place["y"] + place["height"]


def test_a_group_and_a_night_start_by_touch(phone: Page) -> None:
    start_group(phone)
    assert fits(phone)
    expect(phone.get_by_text("Nobody here so far.")).to_be_visible()
    for name in AROUND_THE_TABLE:
        touch(chip(phone, name))
    sit(phone, *AROUND_THE_TABLE)
    expect(phone.get_by_role("status")).to_have_text("Six here, five play: the dealer sits out.")
    phone.evaluate("scrollTo(0, 0)")
    foot = top_and_bottom(phone.get_by_role("button", name="Deal the first hand"))
    for choice in (phone.get_by_role("button", name="Draw one"), phone.locator("[data-of]:visible").last):
        assert 0 < top_and_bottom(choice)[1] < foot[0]
    phone.get_by_role("radio", name="Cleo").check()
    expect(phone.get_by_role("status")).to_contain_text("(Cleo first)")
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    phone.goto("/")
    expect(phone.get_by_role("link", name="Tonight is on")).to_be_visible()


def test_tapping_again_takes_somebody_away_and_the_others_move_up(phone: Page) -> None:
    start_group(phone)
    for name in ("Ann", "Ben", "Cleo", "Dave", "Ben"):
        touch(chip(phone, name))
    sit(phone, "Ann", "Cleo", "Dave")
    expect(chip(phone, "Dave")).to_contain_text("3")
    touch(phone.get_by_role("button", name="Tap them all in again"))
    sit(phone)


def test_seats_move_by_arrows_and_by_dragging(phone: Page) -> None:
    start_group(phone)
    for name in NAMES[:4]:
        touch(chip(phone, name))
    sit(phone, *NAMES[:4])
    touch(phone.get_by_role("button", name="Dave: one seat earlier"))
    sit(phone, "Ann", "Ben", "Dave", "Cleo")
    grip = phone.locator("[data-player]", has_text="Ann").locator("[data-drag]")
    below = phone.locator("[data-player]", has_text="Dave")
    grip.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), below.bounding_box()
    assert start
    assert end
    phone.mouse.move(start["x"] + 20, start["y"] + 20)
    phone.mouse.down()
    phone.mouse.move(start["x"] + 20, end["y"] + end["height"] - 5, steps=8)
    phone.mouse.up()
    sit(phone, "Ben", "Dave", "Ann", "Cleo")
    expect(phone.locator("[data-player]:visible [data-badge]")).to_have_text(["1", "2", "3", "4"])


def test_any_name_sits_down_without_breaking_the_page(phone: Page) -> None:
    start_group(phone)
    for name in ("Ann", "Ben"):
        touch(chip(phone, name))
    for name in (ANY_NAME, "M" * 40):
        phone.get_by_label("Somebody new?").fill(name)
        press(phone, "Enter")
        expect(chip(phone, name)).to_have_attribute("aria-pressed", "true")
    sit(phone, "Ann", "Ben", ANY_NAME, "M" * 40)
    assert fits(phone)
    assert low_targets(phone) == []
    phone.get_by_role("radio", name="M" * 40).check()
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    phone.goto(phone.url + "seats/")
    expect(phone.get_by_role("heading", name="Somebody comes")).to_be_visible()
    assert fits(phone)
    assert low_targets(phone) == []
    touch(phone.locator("#goes").get_by_text("Ben", exact=True))
    touch(phone.get_by_role("button", name="Goes home"))
    phone.wait_for_url("**/1/?told=2#table")


def test_the_first_pages_fit_the_thumb(phone: Page) -> None:
    for page in ("/", "/start/"):
        phone.goto(page)
        assert fits(phone)
        assert low_targets(phone) == []


def test_without_a_connection_the_phone_says_so(phone: Page, complaints: list[str]) -> None:
    start_group(phone)
    phone.context.set_offline(True)
    phone.get_by_label("Somebody new?").fill("Gus")
    touch(phone.get_by_role("button", name="Sits down"))
    expect(phone.get_by_role("alert")).to_contain_text("Nothing is lost")
    phone.context.set_offline(False)
    touch(phone.get_by_role("button", name="Sits down"))
    expect(chip(phone, "Gus")).to_be_visible()
    expect(phone.get_by_role("alert")).to_be_hidden()
    forgive(phone, complaints, "ERR_INTERNET_DISCONNECTED")
    forgive(phone, complaints, "htmx:sendError")


def test_it_works_without_javascript(new_phone: Callable[..., Page], complaints: list[str]) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.goto("/start/")
    phone.get_by_label("What is the group called?").fill("Thursday table")
    phone.get_by_label("Your name").fill("Ann")
    phone.get_by_label("Player 2").fill("Ben")
    phone.get_by_label("Player 3").fill("Cleo")
    touch(phone.get_by_role("button", name="Start the group"))
    phone.get_by_label("Somebody new?").fill("Gus")
    touch(phone.get_by_role("button", name="Sits down"))
    for seat, name in enumerate(("Gus", "Ann", "Ben", "Cleo"), start=1):
        phone.get_by_role("spinbutton", name=name).fill(str(seat))
    touch(phone.get_by_role("button", name="Deal the first hand"))
    expect(phone.locator(".wrong")).to_have_text("Who deals first?")
    forgive(phone, complaints, " 422 ")
    phone.get_by_role("radio", name="Ben").check()
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    phone.goto(phone.url + "seats/")
    phone.get_by_label("Or somebody new").or_(phone.get_by_label("Who comes?")).first.fill("Hanna")
    touch(phone.get_by_role("button", name="Sits down"))
    phone.wait_for_url("**/1/?told=2#table")
    expect(phone.locator("body")).to_contain_text("Hanna")


def test_tiles_combine_and_another_table_brings_its_own(phone: Page) -> None:
    phone.goto("/start/")
    partner, nobody = (phone.get_by_role("group", name=name) for name in ("Who is the partner", "If nobody"))
    touch(partner.get_by_text("jack of diamonds"))
    expect(partner.get_by_role("radio", name="jack of diamonds")).to_be_checked()
    touch(phone.get_by_text("Known tables"))
    touch(phone.get_by_text("Stick the dealer"))
    expect(nobody.get_by_role("radio", name="the dealer must pick")).to_be_checked()
    expect(partner.get_by_role("radio", name="jack of diamonds")).to_be_checked()
    assert fits(phone)
    touch(phone.get_by_text("Other games"))
    touch(phone.get_by_text("Bavarian table"))
    expect(partner).to_be_hidden()
