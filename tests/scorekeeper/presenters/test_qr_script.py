"""A QR code that a phone makes by itself (static/js/qr.js) is the one that the server's library makes."""

import random
from collections.abc import Iterator

import pytest
import segno

from tests.scorekeeper.pad.deno import Script

FULL = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858]
"""How many bytes a code of each version takes (ISO/IEC 18004, table 7, level L)."""
PLAIN, ANY = "abc XYZ 0123456789 +-:/,.", "Ann Bärbel בן דוד +−·1234 ♠"
TEXTS = 150

Rows = list[list[int]]


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    running = Script("tests/js/codes.js")
    yield running
    running.close()


def drawn(script: Script, text: str) -> Rows | None:
    rows: Rows | None = script.ask(text=text)
    return rows


def by_the_library(text: str, mask: int) -> Rows:
    code = segno.make(
        text,
        error="l",
        boost_error=False,
        micro=False,
        mode="byte",
        encoding="utf-8",
        eci=not text.isascii(),
        mask=mask,
    )
    return [[*row] for row in code.matrix]


def mask_of(rows: Rows) -> int:
    """Which mask a code says that it wears."""
    return int("".join(map(str, rows[8][2:5])), 2) ^ 0b101


def of_bytes(letters: str, length: int, luck: random.Random) -> str:
    """A text that takes just so many bytes."""
    text = ""
    while (left := length - len(text.encode())) > 0:
        text += luck.choice([one for one in letters if len(one.encode()) <= left])
    return text


@pytest.mark.parametrize("version", range(1, 21))
def test_a_code_that_is_full(script: Script, version: int) -> None:
    """Of plain letters; where room is left the library fills it with a byte more than it needs."""
    text = of_bytes(PLAIN, FULL[version - 1], random.Random(version))
    rows = drawn(script, text)
    assert rows
    assert len(rows) == 17 + 4 * version
    assert rows == by_the_library(text, mask_of(rows))


def test_codes_of_any_texts(script: Script) -> None:
    luck = random.Random("across the table")
    versions = set()
    for _ in range(TEXTS):
        text = "ö" + of_bytes(ANY, luck.randint(1, luck.choice([40, 300, 850])), luck)
        rows = drawn(script, text)
        assert rows
        assert rows == by_the_library(text, mask_of(rows)), text
        versions.add(len(rows))
    assert len(versions) > 15


def test_what_is_too_long_is_none(script: Script) -> None:
    assert drawn(script, "a" * FULL[-1])
    assert drawn(script, "a" * (FULL[-1] + 1)) is None
