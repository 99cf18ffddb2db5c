"""The lock on the ink: triggers in the database that refuse to change or delete what was written.

They hold against everything that goes through SQL: the ORM, bulk operations, raw statements, a shell beside
the server. A header (a transaction, a settlement) is written after its lines and seals them: the database
counts them, adds up the cents, and takes no line more. The one way out of the book is for a whole group, and
`guarded` says when it is open.

Beside them stand the triggers that count what is written of each group (`news`), as nothing gets past them.
In a database that its book has left (`Move`) others refuse whatever would be written there.
"""

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.migrations import RunPython

from ledger.models import guards_postgres, guards_sqlite, news
from ledger.models.guarded import AWAY, INK, LINKS, SEALS, TOMBSTONES, GuardedTables
from ledger.models.move import Move

GUARDED = tuple(ink.table for ink in INK)
WITH_GUARDS = frozenset((*GUARDED, *(link.table for link in LINKS), *news.TOLD_OF))


def install(connection: BaseDatabaseWrapper) -> None:
    """Put every guard on the tables that exist; those already there are made anew."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        _drop(connection, cursor)
        tables = _tables(connection, cursor)
        statements = [*_triggers(connection, cursor, tables).values()]
        if connection.vendor == "postgresql":
            statements = [*guards_postgres.functions(tables), *statements]
        for statement in statements:
            cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Take every guard away: for a migration that remakes a table, and for nothing else."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        _drop(connection, cursor)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of guards that should be there and are not, or were switched off."""
    with connection.cursor() as cursor:
        there = set(_found(connection, cursor))
        tables = _tables(connection, cursor)
        return sorted(
            name for table, name in _triggers(connection, cursor, tables) if (table, name) not in there
        )


def GuardsOff() -> RunPython:  # noqa: N802  (reads as the migration operation it is)
    """Return the first operation of a migration of the ledger.

    SQLite renames no table that a trigger elsewhere asks, and it remakes a table under another name.
    """
    return RunPython(
        lambda apps, editor: lift(editor.connection), lambda apps, editor: install(editor.connection)
    )


def GuardsOn() -> RunPython:  # noqa: N802
    return RunPython(
        lambda apps, editor: install(editor.connection), lambda apps, editor: lift(editor.connection)
    )


def _tables(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> GuardedTables:
    there = set(connection.introspection.table_names(cursor))
    counted = there if news.News._meta.db_table in there else set()
    told_of = {table: group for table, group in news.TOLD_OF.items() if table in counted}
    place: str | None = None
    if Move._meta.db_table in there:
        cursor.execute("SELECT place FROM ledger_move WHERE is_away")
        place = next(iter(cursor.fetchone() or ()), None)
    ours = set(connection.introspection.django_table_names()) - {Move._meta.db_table}
    return GuardedTables(
        inks=[ink for ink in INK if ink.table in there],
        seals=[seal for seal in SEALS if {seal.header, seal.lines} <= there],
        # The way out came with the tombstones; before, nothing was ever deleted.
        links=list(LINKS) if TOMBSTONES in there else [],
        told_of=told_of,
        updates={
            table: "UPDATE OF "
            + ", ".join(
                connection.ops.quote_name(one.name)
                for one in connection.introspection.get_table_description(cursor, table)
                if one.name not in silent
            )
            for table, silent in news.NO_NEWS.items()
            if table in told_of
        },
        # The row of the move itself can be changed.
        left=sorted(ours & there) if place is not None else [],
        place=place or "",
    )


def _triggers(
    connection: BaseDatabaseWrapper, cursor: CursorWrapper, tables: GuardedTables
) -> dict[tuple[str, str], str]:
    if connection.vendor == "postgresql":
        return guards_postgres.triggers(tables)
    return guards_sqlite.triggers(cursor, tables)


def _found(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> list[tuple[str, str]]:
    cursor.execute(guards_postgres.FOUND if connection.vendor == "postgresql" else guards_sqlite.FOUND)
    return [(table, name) for table, name in cursor.fetchall() if table in WITH_GUARDS or AWAY in name]


def _drop(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> None:
    for table, name in _found(connection, cursor):
        on = f" ON {table}" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER {name}{on}")
