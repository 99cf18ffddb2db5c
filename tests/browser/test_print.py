"""Pages on paper: dark letters on white, whatever the phone shows, and nothing that one could only tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group
from tests import cast
from tests.browser.hands import owns

pytestmark = pytest.mark.django_db(transaction=True)

TO_TAP = "button, a.button, .icon, .skip, .as-file, .pager"
COLOUR = "one => getComputedStyle(one).color.match(/[\\d.]+/g).slice(0, 3).map(Number)"
GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture
def group() -> Group:
    made = cast.thursday_table()
    cast.an_ended_night(made)
    return made


PAGES = (
    "standings/",
    "statistics/",
    "statistics/picking-pays/",
    "records/",
    "years/",
    "players/{ann}/statistics/",
    "players/{ann}/statistics/picking/",
    "players/{ann}/years/",
    "money/",
    "settle/",
)


def test_paper_is_white_and_has_nothing_to_tap(new_phone: Callable[..., Page], group: Group) -> None:
    phone = new_phone(color_scheme="dark")
    owns(phone)
    ann = group.players.get(name="Ann")
    for page in PAGES:
        phone.emulate_media(media="screen")
        answer = phone.goto(f"/g/{group.code}/{page.format(ann=ann.pk)}")
        assert answer
        assert answer.ok, answer.url
        expect(phone.locator(TO_TAP).filter(visible=True)).not_to_have_count(0)
        phone.emulate_media(media="print")
        expect(phone.locator(TO_TAP).filter(visible=True)).to_have_count(0)
        assert phone.evaluate(GROUND) == "rgb(255, 255, 255)"
        heading: list[float] = phone.locator("h1").first.evaluate(COLOUR)
        assert max(heading) < 100


@pytest.mark.parametrize(
    ("page", "folded"),
    [
        ("standings/", "All points added up: who plays more can win more."),
        ("records/", "A record is what it is."),
    ],
)
def test_folds_are_open_on_paper_and_files_are_left_off(
    phone: Page, group: Group, page: str, folded: str
) -> None:
    owns(phone)
    phone.goto(f"/g/{group.code}/{page}")
    heights = "one => one.getBoundingClientRect().height"
    fold = phone.locator("details.fold").filter(has_text=folded)
    shut = fold.evaluate(heights)
    phone.emulate_media(media="print")
    assert fold.evaluate(heights) > shut + 20
    expect(phone.locator(".as-file").filter(visible=True)).to_have_count(0)
