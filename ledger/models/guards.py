"""The lock on the ink: triggers in the database that refuse to change or delete what was written.

They hold against everything that goes through SQL: the ORM, bulk operations, raw statements, a shell beside
the server. A header (a transaction, a settlement) is written after its lines and seals them: the database
counts them, adds up the cents, and takes no line more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import Template

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.migrations import RunPython

Statements = dict[tuple[str, str], str]
"""The statement that makes a trigger, by table and name of the trigger."""


@dataclass(frozen=True, kw_only=True)
class Seal:
    """A header that closes its lines; `zero` says whether their cents must add up to zero."""

    header: str
    lines: str
    column: str
    zero: bool


GUARDED = (
    "ledger_entry",
    "ledger_houserules",
    "ledger_transaction",
    "ledger_posting",
    "ledger_settlement",
    "ledger_settlementpayment",
)
SEALS = (
    Seal(header="ledger_transaction", lines="ledger_posting", column="transaction_id", zero=True),
    Seal(header="ledger_settlement", lines="ledger_settlementpayment", column="settlement_id", zero=False),
)


def install(connection: BaseDatabaseWrapper) -> None:
    """Put every guard on the tables that exist; those already there are made anew."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        _drop(connection, cursor)
        for statement in _wanted(connection, cursor):
            cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Take every guard away: for a migration that remakes a table, and for nothing else."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        _drop(connection, cursor)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of guards that should be there and are not, or were switched off."""
    with connection.cursor() as cursor:
        there = set(_found(connection, cursor))
        return sorted(name for table, name in _triggers(connection, cursor) if (table, name) not in there)


def GuardsOff() -> RunPython:  # noqa: N802  (reads as the migration operation it is)
    """Before operations that remake a guarded table."""
    return RunPython(
        lambda apps, editor: lift(editor.connection), lambda apps, editor: install(editor.connection)
    )


def GuardsOn() -> RunPython:  # noqa: N802
    """After them."""
    return RunPython(
        lambda apps, editor: install(editor.connection), lambda apps, editor: lift(editor.connection)
    )


