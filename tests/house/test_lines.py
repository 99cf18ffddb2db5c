"""Check the width of lines of the files that neither ruff nor deno holds."""

from tests.house.sources import ROOT

LONGEST = 120


def test_no_line_of_a_template_or_drawing_is_longer_than_120_characters() -> None:
    assert [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted([*(ROOT / "templates").rglob("*.*"), *(ROOT / "static").rglob("*.svg")])
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > LONGEST
    ] == []
