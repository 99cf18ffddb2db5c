"""Collected files have hashed names, and a script that imports another asks for it by that name."""

import re
import shutil
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

from scorekeeper.settings import BASE_DIR

STORAGES = {"staticfiles": {"BACKEND": "scorekeeper.serving.static_files.StaticFiles"}}


def collect(into: Path, *sources: Path) -> Path:
    with override_settings(STORAGES=STORAGES, STATIC_ROOT=into, STATICFILES_DIRS=sources):
        call_command("collectstatic", "--no-input", verbosity=0)
    return into


def imports(script: Path) -> list[str]:
    return re.findall(r'\b(?:from |import\()"(.*?)"', script.read_text())


def test_scripts_import_each_other_by_hashed_names_that_change_with_them(tmp_path: Path) -> None:
    collected = collect(tmp_path / "static", BASE_DIR / "static")
    importing = [script for script in (BASE_DIR / "static/js").iterdir() if imports(script)]
    assert importing
    for script in importing:
        (served,) = collected.glob(f"js/{script.stem}.????????????.js")
        assert len(imports(served)) == len(imports(script))
        for name in imports(served):
            assert re.fullmatch(r"\./\w+\.[0-9a-f]{12}\.js", name)
            assert (served.parent / f"{name}.gz").is_file()
    changed = tmp_path / "changed" / "js"
    shutil.copytree(BASE_DIR / "static/js", changed)
    with (changed / "pad.js").open("a") as pad:
        pad.write("/* changed */\n")
    before, after = (
        {path.name for path in folder.glob("js/*.????????????.js")}
        for folder in (collected, collect(tmp_path / "anew", tmp_path / "changed"))
    )
    assert {name.partition(".")[0] for name in before - after} == {"pad", "table"}
    for name, code in (
        ("css/house.????????????.css", "body {"),
        ("js/outbox.????????????.js", "export function step("),
    ):
        (file,) = collected.glob(name)
        assert code in file.read_text()
        # Comments are not sent to phones.
        assert not re.search(r"^\s*/\*", file.read_text(), flags=re.MULTILINE)
