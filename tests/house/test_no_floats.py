"""Points are fractions and money is whole cents: no float in the ledger, ever."""

import ast

import pytest

from tests.house.sources import module_name, python_files


def faults(source: str, module: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        literal = isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
        name = isinstance(node, ast.Name) and node.id == "float"
        field = isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).endswith("FloatField")
        if literal or name or field:
            found.append(f"{module}:{getattr(node, 'lineno', '?')} {ast.unparse(node)}")
    return found


def test_the_ledger_has_no_floats() -> None:
    found = []
    for path in python_files("ledger"):
        found += faults(path.read_text(), module_name(path))
    assert found == []


@pytest.mark.parametrize(
    "source", ["x = 0.5", "x = 1e3", "x = float(y)", "x: float", "x = models.FloatField()"]
)
def test_a_float_is_seen(source: str) -> None:
    assert len(faults(source, "m")) == 1


@pytest.mark.parametrize("source", ["x = Fraction(1, 2)", "x = '0.5'  # 0.5", "x = 7 // 2"])
def test_exact_numbers_are_not(source: str) -> None:
    assert faults(source, "m") == []
