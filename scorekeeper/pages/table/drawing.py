"""The picture of a night's result, drawn on the server: a PNG, as chats show nothing else. Pure.

Pillow draws it, in a font that lies beside this file, so that it looks alike on every machine. What the font
has not (a sign in a name) is left out; of a name of which nothing is left the place is said instead.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from unicodedata import bidirectional, category, normalize

from PIL import Image, ImageDraw, ImageFont, features

FONTS = Path(__file__).parent / "fonts"
# Pixels: as wide as chats show a picture in full, and the margin.
WIDE, EDGE = 1080, 64

ROW, FEET = 108, 96
SMALL, COURSE = 48, 220
BAR = 14
# Players who are drawn; the picture counts the others.
MOST_LINES = 24

# Colours of the day, as in static/css/house.css.
PAPER, SHEET, INK, SOFT, RULE = "#fbf8f1", "#fffdf8", "#1d1b16", "#655f52", "#e3dccb"
FELT = "#1f5c45"
# Colours of points by the side of their bar, as in static/css/house.css by day.
COLOURS = {"plus": "#17663f", "minus": "#a3322b", "best": "#1d1b16"}

# Pictures kept in memory, some 50 kB each: a link in a chat is opened by everybody at once.
KEPT = 32

# No font has this: what is drawn for it is drawn for whatever else it has not.
NO_SIGN = "\U0010fffe"


@dataclass(frozen=True, kw_only=True)
class PlayerLine:
    """A player: the name, a name that any font has, what was won as it is written, and its share of the
    longest bar (-100 to 100). `money` is "" without; `side` is that of a `Bar`."""

    name: str
    instead: str
    points: str
    money: str
    side: str
    share: int


@dataclass(frozen=True, kw_only=True)
class Card:
    """Contents of the picture; best first. `more` says how many players are left out, "" for none."""

    title: str
    said: str
    note: str = ""
    # Every player's running totals as pixels below the highest of them, the winner's first.
    course: tuple[tuple[int, ...], ...] = ()
    lines: tuple[PlayerLine, ...]
    payments: tuple[str, ...] = ()
    more: str
    foot: str


@lru_cache(maxsize=KEPT)
def drawn(card: Card) -> bytes:
    head = EDGE + 150 + (SMALL if card.note else 0) + (COURSE + 64 if card.course else 0)
    feet = (ROW // 2 if card.more else 0) + SMALL * len(card.payments[:MOST_LINES]) + FEET
    high = head + ROW * len(card.lines) + feet
    image = Image.new("RGB", (WIDE, high), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((24, 24, WIDE - 24, high - 24), 28, fill=SHEET, outline=RULE, width=2)
    draw.rectangle((24, 52, 36, high - 52), fill=FELT)
    _text(draw, (EDGE, EDGE), _fitted(drawable(card.title) or card.foot, 52, bold=True), 52, INK, bold=True)
    _text(draw, (EDGE, EDGE + 72), _fitted(drawable(card.said), 32), 32, SOFT)
    if card.note:
        _text(draw, (EDGE, EDGE + 72 + SMALL), _fitted(drawable(card.note), 32), 32, INK)
    if card.course:
        _course(draw, head - COURSE - 48, card.course)
    top, figures = head, _font(44, bold=True)
    column = max((int(figures.getlength(line.points)) for line in card.lines), default=0)
    for line in card.lines:
        _line(draw, top, line, column)
        top += ROW
    if card.more:
        _text(draw, (EDGE, top), drawable(card.more), 30, SOFT)
        top += ROW // 2
    for payment in card.payments[:MOST_LINES]:
        _text(draw, (EDGE, top), _fitted(drawable(payment), 30), 30, INK)
        top += SMALL
    _text(draw, (EDGE, high - 24 - 56), drawable(card.foot), 26, SOFT)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def drawable(text: str) -> str:
    """Return the text without what the font has not.

    "" where nothing of it is left, or where it runs from right to left and this machine cannot set it so.
    """
    found = "".join(
        one for one in normalize("NFC", text) if one == " " or (category(one)[0] not in "CZ" and _has(one))
    )
    found = " ".join(found.split())
    is_right_to_left = any(bidirectional(letter) in ("R", "AL") for letter in found)
    if is_right_to_left and not (features.check("raqm") and features.check("fribidi")):
        return ""
    return found


def _course(draw: ImageDraw.ImageDraw, top: int, course: tuple[tuple[int, ...], ...]) -> None:
    # Draw everybody's running totals from the first hand to the last, the winner's over the others.
    draw.line((EDGE, top + course[0][0], WIDE - EDGE, top + course[0][0]), fill=RULE, width=2)
    for place, totals in reversed(list(enumerate(course))):
        wide, hands = WIDE - 2 * EDGE, len(totals) - 1
        points = [(EDGE + wide * hand // hands, top + total) for hand, total in enumerate(totals)]
        draw.line(points, fill=SOFT if place else FELT, width=3 if place else 8, joint="curve")


def _line(draw: ImageDraw.ImageDraw, top: int, line: PlayerLine, column: int) -> None:
    # A player's line; points and money stand in columns, and that of the points is so wide.
    colour = COLOURS.get(line.side, SOFT)
    right = WIDE - EDGE
    draw.text((right, top), line.points, font=_font(44, bold=True), fill=colour, anchor="ra")
    taken = column + 32
    if line.money:
        money = _font(30)
        draw.text((right - taken, top + 12), line.money, font=money, fill=SOFT, anchor="ra")
        taken += int(money.getlength(line.money)) + 32
    name = drawable(line.name) or drawable(line.instead)
    _text(draw, (EDGE, top), _fitted(name, 40, less=taken), 40, INK)
    middle, y = WIDE // 2, top + 66
    reach = (middle - EDGE) * line.share // 100
    draw.rectangle((EDGE, y + BAR // 2 - 1, right, y + BAR // 2), fill=RULE)
    if reach:
        draw.rounded_rectangle(
            (min(middle, middle + reach), y, max(middle, middle + reach), y + BAR), 5, fill=colour
        )


def _text(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, fill: str, *, bold: bool = False
) -> None:
    draw.text(at, text, font=_font(size, bold=bold), fill=fill, anchor="la")


def _fitted(text: str, size: int, *, bold: bool = False, less: int = 0) -> str:
    # The text, or as much of its beginning as there is room for.
    font, room = _font(size, bold=bold), WIDE - 2 * EDGE - less
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


@cache
def _font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"), size)


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    return _mask(letter) != _mask(NO_SIGN)


def _mask(letter: str) -> tuple[tuple[int, int], bytes]:
    mask = _font(40).getmask(letter)
    return mask.size, bytes(mask)
