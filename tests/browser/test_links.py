"""A link goes from one phone to another: scanned, tapped, used, and taken back."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import (
    Thumb,
    forgive,
    is_accessible,
    low_targets,
    owns,
    settled,
    table_address,
    totals,
    touch,
)
from tests.steady import some

pytestmark = pytest.mark.django_db(transaction=True)
SMALL = {"viewport": {"width": 320, "height": 568}}


def is_good(page: Page) -> None:
    """It can be read, hit and used, and goes over no edge."""
    is_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert low_targets(page) == []


def address_on(page: Page) -> str:
    """Where the link on the page leads, on this machine."""
    return urlsplit(page.locator("#address").input_value()).path


def invite(page: Page) -> None:
    """From the table to the page of links and phones."""
    touch(page.get_by_role("link", name="Invite"))
    touch(page.get_by_role("link", name="Other links, and who has access"))


def test_a_second_phone_records_a_hand_by_a_link_until_it_is_removed(
    new_phone: Callable[..., Page], complaints: list[str]
) -> None:
    night = cast.a_night(cast.thursday_table(), "Ann", "Ben", "Cleo", "Dave", "Edith")
    owner, scorer = new_phone(), new_phone()
    owns(owner)
    owner.goto(table_address(night))
    invite(owner)
    touch(owner.get_by_role("button", name="Make one for tonight"))
    expect(owner.locator(".code svg")).to_be_visible()
    scorer.goto(address_on(owner))
    touch(scorer.get_by_role("button", name="Open it on this phone"))
    touch(scorer.get_by_role("button", name="I only watch, or am not on the list"))
    expect(scorer).to_have_url(
        f"{urlsplit(owner.url).scheme}://{urlsplit(owner.url).netloc}{table_address(night)}"
    )
    thumb = Thumb(scorer)
    thumb.tap("Ben")
    thumb.tap("Dave")
    thumb.record()
    expect(scorer.get_by_role("status")).to_contain_text("Hand 1")
    owner.goto(table_address(night))
    assert totals(owner) == totals(scorer)
    invite(owner)
    touch(owner.get_by_text("Change: Phone 2").last)
    touch(owner.get_by_role("button", name="Remove", exact=True).locator("visible=true"))
    expect(owner.get_by_role("button", name="Let back in")).to_be_visible()
    answer = scorer.goto(table_address(night))
    assert answer
    assert answer.status == 404
    forgive(scorer, complaints, "404")


@pytest.mark.parametrize("size", some([SMALL, {}, {"color_scheme": "dark"}]), ids=str)
def test_who_has_access_is_seen_and_changed(new_phone: Callable[..., Page], size: dict[str, object]) -> None:
    group = cast.thursday_table(name="The Thursday table at the Golden Sheep 1")
    phone, other = new_phone(**size), new_phone(**size)
    owns(phone)
    phone.goto(f"/g/{group.code}/")
    is_good(phone)
    touch(phone.get_by_role("link", name="Group", exact=True))
    touch(phone.get_by_role("link", name="People and links"))
    expect(phone.get_by_role("heading", name="Who has access")).to_be_visible()
    is_good(phone)
    touch(phone.locator(".roles li").first.get_by_role("button", name="Make one"))
    expect(phone.locator(".code svg")).to_be_visible()
    settled(phone)
    box = phone.locator(".code svg").bounding_box()
    assert box
    assert box["width"] > 0.85 * phone.evaluate("innerWidth")
    assert (
        phone.locator(".code").evaluate("one => getComputedStyle(one).backgroundColor")
        == "rgb(255, 255, 255)"
    )
    other.goto(address_on(phone))
    is_good(other)
    touch(other.get_by_role("button", name="Open it on this phone"))
    expect(other.get_by_role("heading", name="Who are you?")).to_be_visible()
    settled(other)
    is_good(other)
    touch(other.get_by_role("button", name="I only watch, or am not on the list"))
    touch(other.get_by_role("link", name="Group", exact=True))
    touch(other.get_by_role("link", name="Which player are you?"))
    other.get_by_label("Whose phone is this?").select_option("Ben")
    touch(other.get_by_role("button", name="Save", exact=True))
    expect(other.locator(".phone b", has_text="Ben")).to_be_visible()
    settled(other)
    is_good(other)
    phone.reload()
    for more in phone.locator("summary").all():
        touch(more)
    expect(phone.get_by_role("button", name="Turn off and close 1 phone")).to_be_visible()
    expect(phone.get_by_role("button", name="This is not Ben")).to_be_visible()
    is_good(phone)


def test_it_works_without_javascript(new_phone: Callable[..., Page]) -> None:
    group = cast.thursday_table()
    phone, other = new_phone(java_script_enabled=False), new_phone(java_script_enabled=False)
    owns(phone)
    phone.goto(f"/g/{group.code}/people/")
    touch(phone.locator(".roles li").first.get_by_role("button", name="Make one"))
    expect(phone.get_by_role("button", name="Share the link")).not_to_be_visible()
    other.goto(address_on(phone))
    touch(other.get_by_role("button", name="Open it on this phone"))
    touch(other.get_by_role("button", name="Ben"))
    expect(other.get_by_role("heading", name="Thursday table")).to_be_visible()
    touch(other.get_by_role("link", name="Group", exact=True))
    expect(other.get_by_text("On this phone you are Ben.")).to_be_visible()


@pytest.mark.parametrize("size", some([SMALL, {}, {"color_scheme": "dark"}]), ids=str)
def test_two_phones_that_say_to_be_ben_are_told_and_an_owner_decides(
    new_phone: Callable[..., Page], size: dict[str, object]
) -> None:
    group = cast.thursday_table()
    owner, first, second = new_phone(**size), new_phone(**size), new_phone(**size)
    owns(owner)
    owner.goto(f"/g/{group.code}/people/")
    touch(owner.locator(".roles li").first.get_by_role("button", name="Make one"))
    for phone in (first, second):
        phone.goto(address_on(owner))
        touch(phone.get_by_role("button", name="Open it on this phone"))
        touch(phone.get_by_role("button", name="Ben"))
    expect(second.get_by_text("Another phone also says that it is Ben.")).to_be_visible()
    first.reload()
    expect(first.get_by_text("Another phone also says that it is Ben.")).to_be_visible()
    is_good(first)
    owner.goto(f"/g/{group.code}/")
    is_good(owner)
    touch(owner.get_by_role("link", name="Decide who it is"))
    expect(owner.get_by_text("Several phones say that they are Ben.")).to_have_count(2)
    settled(owner)
    is_good(owner)
    touch(owner.get_by_role("button", name="This is Ben").first)
    expect(owner.get_by_role("button", name="This is not Ben").locator("visible=true")).to_have_count(1)
    touch(owner.get_by_role("button", name="This is not Ben").locator("visible=true"))
    expect(owner.get_by_text("Several phones say")).to_have_count(0)
    second.reload()
    touch(second.get_by_role("link", name="Group", exact=True))
    expect(second.get_by_role("link", name="Which player are you?")).to_be_visible()
    first.reload()
    expect(first.get_by_text("Another phone also says")).to_have_count(0)
