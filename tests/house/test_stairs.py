"""Imports go one way: words ← scoring, money ← book ← models ← recording, standings ← exchange ← pages."""

import ast
import re

from tests.house.sources import ROOT, imported, module_name, python_files

# Each room and the rooms of the ledger it may look into, besides itself.
PURE = {"scoring", "book", "money", "words", "steps", "limits", "statistics"}
MAY_LOOK_INTO = {
    "words": set(),
    "scoring": {"words"},
    "money": set(),
    "book": {"words", "scoring", "money", "steps"},
    "limits": set(),
    "steps": set(),
    "statistics": set(),
    "models": PURE,
    "standings": PURE | {"models"},
    "recording": PURE | {"models", "standings"},
    "exchange": PURE | {"models", "standings", "recording"},
    "management": PURE | {"models", "standings", "recording", "exchange"},
    "apps": PURE | {"models", "recording"},
}
NOT_IN_SCORING = {"datetime", "time", "random", "os"}  # scoring has no clock, no luck, no machine
HTMX = re.compile(r"HX-|HTTP_HX|(?<!http)\.htmx\b|django_htmx")
KNOWS_HTMX = {"scorekeeper.settings", "scorekeeper.http.htmx"}
# The rooms of the pages, from the ground up; each may look into itself and into those below it.
FLOORS = (
    {"models", "text", "variables"},
    {"serving"},
    {"settings"},
    {"visitors"},
    {"access"},
    {"http", "live"},
    {"accounts", "components"},
    {"presenters", "tasks", "templatetags"},
    {"pad"},
    {"pages"},
    {"apps", "asgi", "urls"},
    {"management"},
)
LOOSE = {"access", "apps", "asgi", "models", "settings", "urls", "variables"}
SIGNALS = ("django.dispatch", "django.db.models.signals", "django.core.signals", "django.db.backends.signals")


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def faults_in_ledger(module: str, names: list[str]) -> list[str]:
    room, found = room_of(module), []
    if room and room not in MAY_LOOK_INTO:
        return [f"{module} stands on no stair yet: give it one in MAY_LOOK_INTO"]
    for name in names:
        top = name.split(".")[0]
        checks = {
            f"{module} knows the pages ({name})": top == "scorekeeper",
            f"{module} is pure and knows Django ({name})": top == "django" and room in PURE,
            f"{module} scores cards and knows {top}": top in NOT_IN_SCORING and room == "scoring",
            f"{module} looks up the stairs ({name})": top == "ledger"
            and room
            and room_of(name) not in MAY_LOOK_INTO[room] | {room},
        }
        found += [fault for fault, is_wrong in checks.items() if is_wrong]
    return found


def floor_of(room: str) -> int | None:
    return next((floor for floor, rooms in enumerate(FLOORS) if room in rooms), None)


def faults_in_pages(module: str, names: list[str]) -> list[str]:
    """Return imports up the stairs, from one area of pages into another, and of a page."""
    room, found = room_of(module), []
    if not room:
        return []
    floor, area = floor_of(room), module.split(".")[2:3] if room == "pages" else []
    if floor is None:
        return [f"{module} stands on no stair yet: give it one in FLOORS"]
    for name in names:
        if not name.startswith("scorekeeper."):
            continue
        other = room_of(name)
        above = floor_of(other)
        if other != room and (above is None or above >= floor):
            found.append(f"{module} looks up the stairs ({name})")
        elif area and other == "pages" and (name.split(".")[2:3] not in (area, []) or is_page(name)):
            found.append(f"{module} imports another page ({name})")
    return found


def is_page(name: str) -> bool:
    """Return whether a name is of a module, or in a module, that has an address and templates of its own."""
    page = "/".join(name.split(".")[2:4])
    return (ROOT / "templates" / page / "page.html").is_file()


def faults(source: str, module: str, *, is_package: bool = False) -> list[str]:
    names = list(imported(ast.parse(source), module, is_package=is_package))
    found = faults_in_ledger(module, names) if module.startswith("ledger") else faults_in_pages(module, names)
    if module not in KNOWS_HTMX and (hint := HTMX.search(source)):
        found.append(f"{module} knows htmx ({hint.group()}); only scorekeeper/http/htmx.py does")
    for name in names:
        is_setting_up = name.endswith((".post_migrate", ".connection_created")) and module.endswith(".apps")
        if name.startswith(SIGNALS) and not is_setting_up:
            found.append(f"{module} listens to signals ({name})")
    return found


def test_imports_go_one_way() -> None:
    paths = [*python_files("ledger", "scorekeeper")]
    assert len(paths) > 5
    found = [
        fault
        for path in paths
        for fault in faults(path.read_text(), module_name(path), is_package=path.name == "__init__.py")
    ]
    assert found == []


def test_no_module_lies_loose() -> None:
    loose = {path.stem for path in (ROOT / "scorekeeper").glob("*.py")} - {"__init__"}
    assert loose == LOOSE
