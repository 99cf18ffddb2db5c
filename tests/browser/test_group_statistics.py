"""A group’s statistics in the hand: from the group to a pair, to a hand behind it, and back."""

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group
from ledger.recording import end_night
from tests import cast
from tests.browser.hands import forgive, owns, touch

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def group() -> Group:
    """A night of four hands: Ann and Ben win three, and lose one."""
    made = cast.thursday_table()
    night = cast.a_night(made, *cast.NAMES[:5])
    for result in ("won", "won", "lost", "won"):
        cast.tell(night, "Ann", "Ben", result)
    end_night(night, cast.context(night))
    return made


def test_what_was_typed_wrong_is_bordered_in_red(phone: Page, group: Group, complaints: list[str]) -> None:
    owns(phone)
    phone.goto(f"/g/{group.code}/statistics/")
    touch(phone.get_by_text("All hands"))
    month = phone.get_by_label("From month")
    border = "one => [getComputedStyle(one).borderTopColor, getComputedStyle(one).borderTopWidth]"
    red = "one => getComputedStyle(one.closest('.field').querySelector('.wrong')).color"
    before = month.evaluate(border)
    phone.goto(f"/g/{group.code}/statistics/?since=Feb")
    expect(phone.get_by_text("“Feb” is no month. Write it as 2026-03.")).to_be_visible()
    forgive(phone, complaints, "422")
    assert month.evaluate(border) == [month.evaluate(red), "2px"]
    assert before != month.evaluate(border)
