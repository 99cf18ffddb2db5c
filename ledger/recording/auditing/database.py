"""The database itself: whether its pages, references, indexes and guards are sound."""

from collections.abc import Callable, Iterator

from django.db import DatabaseError, ProgrammingError, connection
from django.db.backends.utils import CursorWrapper

from ledger.models import guards
from ledger.recording.auditing.reading import reported, why
from ledger.words.messages import Message

# Faults of one kind that are told; a file that is broken has thousands.
MOST = 20


def of_database() -> Iterator[Message]:
    """Yield a line for every fault that the database finds in itself. It takes a while: all of it is read."""
    yield from of_pages()
    yield from of_rows()


def of_pages() -> Iterator[Message]:
    """Yield a line for each page or index that cannot be read as it was written."""
    yield from _looked(*((_sqlite_pages,) if connection.vendor == "sqlite" else (_indexes, _checksums)))


def of_rows() -> Iterator[Message]:
    """Yield a line for each broken reference or constraint, and each missing guard."""
    yield from _looked(_sqlite_references if connection.vendor == "sqlite" else _constraints, _guards)


def _looked(*looks: Callable[[CursorWrapper], Iterator[Message]]) -> Iterator[Message]:
    for look in looks:
        try:
            with connection.cursor() as cursor:
                yield from (reported("database", what=line) for line in look(cursor))
        except DatabaseError as problem:
            yield reported("no_database", why=why(problem))


def _sqlite_pages(cursor: CursorWrapper) -> Iterator[Message]:
    cursor.execute(f"PRAGMA integrity_check({MOST})")
    for (said,) in cursor.fetchall():
        lines = (line for line in str(said).splitlines() if line != "ok" and not line.startswith("***"))
        yield from (reported("said_itself", said=line) for line in lines)


def _sqlite_references(cursor: CursorWrapper) -> Iterator[Message]:
    cursor.execute("PRAGMA foreign_key_check")
    for table, row, parent, _ in cursor.fetchmany(MOST):
        yield reported("reference", row=row, table=table, parent=parent)


def _guards(cursor: CursorWrapper) -> Iterator[Message]:
    yield from (reported("guard", name=name) for name in guards.missing(connection))


def _constraints(cursor: CursorWrapper) -> Iterator[Message]:
    cursor.execute(
        "SELECT conrelid::regclass::text, conname FROM pg_constraint"
        " WHERE NOT convalidated AND connamespace = current_schema()::regnamespace"
    )
    for table, name in cursor.fetchmany(MOST):
        yield reported("constraint", name=name, table=table)


def _indexes(cursor: CursorWrapper) -> Iterator[Message]:
    # The order of indexes is checked too, if the extension `amcheck` is installed.
    cursor.execute(
        "SELECT c.oid, c.relname, i.indisvalid, a.amname = 'btree' FROM pg_index i"
        " JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam"
        " WHERE c.relnamespace = current_schema()::regnamespace ORDER BY c.relname"
    )
    found = cursor.fetchall()
    yield from (reported("index", name=name) for _, name, is_valid, _ in found if not is_valid)
    cursor.execute("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'")
    if not cursor.fetchone()[0]:
        return
    for oid, name in [(oid, name) for oid, name, is_valid, is_tree in found if is_valid and is_tree]:
        try:
            cursor.execute("SELECT bt_index_check(%s::regclass)", [oid])
        except ProgrammingError:  # only who may is asked
            continue
        except DatabaseError as problem:
            yield reported("index_order", name=name, why=why(problem))


def _checksums(cursor: CursorWrapper) -> Iterator[Message]:
    cursor.execute("SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()")
    if failures := cursor.fetchone()[0]:
        yield reported("checksums", pages=failures)
