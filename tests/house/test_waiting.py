"""A browser's test asks again and again from outside: the page's own policy lets nothing wait inside of it.

Waiting inside is let in where the answer is yes at once and refused where it is not: it fails now and then.
So does a test that looks at the old page because the new one is still on its way: `tests/browser/hands.py`
knows when that is there, and taps for all.
"""

import ast
from collections.abc import Iterator

from tests.house.sources import ROOT, python_files

REFUSED = "wait_for_" + "function("


def test_no_test_waits_inside_a_page_or_taps_by_itself() -> None:
    assert [path.name for path in (ROOT / "tests").rglob("*.py") if REFUSED in path.read_text()] == []
    files = [path for path in python_files("tests/browser") if path.name != "hands.py"]
    assert [f"{path.name}:{line}" for path in files for line in unheard(path.read_text())] == []


def unheard(source: str) -> Iterator[int]:
    """Yield the lines in which something is tapped, clicked or pressed past the hands."""
    for call in ast.walk(ast.parse(source)):
        match call:
            case ast.Call(func=ast.Attribute(attr="tap" | "click" | "dblclick"), args=[]):
                yield call.lineno
            case ast.Call(func=ast.Attribute(attr="press", value=ast.Attribute(attr="keyboard"))):
                yield call.lineno
