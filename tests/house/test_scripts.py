"""A script holds no words of its own: what people read comes with the page, from one catalogue."""

import re

import pytest

from tests.house.sources import ROOT

COMMENT = re.compile(r"/\*.*?\*/|(?<=\s)//[^\n]*", re.DOTALL)
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
KNOWN = {
    "use strict",
    "NFKC",
    "NFKD",
    "Enter",
    "Tab",
    "AbortError",
    "Content-Type",
    "GET",
    "HEAD",
    "POST",
    "X-CSRFToken",
}
"""What the language, a browser and the protocol call things."""


def words(script: str) -> list[str]:
    """The strings of a script that somebody could read: they begin with a capital, or are words in a row."""
    strings = ["".join(found) for found in STRING.findall(COMMENT.sub("", script))]
    bare = [re.sub(r"\$\{[^}]*\}", " x ", one).strip() for one in strings]
    return [one for one in bare if one not in KNOWN and (one[:1].isupper() or is_phrase(one))]


def is_phrase(text: str) -> bool:
    is_selector = re.search(r"[#\[>]", text)
    return not is_selector and bool(re.search(r"[a-z]{2,},? [a-z]{2,}", text))


def test_no_script_says_anything_of_its_own() -> None:
    found = {path.name: said for path in (ROOT / "static/js").iterdir() if (said := words(path.read_text()))}
    assert found == {}


@pytest.mark.parametrize(
    "script",
    [
        'say("Not sent. Nothing is lost: tap again");',
        'button.textContent = "Copied";',
        "return `${count} here, and everybody plays.`;",
        'const others = "the others";',
    ],
)
def test_a_sentence_in_a_script_is_seen(script: str) -> None:
    assert words(script)


@pytest.mark.parametrize(
    "script",
    [
        "/* The pad on the page. */",
        'all("#pad .points input, [name=result]", form);',
        "chip.className = `delta ${side}`; // said here by nobody",
    ],
)
def test_a_name_in_a_script_is_none(script: str) -> None:
    assert words(script) == []
