"""Check that no page copies a view or a style from another."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import pytest

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


@pytest.mark.parametrize(
    ("one", "other", "is_seen"),
    [
        ("'One.'; a(); b(c='d'); e(); f('g'); return h", "a(); b(c='i'); e(); f('j'); return k", True),
        ("a(); b(); e(); f(); return h", "a(); b(); e(); g(); return h", False),
        ("a(); b(); e(); return h", "a(); b(); e(); return h", False),
    ],
)
def test_a_copied_view_is_seen(one: str, other: str, *, is_seen: bool) -> None:
    told = [next(functions(ast.parse(f"def view(): {body}"))) for body in (one, other)]
    assert bool(repeats((str(place), beginning(view)) for place, view in enumerate(told))) is is_seen


@pytest.mark.parametrize(
    ("style", "is_seen"),
    [
        (".a { b: 1; c: 2; d: 3; e: 4 }\n@media print { .f > li { b: 1;\n c:  2; d: 3; e: 4; } }", True),
        (".a { b: 1; c: 2; d: 3; e: 4 } .f { b: 1; c: 2; d: 3; e: 5 }", False),
        (".a { b: 1; c: 2; d: 3 } .f { b: 1; c: 2; d: 3 }", False),
    ],
)
def test_a_copied_style_is_seen(style: str, *, is_seen: bool) -> None:
    assert bool(repeats(style_rules(style))) is is_seen
