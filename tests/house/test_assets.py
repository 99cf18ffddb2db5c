"""Check styles, scripts and lines: sizes in rem, no words of their own, 120 characters."""

import re

from tests.house.sources import ROOT

PIXELS = re.compile(r"(?<![\w.-])-?(\d*\.?\d+)px")
# Lines, outlines and hairs of space are as thin at every size.
THIN = 3
# Targets for taps are never lower than this, however small the letters are.
LEAST = {48.0}


def fixed(style: str) -> list[str]:
    """Return the lines of a stylesheet with a size that does not follow the letters."""
    lines = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL).splitlines()
    sizes = {line: {float(size) for size in PIXELS.findall(line)} - LEAST for line in lines}
    return [line.strip() for line in lines if max(sizes[line], default=0) > THIN]


def test_sizes_follow_the_letters_of_the_browser() -> None:
    found = {
        path.name: lines
        for path in (ROOT / "static/css").rglob("*.css")
        if (lines := fixed(path.read_text()))
    }
    assert found == {}


COMMENT = re.compile(r"/\*.*?\*/|(?<=\s)//[^\n]*", re.DOTALL)
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
# Names of the language, of browsers and of the protocol.
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


def words(script: str) -> list[str]:
    """Return the strings of a script that a reader could see: with a capital first, or several words."""
    strings = ["".join(found) for found in STRING.findall(COMMENT.sub("", script))]
    bare = [re.sub(r"\$\{[^}]*\}", " x ", one).strip() for one in strings]
    return [one for one in bare if one not in KNOWN and (one[:1].isupper() or is_phrase(one))]


def is_phrase(text: str) -> bool:
    is_selector = re.search(r"[#\[>]", text)
    return not is_selector and bool(re.search(r"[a-z]{2,},? [a-z]{2,}", text))


def test_no_script_says_anything_of_its_own() -> None:
    found = {path.name: said for path in (ROOT / "static/js").iterdir() if (said := words(path.read_text()))}
    assert found == {}


LONGEST = 120


def test_no_line_of_a_template_or_drawing_is_longer_than_120_characters() -> None:
    assert [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted([*(ROOT / "templates").rglob("*.*"), *(ROOT / "static").rglob("*.svg")])
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > LONGEST
    ] == []
