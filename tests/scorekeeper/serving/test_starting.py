"""Check sentences that stop a start, or are said at one."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from ledger.management.elsewhere import read_instead
from ledger.models import Entry, guards
from scorekeeper.serving import starting
from scorekeeper.serving.starting import before_serving, doubtful
from tests.cast import a_night, thursday_table

only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="about an SQLite file")


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(hour=12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "newest", "doubt"),
    [
        ("2026-11-22", None, ""),
        ("2026-11-22", "2026-11-22", ""),
        ("2026-11-22", "2026-11-23", ""),  # an evening in another time zone
        ("2026-11-22", "2026-11-24", "22 November 2026, but the book's newest line is of 24 November 2026"),
        ("2025-06-01", None, "1 June 2025, and this program was made in 2026"),
        ("2025-06-01", "2026-11-24", "1 June 2025, but the book's newest line is of 24 November 2026"),
        ("2029-11-20", "2026-11-22", ""),
        ("2030-06-01", "2026-11-22", "1 June 2030, years after the book's newest line, of 22 November 2026"),
        ("2046-06-01", None, ""),
        ("2106-02-07", None, "7 February 2106. Is the clock right?"),
    ],
)
def test_a_clock_that_cannot_be_right_is_doubted(now: str, newest: str | None, doubt: str) -> None:
    at = day(newest) if newest else None
    said = doubtful(day(now), at, at)
    assert bool(said) is bool(doubt)
    assert doubt in said


@pytest.mark.django_db
def test_a_clock_from_before_there_was_this_program_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localtime", lambda *_: day("1970-01-01"))
    with pytest.raises(CommandError, match=r"^This machine's clock says 1 January 1970\. Set it first"):
        list(before_serving())


@pytest.mark.django_db
def test_pages_without_their_styles_are_not_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = ManifestStaticFilesStorage(location=tmp_path, base_url="/static/")
    monkeypatch.setattr(starting, "staticfiles_storage", storage)
    with pytest.raises(CommandError, match=r"styles and scripts are not there yet\. `make setup`"):
        list(before_serving())
    (tmp_path / storage.manifest_name).write_text("{}")
    assert [line for line in before_serving() if "clock" in line] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ahead", "is_only", "is_said"),
    [
        (timedelta(0), True, False),
        (3 * starting.A_DAY, True, True),
        # A group from elsewhere, beside one of this machine.
        (9 * starting.YEARS, False, False),
    ],
)
def test_a_book_that_is_ahead_of_the_clock_is_said_at_the_start(
    ahead: timedelta, *, is_only: bool, is_said: bool
) -> None:
    for name in ("Friday table",) if is_only else ("Thursday table", "Friday table"):
        night = a_night(thursday_table(name=name))
    guards.lift(connection)
    Entry.objects.filter(session=night).update(at=timezone.now() + ahead)
    guards.install(connection)
    said = [line for line in before_serving() if "clock" in line]
    assert ["but the book's newest line is of" in line for line in said] == [True] * is_said


@only_sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        (None, "There is no book at"),
        ("", "is empty: there is no book in it"),
        ("CREATE TABLE recipes (soup)", "has no tables of a book"),
        (
            "DELETE FROM django_migrations WHERE app = 'ledger' AND name LIKE '0007%'",
            "is of an older version: 1 change to",
        ),
        (
            "INSERT INTO django_migrations (app, name, applied) VALUES ('ledger', '0099_x', '2030-01-01')",
            "was written by a newer version",
        ),
    ],
)
def test_it_is_not_served_on_what_is_no_book_of_this_version(
    tmp_path: Path, deed: str | None, sentence: str
) -> None:
    file = tmp_path / "book.sqlite3"
    if deed and "migrations" in deed:
        call_command("backup", str(file), verbosity=0)
    elif deed is not None:
        file.touch()
    if deed:
        with closing(sqlite3.connect(file)) as book:
            book.execute(deed)
            book.commit()
    with read_instead(file), pytest.raises(CommandError, match=sentence):
        call_command("serve", host="127.0.0.1", port=0)
