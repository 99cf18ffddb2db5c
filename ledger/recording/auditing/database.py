"""What the database knows about itself: whether its pages, its references and its guards are sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.db import DatabaseError, ProgrammingError, connection
from django.db.backends.utils import CursorWrapper

from ledger.models import guards
from ledger.recording.auditing.reading import why

MOST = 20
"""So many faults of one kind are told; a file that is broken has thousands."""


def of_database() -> Iterator[str]:
    """A line for every fault that the database finds in itself. Takes a while: all of it is read."""
    yield from of_pages()
    yield from of_rows()


def of_pages() -> Iterator[str]:
    """Where the database cannot be read as it was written."""
    yield from _looked(*((_sqlite_pages,) if connection.vendor == "sqlite" else (_indexes, _checksums)))


def of_rows() -> Iterator[str]:
    """Where it holds what it should not hold, or nothing keeps it from doing so."""
    yield from _looked(_sqlite_references if connection.vendor == "sqlite" else _constraints, _guards)


def _looked(*looks: Callable[[CursorWrapper], Iterator[str]]) -> Iterator[str]:
    for look in looks:
        try:
            with connection.cursor() as cursor:
                yield from (f"the database: {line}" for line in look(cursor))
        except DatabaseError as problem:
            yield f"the database cannot be read: {why(problem)}"


def _sqlite_pages(cursor: CursorWrapper) -> Iterator[str]:
    cursor.execute(f"PRAGMA integrity_check({MOST})")
    for (said,) in cursor.fetchall():
        yield from (line for line in str(said).splitlines() if line != "ok" and not line.startswith("***"))


def _sqlite_references(cursor: CursorWrapper) -> Iterator[str]:
    cursor.execute("PRAGMA foreign_key_check")
    for table, row, parent, _ in cursor.fetchmany(MOST):
        yield f"row {row} of {table} is about a row of {parent} that is not there"


def _guards(cursor: CursorWrapper) -> Iterator[str]:
    yield from (f"the guard {name} is missing" for name in guards.missing(connection))


def _constraints(cursor: CursorWrapper) -> Iterator[str]:
    cursor.execute(
        "SELECT conrelid::regclass::text, conname FROM pg_constraint"
        " WHERE NOT convalidated AND connamespace = current_schema()::regnamespace"
    )
    for table, name in cursor.fetchmany(MOST):
        yield f"the constraint {name} of {table} was never checked"


def _indexes(cursor: CursorWrapper) -> Iterator[str]:
    """Broken indexes; where somebody has installed `amcheck`, their order as well."""
    cursor.execute(
        "SELECT c.oid, c.relname, i.indisvalid, a.amname = 'btree' FROM pg_index i"
        " JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam"
        " WHERE c.relnamespace = current_schema()::regnamespace ORDER BY c.relname"
    )
    found = cursor.fetchall()
    yield from (f"the index {name} is not valid" for _, name, is_valid, _ in found if not is_valid)
    cursor.execute("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'")
    if not cursor.fetchone()[0]:
        return
    for oid, name, is_valid, is_tree in found:
        if is_valid and is_tree:
            yield from _order(cursor, oid, name)


def _order(cursor: CursorWrapper, oid: int, name: str) -> Iterator[str]:
    try:
        cursor.execute("SELECT bt_index_check(%s::regclass)", [oid])
    except ProgrammingError:  # only who may is asked
        return
    except DatabaseError as problem:
        yield f"the index {name}: {why(problem)}"


def _checksums(cursor: CursorWrapper) -> Iterator[str]:
    cursor.execute("SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()")
    if failures := cursor.fetchone()[0]:
        yield f"{failures} pages were read that were not as they had been written"
