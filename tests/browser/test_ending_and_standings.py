"""The end of a night and the season behind it, on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group, Session
from ledger.recording import end_night
from tests import cast
from tests.browser.hands import fits, forgive, owns, touch, until

pytestmark = pytest.mark.django_db(transaction=True)
LONG = (
    "<b>Ann</b>",
    "Wolfeschlegelsteinhausenbergerdorff Herb",
    "🐑🐑🐑",
    "שלום עולם",
    'Ed "the Ace"',
    "Al",
)


def a_night_of(group: Group) -> Session:
    names = list(group.players.values_list("name", flat=True))
    session = cast.a_night(group)
    for picker, partner in ((1, 2), (3, 4), (5, 1), (2, 4)):  # the dealers 0, 1, 2 and 3 sit out
        cast.tell(session, names[picker], names[partner])
    return session


@pytest.fixture
def owners_phone(phone: Page) -> Page:
    owns(phone)
    return phone


def small_targets(page: Page) -> list[str]:
    """What a thumb would miss: buttons, links and fields lower than 48 pixels."""
    found: list[str] = page.locator("main :is(button, a, summary, input:not([type=hidden]))").evaluate_all(
        "all => all.filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 47.5)"
        ".map(one => one.outerHTML.slice(0, 80))"
    )
    return found


def test_a_night_ends_is_paid_and_opens_again(owners_phone: Page) -> None:
    page, session = owners_phone, a_night_of(cast.thursday_table(currency="USD"))
    page.goto(f"/g/{session.group.code}/{session.number}/end/")
    touch(page.get_by_role("button", name="End the night"))
    expect(page.get_by_role("heading", name="The night is over")).to_be_visible()
    left = page.locator("#owed h2")
    before = left.inner_text()
    touch(page.get_by_role("button", name="Paid:").first)
    expect(left).not_to_have_text(before)
    expect(page.get_by_role("button", name="Undo:")).to_have_count(1)
    touch(page.get_by_role("button", name="Open the night again"))
    expect(page.get_by_role("heading", name="Already paid")).to_be_visible()
    touch(page.get_by_role("button", name="End the night"))
    expect(page.get_by_role("heading", name="The night is over")).to_be_visible()
    expect(page.get_by_role("button", name="Undo:")).to_have_count(1)
    touch(page.get_by_role("button", name="Undo:"))
    expect(left).to_have_text(before)


def test_names_stand_above_their_bars_where_the_pages_own_letters_are_bigger(owners_phone: Page) -> None:
    """A browser tells how wide a page is in letters of its own settings, not in those of the page."""
    page, session = owners_phone, a_night_of(cast.thursday_table(currency="USD"))
    end_night(session, cast.context(session))
    page.goto(f"/g/{session.group.code}/{session.number}/end/")
    name, bar = page.locator(".bars .name").first, page.locator(".bars svg").first
    boxes = "(one) => one.getBoundingClientRect().toJSON()"
    words, drawn = name.evaluate(boxes), bar.evaluate(boxes)
    assert drawn["left"] > words["right"]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    words, drawn = name.evaluate(boxes), bar.evaluate(boxes)
    assert drawn["top"] >= words["bottom"]
    assert words["width"] > 250


def test_the_result_is_shared_with_one_tap(owners_phone: Page) -> None:
    page, session = owners_phone, a_night_of(cast.thursday_table(currency="USD"))
    page.goto(f"/g/{session.group.code}/{session.number}/end/")
    touch(page.get_by_role("button", name="End the night"))
    expect(page.get_by_role("heading", name="The night is over")).to_be_visible()
    page.evaluate("() => { navigator.share = async (what) => { window.shared = what.text } }")
    touch(page.get_by_role("button", name="Share the result"))
    until(page, lambda: page.evaluate("window.shared"))
    assert "Thursday table" in page.evaluate("window.shared")


def test_pages_hold_with_any_name(owners_phone: Page) -> None:
    page = owners_phone
    session = a_night_of(cast.thursday_table(names=LONG, currency="USD"))
    group = f"/g/{session.group.code}/"
    for address in ("", "standings/", "players/", f"{session.number}/end/"):
        page.goto(group + address)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert fits(page), address
        assert small_targets(page) == [], address
    touch(page.get_by_role("button", name="End the night"))
    expect(page.get_by_role("heading", name="The night is over")).to_be_visible()
    assert fits(page)
    assert small_targets(page) == []


def test_a_player_is_renamed_in_his_place_without_javascript(
    new_phone: Callable[..., Page], complaints: list[str]
) -> None:
    page = new_phone(java_script_enabled=False)
    owns(page)
    page.goto(f"/g/{cast.thursday_table().code}/players/")
    touch(page.get_by_label("Rename Ben"))
    page.get_by_label("New name for Ben").fill("ann")
    touch(page.get_by_role("button", name="Save the new name").locator("visible=true"))
    expect(page.get_by_role("alert").locator("visible=true")).to_contain_text("already")
    forgive(page, complaints, " 422 ")
    page.get_by_label("New name for Ben").fill("Benjamin")
    touch(page.get_by_role("button", name="Save the new name").locator("visible=true"))
    expect(page.get_by_role("listitem").filter(has_text="Benjamin")).to_be_visible()
