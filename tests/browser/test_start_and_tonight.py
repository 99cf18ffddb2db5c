"""A group and a night started by touch, and its seats changed."""

import re

from playwright.sync_api import Locator, Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import (
    CONTROLS,
    SIZES,
    box,
    fits,
    low_targets,
    owns,
    press,
    resize,
    tap_only,
    touch,
)
from tests.cast import NAMES

ANY_NAME = "<script>alert(1)</script> שרה 🦄 “W”"


def start_group(phone: Page, *others: str) -> None:
    """From an empty machine to the page that asks who is here, with these typed in."""
    phone.goto("/")
    touch(phone.get_by_role("link", name="Start a group"))
    phone.get_by_label("What is the group called?").focus()
    for line in ("Thursday table", NAMES[0]):
        phone.keyboard.type(line)
        press(phone, "Enter")
    touch(phone.get_by_role("button", name="Start the group"))
    phone.wait_for_url("**/tonight/")
    phone.get_by_label("Somebody new?").focus()
    for name in others:
        phone.keyboard.type(name)
        press(phone, "Enter")


def row(phone: Page, name: str) -> Locator:
    return phone.locator(".seat", has=phone.locator("summary", has_text=name))


def tap_name(phone: Page, name: str) -> None:
    touch(row(phone, name).locator("summary"))


def does(phone: Page, name: str, what: str) -> None:
    tap_name(phone, name)
    touch(row(phone, name).locator("button, label", has_text=what))


def sit(phone: Page, *names: str) -> None:
    expect(phone.locator(".seat summary bdi")).to_have_text(list(names))


def dealer(phone: Page) -> Locator:
    return phone.locator(".seat", has=phone.locator(".deals:visible")).locator("summary bdi")


def test_player_who_is_not_here_can_come_again_twice_and_seats_move(phone: Page) -> None:
    group = cast.thursday_table()
    owns(phone)
    phone.goto(f"/g/{group.code}/tonight/")
    chip = phone.locator("[data-of]", has_text="Ben")
    for _ in range(2):
        does(phone, "Ben", "Is not here")
        sit(phone, "Ann", "Cleo", "Dave", "Edith", "Frank")
        touch(chip)
        sit(phone, "Ann", "Cleo", "Dave", "Edith", "Frank", "Ben")
        expect(chip).to_be_hidden()
    does(phone, "Ann", "Is not here")
    expect(dealer(phone)).to_have_text("Cleo")
    does(phone, "Edith", "Is not here")
    sit(phone, "Cleo", "Dave", "Frank", "Ben")
    touch(phone.get_by_role("button", name="Draw who deals first"))
    expect(dealer(phone)).to_have_count(1)

    row(phone, "Ben").locator("summary").focus()
    press(phone, "Enter")
    row(phone, "Ben").get_by_role("button", name="One seat earlier").focus()
    press(phone, "Enter", "Enter")
    sit(phone, "Cleo", "Ben", "Dave", "Frank")

    does(phone, "Cleo", "Changes seats with")
    expect(phone.locator("[data-swapping]")).to_be_visible()
    tap_name(phone, "Frank")
    sit(phone, "Frank", "Ben", "Dave", "Cleo")
    expect(phone.locator("[data-swapping]")).to_be_hidden()
    expect(phone.locator("details[name=seat][open]")).to_have_count(0)

    grip, below = row(phone, "Frank").locator("[data-drag]"), row(phone, "Dave")
    grip.scroll_into_view_if_needed()
    start, end = box(grip), box(below)
    phone.mouse.move(start["x"] + 20, start["y"] + 20)
    phone.mouse.down()
    phone.mouse.move(start["x"] + 20, end["y"] + end["height"] - 5, steps=8)
    phone.mouse.up()
    sit(phone, "Ben", "Dave", "Frank", "Cleo")
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    seats = cast.ids(group, "Ben", "Dave", "Frank", "Cleo")
    assert sheet_of(Session.objects.get()).seating.seats == seats


def test_somebody_takes_a_chair_and_somebody_typed_comes_too(phone: Page) -> None:
    group = cast.thursday_table(names=(*NAMES, "Gus"))
    cast.a_night(group, *NAMES[:5])
    owns(phone)
    phone.goto(f"/g/{group.code}/1/seats/")
    controls = [one for one in phone.locator(CONTROLS).all() if one.is_visible()]
    assert len(controls) <= 14, [one.inner_text() for one in controls]
    does(phone, "Ben", "Changes seats with")
    touch(phone.locator("[data-of]", has_text="Gus"))
    sit(phone, "Ann", "Gus", "Cleo", "Dave", "Edith")
    touch(phone.locator("[data-of]", has_text="Frank"))
    phone.get_by_label("Somebody new?").fill("Hanna")
    touch(phone.get_by_role("button", name="From hand 1 on"))
    phone.wait_for_url("**/1/?told=*")
    expect(phone.get_by_role("main")).to_contain_text("Hanna")
    seats = cast.ids(group, "Ann", "Gus", "Cleo", "Dave", "Edith", "Frank", "Hanna")
    assert sheet_of(Session.objects.get()).seating.seats == seats


def test_any_name_sits_down_without_breaking_the_page(phone: Page) -> None:
    others = ("Ben", ANY_NAME, "M" * 40, "علی رضا", "Annemarie-Sophie von und zu Hohenlohe-Bartenst")
    start_group(phone, *others)
    sit(phone, "Ann", *(name[:40] for name in others))

    def is_whole() -> None:
        for size in SIZES:
            resize(phone, *size)
            assert fits(phone), size
            assert low_targets(phone) == [], size

    is_whole()
    does(phone, "M" * 40, "Deals next")
    is_whole()
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    phone.goto(phone.url + "seats/")
    is_whole()
    does(phone, ANY_NAME, "Sits out")
    is_whole()
    does(phone, "Ben", "Goes home")
    touch(phone.get_by_role("button", name=re.compile("From hand 1 on")))
    phone.wait_for_url("**/1/?told=*")


def test_names_typed_without_a_connection_stay_through_a_reload(phone: Page) -> None:
    start_group(phone)
    phone.context.set_offline(True)
    for name in ("Gus", "Hanna"):
        phone.get_by_label("Somebody new?").fill(name)
        touch(phone.get_by_role("button", name="Sits down"))
    sit(phone, "Ann", "Gus", "Hanna")
    phone.context.set_offline(False)
    phone.reload()
    sit(phone, "Ann", "Gus", "Hanna")
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    phone.goto(phone.url.removesuffix("1/") + "tonight/")
    tap_only(phone.get_by_text("Start another table"))
    sit(phone, "Ann", "Gus", "Hanna")
    assert phone.locator("[name=sits][value^='+']").count() == 0
