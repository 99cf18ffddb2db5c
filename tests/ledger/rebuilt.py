"""A book that many tests begin with: the pen writes it once in a process, then it is laid down row by row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django.apps import apps
from django.db import connection, transaction

from ledger.models import Group, guards

Rows = Sequence[tuple[Any, ...]]


def rows_of_the_book() -> dict[str, Rows]:
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("ledger").get_models():
            table = model._meta.db_table
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")
            if rows := cursor.fetchall():
                found[table] = rows
    return found


def lay_down(book: Mapping[str, Rows]) -> None:
    """Write rows as they were: triggers would count them as news, and take no line under a sealed header."""
    with transaction.atomic():
        guards.lift(connection)
        with connection.cursor() as cursor:
            for table, rows in book.items():
                places = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(f"INSERT INTO {connection.ops.quote_name(table)} VALUES ({places})", rows)
        connection.check_constraints()
        guards.install(connection)


def built_once(build: Callable[[int], Group]) -> Callable[[int], Group]:
    """Build a group once in a process, then lay it down row by row where it is the first in the book."""
    kept: dict[int, tuple[Any, dict[str, Rows]]] = {}

    @wraps(build)
    def again(seed: int) -> Group:
        if Group.objects.exists():
            return build(seed)
        if seed not in kept:
            group = build(seed)
            kept[seed] = group.pk, rows_of_the_book()
            return group
        pk, book = kept[seed]
        lay_down(book)
        return Group.objects.get(pk=pk)

    return again
