"""A night of more hands than a page: the way to the earlier ones is as easy to tap as anything."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.presenters import sheet as drawing
from tests import cast
from tests.browser.hands import owns, table_address, touch

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("width", [320])
def test_earlier_and_later_hands_are_a_whole_line_to_tap(
    new_phone: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr(drawing, "LINES_A_PAGE", 3)
    night = cast.a_night(cast.thursday_table())
    for number in range(5):
        cast.tell(night, cast.NAMES[(number + 1) % 6], cast.NAMES[(number + 3) % 6])
    phone = new_phone(viewport={"width": width, "height": 700})
    owns(phone)
    phone.goto(table_address(night))
    for label in ("Earlier hands", "Later hands"):
        link = phone.get_by_role("link", name=label)
        box = link.bounding_box()
        assert box
        assert box["height"] >= 48
        assert box["width"] >= width / 2
        touch(link)
        expect(link).to_have_count(0)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [320])
def test_late_round_is_behind_a_tap_on_a_head_of_one_line(new_phone: Callable[..., Page], width: int) -> None:
    night = cast.a_night(cast.thursday_table(), dealer="Frank")
    for number in range(60):
        cast.tell(night, cast.NAMES[number % 6], cast.NAMES[(number + 2) % 6])
    phone = new_phone(viewport={"width": width, "height": 844})
    owns(phone)
    phone.goto(table_address(night))
    head = phone.locator(".stands summary")
    assert head.evaluate("one => one.clientHeight") == 48
    rounds = phone.locator(".stands li", has_text="ound 11").or_(
        phone.get_by_text("everybody has dealt 10 times")
    )
    expect(rounds.first).to_be_hidden()
    touch(head)
    for line in rounds.all():
        expect(line).to_be_in_viewport(ratio=1)
