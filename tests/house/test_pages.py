"""Hold pages in six areas, and one name a page: its module, templates, tests, address, styles and script."""

import re

from django.urls import get_resolver

from tests.house.sources import ROOT

SHARED_TEMPLATES = {"components", "errors", "parts"}
SHARED_ASSETS = {
    "awake",
    "bars",
    "components",
    "codes",
    "copy",
    "fresh",
    "house",
    "invite",
    "laid",
    "left",
    "live",
    "memory",
    "owed",
    "passkeys",
    "pencil",
    "reopens",
    "statistics",
    "store",
    "tiles",
    "unsent",
    "worker",
}
# Scripts without a page of their own, by the scripts of pages that import them.
MODULES = {
    "keys": {"table.js"},
    "kept": {"table.js"},
    "lines": {"left.js", "pencil.js"},
    "news": {"live.js"},
    "credential": {"passkeys.js"},
    "outbox": {"pencil.js", "unsent.js"},
    "pad": {"table.js"},
    "qr": {"codes.js"},
    "seating": {"seats.js"},
}
SHARED_TESTS = {"components", "http", "live", "pad", "presenters", "serving", "tasks"}
SHARED_TESTS |= {"text", "visitors"}

AREAS = {"table", "nights", "standings", "money", "group", "accounts"}
# The files that every page has, by area and page.
BRINGS = (
    "scorekeeper/pages/{0}/{1}.py",
    "templates/{0}/{1}/page.html",
    "tests/scorekeeper/{0}/test_{1}.py",
)

MACHINES = {f"scorekeeper.http.{module}" for module in ("machines", "outbox", "worker")}
LIVE = "scorekeeper.live.views"
# Addresses that no person opens: they have no page, and their tests are those of scorekeeper/http/.
FOR_MACHINES = {"healthz", "readyz", "robots", "manifest", "favicon", "token", "worker"}


# Addresses that an open page asks by itself.
FOR_SCRIPTS = {"live_group", "live_night"}


def folders(where: str) -> set[str]:
    return {path.name for path in (ROOT / where).iterdir() if path.is_dir() and path.name != "__pycache__"}


def addresses() -> dict[str | None, str]:
    """Return every named address, and the module of the view behind it."""
    found: dict[str | None, str] = {}
    left = list(get_resolver().url_patterns)
    while left:
        one = left.pop()
        if hasattr(one, "url_patterns"):
            left += one.url_patterns
        else:
            found[one.name] = one.callback.__module__
    return found


def pages() -> set[tuple[str, str]]:
    """Return (area, page) of every module of `scorekeeper/pages/` that an address leads to."""
    views = {view.removeprefix("scorekeeper.pages.") for view in addresses().values()}
    return {(area, page) for area, dot, page in (view.partition(".") for view in views) if area in AREAS}


def test_each_page_has_its_view_templates_tests_and_an_address_of_its_name() -> None:
    files = {file.format(*page) for page in pages() for file in BRINGS}
    assert {file for file in files if not (ROOT / file).is_file()} == set()
    assert {(area, page) for area in AREAS for page in folders(f"templates/{area}")} == pages()
    assert folders("templates") - SHARED_TEMPLATES == AREAS
    assert folders("scorekeeper/pages") == AREAS
    assert folders("tests/scorekeeper") - SHARED_TESTS == AREAS
    found = addresses()
    assert {one for one in pages() if found.get(one[1]) != "scorekeeper.pages.{}.{}".format(*one)} == set()


def test_contributing_lists_the_files_of_a_page() -> None:
    chapter = (ROOT / "CONTRIBUTING.md").read_text().partition("## A page\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\d+\. `([^`]+)`", chapter, re.MULTILINE)
    assert listed == [*(file.format("group", "<page>") for file in BRINGS), "scorekeeper/urls.py"]


def test_styles_and_scripts_are_named_after_a_page() -> None:
    styles = {(path.parent.name, path.stem) for path in (ROOT / "static/css").rglob("*.css")}
    assert styles - {("css", name) for name in SHARED_ASSETS} <= pages()
    scripts = {path.stem for path in (ROOT / "static/js").iterdir()}
    assert scripts - SHARED_ASSETS - set(MODULES) <= {page for _, page in pages()}


def test_a_script_without_a_page_is_a_module_that_knows_none() -> None:
    """Check that a page's script imports it, that it has tests, and touches no document and no window."""
    scripts = {path.name: path.read_text() for path in (ROOT / "static/js").iterdir()}
    for module, users in MODULES.items():
        imported = f'from "./{module}.js";'
        assert {name for name, script in scripts.items() if imported in script} == users
        bare = re.sub(r"/\*.*?\*/|//.*", "", scripts[f"{module}.js"], flags=re.DOTALL)
        assert not re.search(r"\b(document|window|htmx|globalThis|fetch|import)\b", bare)
        assert (ROOT / f"tests/js/{module}.test.js").is_file()


def test_every_address_leads_into_a_page() -> None:
    found = addresses()
    assert {name for name, view in found.items() if view in MACHINES} == FOR_MACHINES
    assert {name for name, view in found.items() if view == LIVE} == FOR_SCRIPTS
    assert {view for view in found.values() if not view.startswith("scorekeeper.pages.")} == {*MACHINES, LIVE}
