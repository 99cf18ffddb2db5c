"""A year in the hand: shown to others without names, and taken back; and a night as a picture."""

import uuid
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page

from ledger.models import Group
from ledger.recording import WriteContext, end_night, start_session
from tests import cast
from tests.browser.hands import owns, touch, until

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
