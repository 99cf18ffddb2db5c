"""A group and a night started by touch, its seats changed, and the same with JavaScript switched off."""

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import CONTROLS, fits, low_targets, owns, press, tap_only, touch
from tests.steady import some

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank")
ANY_NAME = "<script>alert(1)</script> שרה 🦄 “W”"


def shot(phone: Page, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        phone.screenshot(path=f"{folder}/{name}.png", full_page=False)


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
    """Taps a name, and what its row then offers."""
    tap_name(phone, name)
    touch(row(phone, name).locator("button, label", has_text=what))


def sit(phone: Page, *names: str) -> None:
    """These sit in the list of seats, from the first seat on."""
    expect(phone.locator(".seat summary bdi")).to_have_text(list(names))


def dealer(phone: Page) -> Locator:
    return phone.locator(".seat", has=phone.locator(".deals:visible")).locator("summary bdi")


def test_a_group_and_a_night_start_by_touch(phone: Page) -> None:
    start_group(phone, *NAMES[1:])
    sit(phone, *NAMES)
    assert fits(phone)
    assert low_targets(phone) == []
    expect(dealer(phone)).to_have_text("Ann")
    expect(phone.locator("[data-seating-says]")).to_have_text(
        "Six here, five play: the dealer sits out (Ann first)."
    )
    does(phone, "Cleo", "Deals next")
    expect(dealer(phone)).to_have_text("Cleo")
    expect(phone.locator("[data-seating-says]")).to_contain_text("(Cleo first)")
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    seating = sheet_of(Session.objects.get()).seating
    assert seating.seats == cast.ids(Session.objects.get().group, *NAMES)
    phone.goto("/")
    expect(phone.get_by_role("link", name="Tonight is on")).to_be_visible()


def test_who_is_not_here_after_all_can_come_again_twice(phone: Page) -> None:
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
    touch(phone.get_by_role("button", name="Draw who deals first"))
    expect(dealer(phone)).to_have_count(1)
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    seats = cast.ids(group, "Cleo", "Dave", "Edith", "Frank", "Ben")
    assert sheet_of(Session.objects.get()).seating.seats == seats


def test_seats_move_by_keyboard_by_two_taps_and_by_dragging(phone: Page) -> None:
    group = cast.thursday_table(names=NAMES[:4])
    owns(phone)
    phone.goto(f"/g/{group.code}/tonight/")
    row(phone, "Dave").locator("summary").focus()
    press(phone, "Enter")
    row(phone, "Dave").get_by_role("button", name="One seat earlier").focus()
    press(phone, "Enter", "Enter")
    sit(phone, "Ann", "Dave", "Ben", "Cleo")
    press(phone, "Enter", "Enter")
    sit(phone, "Dave", "Ann", "Ben", "Cleo")
    row(phone, "Dave").get_by_role("button", name="One seat later").focus()
    press(phone, "Enter")
    sit(phone, "Ann", "Dave", "Ben", "Cleo")
    does(phone, "Ann", "Changes seats with")
    expect(phone.locator("[data-swapping]")).to_be_visible()
    shot(phone, "swapping")
    tap_name(phone, "Cleo")
    sit(phone, "Cleo", "Dave", "Ben", "Ann")
    expect(phone.locator("[data-swapping]")).to_be_hidden()
    expect(phone.locator("details[name=seat][open]")).to_have_count(0)
    grip, below = row(phone, "Cleo").locator("[data-drag]"), row(phone, "Ben")
    grip.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), below.bounding_box()
    assert start
    assert end
    phone.mouse.move(start["x"] + 20, start["y"] + 20)
    phone.mouse.down()
    phone.mouse.move(start["x"] + 20, end["y"] + end["height"] - 5, steps=8)
    phone.mouse.up()
    sit(phone, "Dave", "Ben", "Cleo", "Ann")


def test_seats_of_six_have_fourteen_controls_at_most(phone: Page) -> None:
    night = cast.a_night(cast.thursday_table())
    owns(phone)
    phone.goto(f"/g/{night.group.code}/1/seats/")
    expect(phone.locator(".seat")).to_have_count(6)
    controls = [one for one in phone.locator(CONTROLS).all() if one.is_visible()]
    assert len(controls) <= 14, [one.inner_text() for one in controls]


