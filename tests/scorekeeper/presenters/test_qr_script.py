"""A QR code that a phone makes by itself (static/js/qr.js) is the one that the server's library makes."""

import random
from collections.abc import Iterator

import pytest
import segno

from tests.scorekeeper.pad.deno import Script

# Bytes that a code of each version takes (ISO/IEC 18004, table 7, level L).
FULL = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858]
PLAIN, ANY = "abc XYZ 0123456789 +-:/,.", "Ann Bärbel בן דוד +−·1234 ♠"
TEXTS = 150

Rows = list[list[int]]


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    running = Script("tests/js/codes.js")
    yield running
    running.close()


def checked(script: Script, text: str) -> int:
    """Return the size of the code that the script draws, after comparing it with the library's."""
    rows: Rows = script.ask(text=text)
    mask = int("".join(map(str, rows[8][2:5])), 2) ^ 0b101  # which a code says that it wears
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
    assert rows == [[*row] for row in code.matrix], text
    return len(rows)


def of_bytes(letters: str, length: int, luck: random.Random) -> str:
    text = ""
    while (left := length - len(text.encode())) > 0:
        text += luck.choice([one for one in letters if len(one.encode()) <= left])
    return text


@pytest.mark.parametrize("version", range(1, 21))
def test_a_code_that_is_full(script: Script, version: int) -> None:
    """Use plain letters; the library fills room that is left with a byte more than it needs."""
    assert checked(script, of_bytes(PLAIN, FULL[version - 1], random.Random(version))) == 17 + 4 * version


def test_codes_of_any_texts(script: Script) -> None:
    luck = random.Random("across the table")
    texts = [of_bytes(ANY, luck.randint(1, luck.choice([40, 300, 850])), luck) for _ in range(TEXTS)]
    assert len({checked(script, f"ö{text}") for text in texts}) > 15
    assert script.ask(text="a" * (FULL[-1] + 1)) is None  # too long
