"""Rows of the book are locked without their keys, so that nobody waits who inserts a row that names them."""

import ast

import pytest

from tests.house.sources import functions, module_name, python_files

WITH_KEY = {"ledger.recording.removing._hold"}
"""A group that is removed: nothing may be added to it."""


def faults(source: str, module: str) -> list[str]:
    found = []
    for function in functions(ast.parse(source)):
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or not ast.unparse(call.func).endswith(".select_for_update"):
                continue
            if not any(one.arg == "no_key" and ast.unparse(one.value) == "True" for one in call.keywords):
                found.append(f"{module}.{function.name}")
    return found


def test_rows_of_the_book_are_locked_without_their_keys() -> None:
    found = {
        fault for path in python_files("ledger") for fault in faults(path.read_text(), module_name(path))
    }
    assert found == WITH_KEY


@pytest.mark.parametrize(
    "call", ["rows.select_for_update()", "Group.objects.select_for_update(no_key=False).get(pk=1)"]
)
def test_lock_with_the_key_is_seen(call: str) -> None:
    assert faults(f"def f():\n    {call}", "m") == ["m.f"]
