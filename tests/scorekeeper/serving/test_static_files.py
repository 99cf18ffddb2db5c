"""Collected files have hashed names, and a script that imports another asks for it by that name."""

import re
import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from scorekeeper.settings import BASE_DIR

STORAGES = {"staticfiles": {"BACKEND": "scorekeeper.serving.static_files.StaticFiles"}}


def collect(into: Path, *sources: Path) -> Path:
    with override_settings(STORAGES=STORAGES, STATIC_ROOT=into, STATICFILES_DIRS=sources):
        call_command("collectstatic", "--no-input", verbosity=0)
    return into


@pytest.fixture
def collected(tmp_path: Path) -> Path:
    return collect(tmp_path / "static", BASE_DIR / "static")


def imports(script: Path) -> list[str]:
    return re.findall(r'\b(?:from |import\()"(.*?)"', script.read_text())


def test_scripts_import_each_other_by_their_hashed_names(collected: Path) -> None:
    importing = [script for script in (BASE_DIR / "static/js").iterdir() if imports(script)]
    assert importing
    for script in importing:
        (served,) = collected.glob(f"js/{script.stem}.????????????.js")
        assert len(imports(served)) == len(imports(script))
        for name in imports(served):
            assert re.fullmatch(r"\./\w+\.[0-9a-f]{12}\.js", name)
            assert (served.parent / f"{name}.gz").is_file()


def test_a_change_to_an_imported_script_gives_both_new_names(collected: Path, tmp_path: Path) -> None:
    before = {path.name for path in collected.glob("js/*.????????????.js")}
    changed = tmp_path / "changed" / "js"
    shutil.copytree(BASE_DIR / "static/js", changed)
    with (changed / "pad.js").open("a") as script:
        script.write("/* changed */\n")
    after = collect(tmp_path / "anew", tmp_path / "changed")
    renamed = before - {path.name for path in after.glob("js/*.????????????.js")}
    assert {name.partition(".")[0] for name in renamed} == {"pad", "table"}


def test_what_we_say_to_each_other_in_a_file_is_not_sent_to_phones(collected: Path) -> None:
    (style,) = collected.glob("css/house.????????????.css")
    (script,) = collected.glob("js/outbox.????????????.js")
    assert "body {" in style.read_text()
    assert "export function step(" in script.read_text()
    for file in (style, script):
        assert not re.search(r"^\s*/\*", file.read_text(), flags=re.MULTILINE)
