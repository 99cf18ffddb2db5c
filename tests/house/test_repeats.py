"""Check that no page copies a view or a style from another."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from tests.house.sources import ROOT, functions, module_name, python_files

# Fewer lines before the last one, or declarations of style, may stand in two files alike.
SHORT = 4


def beginning(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the steps before the last one without texts and named arguments; "" of a short function."""
    body = function.body[1 if ast.get_docstring(function) else 0 : -1]
    for node in (node for one in body for node in ast.walk(one)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
        elif isinstance(node, ast.Call):
            node.keywords = []
    told = "\n".join(ast.unparse(one) for one in body)
    return told if told.count("\n") + 1 >= SHORT else ""


def style_rules(style: str) -> Iterator[tuple[str, str]]:
    """Yield (selectors, declarations) of each rule with at least four declarations."""
    for names, says in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)):
        lines = [" ".join(line.split()) for line in says.split(";") if line.strip()]
        if len(lines) >= SHORT:
            yield " ".join(names.split()), "; ".join(lines)


def repeats(told: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the names under which the same text stands."""
    found: Mapping[str, list[str]] = defaultdict(list)
    for name, text in told:
        found[text].append(name)
    return [names for text, names in found.items() if text and len(names) > 1]


def test_no_two_pages_do_the_same() -> None:
    assert not repeats(
        (f"{module_name(path)}.{function.name}", beginning(function))
        for path in python_files("scorekeeper/pages")
        for function in functions(ast.parse(path.read_text()))
    )


def test_no_two_rules_of_style_say_the_same() -> None:
    assert not repeats(
        (f"{path.name}: {names}", says)
        for path in sorted((ROOT / "static/css").rglob("*.css"))
        for names, says in style_rules(path.read_text())
    )
