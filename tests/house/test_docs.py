"""What the docs say is so: rooms exist, settings are listed, commands work, pictures are there."""

import ast
import re
import shutil
import subprocess
import sys
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


def forgotten_rooms(text: str, folder: str, names: list[str]) -> list[str]:
    return [name for name in names if f"{folder}/{name}" not in text]


def rooms(folder: str) -> list[str]:
    """The modules and folders at the top of a package."""
    found = [path.name for path in (ROOT / folder).glob("*.py") if path.name != "__init__.py"]
    return found + [f"{path.parent.name}/" for path in (ROOT / folder).glob("*/__init__.py")]


def settings_read(source: str) -> set[str]:
    """The environment variables that settings ask for."""
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
        heads = re.findall(
            r"^#+ (.*)$", (page.parent / link if link else page).read_text(), flags=re.MULTILINE
        )
        if anchor not in {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}:
            dead.append(f"{link}#{anchor}")
    return dead


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text()
    assert missing_paths(text) == []
    assert unknown_targets(text, (ROOT / "Makefile").read_text()) == []
    assert dead_links(text, (ROOT / page).parent) == []
    assert dead_anchors(ROOT / page) == []
    assert text.count("\n") <= MOST_LINES.get(page, 500)


@pytest.mark.parametrize("folder", ["ledger", "scorekeeper"])
def test_the_house_is_drawn_with_every_room(folder: str) -> None:
    assert forgotten_rooms((ROOT / "docs/architecture.md").read_text(), folder, rooms(folder)) == []


def test_settings_read_every_declared_variable_and_no_other() -> None:
    asked = settings_read((ROOT / "scorekeeper/settings.py").read_text())
    assert asked == {variable.name for variable in VARIABLES}


def written(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run docs/written.py of a copy of the house."""
    command = [sys.executable, "docs/written.py", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False)


def test_docs_made_from_the_code_are_as_the_code_is() -> None:
    done = written(ROOT, "--check")
    assert done.returncode == 0, done.stderr


def test_docs_that_differ_from_the_code_are_named_and_written_anew(tmp_path: Path) -> None:
    for name in ("docs/written.py", "docs/operating.md", "docs/architecture.md", "scorekeeper/variables.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    variables = tmp_path / "scorekeeper/variables.py"
    variables.write_text(variables.read_text().replace("where it listens", "where the cellar listens"))
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger/steps.py").touch()
    (tmp_path / "ledger/cellar.py").write_text("from ledger.steps import Steps\n")
    checked = written(tmp_path, "--check")
    assert checked.returncode == 1
    assert checked.stderr == "docs/operating.md, docs/architecture.md is stale: run `make written`.\n"
    assert written(tmp_path).returncode == written(tmp_path, "--check").returncode == 0
    assert "where the cellar listens" in (tmp_path / "docs/operating.md").read_text()
    assert "cellar" in (tmp_path / "docs/architecture.md").read_text()
    (tmp_path / "ledger/steps.py").write_text("from ledger.cellar import Who\n")
    assert "CycleError" in written(tmp_path, "--check").stderr


def test_every_page_has_its_picture_by_day_and_by_night_and_some_on_paper() -> None:
    names = {path.stem for path in (ROOT / "docs/pictures").glob("*.png")}
    pages = {name.rpartition("-")[0] for name in names}
    assert len(pages) >= 7
    on_paper = {name for name in names if name.endswith("-print")}
    assert names - on_paper == {f"{page}-{scheme}" for page in pages for scheme in ("light", "dark")}
    assert len(on_paper) >= 7


def map_of(text: str) -> dict[str, str]:
    """The chapter "A map": each question, and where its answer lies."""
    chapter = text.partition("\n## A map\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+\?) \| (.+) \|$", chapter, flags=re.MULTILINE)
    return dict(rows)


def wrong_answers(answers: dict[str, str]) -> list[str]:
    """Questions whose answer names no file, or something that is not in the files it names."""
    wrong = []
    for question, answer in answers.items():
        named = re.findall(r"`([^`]+)`", answer)
        places = [ROOT / one for one in named if OURS.fullmatch(one)]
        found = [path for place in places for path in ([place] if place.is_file() else place.rglob("*.py"))]
        read = "".join(path.read_text() for path in found)
        if not found or any(one not in read for one in named if not OURS.fullmatch(one)):
            wrong.append(question)
    return wrong


def test_the_map_answers_ten_questions_with_files_that_hold_what_it_says() -> None:
    answers = map_of((ROOT / "CONTRIBUTING.md").read_text())
    assert len(answers) == 10
    assert wrong_answers(answers) == []


def test_a_wrong_answer_on_the_map_is_seen() -> None:
    table = (
        "\n## A map\n\n| where | there |\n|---|---|\n| who deals? | `ledger/book/seating.py`: `Seating` |\n"
    )
    assert wrong_answers(map_of(table)) == []
    assert wrong_answers(map_of(table.replace("`Seating`", "`Standing`"))) == ["who deals?"]
    assert wrong_answers(map_of(table.replace("seating.py", "cellar.py").replace(": `Seating`", ""))) != []


def test_a_fault_is_seen(tmp_path: Path) -> None:
    assert missing_paths("see `ledger/cellar.py` and ledger/book/sheet.py.") == ["ledger/cellar.py"]
    assert missing_paths("pages/<page>/views.py and scorekeeper/pages/<page>/views.py") == []
    assert forgotten_rooms("ledger/steps.py", "ledger", ["steps.py", "cellar/"]) == ["cellar/"]
    assert settings_read('A = value("A")\nB = value("B") or other("C")') == {"A", "B"}
    assert unknown_targets("`make run`, make up your mind\nX=1 make fly", "run: setup") == ["fly"]
    (tmp_path / "page.md").write_text("# One head\n[a](#one-head) [b](page.md#no-head)")
    assert dead_anchors(tmp_path / "page.md") == ["page.md#no-head"]
    assert dead_links("[a](nowhere.md#b) [c](https://example.org)", ROOT) == ["nowhere.md"]
