"""A browser's test asks again and again from outside: the page's own policy lets nothing wait inside of it.

Waiting inside is let in where the answer is yes at once and refused where it is not: it fails now and then.
"""

from tests.house.sources import ROOT

REFUSED = "wait_for_" + "function("


def test_no_test_waits_inside_a_page() -> None:
    assert [path.name for path in (ROOT / "tests").rglob("*.py") if REFUSED in path.read_text()] == []
