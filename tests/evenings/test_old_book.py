"""A book that version 0.1.0 wrote says the same today: sheets, receipts and money.

`tests/data/old_book/0.1.0.sqlite3.gz` was written by that version: one group for each game, under many house
rules, with corrections, hands taken back, nights ended and opened again, payments made and undone.
`0.1.0.json.gz` is what that version read out of it, printed by `what_a_book_says.py`.
"""

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.house.sources import ROOT

DATA = ROOT / "tests/data/old_book"

# Receipts that say the same in other words since 0.2.0.
SAID_ANEW = (
    (r"misplayed and pays for his side", "misplayed and pays for the whole side"),
    (r"misplayed, and his side pays", "misplayed, and the whole side pays"),
    (r"misplayed and pays his own share", "misplayed and pays only that share"),
    (r"Losing declarers are free of Schneider with", "Spieler who lose are free of Schneider with"),
    (r"A Ramsch is lost with", "What loses a Ramsch"),
    (r"^(\d+ of (?:120|148)), ", r"\1 Augen, "),
    # Since 0.3.0 a Schafkopf table is said in its own words, and names are joined as in the language.
    (r"house rule: A normal game", "house rule: A Rufspiel"),
    (r"all tricks taken", "every Stich taken"),
    (r"^(\d+) is only half, and the others", r"\1 Augen are only half, and the Nichtspieler"),
    (r"the others took a trick", "the Nichtspieler took a Stich"),
    (r"What cannot be shared goes into the pot", "What cannot be shared goes into the Stock"),
    (r"Ann and Ben and Cleo and Dave", "Ann, Ben, Cleo and Dave"),
)


def run(book: Path, *command: str) -> str:
    """Run a command of today's version on this book; its output."""
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{book}",
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("old") / "book.sqlite3"
    path.touch(mode=0o600)
    path.write_bytes(gzip.decompress((DATA / "0.1.0.sqlite3.gz").read_bytes()))
    # No test is skipped: Django's checks would read tables that this command is about to make.
    run(path, "manage.py", "migrate", "--skip-checks", "--verbosity", "0")
    return path


def said_anew(said: Any) -> Any:
    if isinstance(said, dict):
        return {name: said_anew(one) for name, one in said.items()}
    if isinstance(said, list):
        return [said_anew(one) for one in said]
    if isinstance(said, str):
        for before, after in SAID_ANEW:
            said = re.sub(before, after, said)
    return said


def test_it_says_what_it_said(book: Path) -> None:
    before: dict[str, Any] = said_anew(json.loads(gzip.decompress((DATA / "0.1.0.json.gz").read_bytes())))
    now = json.loads(run(book, "-m", "tests.evenings.what_a_book_says"))
    assert now.keys() == before.keys()
    for group, said in before.items():
        assert now[group]["balances"] == said["balances"]
        for night, (then, today) in enumerate(
            zip(said["nights"], now[group]["nights"], strict=True), start=1
        ):
            assert today == then, f"{group}, night {night}"


def test_its_audit_is_clean(book: Path) -> None:
    assert "All is well in 4 groups; 0 guards are missing." in run(book, "manage.py", "audit")
