"""QR codes on a phone: of hands that wait on it, and of the link that lets others in, laid over the table."""

import re

from playwright.sync_api import Locator, Page, expect

from ledger.models import AccessLink, Role, Session
from tests.browser.hands import (
    SIZES,
    box,
    fits,
    is_accessible,
    low_targets,
    resize,
    settled,
    shows,
    table_address,
    tells,
    touch,
    until,
)
from tests.scorekeeper.group.test_people import a_link
from tests.scorekeeper.pad.deno import Script

MODULES = """(svg) => {
  const size = svg.viewBox.baseVal.width - 8;
  const rows = Array.from({ length: size }, () => Array(size).fill(0));
  for (const { x, y } of svg.querySelectorAll("rect")) rows[y.baseVal.value][x.baseVal.value] = 1;
  return rows;
}"""


def is_code_of(dialog: Locator, text: str) -> None:
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
    shows(table, pencil=2)
    touch(table.locator("#unsent summary"))
    touch(table.get_by_role("button", name="Show as QR codes"))
    dialog = table.get_by_role("dialog", name="Scan it with another phone")
    line = dialog.get_by_role("status")
    expect(line).to_contain_text("Thursday table · Hand 1 · Ann picker, Ben partner, ")
    expect(line).to_contain_text(" · Ann +2, Ben +1, the others −1 · ")
    is_code_of(dialog, line.inner_text())
    expect(dialog.get_by_text("1 of 2")).to_be_visible()
    is_accessible(table)
    touch(dialog.get_by_role("button", name="After"))
    expect(line).to_contain_text("Hand 2 · Ben picker, Cleo partner, ")
    is_code_of(dialog, line.inner_text())
    table.go_back()
    expect(dialog).to_be_hidden()
    expect(table).to_have_url(re.compile(f"{table_address(night)}$"))
    shows(table, pencil=2)
    complaints.clear()


def test_code_that_lets_others_in_is_laid_over_the_table(table: Page, night: Session) -> None:
    link = a_link(night.group, Role.WATCHER)
    table.goto(f"/g/{night.group.code}/")
    table.goto(table_address(night))
    settled(table)
    invite = table.get_by_role("link", name="Invite")
    dialog = table.get_by_role("dialog", name="Let the others in")
    for width, height in SIZES:
        resize(table, width, height)
        touch(invite)
        expect(dialog).to_contain_text("Who scans this sees every hand, records nothing.")
        expect(dialog.get_by_role("img", name="QR code")).to_be_visible()
        assert dialog.get_by_label("Or send this link").input_value().endswith("/")
        code = box(dialog.locator(".code svg"))
        assert code["width"] > 0.85 * min(width, height, 540)
        assert code["height"] <= height
        assert fits(table)
        assert low_targets(table) == []
        is_accessible(table)
        # By night as well, as cameras read no white code on black.
        white = dialog.locator(".code").evaluate("one => getComputedStyle(one).backgroundColor")
        assert white == "rgb(255, 255, 255)"
        table.go_back()
        expect(dialog).to_be_hidden()
        assert table.url.endswith(table_address(night))
        expect(table.locator("#pad")).to_be_visible()
    assert AccessLink.objects.get() == link

    touch(invite)
    expect(dialog).to_be_visible()
    table.reload()
    settled(table)
    expect(dialog).to_be_hidden()
    until(table, lambda: table.evaluate("!history.state?.laid"))
    table.go_back()
    expect(table.get_by_role("heading", name="Thursday table")).to_be_visible()
    assert table.url.endswith(f"/g/{night.group.code}/")
