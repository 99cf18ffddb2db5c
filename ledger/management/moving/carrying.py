"""Every row of a book read from one database and written into another, and what all of them add up to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Sum

from ledger.management.elsewhere import asked_of
from ledger.models import Move, News, guards
from ledger.recording.auditing.reading import one_moment

# Rows in memory at once.
PORTION = 500

# And so many of a table that holds files: a megabyte each.
FILES = 5

Row = Sequence[Any]
Table = type[models.Model]


@dataclass(frozen=True, kw_only=True)
class Rows:
    """The number of rows of a table and their digests (SHA-256) added up: the same in whichever order."""

    rows: int
    digests: int


# By the names of the tables.
Sums = Mapping[str, Rows]


def carried() -> list[Table]:
    """Return the tables of a book, each after those that its rows refer to, where they do not refer to each
    other; without the mark of the move."""
    every = apps.get_models(include_auto_created=True)
    waiting = [one for one in every if one is not Move and not one._meta.proxy]
    found: list[Table] = []
    while waiting:
        found.append(min(waiting, key=lambda one: len(needs(one) & {*waiting} - {one})))
        waiting.remove(found[-1])
    return found


def needs(table: Table) -> set[Any]:
    """Return the tables that rows of this one refer to."""
    return {field.related_model for field in table._meta.concrete_fields if field.is_relation}


def carry(target: BaseDatabaseWrapper, told: Callable[[int, int], object]) -> None:
    """Write every row of the book into the other database, whose tables hold none, in one transaction.

    `told` hears how many rows are written, of how many. Raises DatabaseError.
    """
    tables = carried()
    with one_moment(), transaction.atomic(using=target.alias):
        guards.lift(target)
        with target.cursor() as cursor:
            for table in reversed(tables):  # what Django itself has written there when it made the tables
                cursor.execute(f"DELETE FROM {target.ops.quote_name(table._meta.db_table)}")  # noqa: S608
        total = sum(table._base_manager.using(connection.alias).count() for table in tables)
        done, missing = 0, set[Any]()
        for place, table in enumerate(tables):
            missing = (missing | needs(table)) - {*tables[:place]}
            for portion in portions(table, connection):
                _write(table, portion, target)
                if not missing:
                    _look_at_references(target)
                done += len(portion)
                told(min(done, total), total)
            missing.discard(table)
            if not missing:
                _look_at_references(target)
            _give_ids_after(table, last_id(table, connection), target)
        guards.install(target)
    told(total, total)
    if target.vendor == "postgresql":
        with target.cursor() as cursor:
            cursor.execute("ANALYZE")


def portions(table: Table, database: BaseDatabaseWrapper) -> Iterator[Sequence[Row]]:
    """Yield the rows of a table as they are carried, some at a time, in the order of their keys."""
    if table is News:
        yield from _news(database)
        return
    fields = table._meta.concrete_fields
    names = [field.attname for field in fields]
    most = FILES if any(isinstance(field, models.BinaryField) for field in fields) else PORTION
    rows = table._base_manager.using(database.alias).order_by("pk").values_list("pk", *names)
    portion = list(rows[:most])
    while portion:
        yield [row[1:] for row in portion]
        portion = list(rows.filter(pk__gt=portion[-1][0])[:most])


def _news(database: BaseDatabaseWrapper) -> Iterator[Sequence[Row]]:
    # Each group's number, in one part: into how many it is divided is PostgreSQL's own affair, and so are the
    # numbers of its transactions, which begin anew elsewhere.
    found = News.objects.using(database.alias).values_list("group").annotate(Sum("number")).order_by("group")
    rows = [(place, group, 0, number, 0) for place, (group, number) in enumerate(found, start=1)]
    for begin in range(0, len(rows), PORTION):
        yield rows[begin : begin + PORTION]


def _write(table: Table, rows: Iterable[Row], target: BaseDatabaseWrapper) -> None:
    # These rows, as they are: a model's own `save` would give some of them another time.
    fields = table._meta.concrete_fields
    quoted = target.ops.quote_name
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    values = ", ".join(["%s"] * len(fields))
    said = [
        [field.get_db_prep_save(value, target) for field, value in zip(fields, row, strict=True)]
        for row in rows
    ]
    statement = f"INSERT INTO {quoted(table._meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608
    with target.cursor() as cursor:
        cursor.executemany(statement, said)


def _look_at_references(target: BaseDatabaseWrapper) -> None:
    # Now: PostgreSQL looks at the end of a transaction else, and keeps in memory at which.
    if target.vendor == "postgresql":
        with target.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def last_id(table: Table, database: BaseDatabaseWrapper) -> int | None:
    """Return the id that a table gave last, which may be that of a row that is gone; None where keys are made
    otherwise."""
    key = table._meta.pk
    if not isinstance(key, models.AutoField):
        return None
    if table is News:
        return sum(map(len, _news(database)))
    name = table._meta.db_table
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [name, key.column])
            (counter,) = cursor.fetchone()
            cursor.execute(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {counter}")  # noqa: S608
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [name])
        given = cursor.fetchone()
    highest = table._base_manager.using(database.alias).aggregate(highest=models.Max("pk"))["highest"]
    return max(given[0] if given else 0, highest or 0)


def _give_ids_after(table: Table, last: int | None, target: BaseDatabaseWrapper) -> None:
    # The next new row gets the id after this one.
    if last is None:
        return
    name = table._meta.db_table
    with target.cursor() as cursor:
        if target.vendor == "postgresql":
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)",
                [name, getattr(table._meta.pk, "column", ""), max(last, 1), last > 0],
            )
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [name, last])


def sums(database: BaseDatabaseWrapper) -> Sums:
    """Return the rows of every table, and the ids that it gave last."""
    with asked_of(database), one_moment():
        return {table._meta.db_table: _sum(table, database) for table in carried()}


def _sum(table: Table, database: BaseDatabaseWrapper) -> Rows:
    rows, digests = 0, int(digest([last_id(table, database)]), 16)
    for portion in portions(table, database):
        rows += len(portion)
        digests += sum(int(digest(row), 16) for row in portion)
    return Rows(rows=rows, digests=digests)


def digest(row: Row) -> str:
    """Return the SHA-256 of a row's values, in whichever order a database keeps the names in its JSON."""
    said = json.dumps(list(row), sort_keys=True, default=str)
    return sha256(said.encode()).hexdigest()
