"""No line is longer than 120 characters, so that two files stand side by side on a screen."""

import pytest

from tests.house.sources import ROOT

LONGEST = 120
FOLDERS = ("ledger", "scorekeeper", "templates", "static", "tests", "docs")
KINDS = {".py", ".html", ".txt", ".css", ".js", ".svg"}


def too_long(text: str) -> list[int]:
    """The numbers of the lines that are too long."""
    return [number for number, line in enumerate(text.splitlines(), start=1) if len(line) > LONGEST]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_line_is_too_long(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in KINDS and "migrations" not in path.parts
        for number in too_long(path.read_text())
    ]
    assert found == []


def test_a_long_line_is_seen() -> None:
    assert too_long("x" * 120 + "\n" + "x" * 121) == [2]
