"""QR codes on a phone: of hands that wait on it, and of the link that lets others in, laid over the table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.models import AccessLink, Role, Session
from tests import cast
from tests.browser.hands import (
    forgive,
    is_accessible,
    low_targets,
    owns,
    settled,
    table_address,
    touch,
    until,
)
from tests.browser.test_unsent import PENCIL, ready, tells
from tests.scorekeeper.group.test_people import a_link
from tests.scorekeeper.pad.deno import Script
from tests.steady import some

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = {
    "small": {"viewport": {"width": 320, "height": 568}},
    "phone": {},
    "lying": {"viewport": {"width": 844, "height": 390}},
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "dark": {"color_scheme": "dark"},
}
MODULES = """(svg) => {
  const size = svg.viewBox.baseVal.width - 8;
  const rows = Array.from({ length: size }, () => Array(size).fill(0));
  for (const { x, y } of svg.querySelectorAll("rect")) rows[y.baseVal.value][x.baseVal.value] = 1;
  return rows;
}"""


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), dealer="Frank")


@pytest.fixture
def table(phone: Page, night: Session) -> Page:
    return at_table(phone, night)


def at_table(page: Page, night: Session) -> Page:
    owns(page)
    page.goto(table_address(night))
    ready(page)
    return page


def says(dialog: Locator, text: str) -> None:
    """The code is one of this text."""
    script = Script("tests/js/codes.js")
    assert dialog.locator(".code svg").evaluate(MODULES) == script.ask(text=text)
    script.close()


def test_hands_that_wait_are_shown_as_codes_one_after_the_other(
    table: Page, night: Session, complaints: list[str]
) -> None:
    table.evaluate("import(document.querySelector('script[src*=invite]').src.replace('invite', 'codes'))")
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    tells(table, "Ben", "Cleo")
    expect(table.locator(PENCIL)).to_have_count(2)
    touch(table.locator("#unsent summary"))
    touch(table.get_by_role("button", name="Show as QR codes"))
    dialog = table.get_by_role("dialog", name="Scan it with another phone")
    line = dialog.get_by_role("status")
    expect(line).to_contain_text("Thursday table · Hand 1 · Ann picker, Ben partner, ")
    expect(line).to_contain_text(" · Ann +2, Ben +1, the others −1 · ")
    says(dialog, line.inner_text())
    expect(dialog.get_by_text("1 of 2")).to_be_visible()
    is_accessible(table)
    touch(dialog.get_by_role("button", name="After"))
    expect(line).to_contain_text("Hand 2 · Ben picker, Cleo partner, ")
    says(dialog, line.inner_text())
    table.go_back()
    expect(dialog).to_be_hidden()
    expect(table).to_have_url(re.compile(f"{table_address(night)}$"))
    expect(table.locator(PENCIL)).to_have_count(2)
    complaints.clear()


@pytest.mark.parametrize("size", some([*SIZES.values()]), ids=str)
def test_the_code_that_lets_others_in_is_laid_over_the_table(
    new_phone: Callable[..., Page], night: Session, size: dict[str, object]
) -> None:
    link = a_link(night.group, Role.WATCHER)
    table = at_table(new_phone(**size), night)
    touch(table.get_by_role("link", name="Invite"))
    dialog = table.get_by_role("dialog", name="Let the others in")
    expect(dialog).to_contain_text("Who scans this sees every hand, records nothing.")
    expect(dialog.get_by_role("img", name="QR code")).to_be_visible()
    assert dialog.get_by_label("Or send this link").input_value().endswith("/")
    box = dialog.locator(".code svg").bounding_box()
    assert box
    width, height = table.evaluate("[innerWidth, innerHeight]")
    assert box["width"] > 0.85 * min(width, height, 540)
    assert box["height"] <= height
    white = dialog.locator(".code").evaluate("one => getComputedStyle(one).backgroundColor")
    assert white == "rgb(255, 255, 255)"
    assert table.evaluate("document.documentElement.scrollWidth <= innerWidth")
    is_accessible(table)
    assert low_targets(table) == []
    table.go_back()
    expect(dialog).to_be_hidden()
    assert table.url.endswith(table_address(night))
    expect(table.locator("#pad")).to_be_visible()
    assert AccessLink.objects.get() == link


def test_a_hand_told_under_it_and_a_reload_leave_the_way_back_as_it_was(table: Page, night: Session) -> None:
    table.goto(f"/g/{night.group.code}/")
    table.goto(table_address(night))
    touch(table.get_by_role("link", name="Invite"))
    dialog = table.get_by_role("dialog", name="Let the others in")
    expect(dialog).to_be_visible()
    table.reload()
    settled(table)
    expect(dialog).to_be_hidden()
    until(table, lambda: table.evaluate("!history.state?.laid"))
    table.go_back()
    expect(table.get_by_role("heading", name="Thursday table")).to_be_visible()
    assert table.url.endswith(f"/g/{night.group.code}/")


def test_without_a_signal_the_table_stays_and_says_so(
    table: Page, night: Session, complaints: list[str]
) -> None:
    table.context.set_offline(True)
    touch(table.get_by_role("link", name="Invite"))
    expect(table.get_by_role("alert")).to_contain_text("Not sent")
    expect(table.get_by_role("dialog")).to_have_count(0)
    forgive(table, complaints, "ERR_INTERNET_DISCONNECTED")
    forgive(table, complaints, "htmx:sendError")
