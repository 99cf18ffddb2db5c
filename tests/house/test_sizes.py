"""A function fits on a screen, and a file into a head."""

import ast

from tests.house.sources import functions, module_name, python_files

LONGEST_FUNCTION = 50
LONGEST_FILE = 450


def faults(source: str, module: str) -> list[str]:
    found = []
    if (lines := source.count("\n")) > LONGEST_FILE:
        found.append(f"{module} has {lines} lines")
    for function in functions(ast.parse(source)):
        lines = (function.end_lineno or 0) - function.lineno + 1
        if lines > LONGEST_FUNCTION:
            found.append(f"{module}.{function.name} has {lines} lines")
    return found


def test_functions_and_files_are_short() -> None:
    found = []
    for path in python_files("ledger", "scorekeeper"):
        found += faults(path.read_text(), module_name(path))
    assert found == []


def test_a_long_one_is_seen() -> None:
    assert faults("def f():\n" + "    x = 1\n" * 50, "m") == ["m.f has 51 lines"]
    assert faults("x = 1\n" * 451, "m") == ["m has 451 lines"]
    assert faults("def f():\n" + "    x = 1\n" * 49, "m") == []
