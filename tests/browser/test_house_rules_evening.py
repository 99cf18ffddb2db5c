"""Evenings under house rules on a phone: cracks and pots, Schafkopf, southern Indiana, Sheepshoof."""

from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.hands import (
    Thumb,
    confirmed,
    corrects,
    number,
    opened,
    totals,
    touch,
)


def records(page: Page, hand: int, *tapped: str, brings: str) -> None:
    """Taps, records, and expects what the button said to be what was recorded; the last tap is the pen's."""
    thumb = Thumb(page)
    for what in tapped:
        thumb.tap(what)
    expect(page.locator("#record small")).to_have_text(brings)
    thumb.record()
    expect(page.get_by_role("status")).to_contain_text(f"Hand {hand}")
    assert thumb.taps == len(tapped) + 1
    assert confirmed(page) == brings


def pot(page: Page) -> str:
    said = page.locator(".top .doubled")
    return said.inner_text() if said.count() else ""


def changes_four_rules(page: Page) -> None:
    """Cracking, a blitz, a pot and pushed ties, by touch on the sheet of house rules."""
    table = page.url
    page.goto("/".join(table.split("/")[:-2]) + "/rules/")
    for section in page.locator("details:not(#preview details)").all():
        section.evaluate("one => { one.open = true }")
    for field, words in (
        ("crack", "up to re-crack, × 4"),
        ("blitz", "both black queens"),
        ("pot", "leasters feed a pot"),
        ("leaster_tie", "nobody pays"),
    ):
        touch(page.locator(f"label.chip:has([name='{field}'], [name$='-{field}'])", has_text=words))
    expect(page.locator("#preview summary small")).to_contain_text("4 changes")
    touch(page.get_by_role("button", name="Play by these rules"))
    expect(page.get_by_role("heading", name="Written down")).to_be_visible()
    page.goto(table)


def test_evening_with_cracks_and_pots_and_a_correction_that_moves_a_pot(phone: Page) -> None:
    page = opened(phone, cast.a_night(cast.thursday_table(names=cast.NAMES[:5])))
    changes_four_rules(page)
    records(page, 1, "Ann", "Ben", brings="Ann +2, Ben +1, the others −1")
    records(page, 2, "Ann", "Ben", "Crack ×2", brings="Ann +4, Ben +2, the others −2")
    records(page, 3, "Cleo", "Dave", "Re-crack ×4", "Black blitz", brings="Cleo +16, Dave +8, the others −8")
    assert totals(page) == ["−2", "−5", "13", "5", "−11"]
    records(page, 4, "Nobody picked", "Edith", brings="Edith +4, the others −2")
    assert pot(page) == "pot 4"
    records(page, 5, "Dave", "Ann", "lost", brings="Dave −7, Ann −3, the others +2")
    assert pot(page) == "pot 8"
    records(page, 6, "Nobody picked", "Ann", "Ben", brings="leaster, tied")
    records(page, 7, "Ann", "Ben", "lost", brings="Ann −10, Ben −4, the others +2")
    assert pot(page) == "pot 16"
    records(page, 8, "Cleo", "Dave", brings="Cleo +14, Dave +5, the others −1")
    assert pot(page) == ""
    before = list(map(number, totals(page)))
    assert sum(before) == 0
    # Hand 5 was won after all: the pot of hand 4 was Dave’s, and three hands later Cleo had none to win.
    corrects(page, 5, "won")
    after = list(map(number, totals(page)))
    assert [new - old for old, new in zip(before, after, strict=True)] == [11, -1, -15, 8, -3]
    explains(page, 5, "The pot is won", "house rule: A winning picker’s side takes", "Corrected by")
    expect(page.get_by_role("main")).to_contain_text("this counts")
    page.go_back()
    explains(page, 8, "Won", "+2")
    expect(page.get_by_role("main")).not_to_contain_text("The pot")
    page.go_back()
    explains(page, 3, "Re-cracked", "Blitz with the black queens")


def explains(page: Page, hand: int, *lines: str) -> None:
    touch(page.locator(f".paper tbody th a:text-matches('^\\\\s*{hand}\\\\b')").first)
    for line in lines:
        expect(page.get_by_role("main")).to_contain_text(line)
