"""Imports go one way: scoring, sheet, settling ← models ← recording, standings ← exchange ← the pages."""

import ast
import re

import pytest

from tests.house.sources import ROOT, imported, module_name, python_files

# Each room and the rooms of the ledger it may look into, besides itself.
PURE = {"scoring", "seating", "sheet", "pencil", "folding", "settling", "steps", "texts", "limits"}
MAY_LOOK_INTO = {
    "scoring": set(),
    "seating": {"scoring"},
    "sheet": {"scoring", "seating"},
    "pencil": {"scoring", "seating", "sheet"},
    "folding": {"scoring", "seating", "sheet", "pencil", "steps"},
    "settling": {"scoring"},
    "steps": set(),
    "texts": set(),
    "limits": {"seating"},
    "models": PURE,
    "standings": PURE | {"models"},
    "recording": PURE | {"models", "standings"},
    "exchange": PURE | {"models", "standings", "recording"},
    "management": PURE | {"models", "standings", "recording", "exchange"},
    "apps": PURE | {"models", "recording"},
}
NOT_IN_SCORING = {"datetime", "time", "random", "os"}  # scoring has no clock, no luck, no machine
HTMX = re.compile(r"HX-|HTTP_HX|\.htmx\b|django_htmx")
KNOWS_HTMX = {"scorekeeper.settings", "scorekeeper.fragments"}
SIGNALS = ("django.dispatch", "django.db.models.signals", "django.core.signals", "django.db.backends.signals")


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def faults_in_ledger(module: str, names: list[str]) -> list[str]:
    room, found = room_of(module), []
    if room and room not in MAY_LOOK_INTO:
        return [f"{module} stands on no stair yet: give it one in MAY_LOOK_INTO"]
    for name in names:
        top = name.split(".")[0]
        if top == "scorekeeper":
            found.append(f"{module} knows the pages ({name})")
        elif top == "django" and room in PURE:
            found.append(f"{module} is pure and knows Django ({name})")
        elif top in NOT_IN_SCORING and room == "scoring":
            found.append(f"{module} scores cards and knows {top}")
        elif top == "ledger" and room and room_of(name) not in MAY_LOOK_INTO[room] | {room}:
            found.append(f"{module} looks up the stairs ({name})")
    return found


def faults_in_pages(module: str, names: list[str]) -> list[str]:
    if not module.startswith("scorekeeper.views."):
        return []
    own = ".".join(module.split(".")[:3])
    return [
        f"{module} imports another page ({name})"
        for name in names
        if name.startswith("scorekeeper.views.") and ".".join(name.split(".")[:3]) != own
    ]


def faults(source: str, module: str, *, is_package: bool = False) -> list[str]:
    names = list(imported(ast.parse(source), module, is_package=is_package))
    found = faults_in_ledger(module, names) if module.startswith("ledger") else faults_in_pages(module, names)
    if module not in KNOWS_HTMX and (hint := HTMX.search(source)):
        found.append(f"{module} knows htmx ({hint.group()}); only scorekeeper/fragments.py does")
    for name in names:
        after_migrating = name.endswith(".post_migrate") and module.endswith(".apps")
        if name.startswith(SIGNALS) and not after_migrating:
            found.append(f"{module} listens to signals ({name})")
    return found


def test_imports_go_one_way() -> None:
    found = []
    for path in python_files("ledger", "scorekeeper"):
        found += faults(path.read_text(), module_name(path), is_package=path.name == "__init__.py")
    assert found == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("ledger.scoring.sheepshead", "from django.db import models"),
        ("ledger.scoring.sheepshead", "import datetime"),
        ("ledger.scoring.sheepshead", "from ledger.sheet import fold"),
        ("ledger.scoring.sheepshead", "from .. import sheet"),
        ("ledger.settling", "from ledger import sheet"),
        ("ledger.models.groups", "from ledger.recording import hands"),
        ("ledger.standings.players", "from ledger.recording.hands import record"),
        ("ledger.recording.hands", "from ledger.exchange import paper"),
        ("ledger.exchange.paper", "from scorekeeper import forms"),
        ("ledger.cellar", ""),
        ("scorekeeper.views.table", "from scorekeeper.views.sheet import rows"),
        ("scorekeeper.views.table", "from .sheet import rows"),
        ("scorekeeper.views.table", "from . import sheet"),
        ("scorekeeper.views.table", "if request.htmx: ..."),
        ("scorekeeper.access", "response['HX-Redirect'] = url"),
        ("ledger.models.groups", "from django.db.models.signals import post_save"),
        ("ledger.recording.hands", "from django.dispatch import receiver"),
    ],
)
def test_a_wrong_step_is_seen(module: str, source: str) -> None:
    assert len(faults(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("ledger.sheet", "from ledger.scoring import GAMES"),
        ("ledger.scoring.sheepshead", "from .scored import Scored"),
        ("ledger.apps", "from django.db.models.signals import post_migrate"),
        ("scorekeeper.views.table", "from scorekeeper import fragments\nfrom ledger import standings"),
    ],
)
def test_a_right_step_is_not(module: str, source: str) -> None:
    assert faults(source, module) == []


def test_there_is_something_to_read() -> None:
    assert (ROOT / "ledger").is_dir()
    assert len(list(python_files("ledger", "scorekeeper"))) > 5
