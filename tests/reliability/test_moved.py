"""A book of years moves to another database, and whoever moves it is killed again and again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from ledger.management.fitness import gone
from ledger.models import Entry, guards
from tests.bench.seeding import seed
from tests.ledger.databases import new_database
from tests.reliability.test_move_book import at, told
from tests.serving import ROOT
from tests.steady import ON_POSTGRES, SOAK, some

pytestmark = pytest.mark.django_db(transaction=True)
# From one kind of database to the other there are more.
HANDS = 4_000 if SOAK else 800 if ON_POSTGRES else 300

# Kilobytes that moving takes, however long the book is: it took 90,000 at 4,000 hands, and 150,000 at 20,000,
# while they were audited.
MOST_MEMORY = 160_000


class Move:
    def __init__(self, source: str, target: str) -> None:
        environment = {
            **os.environ,
            "DATABASE_URL": source,
            "DJANGO_SETTINGS_MODULE": "tests.served",
            "SERVED_ACCOUNTS": "1",
        }
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "move_book", target],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def killed_at(self, *words: str) -> None:
        """Let it go on until it has said lines with these words, one after the other, and kill it."""
        assert self.process.stderr
        waits = [*words]
        for line in self.process.stderr:
            if waits[0] in line:
                waits.pop(0)
            if not waits:
                break
        assert not waits, "it came to its end before"
        self.process.kill()
        self.process.communicate()

    def done(self) -> int:
        """Let it come to its end, which is the one that was wanted; its highest memory in kilobytes.

        0 where the system does not say so. What it says of a process that has ended counts what the process
        that started it held.
        """
        assert self.process.stdout
        assert self.process.stderr
        status, memory, complaints = Path(f"/proc/{self.process.pid}/status"), 0, []
        for line in self.process.stderr:
            complaints.append(line)
            if status.exists() and (held := re.search(r"VmHWM:\s*(\d+) kB", status.read_text())):
                memory = int(held[1])
        said, _ = self.process.communicate()
        assert self.process.returncode == 0, complaints
        assert said.startswith("The book has moved from ")
        return memory


def test_a_book_of_years_moves_there_and_back_however_often_that_is_cut_off(tmp_path: Path) -> None:
    """From a file to the kind of database that is under test, and back to a file."""
    source, back = (f"sqlite:///{tmp_path / name}.sqlite3" for name in ("source", "back"))
    with at(source):
        call_command("migrate", verbosity=0, skip_checks=True)
        seed(HANDS)
        before, entries = told(), Entry.objects.count()
    with new_database(tmp_path, "years") as target:
        kills = some((["rows carried", "nights audited"], ["nights audited"], ["rows carried"]))
        memory = max(moved(source, target, *kills), moved(target, back, ["rows carried"]))
        for place in (target, back):
            with at(place):
                assert told() == before
                assert Entry.objects.count() == entries
                assert guards.missing(connection) == []
    with at(back):
        call_command("audit", stdout=StringIO(), stderr=StringIO())
    assert memory < MOST_MEMORY
    assert memory or sys.platform != "linux"


def moved(source: str, target: str, *kills: list[str]) -> int:
    """The highest memory of the call that came to its end, in kilobytes, after others that were killed when
    they had said these words."""
    for words in kills:
        Move(source, target).killed_at(*words)
        with at(source):
            assert gone().startswith("This book is on its way to")
            assert guards.missing(connection) == []
    memory = Move(source, target).done()
    with at(source):
        assert gone().startswith("This book has moved to")
    return memory
