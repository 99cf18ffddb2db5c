"""Undo and correcting on a small phone: the taps come back, and the table is as it was."""

import re

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests.browser.hands import (
    opened,
    resize,
    settled,
    taps,
    totals,
    touch,
)


@pytest.fixture
def table(phone: Page, night: Session) -> Page:
    resize(phone, 320, 568)
    return opened(phone, night)


def test_record_undo_change_one_thing_record(table: Page, night: Session) -> None:
    taps(table, "Ann", "Ben").record()
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    touch(table.get_by_role("button", name="Undo"))
    expect(table.get_by_role("status")).to_contain_text("Taken back onto the pad")
    expect(table.locator("#record")).to_contain_text("Record hand 1")
    expect(table.locator(".head.chosen")).to_contain_text("Ann")
    expect(table.locator(".head.partner")).to_contain_text("Ben")
    expect(table.locator(".paper .note")).to_contain_text("The sheet is empty")
    taps(table, "Cleo").record()
    expect(table.locator(".paper tbody th")).to_have_text(re.compile(r"\s*1\s*"))
    assert totals(table) == ["2", "−1", "1", "−1", "−1", "0"]
    assert [len(row.versions) for row in sheet_of(night).rows] == [2, 1]


def test_wrong_picker_is_another_one_in_two_taps_and_corrected_in_five(table: Page, night: Session) -> None:
    taps(table, "Ann", "Ben", "Ann", "Cleo")
    expect(table.locator(".head.chosen")).to_contain_text("Cleo")
    expect(table.locator(".head.partner")).to_contain_text("Ben")
    taps(table, "Alone", "Cleo", "Dave")
    expect(table.locator("#record")).to_contain_text("Dave +4, the others −1")
    taps(table, "Ben").record()
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    touch(table.locator(".paper tbody td a").first)
    expect(table.get_by_role("heading", name="for Ann?")).to_be_in_viewport()
    touch(table.get_by_role("link", name="Correct this hand"))
    table.wait_for_url("**/correct/")
    thumb = taps(table, "Dave", "Ann")
    thumb.record()
    table.wait_for_url("**/?told=*")
    assert thumb.taps == 3  # and two to come here
    expect(table.locator(".head .total")).to_have_text(["2", "1", "−1", "−1", "−1", "0"])


def test_dealer_chosen_without_the_button_is_at_once_in_the_head_of_the_page(table: Page) -> None:
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
