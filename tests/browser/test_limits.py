"""A phone that did too much at once is told how long to wait, and loses nothing."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.http.limits import Limit
from scorekeeper.visitors import counting
from scorekeeper.visitors.quotas import MINUTE, By, Quota
from tests.browser.hands import forgive, taps


@contextmanager
def a_minute_that_is_used_up() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Limit.WRITES, "quotas", (Quota(by=By.GUEST, most=1, within=MINUTE),))
        patch.setattr(counting, "take", lambda *_, **__: counting.now() + MINUTE)
        yield
    counting.forget()


def test_pad_stays_and_the_hand_is_recorded_later(table: Page, complaints: list[str]) -> None:
    thumb = taps(table, "Ben", "Cleo")
    with a_minute_that_is_used_up():
        thumb.record()
        trouble = table.get_by_role("alert").locator("visible=true")
        expect(trouble).to_contain_text("Nothing was saved, and nothing is lost.")
        expect(trouble).to_contain_text("A lot came at once from this phone. Try again in")
        forgive(table, complaints, " 429 ")
    expect(table.locator("#record small")).to_contain_text("Ben")
    thumb.record()
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    expect(trouble).to_have_count(0)
