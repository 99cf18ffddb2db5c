"""A function fits on a phone's screen, and a file into a head.

What is longer is named here with its length, and may only become shorter: these lists shrink and never grow.
"""

import ast
from collections.abc import Mapping

from tests.house.sources import functions, module_name, python_files

LONGEST_FUNCTION = 30
LONGEST_FILE = 300

LONGER: Mapping[str, int] = {
    "ledger.scoring.mehrkopf.ramsch._add_price": 34,
    "ledger.scoring.sheepshead.doublings.add_doublings": 35,
    "ledger.scoring.sheepshead.leaster.score_leaster": 32,
    "ledger.scoring.sheepshead.picked.score_picked": 32,
    "ledger.scoring.sheepshead.pots.play_for_pot": 31,
    "ledger.scoring.southern_indiana._alone": 34,
}


def too_long(source: str, module: str) -> dict[str, int]:
    """The lengths of a file and its functions, of those that are too long."""
    found = {module: lines} if (lines := source.count("\n")) > LONGEST_FILE else {}
    for function in functions(ast.parse(source)):
        lines = (function.end_lineno or 0) - function.lineno + 1
        if lines > LONGEST_FUNCTION:
            found[f"{module}.{function.name}"] = lines
    return found


def faults(found: Mapping[str, int], longer: Mapping[str, int]) -> list[str]:
    """What is too long and not named, or longer than it was named; and names that are no longer needed."""
    grown = [f"{name} has {lines} lines" for name, lines in found.items() if lines > longer.get(name, 0)]
    return grown + [f"{name} is short now: take it off the list" for name in longer if name not in found]


def test_functions_and_files_are_short() -> None:
    found: dict[str, int] = {}
    for path in python_files("ledger", "scorekeeper"):
        found |= too_long(path.read_text(), module_name(path))
    assert faults(found, LONGER) == []


def test_a_long_one_is_seen() -> None:
    assert too_long("def f():\n" + "    x = 1\n" * 30, "m") == {"m.f": 31}
    assert too_long("x = 1\n" * 301, "m") == {"m": 301}
    assert too_long("def f():\n" + "    x = 1\n" * 29, "m") == {}


def test_the_list_may_only_shrink() -> None:
    assert faults({"m.f": 35}, {"m.f": 35}) == []
    assert faults({"m.f": 36}, {"m.f": 35}) == ["m.f has 36 lines"]
    assert faults({}, {"m.f": 35}) == ["m.f is short now: take it off the list"]
