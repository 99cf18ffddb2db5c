"""A rule that carries something from hand to hand touches its game, and the words of the pages."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.house.sources import ROOT

GAME = "sheepshead"
RULES = f"ledger/scoring/{GAME}/rules.py"
CARRIED = f"ledger/scoring/{GAME}/table.py"
SCORES = f"ledger/scoring/{GAME}/bad_hands.py"
ASKS = f"ledger/scoring/{GAME}/__init__.py"
WORDS = "scorekeeper/text/carried.py"
# Written by `manage.py rules_docs`.
DOCS = {f"docs/rules/{GAME}.md", "docs/rules/README.md"}

NEW_MODULE = '''"""Bad hands that were thrown in wait until somebody picks, who is paid for each of them."""

from __future__ import annotations

import dataclasses

from ledger.scoring.receipt import exactly
from ledger.scoring.scored import Facts, Scored
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import Table, left_by


def with_bad_hands(table: Table, rules: SheepsheadRules, told: Facts, scored: Scored) -> Scored:
    """The hand with what the picker gets from everybody for the bad hands before it; they are paid then."""
    waiting = table.carried.bad_hands or 0
    if rules.bad_hand_pays and told["kind"] == "bad_hand":
        left = dataclasses.replace(left_by(scored), bad_hands=waiting + 1)
        return dataclasses.replace(scored, carried_after=left)
    if not rules.bad_hand_pays or not waiting or told["kind"] != "picked":
        return scored
    moved = [0] * table.players
    for other in table.active:
        moved[other] = -waiting * rules.bad_hand_pays
    moved[told["picker"]] = waiting * rules.bad_hand_pays * (len(table.active) - 1)
    points = exactly(moved)
    line = dataclasses.replace(scored.reasons[0], points=points, rule="bad_hand_pays", factor=None)
    return dataclasses.replace(
        scored,
        points=tuple([before + more for before, more in zip(scored.points, points, strict=True)]),
        reasons=(*scored.reasons, line),
        carried_after=dataclasses.replace(left_by(scored), bad_hands=0),
    )
'''

OPTION = """    bad_hand_pays: int | None = number(
        None,
        low=1,
        high=10,
        label="Points for a bad hand",
        help="So much everybody pays the next picker for each bad hand that was thrown in.",
        source="-",
        section="Customs",
    )
"""

# The edits of a branch in each file: text that stands there, and the text in its place.
EDITS: dict[str, tuple[tuple[str, str], ...]] = {
    RULES: (("    last_round: bool = switch(\n", f"{OPTION}    last_round: bool = switch(\n"),),
    CARRIED: (
        (
            "    mauer_marks: int | None = None\n",
            "    mauer_marks: int | None = None\n    bad_hands: int | None = None\n",
        ),
        (
            "        if self.mauer_marks:\n",
            '        if self.bad_hands:\n            found["bad_hands"] = self.bad_hands\n'
            "        if self.mauer_marks:\n",
        ),
        (
            "        if self.doublers:\n",
            "        if self.bad_hands:\n"
            '            found += (CarriedView(code="bad_hands", number=self.bad_hands),)\n'
            "        if self.doublers:\n",
        ),
        ('"mauer_marks", "passes"})', '"mauer_marks", "passes", "bad_hands"})'),
        (
            "        pot=read_pot(told),\n",
            "        pot=read_pot(told),\n"
            '        bad_hands=whole(told.get("bad_hands") or 0, "bad_hands", 0, 100),\n',
        ),
    ),
    SCORES: (("", NEW_MODULE),),
    ASKS: (
        (
            "    return count_passes(table, rules, told, paid)\n",
            "    paid = with_bad_hands(table, rules, told, paid)\n"
            "    return count_passes(table, rules, told, paid)\n",
        ),
        (
            "from ledger.scoring.sheepshead.table",
            "from ledger.scoring.sheepshead.bad_hands import with_bad_hands\n"
            "from ledger.scoring.sheepshead.table",
        ),
    ),
    WORDS: (
        (
            '    "race": lambda one: _("{number} race")',
            '    "bad_hands": lambda one: _("{number} bad hands wait").format(number=one.number),\n'
            '    "race": lambda one: _("{number} race")',
        ),
    ),
}


COPIED = ("ledger", "scorekeeper", "docs", "tests/house")
LINKED = ("tests/settings.py", "tests/slow.py", "tests/paper.py", "templates", "static")


def branched(tree: Path) -> None:
    """Copy the house with the rule in it."""
    for room in COPIED:
        shutil.copytree(ROOT / room, tree / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in LINKED:
        (tree / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "manage.py", tree)  # a link would run the house where it leads
    for name, edits in EDITS.items():
        text = (tree / name).read_text() if (tree / name).exists() else ""
        for stands, becomes in edits:
            assert stands in text, f"nothing says any more: {stands}"
            text = text.replace(stands, becomes, 1)
        (tree / name).write_text(text)


def run(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": str(tree), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    return subprocess.run(
        [sys.executable, *command], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )


def test_a_planted_rule_carries_from_the_pad_to_the_sheet_and_touches_only_its_game_and_its_words(
    tmp_path: Path,
) -> None:
    branched(tmp_path)
    for command in (["-m", "tests.house.carried_story"], ["manage.py", "rules_docs"]):
        done = run(tmp_path, *command)
        assert done.returncode == 0, done.stderr
    files = [path for room in COPIED for path in (tmp_path / room).rglob("*") if path.is_file()]
    names = {path.relative_to(tmp_path).as_posix() for path in files if path.suffix != ".pyc"}
    changed = {
        name
        for name in names
        if not (ROOT / name).exists() or (tmp_path / name).read_bytes() != (ROOT / name).read_bytes()
    }
    assert changed == {*EDITS} | DOCS


def test_contributing_lists_these_files_and_no_others() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    chapter = text.partition("## A rule that carries from hand to hand")[2].partition("\n## ")[0]
    listed = re.findall(r"^\d+\. `([^`]+)`", chapter, re.MULTILINE)
    assert [path.replace("<rule>", "bad_hands") for path in listed] == [*EDITS, "docs/rules/"]
