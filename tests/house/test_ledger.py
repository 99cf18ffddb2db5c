"""Check the ledger: no float but in estimates, and rows locked without their keys."""

import ast

from tests.house.sources import functions, imported, module_name, python_files

# A chance is no point: nobody is paid by it, and it is never kept.
ESTIMATES = (
    "ledger.statistics",
    "ledger.standings.statistics",
    "ledger.management.commands.statistics",
)
WRITES = ("ledger.recording", "ledger.exchange", "ledger.models")


def floats(source: str, module: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        literal = isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
        name = isinstance(node, ast.Name) and node.id == "float"
        field = isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).endswith("FloatField")
        if literal or name or field:
            found.append(f"{module}:{getattr(node, 'lineno', '?')} {ast.unparse(node)}")
    return found


def test_the_ledger_has_no_floats_and_nothing_that_writes_knows_an_estimate() -> None:
    found = []
    for path in python_files("ledger"):
        module, text = module_name(path), path.read_text()
        found += [] if module.startswith(ESTIMATES) else floats(text, module)
        if module.startswith(WRITES):
            names = imported(ast.parse(text), module, is_package=path.stem == "__init__")
            found += [f"{module} {name}" for name in names if name.startswith(ESTIMATES)]
    assert found == []


# A group that is removed: nothing may be added to it.
WITH_KEY = {"ledger.recording.removing._hold"}


def locked_with_key(source: str, module: str) -> list[str]:
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
        fault
        for path in python_files("ledger")
        for fault in locked_with_key(path.read_text(), module_name(path))
    }
    assert found == WITH_KEY
