"""Pages that only an eye can judge: what is red, what is cut, and where letters stand."""

import re
from datetime import date
from fractions import Fraction

from playwright.sync_api import Page, expect

from ledger.models import Group
from ledger.recording import rename_player
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.marks import Copied
from tests import cast
from tests.browser.hands import (
    box,
    fits,
    forgive,
    is_accessible,
    low_targets,
    owns,
    resize,
    table_address,
    touch,
)

CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
LONG = "Donaudampfschifffahrtsgesellschaftskapit"
# Links that run over what stands beside them, and a long name that takes most of the screen.
OVER = """() => [...document.querySelectorAll(".scroll > .figures th > a")]
  .filter((one) => {
    const [link, cell] = [one, one.parentElement].map((some) => some.getBoundingClientRect());
    return link.right > cell.right + 1 || one.textContent.startsWith("Donaudampf") && link.width > 200;
  })
  .map((one) => one.textContent)"""


def two_years() -> Group:
    """Return a group with two nights a month out of a notebook."""
    group = cast.thursday_table()
    nights = []
    for number in range(26):
        won = Fraction(number * 37 % 61 - 30) * 40
        day = date(2019 + (number // 2 + 3) // 12, (number // 2 + 3) % 12 + 1, 5 + number % 2 * 14)
        nights.append(Copied(date=day, totals={0: won, 1: -won - 8, 2: Fraction(8)}))
    copy_notebook(group, Copying(names=("Ann", "Ben", "Cleo"), nights=nights))
    return group


def unfolded(phone: Page) -> None:
    phone.evaluate(
        "document.querySelectorAll('main details:not(.asked-hands)').forEach((one) => one.open = true)"
    )


def test_statistics_of_two_years_are_read_on_a_small_phone(phone: Page) -> None:
    group = two_years()
    owns(phone)
    resize(phone, 320, 568)
    anns = f"/g/{group.code}/players/{cast.player(group, 'Ann').pk}/statistics/"
    for page in (anns, f"/g/{group.code}/statistics/"):
        phone.goto(page)
        unfolded(phone)
        expect(phone.locator("#money_chart-table")).to_contain_text("2020")
        assert fits(phone)
        assert low_targets(phone) == []
        assert phone.locator("#chart-table th bdi, #money_chart-table th bdi").evaluate_all(CUT) == []
        is_accessible(phone)
    resize(phone, 360, 640)
    phone.goto(anns)
    unfolded(phone)
    for place in ("#chart-table .scroll", "#money_chart-table .scroll", "#year .scroll"):
        there, shown = phone.locator(place).evaluate("(one) => [one.scrollWidth, one.clientWidth]")
        assert there <= shown, place


def test_long_name_breaks_a_name_from_the_right_stands_left_and_a_wrong_month_is_red(
    phone: Page, complaints: list[str]
) -> None:
    group = cast.an_ended_night(cast.thursday_table()).group
    rename_player(cast.player(group, "Ben"), LONG)
    rename_player(cast.player(group, "Cleo"), "שרה")
    owns(phone)
    for width in (320, 390):
        resize(phone, width, 800)
        for path in ("standings/", f"players/{cast.player(group, 'Ann').pk}/statistics/"):
            phone.goto(f"/g/{group.code}/{path}")
            expect(phone.get_by_role("link", name=re.compile("^Donaudampf")).first).to_be_visible()
            assert phone.evaluate(OVER) == []

    phone.goto(f"/g/{group.code}/money/")
    lefts = phone.locator(".balances bdi.who").evaluate_all(
        """(names) => names.map((name) => {
          const words = document.createRange();
          words.selectNodeContents(name);
          return Math.round(words.getBoundingClientRect().left);
        })"""
    )
    assert len(lefts) > 4
    assert len(set(lefts)) == 1

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


def test_names_stand_above_their_bars_where_the_pages_own_letters_are_bigger(phone: Page) -> None:
    """A browser tells how wide a page is in letters of its own settings, not in those of the page."""
    night = cast.an_ended_night(cast.thursday_table())
    owns(phone)
    phone.goto(f"{table_address(night)}end/")
    name, bar = phone.locator(".bars .name").first, phone.locator(".bars svg").first
    assert box(bar)["x"] > box(name)["x"] + box(name)["width"]
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    assert box(bar)["y"] >= box(name)["y"] + box(name)["height"]
    assert box(name)["width"] > 250