def test_somebody_takes_a_chair_and_somebody_typed_comes_too(phone: Page) -> None:
    group = cast.thursday_table(names=(*NAMES, "Gus"))
    cast.a_night(group, *NAMES[:5])
    owns(phone)
    phone.goto(f"/g/{group.code}/1/seats/")
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


def sticks_in(phone: Page) -> bool:
    """Return whether nothing sticks out sideways, however wide the page is."""
    return bool(phone.evaluate("document.documentElement.scrollWidth <= innerWidth"))


SIZES = ((320, 568), (1440, 900), (390, 844), (844, 390))


@pytest.mark.parametrize("scheme", some(["light", "dark"]))
@pytest.mark.parametrize("size", some(SIZES, on_push=2), ids=str)
def test_any_name_sits_down_without_breaking_the_page(
    new_phone: Callable[..., Page], size: tuple[int, int], scheme: str
) -> None:
    phone = new_phone(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    phone.goto("/start/")
    shot(phone, f"start-{size[0]}-{scheme}")
    start_group(phone, "Ben", ANY_NAME, "M" * 40, "علی رضا", "Annemarie-Sophie von und zu Hohenlohe-Bartenst")
    long = "Annemarie-Sophie von und zu Hohenlohe-Ba"
    sit(phone, "Ann", "Ben", ANY_NAME, "M" * 40, "علی رضا", long)
    assert sticks_in(phone)
    assert low_targets(phone) == []
    shot(phone, f"tonight-{size[0]}-{scheme}")
    does(phone, "M" * 40, "Deals next")
    shot(phone, f"tonight-open-{size[0]}-{scheme}")
    assert sticks_in(phone)
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    phone.goto(phone.url + "seats/")
    assert sticks_in(phone)
    assert low_targets(phone) == []
    shot(phone, f"seats-{size[0]}-{scheme}")
    does(phone, ANY_NAME, "Sits out")
    assert sticks_in(phone)
    assert low_targets(phone) == []
    shot(phone, f"seats-open-{size[0]}-{scheme}")
    does(phone, "Ben", "Goes home")
    touch(phone.get_by_role("button", name=re.compile("From hand 1 on")))
    phone.wait_for_url("**/1/?told=*")


def test_names_are_typed_without_a_connection(phone: Page, complaints: list[str]) -> None:
    start_group(phone)
    phone.context.set_offline(True)
    for name in ("Gus", "Hanna"):
        phone.get_by_label("Somebody new?").fill(name)
        touch(phone.get_by_role("button", name="Sits down"))
    sit(phone, "Ann", "Gus", "Hanna")
    phone.context.set_offline(False)
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")


def test_names_typed_before_the_first_deal_stay_through_a_reload(phone: Page) -> None:
    start_group(phone)
    for name in ("Gus", "Hanna"):
        phone.get_by_label("Somebody new?").fill(name)
        touch(phone.get_by_role("button", name="Sits down"))
    phone.reload()
    sit(phone, "Ann", "Gus", "Hanna")
    touch(phone.get_by_role("button", name="Deal the first hand"))
    phone.wait_for_url("**/1/")
    phone.goto(phone.url.removesuffix("1/") + "tonight/")
    tap_only(phone.get_by_text("Start another table"))
    sit(phone, "Ann", "Gus", "Hanna")
    assert phone.locator("[name=sits][value^='+']").count() == 0


def test_tiles_combine_and_another_table_brings_its_own(phone: Page) -> None:
    phone.goto("/start/")
    partner, nobody = (phone.get_by_role("group", name=name) for name in ("Who is the partner", "If nobody"))
    touch(partner.get_by_text("jack of diamonds"))
    expect(partner.get_by_role("radio", name="jack of diamonds")).to_be_checked()
    touch(phone.get_by_text("Other ways to play").locator("visible=true"))
    touch(phone.get_by_text("Stick the dealer"))
    expect(nobody.get_by_role("radio", name="the dealer must pick")).to_be_checked()
    expect(partner.get_by_role("radio", name="jack of diamonds")).to_be_checked()
    assert fits(phone)
    touch(phone.get_by_text("Bavarian table"))
    expect(partner).to_be_hidden()
