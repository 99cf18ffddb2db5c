"""Undo on the phone: the taps come back, nothing stays on the sheet, and the table is as it was."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import (
    Thumb,
    owns,
    settled,
    totals,
    touch,
)
from tests.browser.hands import table_address as address

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"width": 320, "height": 568}
"""The smallest phone, where the notes and buttons of an undo have the least room."""
SHOTS = os.environ.get("SHOTS", "")


def shot(page: Page, name: str) -> None:
    """A picture for whoever asks for it: SHOTS=/tmp/shots."""
    if SHOTS:
        width = (page.viewport_size or {"width": 0})["width"]
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.screenshot(path=Path(SHOTS) / f"{name}-{width}-{scheme}.png")


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), dealer="Frank")


@pytest.fixture
def table(new_phone: Callable[..., Page], night: Session) -> Page:
    page = new_phone(viewport=SMALL)
    owns(page)
    page.goto(address(night))
    return page


def taps(page: Page, *names: str) -> Thumb:
    thumb = Thumb(page)
    for name in names:
        thumb.mode(name) if name == "Alone" else thumb.player(name)
    return thumb


def test_record_undo_change_one_thing_record(table: Page, night: Session) -> None:
    taps(table, "Ann", "Ben").record()
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    touch(table.get_by_role("button", name="Undo"))
    expect(table.get_by_role("status")).to_contain_text("Taken back onto the pad")
    expect(table.locator("#record")).to_contain_text("Record hand 1")
    expect(table.locator(".head.chosen")).to_contain_text("Ann")
    expect(table.locator(".head.partner")).to_contain_text("Ben")
    expect(table.locator(".paper .note")).to_contain_text("The sheet is empty")
    shot(table, "undone")
    taps(table, "Cleo").record()
    expect(table.locator(".paper tbody th")).to_have_text(re.compile(r"\s*1\s*"))
    assert totals(table) == ["2", "−1", "1", "−1", "−1", "0"]
    assert [len(row.versions) for row in sheet_of(night).rows] == [2, 1]


def test_a_wrong_picker_is_another_one_in_two_taps_and_corrected_in_five(table: Page, night: Session) -> None:
    taps(table, "Ann", "Ben", "Ann", "Cleo")
    expect(table.locator(".head.chosen")).to_contain_text("Cleo")
    expect(table.locator(".head.partner")).to_contain_text("Ben")
    taps(table, "Alone", "Cleo", "Dave")
    expect(table.locator("#record")).to_contain_text("Dave +4, the others −1")
    shot(table, "alone")
    taps(table, "Ben").record()
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    counted = 0
    touch(table.locator(".paper tbody td a").first)
    counted += 1
    expect(table.get_by_role("heading", name="for Ann?")).to_be_in_viewport()
    shot(table, "receipt")
    touch(table.get_by_role("link", name="Correct this hand"))
    counted += 1
    table.wait_for_url("**/correct/")
    thumb = taps(table, "Dave", "Ann")
    thumb.record()
    table.wait_for_url("**/?told=*")
    assert counted + thumb.taps == 5
    expect(table.locator(".head .total")).to_have_text(["2", "1", "−1", "−1", "−1", "0"])
    shot(table, "corrected")


def test_a_dealer_chosen_without_the_button_is_at_once_in_the_head_of_the_page(table: Page) -> None:
    touch(table.get_by_text("Something unusual?"))
    with table.expect_response("**/tap/"):
        table.get_by_label("Dealer").select_option(label="Cleo")
    settled(table)
    expect(table.locator(".stands summary")).to_have_text("Hand 1 · Cleo deals")
    expect(table.locator(".head.out")).to_contain_text("Cleo")
    touch(table.get_by_text("Something unusual?"))
    taps(table, "Ann", "Frank").record()
    expect(table.locator(".stands summary")).to_have_text("Hand 2 · Dave deals")
    expect(table.locator(".head.out")).to_contain_text("Dave")
