"""A database that would lose hands, or let them be changed, is refused in words; on PostgreSQL as it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import InternalError, OperationalError, connection, transaction

from ledger.management import safety
from ledger.management.safety import dangers, doubts, may_write, unguarded
from ledger.models import guards
from scorekeeper.serving.starting import before_serving
from tests.pooling import NO_POOL, pooled

only_postgres = pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL")
only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="about an SQLite file")


def asked(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() if cursor.description else None


@contextmanager
def every_session(setting: str, value: str) -> Iterator[None]:
    """Set this for every new connection of the database, as an operator would."""
    name = connection.settings_dict["NAME"]
    asked(f'ALTER DATABASE "{name}" SET {setting} = {value}')
    connection.close()
    try:
        yield
    finally:
        asked("SET default_transaction_read_only = off")
        asked(f'ALTER DATABASE "{name}" RESET {setting}')
        connection.close()


def refusal() -> str:
    """Return what `serve` refuses with, and `check` too: the ledger itself names guards that are gone."""
    with pytest.raises(CommandError) as refused:
        list(before_serving())
    said = str(refused.value)
    with pytest.raises(SystemCheckError) as checked:
        call_command(
            "check", databases=["default"], fail_level="WARNING", stdout=StringIO(), stderr=StringIO()
        )
    assert said in str(checked.value) or "does not guard the book" in str(checked.value)
    return said


@only_postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("synchronous_commit", "off", "says that a hand is recorded before it is"),
        ("session_replication_role", "replica", "no trigger runs, so nothing guards what is in ink"),
        ("default_transaction_read_only", "on", "lets nobody write"),
    ],
)
def test_a_server_that_is_set_up_to_lose_hands_is_refused(setting: str, value: str, words: str) -> None:
    with every_session(setting, value):
        assert words in refusal()
    assert list(dangers()) == []


@only_postgres
@pytest.mark.django_db(transaction=True)
def test_locks_that_lock_nothing_are_found_by_trying_them() -> None:
    asked("CREATE SCHEMA lax")
    asked("CREATE FUNCTION lax.pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS 'SELECT'")
    asked(
        "CREATE FUNCTION lax.pg_try_advisory_xact_lock(bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true'"
    )
    try:
        with every_session("search_path", "lax, pg_catalog, public"):
            assert "takes advisory locks and does not hold them" in refusal()
    finally:
        asked("DROP SCHEMA lax CASCADE")
    assert list(dangers()) == []


@only_postgres
@pytest.mark.django_db(transaction=True)
def test_a_guard_that_is_switched_off_is_refused_by_its_name() -> None:
    asked("ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_append_only")
    try:
        assert "ledger_entry_append_only is missing or switched off" in refusal()
    finally:
        asked("ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_append_only")
    assert list(unguarded()) == []


@pytest.mark.django_db(transaction=True)
def test_database_is_no_danger_until_its_guards_are_gone() -> None:
    assert [*dangers(), *unguarded()] == []
    assert may_write()
    guards.lift(connection)
    try:
        with pytest.raises(CommandError, match=r"does not guard the book: .* `manage\.py migrate` puts"):
            list(before_serving())
    finally:
        guards.install(connection)
    assert list(unguarded()) == []


@only_postgres
@pytest.mark.django_db(transaction=True)
def test_standby_that_is_not_waited_for_is_refused_and_a_risk_of_power_cuts_is_only_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = {"SHOW synchronous_commit": "local", "SHOW synchronous_standby_names": "other"}
    said |= {"SHOW fsync": "off", "SHOW full_page_writes": "on"}
    true = safety._said
    monkeypatch.setattr(safety, "_said", lambda asks, at=None: said.get(asks, true(asks, at)))
    assert [one for one in dangers() if "does not wait for it" in one]
    said["SHOW synchronous_standby_names"] = ""
    assert list(dangers()) == []
    assert ["fsync=off" in one for one in doubts()] == [True]


@only_postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(NO_POOL, reason="no PgBouncer was found")
def test_pool_that_hands_connections_on_after_each_transaction_or_has_one_for_everybody_is_refused() -> None:
    with pooled("transaction"):
        assert "a pool that gives a connection to somebody else after each transaction" in refusal()
    with pooled("session"):
        assert list(dangers()) == []
    with pooled("statement"):
        assert "no two connections at once" in refusal() or "after each transaction" in refusal()
    with pooled("session", pool_size=2):
        assert "gives a server no two connections at once" in refusal()


@only_postgres
@pytest.mark.django_db(transaction=True)
def test_a_server_that_turned_read_only_may_not_be_written() -> None:
    with transaction.atomic():
        asked("SET TRANSACTION READ ONLY")
        assert not may_write()
        with pytest.raises(InternalError, match="read-only"):
            asked("DELETE FROM scorekeeper_counter")
        transaction.set_rollback(True)
    assert may_write()


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_file_that_may_only_be_read_may_not_be_written(tmp_path: Path) -> None:
    from ledger.management.elsewhere import read_instead

    call_command("backup", str(tmp_path / "copy"), verbosity=0)
    with read_instead(tmp_path / "copy"):
        assert not may_write()
    assert may_write()


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_file_in_which_somebody_else_writes_just_now_may_be_written() -> None:
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            assert may_write()
            cursor.execute("ROLLBACK")
    finally:
        other.close()
    assert asked("PRAGMA busy_timeout") == (20_000,)


def test_a_database_that_does_not_answer_stops_the_start_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def silent() -> Iterator[str]:
        raise OperationalError("connection\nrefused")
        yield

    monkeypatch.setattr("scorekeeper.serving.starting.dangers", silent)
    monkeypatch.setattr("scorekeeper.serving.starting.unfit", lambda: None)
    monkeypatch.setattr("scorekeeper.serving.starting.gone", lambda: "")
    with pytest.raises(CommandError, match=r"^The database does not answer: connection refused\.$"):
        list(before_serving())


@only_postgres
@pytest.mark.django_db
def test_postgresql_compiles_no_query() -> None:
    assert asked("SHOW jit") == ("off",)