def _wanted(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> Iterator[str]:
    if connection.vendor == "postgresql":
        yield _PG_REFUSE
        for seal in _seals(connection, cursor):
            yield _PG_SEALED.substitute(_words(seal))
            yield _PG_SEAL.substitute(_words(seal))
    yield from _triggers(connection, cursor).values()


def _triggers(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> Statements:
    tables = connection.introspection.table_names(cursor)
    guarded = [table for table in GUARDED if table in tables]
    seals = _seals(connection, cursor)
    if connection.vendor == "postgresql":
        return _on_postgres(guarded, seals)
    return _on_sqlite(connection, cursor, guarded, seals)


def _seals(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> list[Seal]:
    tables = connection.introspection.table_names(cursor)
    return [seal for seal in SEALS if seal.header in tables and seal.lines in tables]


def _words(seal: Seal) -> dict[str, str]:
    return {
        "header": seal.header,
        "lines": seal.lines,
        "column": seal.column,
        "sum": "coalesce(sum(cents), 1)" if seal.zero else "0",
    }


def _on_sqlite(
    connection: BaseDatabaseWrapper, cursor: CursorWrapper, guarded: list[str], seals: list[Seal]
) -> Statements:
    made: Statements = {}
    for table in guarded:
        for name, template in (("no_update", _LITE_UPDATE), ("no_delete", _LITE_DELETE)):
            made[table, f"{table}_{name}"] = template.substitute(table=table)
        clashes = _clashes(connection, cursor, table)
        made[table, f"{table}_no_replace"] = _LITE_REPLACE.substitute(table=table, clashes=clashes)
    for seal in seals:
        made[seal.lines, f"{seal.lines}_not_sealed"] = _LITE_SEALED.substitute(_words(seal))
        made[seal.header, f"{seal.header}_seals"] = _LITE_SEAL.substitute(_words(seal))
    return made


def _clashes(connection: BaseDatabaseWrapper, cursor: CursorWrapper, table: str) -> str:
    """When a new row would push an old one out: INSERT OR REPLACE deletes it without asking the triggers."""
    constraints = connection.introspection.get_constraints(cursor, table).values()
    unique = sorted({tuple(one["columns"]) for one in constraints if one["unique"] or one["primary_key"]})
    return " OR ".join(
        "(" + " AND ".join(f"{column} = NEW.{column}" for column in columns) + ")" for columns in unique
    )


def _on_postgres(guarded: list[str], seals: list[Seal]) -> Statements:
    made: Statements = {}
    for table in guarded:
        made[table, f"{table}_append_only"] = _PG_APPEND_ONLY.substitute(table=table)
        made[table, f"{table}_no_truncate"] = _PG_NO_TRUNCATE.substitute(table=table)
    for seal in seals:
        made[seal.lines, f"{seal.lines}_not_sealed"] = _PG_ON_LINES.substitute(_words(seal))
        made[seal.header, f"{seal.header}_seals"] = _PG_ON_HEADER.substitute(_words(seal))
    return made


def _found(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> list[tuple[str, str]]:
    """(table, name) of every guard that is there and switched on."""
    cursor.execute(_PG_FOUND if connection.vendor == "postgresql" else _LITE_FOUND)
    return [(table, name) for table, name in cursor.fetchall() if table in GUARDED]


def _drop(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> None:
    for table, name in _found(connection, cursor):
        on = f" ON {table}" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER {name}{on}")


_LITE_FOUND = "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'"
_LITE_UPDATE = Template("""
CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON $table BEGIN
  SELECT RAISE(ABORT, 'ink: $table is never changed');
END""")
_LITE_DELETE = Template("""
CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON $table BEGIN
  SELECT RAISE(ABORT, 'ink: nothing is deleted from $table');
END""")
_LITE_REPLACE = Template("""
CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON $table
WHEN EXISTS (SELECT 1 FROM $table WHERE $clashes) BEGIN
  SELECT RAISE(ABORT, 'ink: that line is already in $table');
END""")
# A column of SQLite takes any type, so the type is asked for here.
_LITE_SEALED = Template("""
CREATE TRIGGER ${lines}_not_sealed BEFORE INSERT ON $lines BEGIN
  SELECT RAISE(ABORT, 'ink: cents are whole') WHERE typeof(NEW.cents) <> 'integer';
  SELECT RAISE(ABORT, 'ink: $header is sealed')
    WHERE EXISTS (SELECT 1 FROM $header WHERE key = NEW.$column);
END""")
_LITE_SEAL = Template("""
CREATE TRIGGER ${header}_seals BEFORE INSERT ON $header BEGIN
  SELECT RAISE(ABORT, 'ink: the cents of $header do not add up to zero')
    WHERE (SELECT $sum FROM $lines WHERE $column = NEW.key) <> 0;
  SELECT RAISE(ABORT, 'ink: $header has another number of lines')
    WHERE (SELECT count(*) FROM $lines WHERE $column = NEW.key) <> NEW.lines;
END""")

_PG_FOUND = """
SELECT relname, tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') AND pg_table_is_visible(tgrelid)"""
_PG_REFUSE = """
CREATE OR REPLACE FUNCTION ledger_in_ink() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
  RAISE EXCEPTION 'ink: % is never changed and nothing is deleted from it', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $body$"""
# The lock: else one transaction could seal while another, unseen, adds a line.
_PG_SEALED = Template("""
CREATE OR REPLACE FUNCTION ${lines}_not_sealed() RETURNS trigger LANGUAGE plpgsql AS $$body$$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.$column::text, 0));
  IF EXISTS (SELECT 1 FROM $header WHERE key = NEW.$column) THEN
    RAISE EXCEPTION 'ink: $header is sealed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$body$$""")
_PG_SEAL = Template("""
CREATE OR REPLACE FUNCTION ${header}_seals() RETURNS trigger LANGUAGE plpgsql AS $$body$$
DECLARE total numeric; counted integer; BEGIN
  SELECT $sum, count(*) INTO total, counted FROM $lines WHERE $column = NEW.key;
  IF total <> 0 OR counted <> NEW.lines THEN
    RAISE EXCEPTION 'ink: the lines of $header do not add up'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$body$$""")
_PG_APPEND_ONLY = Template("""
CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE ON $table
FOR EACH ROW EXECUTE FUNCTION ledger_in_ink()""")
_PG_NO_TRUNCATE = Template("""
CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON $table
FOR EACH STATEMENT EXECUTE FUNCTION ledger_in_ink()""")
_PG_ON_LINES = Template("""
CREATE TRIGGER ${lines}_not_sealed BEFORE INSERT ON $lines
FOR EACH ROW EXECUTE FUNCTION ${lines}_not_sealed()""")
_PG_ON_HEADER = Template("""
CREATE TRIGGER ${header}_seals BEFORE INSERT ON $header
FOR EACH ROW EXECUTE FUNCTION ${header}_seals()""")
