"""A year in the hand: shown to others without names, and taken back; and a night as a picture."""

import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group
from ledger.recording import WriteContext, end_night, start_session
from tests import cast
from tests.browser.hands import forgive, owns, touch, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def group() -> Group:
    """Two nights in 2025."""
    made = cast.thursday_table()
    for month, results in ((1, ("won", "won")), (2, ("won", "lost"))):
        began = datetime(2025, month, 5, 20, tzinfo=UTC)
        context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(made), at=began)
        night = start_session(made, cast.seated(made, *cast.NAMES[:5]), context)
        for result in results:
            cast.tell(night, "Ann", "Ben", result)
        end_night(night, cast.context(night))
    return made


def test_a_year_is_shown_to_others_and_taken_back(
    phone: Page, group: Group, new_phone: Callable[..., Page], complaints: list[str]
) -> None:
    owns(phone)
    phone.goto(f"/g/{group.code}/")
    touch(phone.get_by_role("link", name="Standings"))
    touch(phone.get_by_role("link", name="The year on one page"))
    expect(phone.locator(".of-year")).to_have_text("2025")
    touch(phone.get_by_role("button", name="Make an address"))
    address = phone.get_by_label("The address of this page for others").input_value()
    other = new_phone()
    other.goto(address[address.index("/year/") :])
    expect(other.get_by_role("heading", level=1)).to_contain_text("Thursday table")
    expect(other.locator("#standing")).to_contain_text("An")
    expect(other.locator("#standing")).not_to_contain_text("Ann")
    assert other.locator(f'a[href*="/g/{group.code}/"]').count() == 0
    touch(phone.get_by_role("button", name="Turn the address off"))
    expect(phone.get_by_role("button", name="Make an address")).to_be_visible()
    other.reload()
    expect(other.get_by_role("heading", name="This link does not work")).to_be_visible()
    forgive(other, complaints, "404")


def test_from_the_end_of_a_night_to_its_picture(phone: Page, group: Group) -> None:
    owns(phone)
    phone.goto(f"/g/{group.code}/1/end/")
    touch(phone.get_by_role("link", name="As a picture, or without names"))
    picture = phone.get_by_role("img")
    expect(picture).to_be_visible()
    assert picture.evaluate("async (image) => { await image.decode(); return image.naturalWidth }") == 1080
    phone.get_by_label("Who it is").select_option("numbers")
    touch(phone.get_by_role("button", name="Show it like this"))
    expect(phone.get_by_label("The same as a text")).to_have_value(re.compile(r"Player 1 \+4"))


def test_a_picture_goes_to_the_sheet_of_the_phone(phone: Page, group: Group) -> None:
    owns(phone)
    phone.add_init_script(
        """navigator.canShare = () => true;
        navigator.share = async ({ files: [file], text }) => {
          window.shared = [file.type, file.size, text];
        };"""
    )
    phone.goto(f"/g/{group.code}/1/picture/")
    touch(phone.get_by_role("link", name="Share or save the picture"))
    until(phone, lambda: phone.evaluate("window.shared"))
    kind, size, text = phone.evaluate("window.shared")
    assert kind == "image/png"
    assert size > 1000
    assert "Ann +4" in text
