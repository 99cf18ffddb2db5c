"""PostgreSQL goes back to a moment: the machine is lost, or somebody spoilt something at nine."""

from __future__ import annotations

import re
import shutil
import time
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from ledger.models import Session, guards
from tests.cast import NAMES, a_night, tell, thursday_table
from tests.reliability.clusters import USER, Cluster, own_folder, run
from tests.reliability.test_move_book import at
from tests.serving import ROOT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor == 'sqlite'", reason="about PostgreSQL"),
]
BACKUPS = (ROOT / "docs/backups.md").read_text()
# Seconds until a log that is not put away, or a server that is not restored, counts as broken.
PATIENCE = 60


def documented(name: str, archive: Path) -> str:
    """Return what docs/backups.md tells to set, with the archive where the test has it."""
    found = re.search(rf"^{name} = '(.*)'$", BACKUPS, flags=re.MULTILINE)
    assert found, name
    return found[1].replace("/backups/wal", str(archive))


def asked(question: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]


def play(session: Session, hands: int) -> None:
    for _ in range(hands):
        dealer = (session.entries.count() - 1) % len(NAMES)
        picker, partner = [name for place, name in enumerate(NAMES) if place != dealer][:2]
        tell(session, picker, partner)


def put_away_to_here() -> None:
    """Wait until all that was written lies in the archive."""
    newest = asked("SELECT pg_walfile_name(pg_switch_wal())")
    until = time.monotonic() + PATIENCE
    while asked(f"SELECT coalesce(last_archived_wal < '{newest}', true) FROM pg_stat_archiver"):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_lost_machine_is_restored_to_a_moment_before_something_was_spoilt() -> None:
    with own_folder() as folder:
        archive, primary = folder / "wal", Cluster(folder / "primary")
        run("mkdir", str(archive))
        primary.make()
        primary.configure(
            {
                "archive_mode": documented("archive_mode", archive),
                "archive_command": documented("archive_command", archive),
            }
        )
        primary.start()
        try:
            run("createdb", f"--host={primary.socket}", f"--username={USER}", USER)
            with at(primary.url):
                call_command("migrate", verbosity=0)
                session = a_night(thursday_table())
                play(session, 2)
                base = folder / "base"
                run(
                    "pg_basebackup",
                    f"--pgdata={base}",
                    f"--host={primary.socket}",
                    f"--username={USER}",
                    "--checkpoint=fast",
                )
                play(session, 3)
                moment = asked("SELECT clock_timestamp()")
                play(session, 4)
                put_away_to_here()
        finally:
            primary.stop()
        shutil.rmtree(primary.data)
        _restored(base, archive, moment, session)


def _restored(base: Path, archive: Path, moment: object, session: Session) -> None:
    assert isinstance(moment, datetime)
    again = Cluster(base)
    again.configure(
        {
            "restore_command": documented("restore_command", archive),
            "recovery_target_time": str(moment),
            "recovery_target_action": documented("recovery_target_action", archive),
        }
    )
    run("touch", str(base / "recovery.signal"))
    again.start()
    try:
        with at(again.url):
            until = time.monotonic() + PATIENCE
            while asked("SELECT pg_is_in_recovery()"):
                assert time.monotonic() < until
                time.sleep(0.1)
            assert session.entries.count() == 1 + 2 + 3
            assert guards.missing(connection) == []
            call_command("audit", stdout=StringIO(), stderr=StringIO())
            play(session, 1)
            assert session.entries.count() == 7
    finally:
        again.stop()
