"""Bigger letters in the browser make a bigger page: sizes are told in rem, only thin lines in pixels."""

import re

import pytest

from tests.house.sources import ROOT

PIXELS = re.compile(r"(?<![\w.-])-?(\d*\.?\d+)px")
THIN = 3
"""Lines, outlines and hairs of space are as thin at every size."""
LEAST = {48.0}
"""What is tapped is never lower than this, however small the letters are."""


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


@pytest.mark.parametrize(
    "style",
    [
        "a {\n  font-size: 14px;\n}",
        "@media (min-width: 640px) {",
        "a {\n  margin: 0 -16px;\n}",
        "  gap: 2rem 4.5px;",
    ],
)
def test_a_fixed_size_is_seen(style: str) -> None:
    assert fixed(style)


@pytest.mark.parametrize(
    "style",
    [
        "a {\n  border: 1px solid;\n}",
        "a {\n  min-height: max(48px, 3rem); /* 12px at least */\n}",
    ],
)
def test_a_thin_line_is_none(style: str) -> None:
    assert not fixed(style)
