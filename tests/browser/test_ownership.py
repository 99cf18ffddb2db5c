"""What belongs to whom, on a phone: a group removed, a name forgotten, a key that cannot be read."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from ledger.models import Group
from ledger.recording import ask_to_leave, is_forgotten
from tests import cast
from tests.browser.hands import forgive, is_accessible, low_targets, owns, touch

pytestmark = pytest.mark.django_db(transaction=True)
SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}


@pytest.fixture
def group() -> Group:
    """A group with a name that is as long as a name may be."""
    group = cast.thursday_table(name="The Thursday table at the Golden Sheep 1")
    cast.an_ended_night(group)
    return group


def is_good(page: Page) -> None:
    """It can be read, hit and used, and goes over no edge."""
    is_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert [one for one in low_targets(page) if not one.startswith("<span")] == []  # results are only read


def test_a_group_is_removed_and_kept(
    new_phone: Callable[..., Page], group: Group, complaints: list[str]
) -> None:
    phone = new_phone(**SMALL)
    owns(phone)
    phone.goto(f"/g/{group.code}/about/")
    touch(phone.get_by_role("link", name="Remove this group"))
    expect(phone.get_by_role("button", name="Remove it in 30 days")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_role("button", name="Remove it in 30 days"))
    expect(phone.get_by_text("Save the group’s file first")).to_be_visible()
    forgive(phone, complaints, "422")
    expect(phone.get_by_text("Type the group’s name.")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_label("The file is saved, or nobody needs it"))
    phone.get_by_label("Type the group’s name").fill(group.name)
    touch(phone.get_by_role("button", name="Remove it in 30 days"))
    expect(phone.get_by_role("heading", name="This group will be removed on")).to_be_visible()
    is_good(phone)
    group.refresh_from_db()
    assert group.leaves_at
    touch(phone.get_by_role("button", name="Keep the group"))
    expect(phone.get_by_role("heading", name="This group will be removed on")).to_have_count(0)
    group.refresh_from_db()
    assert group.leaves_at is None


def test_a_name_is_forgotten(new_phone: Callable[..., Page], group: Group, complaints: list[str]) -> None:
    phone = new_phone(**SMALL)
    owns(phone)
    phone.goto(f"/g/{group.code}/players/")
    touch(phone.get_by_label("Rename Edith"))
    is_good(phone)
    touch(phone.get_by_role("link", name="Forget this name").locator("visible=true"))
    expect(phone.get_by_role("button", name="Forget the name")).to_be_visible()
    is_good(phone)
    touch(phone.get_by_role("button", name="Forget the name"))
    expect(phone.get_by_text("Tick this first")).to_be_visible()
    forgive(phone, complaints, "422")
    is_good(phone)
    touch(phone.get_by_label("Yes, forget this name"))
    touch(phone.get_by_role("button", name="Forget the name"))
    expect(phone.get_by_text("Player 5", exact=True).first).to_be_visible()
    assert any(is_forgotten(one) for one in group.players.all())


def test_a_key_that_cannot_be_read_is_kept(
    new_phone: Callable[..., Page], live_server: object, complaints: list[str]
) -> None:
    phone = new_phone(**SMALL)
    phone.context.add_cookies([{"name": "guest", "value": "from:another:secret", "url": str(live_server)}])
    phone.goto("/")
    is_good(phone)
    phone.goto("/start/")
    forgive(phone, complaints, "409")
    is_good(phone)
    touch(phone.get_by_role("button", name="Go on with a new key"))
    expect(phone.get_by_label("What is the group called?")).to_be_visible()
    held = {one.get("name"): one.get("value") for one in phone.context.cookies()}
    assert held["guest-kept"] == "from:another:secret"
    assert held["guest"] != held["guest-kept"]


def test_everybody_sees_the_day_at_night_too(new_phone: Callable[..., Page], group: Group) -> None:
    ask_to_leave(group, at=timezone.now() + timedelta(days=3))
    phone = new_phone(color_scheme="dark")
    owns(phone)
    phone.goto(f"/g/{group.code}/")
    is_good(phone)
