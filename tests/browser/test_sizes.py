"""The table at every size: the record button in sight, two panes where there is room, nothing covered."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import FloatRect, Page, expect

from ledger.models import Session
from ledger.recording import tell_hand
from tests import cast
from tests.browser.hands import (
    SIZES,
    THEMES,
    Thumb,
    box,
    fits,
    opened,
    other_game,
    resize,
    settled,
    table_address,
    taps,
    touch,
)

SMALL, PHONE, LANDSCAPE, DESK = SIZES
# Pixels: a pad is at most as wide as HAND, and a keyboard about as high as KEYBOARD.
HAND = 420
KEYBOARD = 260


def place(page: Page, selector: str) -> FloatRect:
    return box(page.locator(selector))


def right(one: FloatRect) -> float:
    return one["x"] + one["width"]


def bottom(one: FloatRect) -> float:
    return one["y"] + one["height"]


def is_in_sight(page: Page, selector: str, height: float) -> bool:
    there = place(page, selector)
    return there["y"] >= 0 and bottom(there) <= height + 0.5 and there["height"] >= 48


def overlap(page: Page, one: str, other: str) -> bool:
    a, b = place(page, one), place(page, other)
    beside = right(a) <= b["x"] + 1 or right(b) <= a["x"] + 1
    below = bottom(a) <= b["y"] + 1 or bottom(b) <= a["y"] + 1
    return not (beside or below)


def is_pad_beside_the_sheet(page: Page) -> bool:
    sheet, pad = place(page, ".sheet"), place(page, "#pad")
    return right(sheet) <= pad["x"] + 1 and pad["width"] <= HAND


def test_hand_is_recorded_and_corrected_with_the_button_in_sight_by_day_and_by_night(
    new_phone: Callable[..., Page], night: Session
) -> None:
    page = opened(new_phone(reduced_motion="reduce"), night)
    hands = 0
    for width, height in SIZES:
        resize(page, width, height)
        page.goto(table_address(night))
        if (width, height) in {LANDSCAPE, DESK}:
            assert is_pad_beside_the_sheet(page)
            assert abs(bottom(place(page, ".sheet")) - height) < 1
        if (width, height) == DESK:
            assert place(page, ".sheet")["y"] == 0
            assert bottom(place(page, "#record")) > height - 32
        for scheme in THEMES:
            hands += 1
            page.emulate_media(color_scheme=scheme)
            for head in (0, 1):
                touch(page.locator(".head:enabled").nth(head))
            assert is_in_sight(page, "#record", height)
            assert is_in_sight(page, ".heads .head >> nth=0", height)
            Thumb(page).record()
            expect(page.get_by_role("status")).to_contain_text(f"Hand {hands}")
            assert is_in_sight(page, ".said", height)
            assert [what for what in (".sheet", ".menu", "#pad") if overlap(page, ".said", what)] == []
            assert fits(page)
    for width, height in (LANDSCAPE, DESK):
        resize(page, width, height)
        page.goto(f"{table_address(night)}hands/2/correct/")
        assert is_pad_beside_the_sheet(page)
        assert is_in_sight(page, "#record", height)
        assert is_in_sight(page, ".heads .head >> nth=0", height)
        assert fits(page)


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=str)
def test_open_keyboard_leaves_the_record_button_in_sight(
    table: Page, night: Session, size: tuple[int, int]
) -> None:
    width, height = size
    left = height - KEYBOARD
    resize(table, width, height)
    taps(table, "Ann", "Ben")
    field = table.get_by_label("Picker’s card points")
    touch(field)
    resize(table, width, left)  # as on most phones
    field.press_sequentially("61")
    points = place(table, ".points input")
    assert points["y"] >= 0
    assert bottom(points) <= place(table, "#record")["y"]
    assert is_in_sight(table, "#record", left)

    # On an iPhone only what is seen of the window is lower, and it is pushed up as well.
    resize(table, width, height)
    table.goto(table_address(night))
    settled(table)
    table.locator("#record").wait_for()
    table.evaluate(
        """([height, offsetTop]) => {
          Object.defineProperty(visualViewport, "height", { get: () => height });
          Object.defineProperty(visualViewport, "offsetTop", { get: () => offsetTop });
          visualViewport.dispatchEvent(new Event("resize"));
        }""",
        [left, 40],
    )
    assert place(table, "#record")["y"] >= 40
    assert bottom(place(table, "#record")) <= left + 40.5


# The words under the names, and whether there is room for them.
WORDS = """(all) => all.map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const room = one.closest(".head").clientWidth;
  return [one.textContent, words.getBoundingClientRect().width < room - 1];
})"""


GREEN = """(one) => {
  const green = document.createElement("span");
  green.className = "plus";
  document.body.append(green);
  return getComputedStyle(one).color === getComputedStyle(green).color;
}"""


def test_narrow_column_shows_colours_signs_and_whole_words(phone: Page) -> None:
    names = (*cast.NAMES, "Gus")
    resize(phone, *SMALL)
    page = opened(phone, cast.a_night(cast.thursday_table(names=names), dealer="Gus"))
    taps(page, "Ann", "Ben")
    assert page.locator(".head.partner .delta.plus").evaluate(GREEN)
    letter = page.locator(".head.partner .tag")
    assert letter.evaluate("(one) => getComputedStyle(one, '::before').content") == '"+"'
    assert letter.evaluate("(one) => getComputedStyle(one).fontSize") == "0px"

    page = opened(phone, other_game("mehrkopf", "mehrkopf_rulebook", *cast.NAMES[:4]))
    taps(page, "Ann", "Ben")
    tags = page.locator(".head .tag:not(:empty)").evaluate_all(WORDS)
    assert tags == [["Spieler", True], ["Mitspieler", True]]


WIDE = """(cells) => cells.map((cell) => {
  const text = document.createRange(), brush = document.createElement("canvas").getContext("2d");
  text.selectNodeContents(cell.querySelector("a"));
  const ink = (style, words) => {
    brush.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return brush.measureText(words);
  };
  const place = cell.getBoundingClientRect(), lines = [...text.getClientRects()], words = `${text}`.trim();
  const digits = ink(getComputedStyle(cell), words), style = getComputedStyle(cell, "::after");
  const mark = ink(style, style.content.replaceAll('"', "")), size = parseFloat(style.fontSize);
  const up = mark.fontBoundingBoxAscent, down = mark.fontBoundingBoxDescent;
  return {
    words,
    mark: style.content,
    lines: lines.length,
    beyond: Math.max(place.left - lines[0].left, lines[0].right - place.right),
    between: lines[0].top + digits.fontBoundingBoxAscent - digits.actualBoundingBoxAscent -
      (place.top + parseFloat(style.top) + (size - up - down) / 2 + up + mark.actualBoundingBoxDescent),
  };
})"""


def test_wide_numbers_stay_in_their_row_and_clear_of_their_marks(phone: Page) -> None:
    group = cast.thursday_table(options={"no_picker": "doubler", "doubler_stack": "multiply"})
    night = cast.a_night(group, dealer="Frank")
    for picker, partner, doublers, result in (
        ("Ann", "Ben", 7, "won"),
        ("Cleo", "Ben", 9, "lost"),
        ("Dave", "Cleo", 9, "won"),
    ):
        told = replace(cast.hand(night, picker, partner, result), doublers=doublers)
        tell_hand(night, told, cast.context(night))
    page = opened(phone, night)
    for size in (PHONE, SMALL):
        resize(page, *size)
        cells = page.locator(".paper tbody td:is(.p, .f)").evaluate_all(WIDE)
        assert len(cells) == 6
        assert max(len(cell["words"]) for cell in cells) == 5
        assert [cell for cell in cells if cell["lines"] != 1 or cell["beyond"] > 1] == []
        assert [cell for cell in cells if cell["between"] < 1] == []


ODD = ["Maximiliana-Theodora von Hohenlohe 🐑🃏", "<b>&amp;\"'", "שָׁלוֹם"]


def test_every_size_of_table_fits_and_a_wide_sheet_moves_under_its_numbers(phone: Page) -> None:
    names = [*ODD, "Al", "Bo", "Cy", "Di", "Ed", "Flo", "Gu"]
    for seats in (3, 4, 7, 8, 10):
        night = cast.a_night(cast.thursday_table(names=names[:seats]))
        opened(phone, night)
        for seat in (0, 1):
            touch(phone.locator(".head:enabled").nth(seat))
        expect(phone.locator(".head")).to_have_count(seats)
        assert fits(phone), seats

    Thumb(phone).record()
    expect(phone.locator(".paper tbody th")).to_have_count(1)
    resize(phone, *SMALL)
    sheet = phone.locator(".sheet")
    wide = sheet.evaluate("(one) => one.scrollWidth")
    assert wide > SMALL[0]
    sheet.evaluate("(one) => one.scrollTo(1000, 0)")
    assert right(place(phone, ".head >> nth=-1")) <= SMALL[0]
    assert place(phone, ".paper tbody th >> nth=0")["x"] == 0
    cell, head = place(phone, ".paper tbody tr:has(th) td >> nth=0"), place(phone, ".heads td >> nth=0")
    assert abs(cell["x"] - head["x"]) < 1
    assert sheet.evaluate("(one) => one.scrollWidth") == wide
