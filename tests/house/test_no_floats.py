"""Points are fractions and money is whole cents: no float in the ledger, but where chances are estimated."""

import ast

import pytest

from tests.house.sources import imported, module_name, python_files

# A chance is no point: nobody is paid by it, and it is never kept.
ESTIMATES = (
    "ledger.statistics",
    "ledger.standings.statistics",
    "ledger.management.telling_statistics",
)
WRITES = ("ledger.recording", "ledger.exchange", "ledger.models")


def faults(source: str, module: str) -> list[str]:
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
        found += [] if module.startswith(ESTIMATES) else faults(text, module)
        if module.startswith(WRITES):
            names = imported(ast.parse(text), module, is_package=path.stem == "__init__")
            found += [f"{module} {name}" for name in names if name.startswith(ESTIMATES)]
    assert found == []


@pytest.mark.parametrize(
    "source", ["x = 0.5", "x = 1e3", "x = float(y)", "x: float", "x = models.FloatField()"]
)
def test_a_float_is_seen(source: str) -> None:
    assert len(faults(source, "m")) == 1


@pytest.mark.parametrize("source", ["x = Fraction(1, 2)", "x = '0.5'  # 0.5", "x = 7 // 2"])
def test_exact_numbers_are_not(source: str) -> None:
    assert faults(source, "m") == []
