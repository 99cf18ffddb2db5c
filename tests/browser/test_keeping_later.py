"""Two wrong hands that guard each other, put right on the phone: the later one is kept as it was played."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from ledger.recording import Hand, tell_hand
from tests import cast
from tests.browser.hands import Thumb, is_accessible, low_targets, owns, touch
from tests.browser.hands import table_address as address
from tests.browser.test_undo import shot
from tests.steady import some

SIZES = some(((320, 568), (390, 844)))

pytestmark = pytest.mark.django_db(transaction=True)

KEEP = "Keep the later hands as they were played"


@pytest.fixture
def night(db: None) -> Session:
    """Nobody picked the first hand, so that a leaster was played in the second."""
    options = {"no_picker": "redeal", "no_picker_then": "leaster"}
    night = cast.a_night(cast.thursday_table(currency="USD", options=options), *cast.NAMES[:5])
    seats = sheet_of(night).seating.seats
    for told in ({"kind": "all_pass"}, {"kind": "leaster", "winners": [2]}):
        tell_hand(night, Hand(seats=seats, told=told), cast.context(night))
    return night


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_refused_correction_is_written_with_the_later_hand_kept(
    new_phone: Callable[..., Page], night: Session, size: tuple[int, int]
) -> None:
    page = new_phone(viewport={"width": size[0], "height": size[1]})
    owns(page)
    page.goto(f"{address(night)}hands/2/correct/")
    thumb = Thumb(page)
    thumb.mode("Nobody picked")
    thumb.player("Ann")
    thumb.player("Ben")
    expect(page.locator("#record")).to_contain_text("Then hand 2 could not have been played.")
    button = page.get_by_role("button", name=KEEP)
    button.scroll_into_view_if_needed()
    shot(page, "keep-later-correct")
    assert low_targets(page) == []
    is_accessible(page)
    touch(button)
    page.wait_for_url(f"{address(night)}?told=2")
    page.goto(f"{address(night)}hands/3/")
    expect(page.get_by_text("Kept as it was played when hand 1 was corrected.")).to_be_visible()
    shot(page, "keep-later-hand")
    assert [row.points[row.seats[0]] for row in sheet_of(night).rows] == [2, -1]
