"""A yes-or-no is passed by name: `settle(night, True)` tells a reader nothing."""

import ast

import pytest

from tests.house.sources import functions, module_name, python_files


def is_flag(argument: ast.arg, default: ast.expr | None) -> bool:
    annotated = argument.annotation is not None and ast.unparse(argument.annotation) in (
        "bool",
        "bool | None",
    )
    return annotated or (isinstance(default, ast.Constant) and isinstance(default.value, bool))


def faults(source: str, module: str) -> list[str]:
    found = []
    for function in functions(ast.parse(source)):
        positional = function.args.posonlyargs + function.args.args
        defaults = [None] * (len(positional) - len(function.args.defaults)) + function.args.defaults
        # A function of one value (a template filter, a formatter) is about that value.
        alone = [a.arg for a in positional if a.arg not in ("self", "cls")][1:] == []
        for argument, default in zip(positional, defaults, strict=True):
            if is_flag(argument, default) and not (alone and default is None):
                found.append(f"{module}.{function.name}({argument.arg})")
    return found


def test_flags_are_keyword_only() -> None:
    found = []
    for path in python_files("ledger", "scorekeeper"):
        found += faults(path.read_text(), module_name(path))
    assert found == []


@pytest.mark.parametrize(
    "source",
    ["def f(a, b: bool): ...", "def f(a, b=True): ...", "def f(self, a, b: bool | None = None): ..."],
)
def test_a_bare_flag_is_seen(source: str) -> None:
    assert len(faults(source, "m")) == 1


@pytest.mark.parametrize(
    "source", ["def f(a, *, b: bool): ...", "def f(value: bool): ...", "def f(a, b=1): ..."]
)
def test_a_named_one_is_not(source: str) -> None:
    assert faults(source, "m") == []
