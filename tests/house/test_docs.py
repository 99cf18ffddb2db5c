"""Check the docs: rooms exist, settings are listed, commands work, pictures are there."""

import ast
import re
from pathlib import Path

import pytest

from scorekeeper.variables import VARIABLES
from tests.house.sources import ROOT

DOCS = ROOT / "docs"
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", *(f"docs/{path.name}" for path in DOCS.glob("*.md")))
MOST_LINES = {"README.md": 50, "CHANGELOG.md": 1000, "docs/architecture.md": 250, "docs/operating.md": 400}
# A path in one of our rooms, as docs write it; <page> stands for any name.
OURS = re.compile(r"(?<![\w/.<-])(?:ledger|scorekeeper|templates|static|tests|docs)/[\w./<>-]*")


def missing_paths(text: str) -> list[str]:
    named = {path.rstrip(".") for path in OURS.findall(text)}
    return sorted(path for path in named if "<" not in path and not (ROOT / path).exists())


def settings_read(source: str) -> set[str]:
    return {
        str(call.args[0].value)
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "value"
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }


def unknown_targets(text: str, makefile: str) -> list[str]:
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    named = re.findall(r"(?:^|`|bin/)(?:[A-Z_]+=\S+ )*make ([a-z][a-z-]*)", text, flags=re.MULTILINE)
    return sorted(set(named) - targets)


def dead_links(text: str, folder: Path) -> list[str]:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", text) + re.findall(r'src="([^"]+)"', text)
    return [link for link in links if "://" not in link and not (folder / link).exists()]


def dead_anchors(page: Path) -> list[str]:
    """Return the links of a page to chapters that are not there."""
    dead = []
    for link, anchor in re.findall(r"\]\(([^):]*)#([^)]+)\)", page.read_text()):
        text = (page.parent / link if link else page).read_text()
        heads = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
        if anchor not in {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}:
            dead.append(f"{link}#{anchor}")
    return dead


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text()
    targets = unknown_targets(text, (ROOT / "Makefile").read_text())
    links = dead_links(text, (ROOT / page).parent) + dead_anchors(ROOT / page)
    assert [*missing_paths(text), *targets, *links] == []
    assert text.count("\n") <= MOST_LINES.get(page, 500)


@pytest.mark.parametrize("folder", ["ledger", "scorekeeper"])
def test_the_house_is_drawn_with_every_room(folder: str) -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    modules = {path.name for path in (ROOT / folder).glob("*.py")} - {"__init__.py"}
    packages = {f"{path.parent.name}/" for path in (ROOT / folder).glob("*/__init__.py")}
    assert {name for name in modules | packages if f"{folder}/{name}" not in text} == set()


def test_settings_read_every_declared_variable_and_no_other() -> None:
    asked = settings_read((ROOT / "scorekeeper/settings.py").read_text())
    assert asked == {variable.name for variable in VARIABLES}


def test_every_page_has_its_picture_by_day_and_by_night_and_some_on_paper() -> None:
    names = {path.stem for path in (ROOT / "docs/pictures").glob("*.png")}
    pages = {name.rpartition("-")[0] for name in names}
    on_paper = {name for name in names if name.endswith("-print")}
    assert names - on_paper == {f"{page}-{scheme}" for page in pages for scheme in ("light", "dark")}
    assert min(len(pages), len(on_paper)) >= 7


def map_of(text: str) -> dict[str, str]:
    chapter = text.partition("\n## A map\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| (.+\?) \| (.+) \|$", chapter, flags=re.MULTILINE))


def wrong_answers(answers: dict[str, str]) -> list[str]:
    """Return questions whose answer names no file, or something that is not in the files it names."""
    wrong = []
    for question, answer in answers.items():
        named = re.findall(r"`([^`]+)`", answer)
        places = [ROOT / one for one in named if OURS.fullmatch(one)]
        found = [path for place in places for path in ([place] if place.is_file() else place.rglob("*.py"))]
        read = "".join(path.read_text() for path in found)
        if not found or any(one not in read for one in named if not OURS.fullmatch(one)):
            wrong.append(question)
    return wrong


def test_the_map_answers_questions_with_files_that_hold_what_it_says() -> None:
    answers = map_of((ROOT / "CONTRIBUTING.md").read_text())
    assert (len(answers), wrong_answers(answers)) == (11, [])
