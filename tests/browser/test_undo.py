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
    is_accessible,
    low_targets,
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


def test_the_note_on_the_sheet_leads_to_taking_it_back(table: Page, night: Session) -> None:
    cast.tell(night, "Ann", "Ben")
    sheet = sheet_of(night)
    touch(table.get_by_role("link", name="Seats"))
    touch(table.locator("#goes label", has_text="Edith"))
    touch(table.get_by_role("button", name="Goes home"))
    expect(table.get_by_role("heading", name="To pay now: $0.25")).to_be_visible()
    touch(table.get_by_role("link", name="Back to the table").last)
    expect(table.get_by_role("status")).to_contain_text("Edith goes home")
    table.goto(address(night))
    assert low_targets(table) == []
    touch(table.locator(".paper .note").get_by_role("link", name="Edith goes home"))
    expect(table.locator("#last")).to_be_in_viewport()
    shot(table, "last")
    assert low_targets(table) == []
    is_accessible(table)
    touch(table.get_by_role("button", name="Take it back"))
    expect(table.get_by_role("status")).to_contain_text("Taken back: Edith goes home")
    assert sheet_of(night).seating == sheet.seating


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


def test_doublers_set_by_hand_say_so_everywhere_and_are_gone_after_the_hand(table: Page) -> None:
    touch(table.get_by_text("Something unusual?"))
    with table.expect_response("**/tap/"):
        table.get_by_label("Doublers before it").select_option(label="2")
    settled(table)
    top = table.locator(".stands summary")
    expect(top).to_contain_text("2 doublers, by hand")
    shot(table, "doublers")
    touch(table.get_by_text("Something unusual?"))
    taps(table, "Ann", "Ben")
    expect(table.locator("#record small")).to_have_text("Ann +4, Ben +2, the others −2")
    touch(table.get_by_text("Something unusual?"))
    touch(table.get_by_role("button", name="Deal this hand like this"))
    expect(top).to_contain_text("2 doublers, by hand")
    expect(table.locator("#record small")).to_have_text("Ann +4, Ben +2, the others −2")
    Thumb(table).record()
    expect(table.get_by_role("status")).to_contain_text("Ann +4")
    assert totals(table) == ["4", "2", "−2", "−2", "−2", "0"]
    expect(top).to_contain_text("1 doubler")
    expect(top).not_to_contain_text("by hand")
    shot(table, "doublers-recorded")
    touch(table.get_by_role("button", name="Undo"))
    expect(top).to_contain_text("2 doublers, by hand")
    Thumb(table).record()
    touch(table.locator(".paper tbody th a"))
    expect(table.locator(".receipt")).to_contain_text("2 doublers, by hand")
    shot(table, "doublers-receipt")
    assert low_targets(table) == []


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


def test_a_correction_undone_at_once_is_on_the_pad_again(table: Page, night: Session) -> None:
    cast.tell(night, "Ben", "Cleo")
    table.goto(f"{address(night)}hands/2/correct/")
    touch(table.locator("[name=result][value=lost]").locator(".."))
    touch(table.locator("#record"))
    expect(table.get_by_role("status")).to_contain_text("Hand 1 corrected")
    touch(table.get_by_role("button", name="Undo"))
    table.wait_for_url("**/correct/?again")
    expect(table.get_by_role("status")).to_contain_text("Taken back onto the pad")
    expect(table.locator("[name=result][value=lost]")).to_be_checked()
    expect(table.locator(".head.chosen")).to_contain_text("Ben")
    shot(table, "correction-undone")
    assert low_targets(table) == []
    touch(table.locator("[name=result][value=won_schneider]").locator(".."))
    touch(table.locator("#record"))
    expect(table.get_by_role("status")).to_contain_text("Hand 1 corrected")
    assert totals(table)[1:3] == ["4", "2"]
