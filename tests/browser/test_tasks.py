"""Work in the background on a phone: a group is taken along here, and goes on elsewhere."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from ledger.models import Group
from scorekeeper.tasks import run_all
from tests import cast
from tests.browser.hands import downloaded, is_good, owns, resize, touch
from tests.group_files import group_export
from tests.scorekeeper.group.test_exchange import elsewhere


@pytest.fixture
def group(phone: Page, settings: Settings) -> Group:
    """A group with a night, and its owner's phone; the background waits until a test lets it work."""
    settings.TASKS_AT_ONCE = False
    owns(phone)
    return cast.an_ended_night(cast.thursday_table()).group


def test_a_group_is_taken_along_and_goes_on_elsewhere(
    phone: Page, new_phone: Callable[..., Page], group: Group, tmp_path: Path
) -> None:
    resize(phone, 320, 568)
    phone.goto(f"/g/{group.code}/exchange/")
    touch(phone.get_by_role("button", name="Save the whole group"))
    expect(phone.get_by_role("heading", name="Waiting")).to_be_visible()
    is_good(phone)
    phone.evaluate("window.stays = true")
    run_all()
    expect(phone.get_by_role("heading", name="Ready")).to_be_visible()
    expect(phone.get_by_role("status")).to_contain_text("Ready.")
    is_good(phone)
    assert phone.evaluate("window.stays")  # it looked again without loading the page
    download = downloaded(phone.get_by_role("link", name="Download"))
    assert download.suggested_filename == "thursday-table.json"
    file = tmp_path / "group.json"
    download.save_as(file)
    assert file.read_text() == group_export(group)

    file.write_text(elsewhere(file.read_text()))
    other = new_phone()
    other.goto("/start/")
    touch(other.get_by_role("link", name="bring a group along"))
    other.get_by_label("The group’s file").set_input_files(file)
    touch(other.get_by_role("button", name="Bring it in"))
    expect(other.get_by_role("heading", name="Waiting")).to_be_visible()
    other.goto("/")  # it is left, and found again
    touch(other.get_by_role("link", name="A group from a file"))
    run_all()
    touch(other.get_by_role("link", name="Open the group"))
    expect(other.get_by_role("heading", name="Thursday table")).to_be_visible()
