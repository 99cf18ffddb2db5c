"""The table at every size: the record button in sight, two panes where there is room, nothing covered."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.recording import tell_hand
from tests import cast
from tests.browser.hands import Thumb, owns, table_address, touch
from tests.browser.test_house_rules_evening import other_game
from tests.steady import some

pytestmark = pytest.mark.django_db(transaction=True)

PHONE, SMALL, LANDSCAPE = (390, 844), (320, 568), (844, 390)
TABLET, DESK = (820, 1180), (1440, 900)
HAND = 420
"""So many pixels wide is a pad at most, and a keyboard about so high as it is here less."""
KEYBOARD = 260

Open = Callable[..., Page]


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(), dealer="Frank")


def opened(new_phone: Open, night: Session, size: tuple[int, int], **options: Any) -> Page:
    page = new_phone(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **options)
    owns(page)
    page.goto(table_address(night))
    return page


def box(page: Page, selector: str) -> dict[str, float]:
    found: dict[str, float] = page.locator(selector).evaluate("(one) => one.getBoundingClientRect().toJSON()")
    return found


def is_in_sight(page: Page, selector: str, height: float) -> bool:
    place = box(page, selector)
    return place["top"] >= 0 and place["bottom"] <= height + 0.5 and place["height"] >= 48


@pytest.mark.parametrize("size", some([SMALL, LANDSCAPE, DESK, PHONE, TABLET, (568, 320)], on_push=3))
def test_a_hand_is_recorded_with_the_button_in_sight_by_day_and_by_night(
    new_phone: Open, night: Session, size: tuple[int, int]
) -> None:
    page = opened(new_phone, night, size)
    by_day, by_night = ("Ann", "Ben"), ("Cleo", "Dave")
    for hand, names in ((1, by_day), (2, by_night)):
        page.emulate_media(color_scheme="light" if names is by_day else "dark")
        for name in names:
            Thumb(page).player(name)
        assert is_in_sight(page, "#record", size[1])
        assert is_in_sight(page, ".heads .head >> nth=0", size[1])
        Thumb(page).record()
        expect(page.get_by_role("status")).to_contain_text(f"Hand {hand}")
        assert is_in_sight(page, ".said", size[1])
        assert [what for what in (".sheet", ".menu", "#pad") if overlap(page, ".said", what)] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def overlap(page: Page, one: str, other: str) -> bool:
    """Whether one thing lies over another."""
    a, b = box(page, one), box(page, other)
    beside = a["right"] <= b["left"] + 1 or b["right"] <= a["left"] + 1
    below = a["bottom"] <= b["top"] + 1 or b["bottom"] <= a["top"] + 1
    return not (beside or below)


@pytest.mark.parametrize("size", [LANDSCAPE, DESK])
def test_the_sheet_is_left_and_the_pad_is_right(
    new_phone: Open, night: Session, size: tuple[int, int]
) -> None:
    page = opened(new_phone, night, size)
    sheet, pad, record = box(page, ".sheet"), box(page, "#pad"), box(page, "#record")
    assert sheet["right"] <= pad["left"] + 1
    assert pad["width"] <= HAND
    assert abs(sheet["bottom"] - size[1]) < 1
    if size != LANDSCAPE:
        assert sheet["top"] == 0
        assert record["bottom"] > size[1] - 32


@pytest.mark.parametrize("size", some([SMALL, PHONE]))
def test_an_open_keyboard_leaves_the_record_button_in_sight(
    new_phone: Open, night: Session, size: tuple[int, int]
) -> None:
    """On most phones the window is lower then."""
    page = opened(new_phone, night, size)
    for name in ("Ann", "Ben"):
        Thumb(page).player(name)
    touch(page.get_by_label("Picker’s card points"))
    page.set_viewport_size({"width": size[0], "height": size[1] - KEYBOARD})
    page.get_by_label("Picker’s card points").press_sequentially("61")
    points, record = box(page, ".points input"), box(page, "#record")
    assert points["top"] >= 0
    assert points["bottom"] <= record["top"]
    assert is_in_sight(page, "#record", size[1] - KEYBOARD)


@pytest.mark.parametrize("size", some([SMALL, PHONE]))
def test_a_keyboard_over_the_page_leaves_the_record_button_in_sight(
    new_phone: Open, night: Session, size: tuple[int, int]
) -> None:
    """On an iPhone only what is seen of the window is lower, and it is pushed up as well."""
    page = opened(new_phone, night, size)
    left = size[1] - KEYBOARD
    page.evaluate(
        """([height, offsetTop]) => {
          Object.defineProperty(visualViewport, "height", { get: () => height });
          Object.defineProperty(visualViewport, "offsetTop", { get: () => offsetTop });
          visualViewport.dispatchEvent(new Event("resize"));
        }""",
        [left, 40],
    )
    record = box(page, "#record")
    assert record["top"] >= 40
    assert record["bottom"] <= left + 40.5


def test_in_a_narrow_column_what_is_won_keeps_its_colour(new_phone: Open, db: None) -> None:
    names = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", "Gus")
    page = opened(new_phone, cast.a_night(cast.thursday_table(names=names), dealer="Gus"), SMALL)
    for name in ("Ann", "Ben"):
        Thumb(page).player(name)
    won = page.locator(".head.partner .delta.plus")
    assert won.evaluate(
        """(one) => {
          const green = document.createElement("span");
          green.className = "plus";
          document.body.append(green);
          return getComputedStyle(one).color === getComputedStyle(green).color;
        }"""
    )
    letter = page.locator(".head.partner .tag")
    assert letter.evaluate("(one) => getComputedStyle(one, '::before').content") == '"+"'
    assert letter.evaluate("(one) => getComputedStyle(one).fontSize") == "0px"


WORDS = """(all) => all.map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const room = one.closest(".head").clientWidth;
  return [one.textContent, words.getBoundingClientRect().width < room - 1];
})"""
"""What stands under the names, and whether there is room for it."""


def test_the_parts_at_a_schafkopf_table_are_whole_words_on_a_small_phone(new_phone: Open, db: None) -> None:
    page = opened(new_phone, other_game("mehrkopf", "mehrkopf_rulebook", *cast.NAMES[:4]), SMALL)
    for name in ("Ann", "Ben"):
        Thumb(page).player(name)
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


@pytest.mark.parametrize("players", some([6, 5, 4]))
def test_wide_numbers_stay_in_their_row_and_clear_of_their_marks(
    db: None, new_phone: Open, players: int
) -> None:
    group = cast.thursday_table(options={"no_picker": "doubler", "doubler_stack": "multiply"})
    names = cast.NAMES[:players]
    night = cast.a_night(group, *names, dealer=names[-1])
    for picker, partner, doublers, result in (
        ("Ann", "Ben", 7, "won"),
        ("Cleo", "Ben", 9, "lost"),
        ("Dave", "Cleo", 9, "won"),
    ):
        told = replace(cast.hand(night, picker, partner, result), doublers=doublers)
        tell_hand(night, told, cast.context(night))
    page = opened(new_phone, night, PHONE)
    for width, height in (PHONE, SMALL):
        page.set_viewport_size({"width": width, "height": height})
        cells = page.locator(".paper tbody td:is(.p, .f)").evaluate_all(WIDE)
        assert len(cells) == 6
        assert max(len(cell["words"]) for cell in cells) == 5
        assert [cell for cell in cells if cell["lines"] != 1 or cell["beyond"] > 1] == []
        assert [cell for cell in cells if cell["between"] < 1] == []


@pytest.mark.parametrize("seats", some([10, 9]))
def test_a_sheet_wider_than_the_phone_moves_under_its_numbers(new_phone: Open, db: None, seats: int) -> None:
    names = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", "Gus", "Hanna", "Ivo", "Jo")[:seats]
    night = cast.a_night(cast.thursday_table(names=names), dealer="Ann")
    cast.tell(night, "Ben", "Cleo")
    page = opened(new_phone, night, SMALL)
    wide = page.locator(".sheet").evaluate("(one) => one.scrollWidth")
    assert wide > SMALL[0]
    page.locator(".sheet").evaluate("(one) => one.scrollTo(1000, 0)")
    last, number = box(page, ".head >> nth=-1"), box(page, ".paper tbody th >> nth=0")
    assert (last["right"] <= SMALL[0], number["left"]) == (True, 0)
    assert (
        abs(
            box(page, ".paper tbody tr:has(th) td >> nth=0")["left"] - box(page, ".heads td >> nth=0")["left"]
        )
        < 1
    )
    assert page.locator(".sheet").evaluate("(one) => one.scrollWidth") == wide


@pytest.mark.parametrize("size", [LANDSCAPE, DESK])
def test_a_hand_is_corrected_with_the_pad_beside_it(
    new_phone: Open, night: Session, size: tuple[int, int]
) -> None:
    told = cast.tell(night, "Ann", "Ben")
    page = opened(new_phone, night, size)
    page.goto(f"{table_address(night)}hands/{told.entry.number}/correct/")
    sheet, pad = box(page, ".sheet"), box(page, "#pad")
    assert sheet["right"] <= pad["left"] + 1
    assert pad["width"] <= HAND
    assert is_in_sight(page, "#record", size[1])
    assert is_in_sight(page, ".heads .head >> nth=0", size[1])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
