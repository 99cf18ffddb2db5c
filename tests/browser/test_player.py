"""A player's statistics in the hand: from the standings to a question, to a hand behind it, and back."""

import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group
from ledger.recording import WriteContext, end_night, rename_player, start_session
from tests import cast
from tests.browser.hands import owns

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def group() -> Group:
    """Two nights, in January and in February: Ann picks and wins three times, and loses once."""
    made = cast.thursday_table()
    for month, results in ((1, ("won", "won")), (2, ("won", "lost"))):
        began = datetime(2026, month, 5, 20, tzinfo=UTC)
        context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(made), at=began)
        night = start_session(made, cast.seated(made, *cast.NAMES[:5]), context)
        for result in results:
            cast.tell(night, "Ann", "Ben", result)
        end_night(night, cast.context(night))
    return made


def test_paper_says_which_hands_are_counted_and_the_screen_says_it_once(phone: Page, group: Group) -> None:
    owns(phone)
    for page in ("standings/", "statistics/picking-pays/"):
        phone.emulate_media(media="screen")
        phone.goto(f"/g/{group.code}/{page}?until=2026-01&table=5")
        words = "Counted: until January 2026 · five play"
        said = phone.locator("summary, p", has_text=words).filter(visible=True)
        expect(said).to_have_count(1)
        expect(phone.locator("p.counted")).to_be_hidden()
        phone.emulate_media(media="print")
        expect(said).to_have_count(1)
        expect(phone.locator(".asked-hands")).to_be_hidden()
        heading, line = (phone.locator(one).bounding_box() for one in ("h1", "p.counted"))
        assert heading
        assert line
        assert heading["y"] + heading["height"] <= line["y"] < 300


OVER = """() => [...document.querySelectorAll(".scroll > .figures th > a")]
  .filter((one) => {
    const [link, cell] = [one, one.parentElement].map((some) => some.getBoundingClientRect());
    return link.right > cell.right + 1 || one.textContent.startsWith("Donaudampf") && link.width > 200;
  })
  .map((one) => one.textContent)"""
"""Links that run over what stands beside them, and a long name that takes most of the screen."""


@pytest.mark.parametrize("width", [320, 390])
def test_name_of_one_long_word_breaks_within_its_column(
    new_phone: Callable[..., Page], group: Group, width: int
) -> None:
    rename_player(group.players.get(name="Ben"), "Donaudampfschifffahrtsgesellschaftskapit")
    page = new_phone(viewport={"width": width, "height": 800})
    owns(page)
    for path in ("standings/", f"players/{group.players.get(name='Ann').pk}/statistics/"):
        page.goto(f"/g/{group.code}/{path}")
        expect(page.get_by_role("link", name=re.compile("^Donaudampf")).first).to_be_visible()
        assert page.evaluate(OVER) == []
